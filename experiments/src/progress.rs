//! What the user sees and does while a command works: a progress bar, Ctrl-C.

use crate::error::RunError;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal as _;
use std::sync::atomic::{AtomicBool, Ordering};

static STOP: AtomicBool = AtomicBool::new(false);

/// Whether the command looks at `STOP`.
static LOOKS: AtomicBool = AtomicBool::new(false);

/// The status of a program that Ctrl-C ended.
const INTERRUPTED: i32 = 130;

/// From now on Ctrl-C (or SIGTERM) ends the program with the status of an interruption: at once, or once
/// [`stop_flag`] was asked for, at the second time.
///
/// # Errors
/// The system refuses the handler.
pub fn catch_interrupts() -> Result<(), RunError> {
    let handler = || {
        if STOP.swap(true, Ordering::Relaxed) || !LOOKS.load(Ordering::Relaxed) {
            #[cfg(unix)]
            gongzhu_strategies::external::kill_all();
            eprintln!("gongzhu: interrupted");
            std::process::exit(INTERRUPTED);
        }
    };
    ctrlc::set_handler(handler).map_err(|error| RunError::Failed(format!("cannot catch Ctrl-C: {error}")))
}

/// Where the caller, who promises to look, sees that a clean stop is asked for.
pub fn stop_flag() -> &'static AtomicBool {
    LOOKS.store(true, Ordering::Relaxed);
    &STOP
}

/// A bar with count, rate and time left on standard error; hidden where that is no terminal.
pub fn bar(total: u64, unit: &str) -> ProgressBar {
    let template = format!("{{bar:40}} {{human_pos}}/{{human_len}} {unit}, {{per_sec}}, {{eta}} left");
    styled(Some(total), &template)
}

/// A count with rate and message on standard error, of work whose end is not known; hidden where that is no terminal.
pub fn counter(unit: &str) -> ProgressBar {
    styled(None, &format!("{{spinner}} {{human_pos}} {unit}, {{per_sec}}, {{msg}}"))
}

fn styled(total: Option<u64>, template: &str) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr_with_hz(10));
    // The template is fixed text; indicatif's default serves where it should not parse.
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
