//! The command `gongzhu`.

use std::process::ExitCode;

fn main() -> ExitCode {
    gongzhu_experiments::cli::main()
}
