//! The sides in names.

/// The human bone of the other side, if a bone has a side.
pub(super) fn other_bone(bone: &str) -> Option<String> {
    let other = |from: &str, to: &str| Some(format!("{to}{}", bone.strip_prefix(from)?));
    other("left", "right").or_else(|| other("right", "left"))
}

/// The names that the counterpart on the other side may have, the likeliest first; none for a name without a side. There are several if a
/// word for a side may be part of another word, as in `bright.L`.
pub(super) fn other_sides(name: &str) -> impl Iterator<Item = String> {
    let words = [("Left", "Right"), ("left", "right"), ("LEFT", "RIGHT")];
    let words = words.into_iter().flat_map(|(one, other)| [(one, other), (other, one)]);
    let word = |(from, to): (&str, &str)| {
        let (before, after) = name.split_once(from)?;
        Some([before, to, after].concat())
    };
    other_path(name)
        .into_iter()
        .chain(words.filter_map(word))
        .chain(other_letter(name))
        .collect::<Vec<_>>()
        .into_iter()
}

/// The path below the other sides of all its parts, if any has one.
fn other_path(name: &str) -> Option<String> {
    let other = |part: &str| other_sides(part).next().unwrap_or_else(|| part.to_owned());
    let path = name.contains('/').then(|| name.split('/').map(other).collect::<Vec<_>>().join("/"))?;
    (path != name).then_some(path)
}

/// The name with L and R exchanged, where one of these letters stands alone.
fn other_letter(name: &str) -> Option<String> {
    let parts = |letter: char| "_.- :".contains(letter);
    let letters: Vec<char> = name.chars().collect();
    let alone = (0..letters.len()).rev().find(|&place| {
        let before = place.checked_sub(1).is_none_or(|before| parts(letters[before]));
        let after = letters.get(place + 1).is_none_or(|letter| parts(*letter));
        "LRlr".contains(letters[place]) && before && after && letters.len() > 1
    })?;
    let other = match letters[alone] {
        'L' => 'R',
        'R' => 'L',
        'l' => 'r',
        _ => 'l',
    };
    let letters = letters.iter().enumerate();
    Some(letters.map(|(place, letter)| if place == alone { other } else { *letter }).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_tells_its_side() {
        for (left, right) in [
            ("LeftArm", "RightArm"),
            ("mixamorig:LeftUpLeg", "mixamorig:RightUpLeg"),
            ("arm_l", "arm_r"),
            ("arm.L", "arm.R"),
            ("arm.L.001", "arm.R.001"),
            ("L_Arm", "R_Arm"),
            ("Bip01 L Thigh", "Bip01 R Thigh"),
            ("upper-left-arm", "upper-right-arm"),
            ("hips/arm.L/hand.L", "hips/arm.R/hand.R"),
            ("LeftArm/LeftHand", "RightArm/RightHand"),
        ] {
            assert_eq!(other_sides(left).next().as_deref(), Some(right));
            assert_eq!(other_sides(right).next().as_deref(), Some(left));
        }
        for name in ["hip", "Armor", "l", "", "ball", "tail_"] {
            assert_eq!(other_sides(name).next(), None, "{name}");
        }
    }

    #[test]
    fn a_word_within_another_word_is_the_first_of_several_sides() {
        assert_eq!(other_sides("bright.L").collect::<Vec<_>>(), ["bleft.L", "bright.R"]);
    }
}
