//! The complete text of an error.

use std::error::Error;

/// The text of an error and of all its sources, as programs print it: `walk.tod: permission denied`.
///
/// No error of this project repeats the text of its source.
pub fn in_full(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(error) = source {
        text.push_str(": ");
        text.push_str(&error.to_string());
        source = error.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;
    use crate::{Code, FileError, OpenError, OptionError};

    #[test]
    fn each_error_is_said_once() {
        static CODE: Code = Code::error("toy::cut", "");
        let cut = || CODE.at(crate::Location::default(), "cut short");
        let file = || FileError::new("a/b.toy", io::Error::other("no such disk"));
        let cases: [(Box<dyn Error>, &str, &str); 4] = [
            (Box::new(file()), "a/b.toy", "a/b.toy: no such disk"),
            (Box::new(OpenError::<io::Error>::File(file())), "a/b.toy", "a/b.toy: no such disk"),
            (
                Box::new(OpenError::Content { path: "b.toy".into(), error: cut() }),
                "b.toy",
                "b.toy: cut short",
            ),
            (
                Box::new(OptionError::BadFile { key: "into", path: "c.toy".into(), error: Box::new(cut()) }),
                "option `into`: c.toy",
                "option `into`: c.toy: cut short",
            ),
        ];
        for (error, alone, expected) in cases {
            assert_eq!((error.to_string().as_str(), in_full(&*error).as_str()), (alone, expected));
        }
    }
}
