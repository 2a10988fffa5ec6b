//! Companion files that are named after their document: `walk.bin` of `walk.gltf`.

use super::Side;

/// The name of a document without its extension, and the names of its companions that begin with it.
#[derive(Debug, Default)]
pub(super) struct Companions {
    stem: String,
    names: Vec<String>,
}

pub(super) fn of(side: &Side) -> Companions {
    let names = side.document.companions().into_iter().map(|(name, _)| name);
    Companions { stem: side.stem.clone(), names: names.filter(|name| name.starts_with(&side.stem)).collect() }
}

/// Whether two texts name companions that differ only as the names of their documents do.
pub(super) fn are_one([a, b]: &[Companions; 2], texts: [&str; 2]) -> bool {
    let [one, other] = texts.map(decoded);
    a.names.contains(&one)
        && b.names.contains(&other)
        && one.strip_prefix(&*a.stem) == other.strip_prefix(&*b.stem)
}

/// A text with the percent-encoding of URIs decoded.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut parts = text.split('%');
    bytes.extend(parts.next().unwrap_or_default().bytes());
    for part in parts {
        let byte = part.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match (byte, part.get(2..)) {
            (Some(byte), Some(rest)) => {
                bytes.push(byte);
                bytes.extend(rest.bytes());
            }
            _ => bytes.extend([b"%", part.as_bytes()].concat()),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn companions_of_other_names_are_one() {
        let of = |stem: &str, name: &str| Companions { stem: stem.into(), names: vec![name.into()] };
        let both = [of("a b", "a b.bin"), of("c", "c.bin")];
        assert!(are_one(&both, ["a%20b.bin", "c.bin"]));
        assert!(!are_one(&both, ["a b.bin", "d.bin"]));
        assert!(!are_one(&[of("a", "a.bin"), of("c", "c1.bin")], ["a.bin", "c1.bin"]));
        assert_eq!(decoded("100%, %C3%A9%2"), "100%, é%2");
    }
}
