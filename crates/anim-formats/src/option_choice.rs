//! Whether an option belongs to a source or to a target.

use std::path::Path;

use anim_core::{OptionError, OptionInfo, Options};

use crate::Registry;

/// An option as a user gives it, before its format is known.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "a key and a value are all there is")]
pub struct Given {
    /// The name of the option.
    pub key: String,
    /// Its value.
    pub value: String,
}

impl Given {
    /// An option.
    pub fn new(key: impl Into<String>, value: impl Into<String>) -> Self {
        Self { key: key.into(), value: value.into() }
    }
}

/// Sets options of a source, and of a target if there is one: an option that only the target has is set there.
///
/// With `others`, for a batch of files in several formats, an option of any format in that registry is accepted: it is for
/// another file.
///
/// Errors: [`OptionError::UnknownKey`], [`OptionError::BadValue`].
pub fn assign_options(
    given: &[Given],
    source: &mut Options,
    mut target: Option<&mut Options>,
    others: Option<&Registry>,
) -> Result<(), OptionError> {
    for Given { key, value } in given {
        let targets = target.as_deref_mut().filter(|target| target.knows(key));
        let result = match targets {
            Some(target) if !source.knows(key) => target.set(key, value),
            _ => source.set(key, value),
        };
        match result {
            Err(OptionError::UnknownKey { .. })
                if others.is_some_and(|others| others.all_options().knows(key)) => {}
            Err(OptionError::UnknownKey { .. }) => {
                let of_target =
                    target.iter().flat_map(|target| keys(target)).filter(|key| !source.knows(key));
                let known = keys(source).chain(of_target).collect();
                return Err(OptionError::UnknownKey { key: key.clone(), known });
            }
            Err(error) => return Err(error),
            Ok(()) => {}
        }
    }
    Ok(())
}

/// Every option with its value: `mode=hardware rate=60`. For files only the names are recorded, not their folders.
pub fn recorded(options: &Options) -> String {
    let recorded = |(option, value): (OptionInfo, String)| match Path::new(&value).file_name() {
        Some(name) if option.values.is_file() => format!("{}={}", option.key, name.to_string_lossy()),
        _ => format!("{}={value}", option.key),
    };
    options.iter().map(recorded).collect::<Vec<_>>().join(" ")
}

fn keys(options: &Options) -> impl Iterator<Item = &'static str> {
    options.iter().map(|(option, _)| option.key)
}

#[cfg(test)]
mod tests {
    use anim_core::Values;

    use super::*;

    const fn switch(key: &'static str) -> OptionInfo {
        OptionInfo::new(key, Values::Switch, || "false".to_owned(), "")
    }

    fn source() -> Options {
        Options::new([switch("both"), switch("source")])
    }

    fn given(text: &str) -> Vec<Given> {
        let given = |text: &str| text.split_once('=').map(|(key, value)| Given::new(key, value)).unwrap();
        text.split(' ').map(given).collect()
    }

    #[test]
    fn a_key_goes_to_the_source_first() {
        let mut source = source();
        let mut target = Options::new([switch("both"), switch("target")]);
        let given = given("both=true source=true target=true");
        assign_options(&given, &mut source, Some(&mut target), None).unwrap();
        assert_eq!(recorded(&source), "both=true source=true");
        assert_eq!(recorded(&target), "both=false target=true");
    }

    #[test]
    fn an_option_of_both_is_suggested_once() {
        let mut target = Options::new([switch("both"), switch("target")]);
        let error =
            assign_options(&given("x=1"), &mut source(), Some(&mut target), None).unwrap_err().to_string();
        assert_eq!(error, "unknown option `x`: expected one of both, source, target");
    }

    #[test]
    fn an_option_that_no_format_has_is_an_error() {
        for (text, expected) in [
            ("sorce=true", "unknown option `sorce`: expected one of both, source; did you mean `source`?"),
            ("source=maybe", "option `source` cannot be `maybe`: expected true|false"),
        ] {
            for others in [None, Some(Registry::builtin())] {
                let error = assign_options(&given(text), &mut source(), None, others).unwrap_err();
                assert_eq!(error.to_string(), expected);
            }
        }
    }

    #[test]
    fn of_files_only_the_name_is_recorded() {
        let file = OptionInfo::new("file", Values::File, String::new, "");
        let options = Options::new([file]).with("file", "some/where/a.skel").unwrap();
        assert_eq!(recorded(&options), "file=a.skel");
    }
}
