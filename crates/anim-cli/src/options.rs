//! Options of formats on the command line: `-O key=value`.

use std::collections::BTreeSet;
use std::fs;

use anim_core::{OptionError, Options, Values, escaped_name};
use anim_formats::{Entry, Given, Registry, assign_options};
use clap::builder::PossibleValue;

use crate::exit::Failure;
use crate::input::in_words;

/// The environment variable with default reading options: `mode=ideal sine=cos`.
pub(crate) const DEFAULTS: &str = "ANIM_OPTIONS";

/// One `key=value`.
pub(crate) fn given(text: &str) -> Result<Given, String> {
    text.split_once('=').map(|(key, value)| Given::new(key, value)).ok_or("expected KEY=VALUE".to_owned())
}

/// The options in the variable [`DEFAULTS`], each for the formats that have it.
pub(crate) fn defaults() -> Result<Vec<Given>, Failure> {
    let text = std::env::var_os(DEFAULTS).map(|text| escaped_name(&text)).unwrap_or_default();
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let refused = |what: String| Failure::usage(what).in_file(DEFAULTS);
    let one = |word| given(word).map_err(|expected| refused(format!("{expected}, found `{word}`")));
    let defaults = text.split_whitespace().map(one).collect::<Result<Vec<_>, _>>()?;
    // Every option must exist in some format and accept the value there.
    let all = Registry::builtin().formats().iter().map(|entry| entry.options());
    let all: Vec<Options> = all.collect();
    if let Some(Given { key, .. }) =
        defaults.iter().find(|Given { key, .. }| !all.iter().any(|one| one.knows(key)))
    {
        let known: BTreeSet<_> = all.iter().flat_map(Options::iter).map(|(option, _)| option.key).collect();
        let unknown = OptionError::UnknownKey { key: key.clone(), known: known.into_iter().collect() };
        return Err(refused(unknown.to_string()));
    }
    for entry in Registry::builtin().formats() {
        assign_options(&defaults, &mut entry.options(), None, Some(Registry::builtin()))
            .map_err(|error| refused(error.to_string()))?;
    }
    Ok(defaults)
}

/// Sets options of an input. With `batch`, an option that only another format has is ignored: it is for another input.
pub(crate) fn assign(given: &[Given], options: &mut Options, batch: bool) -> Result<(), Failure> {
    let others = batch.then(Registry::builtin);
    assign_options(given, options, None, others).map_err(|error| Failure::usage(error.to_string()))?;
    require_files(options)
}

/// The failure for an option that a file or a target refuses.
pub(crate) fn refused(error: &OptionError) -> Failure {
    match error {
        OptionError::BadFile { key, path, error } => {
            Failure::unreadable(format!("option `{key}`: {path}: {}", in_words(error)))
        }
        OptionError::MissingFile { .. } => Failure::io(error.to_string()),
        error => Failure::usage(error.to_string()),
    }
}

/// Shell completions for a reading option: `mode=ideal`, `skel=`.
pub(crate) fn source_words() -> Vec<PossibleValue> {
    option_words(|entry| Some(entry.options()))
}

/// Shell completions for an option of the file to make.
pub(crate) fn target_words() -> Vec<PossibleValue> {
    option_words(|entry| entry.encode_options())
}

/// The options of all formats, each with the formats that have it.
fn option_words(options: impl Fn(&Entry) -> Option<Options>) -> Vec<PossibleValue> {
    let mut words: Vec<(String, Vec<&str>)> = Vec::new();
    for entry in Registry::builtin().formats() {
        for (option, _) in options(entry).iter().flat_map(Options::iter) {
            for value in values(option.values) {
                let word = format!("{}={value}", option.key);
                match words.iter_mut().find(|(known, _)| *known == word) {
                    Some((_, formats)) => formats.push(entry.info().id),
                    None => words.push((word, vec![entry.info().id])),
                }
            }
        }
    }
    let word = |(word, formats): (String, Vec<&str>)| PossibleValue::new(word).help(formats.join(", "));
    words.into_iter().map(word).collect()
}

/// The values that can be listed; for other kinds of values only the key is completed.
fn values(values: Values) -> Vec<&'static str> {
    let words = values.words();
    if words.is_empty() { vec![""] } else { words }
}

/// Refuses options that name files which cannot be read.
pub(crate) fn require_files(options: &Options) -> Result<(), Failure> {
    files(options).try_for_each(|(key, path)| match fs::File::open(&path).and_then(|file| file.metadata()) {
        Ok(there) if there.is_file() => Ok(()),
        Ok(_) => Err(Failure::io(format!("option `{key}`: {path} is not a file"))),
        Err(error) => Err(Failure::system(&format!("option `{key}`: {path}"), &error)),
    })
}

/// The keys and the paths of options that name files.
pub(crate) fn files(options: &Options) -> impl Iterator<Item = (&'static str, String)> {
    let named = options.iter().filter(|(option, path)| option.values.is_file() && !path.is_empty());
    named.map(|(option, path)| (option.key, path))
}

/// The paths of given options of sources that name files.
pub(crate) fn given_files(given: &[Given]) -> impl Iterator<Item = String> {
    let files = Registry::builtin().formats().iter().flat_map(|entry| {
        let options = entry.options();
        let files = options.iter().filter(|(option, _)| option.values.is_file());
        files.map(|(option, _)| option.key).collect::<Vec<_>>()
    });
    let files: BTreeSet<&str> = files.collect();
    let is_file = move |key: &str| files.contains(key);
    given.iter().filter(move |given| is_file(&given.key)).map(|given| given.value.clone())
}

#[cfg(test)]
mod tests {
    use anim_core::OptionInfo;

    use super::*;
    use crate::exit::Exit;

    #[test]
    fn an_option_is_a_key_and_a_value() {
        assert!(given("mode").is_err());
        assert_eq!(given("a=b=c"), Ok(Given::new("a", "b=c")));
    }

    #[test]
    fn words_are_options_that_their_formats_take() {
        let words = source_words();
        let names: Vec<_> = words.iter().map(PossibleValue::get_name).collect();
        for word in ["mode=ideal", "skel=", "up=", "strict=true"] {
            assert!(names.iter().any(|name| name.starts_with(word)), "{word}: {names:?}");
        }
        for name in names.iter().filter(|name| !name.ends_with('=')) {
            let given = [given(name).unwrap()];
            let takes = |entry: &Entry| assign_options(&given, &mut entry.options(), None, None).is_ok();
            assert!(Registry::builtin().formats().iter().any(takes), "{name}");
        }
    }

    #[test]
    fn an_unknown_option_is_wrong_usage() {
        let mut options = Options::new([OptionInfo::new("mode", Values::Switch, String::new, "")]);
        let failure = assign(&[Given::new("made", "true")], &mut options, false).unwrap_err();
        assert_eq!(failure.exit, Exit::Usage);
        assert_eq!(failure.message, "unknown option `made`: expected one of mode; did you mean `mode`?");
    }

    #[test]
    fn a_file_that_an_option_names_must_be_there() {
        let here = concat!(env!("CARGO_MANIFEST_DIR"), "/src/options.rs");
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src");
        for (path, exit) in
            [("", None), (here, None), (folder, Some(Exit::Io)), ("no-such-file", Some(Exit::Io))]
        {
            let file = OptionInfo::new("file", Values::File, String::new, "");
            let options = Options::new([file]).with("file", path).unwrap();
            assert_eq!(require_files(&options).err().map(|failure| failure.exit), exit, "{path}");
        }
    }
}
