//! What the processor can do, asked once.

use std::sync::OnceLock;

/// What the kernels may use.
#[derive(Clone, Copy)]
struct Abilities {
    avx2: bool,
    fast_deposit: bool,
}

fn abilities() -> Abilities {
    static ABILITIES: OnceLock<Abilities> = OnceLock::new();
    *ABILITIES.get_or_init(|| {
        // Tests, and whoever suspects an instruction, can have everything done without special instructions.
        let allowed = std::env::var_os("GONGZHU_PORTABLE").is_none_or(|value| value != "1");
        let bmi = allowed
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        Abilities { avx2: bmi && is_x86_feature_detected!("avx2"), fast_deposit: bmi && !microcoded_deposit() }
    })
}

/// Whether AVX2 and the bit instructions that come with it may be used.
#[inline]
pub(super) fn avx2() -> bool {
    abilities().avx2
}

/// Whether the instruction PDEP may be used and is fast.
#[inline]
pub(super) fn fast_deposit() -> bool {
    abilities().fast_deposit
}

/// Whether the processor is of a family whose PDEP takes hundreds of cycles: AMD's before Zen 3 (family 19h).
fn microcoded_deposit() -> bool {
    use std::arch::x86_64::__cpuid;
    let maker = __cpuid(0);
    // "AuthenticAMD" and "HygonGenuine", as the registers spell them.
    let amd = [(0x6874_7541, 0x6974_6e65, 0x444d_4163), (0x6f67_7948, 0x6e65_476e, 0x656e_6975)]
        .contains(&(maker.ebx, maker.edx, maker.ecx));
    let version = __cpuid(1).eax;
    let base = version >> 8 & 15;
    let family = if base == 15 { base + (version >> 20 & 255) } else { base };
    amd && family < 0x19
}
