//! The findings that count: `--deny` and `--allow`.

use anim_core::{Code, Diagnostic, Severity};
use anim_formats::Registry;
use clap::builder::PossibleValue;

use crate::exit::Failure;
use crate::suggest::did_you_mean;

/// A value of `--deny`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Denied {
    /// Every warning.
    Warnings,
    /// Every finding with this code.
    Code(&'static str),
}

const WARNINGS: &str = "warnings";

impl Denied {
    pub(super) fn named(word: &str) -> Result<Self, String> {
        if word == WARNINGS {
            return Ok(Self::Warnings);
        }
        let known = codes().map(|code| code.id).chain([WARNINGS]);
        code_of(word, known)
            .map(Self::Code)
            .map_err(|unknown| format!("neither `{WARNINGS}` nor a code: {unknown}"))
    }

    /// The words of `--deny`.
    pub(super) fn words() -> Vec<PossibleValue> {
        std::iter::once(PossibleValue::new(WARNINGS).help("every warning")).chain(codes_as_words()).collect()
    }
}

/// The identifier of a code that a check can report.
pub(super) fn code(id: &str) -> Result<&'static str, String> {
    code_of(id, codes().map(|code| code.id))
}

/// [`code`] where other words are known too.
fn code_of<'a>(id: &str, known: impl Iterator<Item = &'a str>) -> Result<&'static str, String> {
    codes().map(|code| code.id).find(|code| *code == id).ok_or_else(|| {
        let hint = did_you_mean(id, known);
        format!("no check has the code `{id}`{hint}; `anim formats ID` lists them")
    })
}

/// The words of `--allow`.
pub(super) fn codes_as_words() -> Vec<PossibleValue> {
    codes().map(|code| PossibleValue::new(code.id).help(code.summary)).collect()
}

fn codes() -> impl Iterator<Item = &'static Code> {
    Registry::builtin().formats().iter().flat_map(|format| format.info().codes.iter().copied())
}

/// The denied and the allowed findings.
#[derive(Debug)]
pub(super) struct Policy<'a> {
    denied: &'a [Denied],
    allowed: &'a [&'static str],
}

impl<'a> Policy<'a> {
    /// Fails for a code that is both denied and allowed by name.
    pub(super) fn new(denied: &'a [Denied], allowed: &'a [&'static str]) -> Result<Self, Failure> {
        match allowed.iter().find(|code| denied.contains(&Denied::Code(code))) {
            Some(code) => Err(Failure::usage(format!("`{code}` is both denied and allowed"))),
            None => Ok(Self { denied, allowed }),
        }
    }
}

/// The numbers of findings in a file that count.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    /// Those that make the exit code 1.
    pub(super) denied: usize,
    /// Those that are allowed.
    pub(super) allowed: usize,
}

impl Tally {
    /// Counts a finding, and returns whether it is allowed.
    pub(super) fn count(&mut self, policy: &Policy<'_>, finding: &Diagnostic) -> bool {
        let id = finding.code.id;
        let is_allowed = policy.allowed.contains(&id);
        let is_denied = match finding.severity() {
            Severity::Error => true,
            Severity::Warning => policy.denied.contains(&Denied::Warnings),
            Severity::Note => false,
        };
        self.allowed += usize::from(is_allowed);
        self.denied += usize::from(!is_allowed && (is_denied || policy.denied.contains(&Denied::Code(id))));
        is_allowed
    }
}
