//! Options of formats on the command line: `-O key=value`.

use std::fs;
use std::path::Path;

use anim_core::{OptionError, OptionInfo, Options, Values};

use crate::exit::Failure;
use crate::suggest::did_you_mean;
use crate::text::spelled;

/// One `key=value` as given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Given {
    pub(crate) key: String,
    pub(crate) value: String,
}

impl std::str::FromStr for Given {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (key, value) = text.split_once('=').ok_or("expected KEY=VALUE")?;
        Ok(Self { key: key.to_owned(), value: value.to_owned() })
    }
}

/// Options of a source, and of a target if there is one, from what was given.
///
/// What the source does not know is the target's. What neither knows is wrong usage, unless `batch` says that there are
/// other sources and one of the formats knows it.
pub(crate) fn assign(
    given: &[Given],
    source: &mut Options,
    mut target: Option<&mut Options>,
    batch: bool,
) -> Result<(), Failure> {
    for Given { key, value } in given {
        let targets = target.as_deref_mut().filter(|target| knows(target, key));
        let result = match targets {
            Some(target) if !knows(source, key) => target.set(key, value),
            _ => source.set(key, value),
        };
        match result {
            Err(OptionError::UnknownKey { .. }) if batch && known_anywhere(key) => {}
            Err(OptionError::UnknownKey { .. }) => {
                let keys = keys(source).chain(target.iter().flat_map(|target| keys(target)));
                return Err(unknown(key, keys.collect()));
            }
            Err(error) => return Err(Failure::usage(error.to_string())),
            Ok(()) => {}
        }
    }
    require_files(source)?;
    target.as_deref().map_or(Ok(()), require_files)
}

/// Sets options of a target that several sources have in common: what none of the sources knows.
pub(crate) fn pass_on(given: &[Given], sources: &[&[OptionInfo]], target: &mut Options) {
    let known = |key: &str| sources.iter().any(|source| source.iter().any(|option| option.key == key));
    for Given { key, value } in given.iter().filter(|given| !known(&given.key)) {
        // A value that the target refuses was refused when the first source was read, a key that it does not have too.
        let _ = target.set(key, value);
    }
}

/// Refuses keys that neither the target nor any format that is read knows, before a file is touched.
pub(crate) fn foresee(given: &[Given], target: &Options) -> Result<(), Failure> {
    match given.iter().find(|given| !knows(target, &given.key) && !known_anywhere(&given.key)) {
        Some(given) => {
            Err(unknown(&given.key, sources().map(|option| option.key).chain(keys(target)).collect()))
        }
        None => Ok(()),
    }
}

/// Sets options of a target.
pub(crate) fn set(given: &[Given], target: &mut Options) -> Result<(), Failure> {
    given.iter().try_for_each(|Given { key, value }| match target.set(key, value) {
        Err(OptionError::UnknownKey { .. }) => Err(unknown(key, keys(target).collect())),
        Err(error) => Err(Failure::usage(error.to_string())),
        Ok(()) => Ok(()),
    })?;
    require_files(target)
}

/// Whether the options include this key.
pub(crate) fn knows(options: &Options, key: &str) -> bool {
    keys(options).any(|known| known == key)
}

/// Refuses options that name files which cannot be read.
fn require_files(options: &Options) -> Result<(), Failure> {
    let mut files = options.iter().filter(|(option, path)| option.values == Values::File && !path.is_empty());
    files.try_for_each(|(option, path)| match fs::File::open(path).and_then(|file| file.metadata()) {
        Ok(there) if there.is_file() => Ok(()),
        Ok(_) => Err(Failure::io(format!("option `{}`: {path} is not a file", option.key))),
        Err(error) => Err(Failure::system(&format!("option `{}`: {path}", option.key), &error)),
    })
}

/// Every option with its value: `mode=hardware rate=60`. Of files only the names are told: where they are is nobody's
/// business.
pub(crate) fn recorded(options: &Options) -> String {
    let recorded = |(option, value): (&OptionInfo, &str)| match Path::new(value).file_name() {
        Some(name) if option.values == Values::File => format!("{}={}", option.key, spelled(name)),
        _ => format!("{}={value}", option.key),
    };
    options.iter().map(recorded).collect::<Vec<_>>().join(" ")
}

fn keys(options: &Options) -> impl Iterator<Item = &'static str> {
    options.iter().map(|(option, _)| option.key)
}

/// Every option of every format that is read.
fn sources() -> impl Iterator<Item = &'static OptionInfo> {
    anim_formats::all().iter().flat_map(|entry| entry.row.info.options)
}

fn known_anywhere(key: &str) -> bool {
    sources().any(|option| option.key == key)
}

fn unknown(key: &str, known: Vec<&'static str>) -> Failure {
    let hint = did_you_mean(key, known.iter().copied());
    Failure::usage(format!("{}{hint}", OptionError::UnknownKey { key: key.to_owned(), known }))
}

#[cfg(test)]
mod tests {
    use anim_core::Values;

    use super::*;
    use crate::exit::Exit;

    const fn switch(key: &'static str) -> OptionInfo {
        OptionInfo { key, values: Values::Switch, default: "false", help: "" }
    }

    static SOURCE: &[OptionInfo] = &[switch("both"), switch("source")];
    static TARGET: &[OptionInfo] = &[switch("both"), switch("target")];

    fn given(text: &str) -> Vec<Given> {
        text.split(' ').map(|text| text.parse().unwrap()).collect()
    }

    #[test]
    fn a_key_goes_to_the_source_first() {
        let (mut source, mut target) = (Options::new(SOURCE), Options::new(TARGET));
        assign(&given("both=true source=true target=true"), &mut source, Some(&mut target), false).unwrap();
        assert_eq!(recorded(&source), "both=true source=true");
        assert_eq!(recorded(&target), "both=false target=true");
    }

    #[test]
    fn what_nobody_knows_is_wrong_usage() {
        let mut source = Options::new(SOURCE);
        for (text, expected) in [
            ("sorce=true", "unknown option `sorce`: expected one of both, source; did you mean `source`?"),
            ("source=maybe", "option `source` cannot be `maybe`: expected true|false"),
        ] {
            for batch in [false, true] {
                let failure = assign(&given(text), &mut source, None, batch).unwrap_err();
                assert_eq!((failure.exit, failure.message.as_str()), (Exit::Usage, expected));
            }
        }
        assert!("mode".parse::<Given>().is_err());
        assert_eq!("a=b=c".parse(), Ok(Given { key: "a".into(), value: "b=c".into() }));
    }

    #[test]
    fn a_file_that_an_option_names_must_be_there() {
        static FILE: &[OptionInfo] =
            &[OptionInfo { key: "file", values: Values::File, default: "", help: "" }];
        let here = concat!(env!("CARGO_MANIFEST_DIR"), "/src/options.rs");
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src");
        for (path, exit) in
            [("", None), (here, None), (folder, Some(Exit::Io)), ("no-such-file", Some(Exit::Io))]
        {
            let mut options = Options::new(FILE);
            let result = set(&[Given { key: "file".into(), value: path.into() }], &mut options);
            assert_eq!(result.err().map(|failure| failure.exit), exit, "{path}");
        }
        let options = Options::new(FILE).with("file", here).unwrap();
        assert_eq!(recorded(&options), "file=options.rs");
    }
}
