//! How an external bot is named: `exec:COMMAND`, with options before the command: `exec:ms=100:COMMAND`.

use crate::options::{Configuration, Setting, whole};
use crate::registry::BotError;
use std::fmt;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;
use std::time::Duration;

/// The limits of an external bot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExternalOptions {
    /// The time to decide, in milliseconds on the wall.
    pub ms: u32,
    /// The time from the start of a process to its hello, in milliseconds.
    pub start_ms: u32,
    /// How many processes may be lost (not started, crashed, disconnected, stalled) and replaced; one more, and the bot
    /// forfeits: it isn't asked any more.
    pub restarts: u32,
}

impl Default for ExternalOptions {
    fn default() -> ExternalOptions {
        ExternalOptions { ms: 1000, start_ms: 10_000, restarts: 10 }
    }
}

impl Configuration for ExternalOptions {
    const EXCLUSIVE: &'static [&'static str] = &[];
    const SETTINGS: &'static [Setting<ExternalOptions>] = &[
        Setting {
            name: "ms",
            values: "a number from 1 to 600000",
            summary: "milliseconds on the wall for a decision; after that a random legal action is taken",
            get: |options| Some(options.ms.to_string()),
            set: |options, text| Some(options.ms = whole(text, 1..=600_000)?),
        },
        Setting {
            name: "start-ms",
            values: "a number from 1 to 600000",
            summary: "milliseconds that a process may take to start",
            get: |options| Some(options.start_ms.to_string()),
            set: |options, text| Some(options.start_ms = whole(text, 1..=600_000)?),
        },
        Setting {
            name: "restarts",
            values: "a number from 0 to 1000000",
            summary: "lost processes that are replaced; after one more the bot forfeits and plays at random",
            get: |options| Some(options.restarts.to_string()),
            set: |options, text| Some(options.restarts = whole(text, 0..=1_000_000)?),
        },
    ];
}

/// A command with its limits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Invocation {
    pub(super) options: ExternalOptions,
    /// The program and its arguments.
    pub(super) words: Vec<String>,
}

impl Invocation {
    /// Reads what stands behind `exec:`: options, each with a colon behind it, and the command, which is split into words as a
    /// shell does it, and not otherwise interpreted.
    pub(super) fn read(bot: &'static str, text: &str) -> Result<Invocation, BotError> {
        let (mut options, mut command) = (Vec::new(), text);
        while let Some((head, rest)) = command.split_once(':').filter(|(head, _)| is_option(head)) {
            options.push(head);
            command = rest;
        }
        let options = match &options[..] {
            [] => ExternalOptions::default(),
            options => ExternalOptions::read(bot, &options.join(":"))?,
        };
        if command.chars().any(char::is_control) {
            return Err(BotError::Command { bot, reason: "has a line break or another control character" });
        }
        let words = shlex::split(command).ok_or(BotError::Command { bot, reason: "has a quote that does not end" })?;
        if words.is_empty() {
            return Err(BotError::Command { bot, reason: "is missing" });
        }
        Ok(Invocation { options, words })
    }

    /// Whether there is such a program.
    pub(super) fn check_program(&self, bot: &'static str) -> Result<(), BotError> {
        let program = &self.words[0];
        let executable = |path: &Path| path.metadata().is_ok_and(|file| file.is_file() && file.mode() & 0o111 != 0);
        let found = if program.contains('/') {
            executable(Path::new(program))
        } else {
            let path = std::env::var_os("PATH").unwrap_or_default();
            std::env::split_paths(&path).any(|directory| executable(&directory.join(program)))
        };
        if found { Ok(()) } else { Err(BotError::Program { bot, program: program.clone() }) }
    }

    /// The time to decide.
    pub(super) fn time(&self) -> Duration {
        Duration::from_millis(self.options.ms.into())
    }

    /// The time to start.
    pub(super) fn start_time(&self) -> Duration {
        Duration::from_millis(self.options.start_ms.into())
    }
}

/// Whether a text is `key=…`, and so no program.
fn is_option(text: &str) -> bool {
    let key = text.split_once('=').map_or("", |(key, _)| key);
    !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_alphabetic() || b"-_".contains(&byte))
}

/// What stands behind `exec`, the words quoted where they need it, also for lists of bots.
impl fmt::Display for Invocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.options.write(f)?;
        let mut separator = ':';
        for word in &self.words {
            f.write_fmt(format_args!("{separator}{}", quoted(word)))?;
            separator = ' ';
        }
        Ok(())
    }
}

fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_=+./:@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Invocation, String> {
        Invocation::read("exec", text).map_err(|error| error.to_string())
    }

    #[test]
    fn options_stand_before_the_command() {
        let found = read("ms=50:restarts=2:python3 'my bot.py' --url=http://x:80 a,b ''").expect("a command");
        assert_eq!((found.options.ms, found.options.restarts, found.options.start_ms), (50, 2, 10_000));
        assert_eq!(found.words, ["python3", "my bot.py", "--url=http://x:80", "a,b", ""]);
        assert_eq!(found.to_string(), ":ms=50:restarts=2:python3 'my bot.py' --url=http://x:80 'a,b' ''");
        let again = read(&found.to_string()[1..]).expect("its own text");
        assert_eq!(again, found);
        // A program is no option, whatever its arguments are.
        assert_eq!(read("./bot a=b:c").expect("a command").words, ["./bot", "a=b:c"]);
        assert_eq!(read(r"bot it\'s").expect("a command").to_string(), r":bot 'it'\''s'");
    }

    #[test]
    fn what_is_wrong_is_told() {
        let error = |text| read(text).expect_err(text);
        assert!(error("").contains("is missing"));
        assert!(error("ms=5:").contains("is missing"));
        assert!(error("bot 'a").contains("quote"));
        assert!(error("mss=5:bot").contains("did you mean 'ms'?"));
        assert!(error("ms=0:bot").contains("from 1 to 600000"));
    }
}
