//! Names of nodes, normalised for the differences between programs.

/// The side of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Side {
    Left,
    Right,
}

/// A name split into its side and its other words, in lower case, without namespace, separators and leading zeros of numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Key {
    pub(crate) side: Option<Side>,
    pub(crate) base: String,
}

/// Words that rigs put before the name of a bone.
const PREFIXES: [&str; 6] = ["def", "bip", "valvebiped", "mixamorig", "j", "c"];

/// The key of a name: left and `upleg` of `mixamorig:LeftUpLeg`, right and `thigh` of `DEF-thigh.R`.
pub(crate) fn key(name: &str) -> Key {
    let own = name.rsplit([':', '|']).next().unwrap_or(name);
    // One word, although it has a capital inside.
    let own = own.strip_prefix("ValveBiped").unwrap_or(own);
    let mut key = Key { side: None, base: String::new() };
    for word in words(own) {
        let side = match word.as_str() {
            "l" | "left" => Some(Side::Left),
            "r" | "right" => Some(Side::Right),
            _ => None,
        };
        if key.side.is_none() && side.is_some() {
            key.side = side;
        } else if !(key.base.is_empty() && is_prefix(&word)) {
            key.base.push_str(plain_number(&word));
        }
    }
    for (word, side) in [("left", Side::Left), ("right", Side::Right)] {
        if let (None, Some(base)) = (key.side, key.base.strip_prefix(word)) {
            key = Key { side: Some(side), base: base.to_owned() };
        }
    }
    key
}

/// The name without case, namespace and separators: `lefthip` for `mixamorig:Left Hip`.
pub(crate) fn bare(name: &str) -> String {
    let own = name.rsplit([':', '|']).next().unwrap_or(name);
    own.chars().filter(|c| !matches!(c, ' ' | '_' | '-' | '.')).flat_map(char::to_lowercase).collect()
}

/// The words of a name in lower case. A word ends at a separator, before a capital after a small letter, before the last of
/// several capitals that begins a word, and around numbers.
fn words(name: &str) -> Vec<String> {
    let letters: Vec<char> = name.chars().collect();
    let mut words = vec![String::new()];
    for (at, &letter) in letters.iter().enumerate() {
        let before = at.checked_sub(1).map(|at| letters[at]);
        let after = letters.get(at + 1);
        let begins = before.is_some_and(|before| {
            let capital = letter.is_uppercase()
                && (before.is_lowercase()
                    || before.is_uppercase() && after.is_some_and(|c| c.is_lowercase()));
            capital || letter.is_ascii_digit() != before.is_ascii_digit()
        });
        if begins || !letter.is_alphanumeric() {
            words.push(String::new());
        }
        if let (true, Some(word)) = (letter.is_alphanumeric(), words.last_mut()) {
            word.extend(letter.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Whether a word before the name of a bone is only a prefix; numbers belong to prefixes such as `Bip01` and `mixamorig1`.
fn is_prefix(word: &str) -> bool {
    PREFIXES.contains(&word) || word.bytes().all(|byte| byte.is_ascii_digit())
}

/// A number without leading zeros, any other word as it is.
fn plain_number(word: &str) -> &str {
    if word.bytes().all(|byte| byte.is_ascii_digit()) { word.trim_start_matches('0') } else { word }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_a_side_and_a_base() {
        use Side::{Left, Right};
        for (name, side, base) in [
            ("mixamorig:LeftUpLeg", Some(Left), "upleg"),
            ("mixamorig1:Spine2", None, "spine2"),
            ("mixamorig_RightHandIndex1", Some(Right), "handindex1"),
            ("DEF-thigh.L", Some(Left), "thigh"),
            ("DEF-thigh.L.001", Some(Left), "thigh1"),
            ("thigh_fk.L", Some(Left), "thighfk"),
            ("DEF-f_index.02.R", Some(Right), "findex2"),
            ("LHipJoint", Some(Left), "hipjoint"),
            ("upperarm_l", Some(Left), "upperarm"),
            ("spine_01", None, "spine1"),
            ("UpperLeg.L", Some(Left), "upperleg"),
            ("Upper_Leg_R", Some(Right), "upperleg"),
            ("J_Bip_L_UpperArm", Some(Left), "upperarm"),
            ("J_Bip_C_UpperChest", None, "upperchest"),
            ("Bip01 L Thigh", Some(Left), "thigh"),
            ("ValveBiped.Bip01_L_Thigh", Some(Left), "thigh"),
            ("valvebiped.bip01_spine4", None, "spine4"),
            ("Armature|ValveBiped_Bip01_Neck1", None, "neck1"),
            ("Armature|lefteye", Some(Left), "eye"),
            ("Left", Some(Left), ""),
            ("", None, ""),
        ] {
            assert_eq!(key(name), Key { side, base: base.to_owned() }, "{name}");
        }
    }
}
