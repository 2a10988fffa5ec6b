//! Messages for people on standard error.

use std::io::{self, IsTerminal, Write};

use crate::exit::{Exit, Failure};
use crate::text::visible;

/// Standard error, and whether to use it.
#[derive(Debug)]
pub(crate) struct Console {
    quiet: bool,
    color: bool,
}

impl Console {
    pub(crate) fn new(quiet: bool) -> Self {
        Self { quiet, color: colored(&io::stderr()) }
    }

    /// Whether messages may be coloured.
    pub(crate) fn color(&self) -> bool {
        self.color
    }

    /// Whether only errors are shown.
    pub(crate) fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// Prints why something failed, even with `--quiet`, and returns the exit code.
    pub(crate) fn fail(&self, failure: &Failure) -> Exit {
        if !failure.message.is_empty() {
            self.say("error", "\x1b[1;31m", &failure.to_string());
        }
        failure.exit
    }

    pub(crate) fn warn(&self, message: &str) {
        if !self.quiet {
            self.say("warning", "\x1b[1;33m", message);
        }
    }

    /// Prints text unchanged.
    pub(crate) fn print(&self, text: &[u8]) {
        if !self.quiet {
            // There is no other place to report that standard error cannot be written.
            let _ = io::stderr().write_all(text);
        }
    }

    fn say(&self, word: &str, color: &str, message: &str) {
        let (on, off) = if self.color { (color, "\x1b[0m") } else { ("", "") };
        // Written at once, so that lines of several processes do not mix.
        let line = format!("{on}{word}:{off} {}\n", visible(message));
        let _ = io::stderr().write_all(line.as_bytes());
    }
}

/// Whether a stream is a terminal and colour is not disabled by its user.
pub(crate) fn colored(stream: &impl IsTerminal) -> bool {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    stream.is_terminal() && !set("NO_COLOR") && !dumb
}
