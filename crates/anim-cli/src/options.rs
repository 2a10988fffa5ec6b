//! Options of formats on the command line: `-O key=value`.

use std::fs;

use anim_core::Options;
use anim_formats::{Given, Registry, assign_options};

use crate::exit::Failure;

/// One `key=value`.
pub(crate) fn given(text: &str) -> Result<Given, String> {
    text.split_once('=').map(|(key, value)| Given::new(key, value)).ok_or("expected KEY=VALUE".to_owned())
}

/// Sets options of an input. With `batch`, an option that another format has is for another input.
pub(crate) fn assign(given: &[Given], options: &mut Options, batch: bool) -> Result<(), Failure> {
    let others = batch.then(Registry::builtin);
    assign_options(given, options, None, others).map_err(|error| Failure::usage(error.to_string()))?;
    require_files(options)
}

/// Refuses options that name files which cannot be read.
pub(crate) fn require_files(options: &Options) -> Result<(), Failure> {
    let mut files = options.iter().filter(|(option, path)| option.values.is_file() && !path.is_empty());
    files.try_for_each(|(option, path)| match fs::File::open(&path).and_then(|file| file.metadata()) {
        Ok(there) if there.is_file() => Ok(()),
        Ok(_) => Err(Failure::io(format!("option `{}`: {path} is not a file", option.key))),
        Err(error) => Err(Failure::system(&format!("option `{}`: {path}", option.key), &error)),
    })
}

#[cfg(test)]
mod tests {
    use anim_core::{OptionInfo, Values};

    use super::*;
    use crate::exit::Exit;

    #[test]
    fn an_option_is_a_key_and_a_value() {
        assert!(given("mode").is_err());
        assert_eq!(given("a=b=c"), Ok(Given::new("a", "b=c")));
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
