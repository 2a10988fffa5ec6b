//! Exit codes and failures.

use std::fmt;
use std::io;
use std::process::ExitCode;

/// The exit codes, which other programs rely on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    Done = 0,
    /// Errors in a checked file, losses where none are allowed, or differences.
    Findings = 1,
    /// Wrong usage.
    Usage = 2,
    /// A file that cannot be opened, read or written, or that would be overwritten.
    Io = 3,
    /// An unknown format, or an unreadable file.
    Unreadable = 4,
    /// Some of several inputs failed.
    Partial = 5,
}

impl Exit {
    /// The code for several inputs with these codes: theirs if they agree, otherwise [`Exit::Partial`].
    pub(crate) fn of_all(exits: &[Self]) -> Self {
        match exits {
            [] => Self::Done,
            [first, rest @ ..] if rest.iter().all(|exit| exit == first) => *first,
            _ => Self::Partial,
        }
    }

    /// [`Exit::of_all`] for checks, where findings are normal results.
    pub(crate) fn of_checks(exits: &[Self]) -> Self {
        if exits.iter().all(|exit| matches!(exit, Self::Done | Self::Findings)) {
            if exits.contains(&Self::Findings) { Self::Findings } else { Self::Done }
        } else {
            Self::of_all(exits)
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// Why the command, or its work on one file, failed.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    pub(crate) exit: Exit,
    /// The file, folder or setting in which it happened, as messages name it.
    pub(crate) place: Option<String>,
    /// What happened, in one line; empty if nobody reads it any more.
    pub(crate) message: String,
}

impl Failure {
    /// The user asked for something impossible.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self::new(Exit::Usage, message)
    }

    /// A file that cannot be read as its format.
    pub(crate) fn unreadable(message: impl Into<String>) -> Self {
        Self::new(Exit::Unreadable, message)
    }

    /// A conversion that the target refuses.
    pub(crate) fn findings(message: impl Into<String>) -> Self {
        Self::new(Exit::Findings, message)
    }

    /// A file that is in the way, or missing.
    pub(crate) fn io(message: impl Into<String>) -> Self {
        Self::new(Exit::Io, message)
    }

    fn new(exit: Exit, message: impl Into<String>) -> Self {
        Self { exit, place: None, message: message.into() }
    }

    /// The failure, with the file in which it happened. A place that it has already is one in this file.
    pub(crate) fn in_file(self, label: &str) -> Self {
        Self { message: self.to_string(), place: Some(label.to_owned()), ..self }
    }

    /// What happened, for readers who know that it happened in this file.
    pub(crate) fn about(&self, label: &str) -> String {
        if self.place.as_deref() == Some(label) { self.message.clone() } else { self.to_string() }
    }

    /// Several failures as one; the first decides the exit code.
    pub(crate) fn of_several(failures: &[Self]) -> Option<Self> {
        let exit = failures.first()?.exit;
        let messages: Vec<_> = failures.iter().map(Self::to_string).collect();
        Some(Self::new(exit, messages.join("; ")))
    }

    /// An error of the system for the file with this label. A closed reader (a broken pipe) is not a failure.
    pub(crate) fn system(label: &str, error: &io::Error) -> Self {
        let message = match error.kind() {
            io::ErrorKind::BrokenPipe => return Self::new(Exit::Done, ""),
            io::ErrorKind::NotFound => "no such file".to_owned(),
            io::ErrorKind::PermissionDenied => "no permission".to_owned(),
            io::ErrorKind::IsADirectory => "is a folder, a file is needed".to_owned(),
            _ => error.to_string(),
        };
        Self::io(message).in_file(label)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Some(place) => write!(f, "{place}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_inputs_end_as_one() {
        use Exit::{Done, Findings, Io, Partial, Unreadable};
        let cases = [
            (&[][..], Done, Done),
            (&[Done, Done], Done, Done),
            (&[Io], Io, Io),
            (&[Io, Io], Io, Io),
            (&[Io, Unreadable], Partial, Partial),
            (&[Done, Unreadable], Partial, Partial),
            (&[Findings, Findings], Findings, Findings),
            (&[Done, Findings], Partial, Findings),
            (&[Findings, Unreadable], Partial, Partial),
        ];
        for (exits, all, checks) in cases {
            assert_eq!((Exit::of_all(exits), Exit::of_checks(exits)), (all, checks), "{exits:?}");
        }
    }

    #[test]
    fn a_broken_pipe_is_a_quiet_success() {
        let failure = Failure::system("-", &io::ErrorKind::BrokenPipe.into());
        assert_eq!((failure.exit, failure.to_string().as_str()), (Exit::Done, ""));
    }

    #[test]
    fn a_place_is_told_unless_it_is_known() {
        let gone = Failure::io("no such file").in_file("a: b.tod");
        assert_eq!(gone.to_string(), "a: b.tod: no such file");
        assert_eq!(gone.about("a: b.tod"), "no such file");
        assert_eq!(gone.about("a"), "a: b.tod: no such file");
        let inside = gone.in_file("disc.zip");
        assert_eq!(inside.about("disc.zip"), "a: b.tod: no such file");
        assert_eq!(Failure::io("disc.zip: none").about("disc.zip"), "disc.zip: none");
        let both = Failure::of_several(&[inside, Failure::usage("what").in_file("c")]);
        assert_eq!(both.unwrap().to_string(), "disc.zip: a: b.tod: no such file; c: what");
    }
}
