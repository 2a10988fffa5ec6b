//! Operations on clips on the command line, applied in the order of the arguments.

mod to;

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::marker::PhantomData;
use std::path::Path;

use anim_core::edit::{Edit, EditError};
use anim_core::{Clip, Document, Report};
use anim_formats::operations::{OPERATIONS, Operation, TOLERANCE, Value, is_about_time, push};
use clap::{Arg, ArgAction, ArgMatches, Command, FromArgMatches};

pub(crate) use self::to::{To, to};
use crate::exit::Failure;

const HEADING: &str = "Operations on clips, applied in the order given";

/// A verb with operations.
pub(crate) trait Verb {
    /// The flags to which the verb gives its own meaning. The verb's own `--to` accepts moments too: see [`To`].
    const OWN: &'static [&'static str];
}

/// The operations requested for a verb.
pub(crate) struct EditArgs<V> {
    edits: Vec<Edit>,
    /// The flags of the operations with their arguments, such as `from=12f`.
    words: Vec<String>,
    verb: PhantomData<V>,
}

impl<V> fmt::Debug for EditArgs<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.edits.fmt(f)
    }
}

impl<V> EditArgs<V> {
    /// The operations in their order.
    pub(crate) fn edits(&self) -> &[Edit] {
        &self.edits
    }

    /// The operations as they were given, such as `from=12f`, in their order.
    pub(crate) fn words(&self) -> &[String] {
        &self.words
    }

    /// A document, if its clips are shown without operations.
    pub(crate) fn unedited<'a>(&self, document: &'a dyn Document) -> Option<&'a dyn Document> {
        self.edits.is_empty().then_some(document)
    }

    /// Whether all nodes stay as the file has them.
    pub(crate) fn keep_nodes(&self) -> bool {
        self.edits.iter().all(is_about_time)
    }

    /// The clips after all operations; the report has what they lost.
    pub(crate) fn apply(&self, clips: Vec<Clip>, report: &mut Report) -> Result<Vec<Clip>, Failure> {
        Edit::apply_all(&self.edits, clips, TOLERANCE, report)
            .map_err(|error| Failure::usage(explained(&error)))
    }
}

/// The failure for a value that does not belong to the operation before it, which takes values only after `=`. A file with that
/// name is an input.
pub(crate) fn detached(arguments: impl IntoIterator<Item = OsString>) -> Option<Failure> {
    let arguments: Vec<OsString> = arguments.into_iter().take_while(|argument| argument != "--").collect();
    arguments.windows(2).find_map(|pair| {
        let (flag, value) = (pair[0].to_str()?.strip_prefix("--")?, pair[1].to_str()?);
        let operation = OPERATIONS.iter().find(|operation| operation.name == flag)?;
        let takes = matches!(operation.value, Value::Optional(_)) && !value.starts_with('-');
        let is_value = takes && (operation.edit)(value).is_ok() && !Path::new(value).exists();
        is_value.then(|| Failure::usage(format!("`--{flag} {value}`: write `--{flag}={value}`")))
    })
}

/// An error message, with the flag that helps.
pub(crate) fn explained(error: &EditError) -> String {
    match error {
        EditError::Open { .. } => format!("{error}: --loop=SECONDS"),
        EditError::Span { .. } => format!("{error}; of a file with longer clips, choose one with --clip"),
        _ => error.to_string(),
    }
}

impl<V: Verb> clap::Args for EditArgs<V> {
    fn augment_args(command: Command) -> Command {
        let flags = OPERATIONS.iter().filter(|flag| !V::OWN.contains(&flag.name));
        flags.fold(command, |command, flag| command.arg(argument(flag)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

fn argument(flag: &'static Operation) -> Arg {
    let arg = Arg::new(flag.name).long(flag.name).help(flag.help).help_heading(HEADING);
    let arg = arg.action(ArgAction::Append).value_parser(flag.edit);
    match flag.value {
        Value::Needed(name) => arg.value_name(name).allow_hyphen_values(true),
        // A placeholder value, so that the flag has an index among the arguments.
        Value::Nothing => arg.num_args(0).default_missing_value(""),
        Value::Optional(name) => {
            arg.value_name(name).num_args(0..=1).require_equals(true).default_missing_value("")
        }
    }
}

impl<V: Verb> FromArgMatches for EditArgs<V> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut placed: Vec<(usize, String, Edit)> = Vec::new();
        for flag in OPERATIONS {
            let Some(places) = matches.indices_of(flag.name) else { continue };
            let texts = matches.get_raw(flag.name).into_iter().flatten().map(OsStr::to_string_lossy);
            let words = texts.clone().map(|text| match &*text {
                "" => flag.name.to_owned(),
                text => format!("{}={text}", flag.name),
            });
            let words = places.zip(words);
            if !V::OWN.contains(&flag.name) {
                let edits = matches.get_many::<Edit>(flag.name).into_iter().flatten().cloned();
                placed.extend(words.zip(edits).map(|((place, word), edit)| (place, word, edit)));
            } else if flag.name == "to" {
                // A value that is not a moment belongs to the verb.
                let edits = texts.map(|text| (flag.edit)(&text).ok());
                placed
                    .extend(words.zip(edits).filter_map(|((place, word), edit)| Some((place, word, edit?))));
            }
        }
        placed.sort_by_key(|(place, ..)| *place);
        let (mut edits, mut words) = (Vec::with_capacity(placed.len()), Vec::with_capacity(placed.len()));
        for (_, word, edit) in placed {
            words.push(word);
            push(&mut edits, edit);
        }
        Ok(Self { edits, words, verb: PhantomData })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
