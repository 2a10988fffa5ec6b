//! Arguments of operations as text.

use anim_core::Positive;
use anim_core::edit::{Mirror, Moment, Pattern};

/// A moment: seconds, or a frame number of the file with an `f`, such as `12f`.
///
/// Errors: a text that is not a finite number.
pub fn moment(text: &str) -> Result<Moment, String> {
    let (number, moment): (_, fn(f64) -> Moment) = match text.strip_suffix('f') {
        Some(number) => (number, Moment::Frame),
        None => (text, Moment::Seconds),
    };
    match number.trim().parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(moment(number)),
        _ => Err("expected seconds such as 0.5 or a frame such as 12f".to_owned()),
    }
}

/// A number above 0.
pub(super) fn positive(text: &str) -> Result<Positive, String> {
    text.parse().ok().and_then(Positive::new).ok_or_else(|| "expected a number above 0".to_owned())
}

/// Whether a text can only mean a time: it begins like a number.
pub fn is_time(text: &str) -> bool {
    let begins = text.strip_prefix('.').unwrap_or(text);
    begins.starts_with(|c: char| c.is_ascii_digit()) || text.starts_with(['-', '+'])
}

/// A duration.
pub(super) fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok();
    seconds
        .filter(|seconds| (0.0..f64::INFINITY).contains(seconds))
        .ok_or_else(|| "expected a number of seconds, such as 0.2".to_owned())
}

/// The parts of a list, separated by commas. `\,` is a comma within a part.
fn list(text: &str) -> Vec<String> {
    let (mut parts, mut part) = (Vec::new(), String::new());
    let mut pieces = text.split(',').peekable();
    while let Some(piece) = pieces.next() {
        let escaped = piece.strip_suffix('\\').filter(|_| pieces.peek().is_some());
        part.push_str(escaped.unwrap_or(piece));
        if escaped.is_some() {
            part.push(',');
        } else {
            parts.push(std::mem::take(&mut part));
        }
    }
    parts
}

/// Names of nodes with wildcards.
pub(super) fn patterns(text: &str) -> Result<Vec<Pattern>, String> {
    if text.is_empty() {
        return Err("expected names of nodes, separated by commas".to_owned());
    }
    let pattern = |text: String| match text.strip_suffix("/**") {
        Some(top) => Pattern::tree(top),
        None => Pattern::new(text),
    };
    Ok(list(text).into_iter().map(pattern).collect())
}

/// An axis or pairs of names.
pub(super) fn reflection(text: &str) -> Result<Mirror, String> {
    let mut mirror = Mirror::default();
    match text {
        "" => {}
        "x" | "y" | "z" => mirror.axis = "xyz".find(text),
        _ => {
            let pair =
                |text: &str| text.split_once('=').map(|(left, right)| (left.to_owned(), right.to_owned()));
            let pairs: Option<_> = list(text).iter().map(|text| pair(text)).collect();
            mirror.pairs = pairs.ok_or("expected x, y, z or LEFT=RIGHT")?;
        }
    }
    Ok(mirror)
}

/// Old names of nodes with wildcards, and new ones.
pub(super) fn pairs(text: &str) -> Result<Vec<(Pattern, String)>, String> {
    let pair = |text: &str| {
        let (old, new) = text.split_once('=').ok_or("expected OLD=NEW, such as Hip=Hips")?;
        Ok((Pattern::new(old), new.to_owned()))
    };
    list(text).iter().map(|text| pair(text)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comma_with_a_backslash_belongs_to_a_name() {
        for (text, parts) in [
            ("", &[""][..]),
            ("a", &["a"]),
            ("a,b", &["a", "b"]),
            ("a\\,b", &["a,b"]),
            ("a\\,b,c", &["a,b", "c"]),
            ("a,\\,,b", &["a", ",", "b"]),
            ("\\,\\,", &[",,"]),
            // A backslash elsewhere is one.
            ("a\\b,c\\", &["a\\b", "c\\"]),
            (",", &["", ""]),
        ] {
            assert_eq!(list(text), parts, "{text}");
        }
        let tree = patterns("a\\,b/**,c").unwrap();
        assert_eq!(tree, [Pattern::tree("a,b"), Pattern::new("c")]);
        assert_eq!(pairs("a\\,b=c\\,d").unwrap(), [(Pattern::new("a,b"), "c,d".to_owned())]);
        assert_eq!(reflection("l\\,=r").unwrap().pairs, [("l,".to_owned(), "r".to_owned())]);
    }
}
