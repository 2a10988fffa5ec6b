//! Choosing a clip by name or number.

use anim_core::Clip;

use crate::ConvertError;

/// The clip with this name, or with this number counted from 0. A clip named by digits takes precedence over the clip with that
/// number. Control characters in a name may be written as they are displayed: `\n`, `\u{1b}`.
///
/// Errors: [`ConvertError::NoClip`].
pub fn choose_clip(mut clips: Vec<Clip>, wanted: &str) -> Result<Clip, ConvertError> {
    clip_index(&clips, wanted).map(|index| clips.swap_remove(index))
}

/// The index of the clip that [`choose_clip`] chooses.
///
/// Errors: [`ConvertError::NoClip`].
pub fn clip_index(clips: &[Clip], wanted: &str) -> Result<usize, ConvertError> {
    index_of(clips, wanted).ok_or_else(|| {
        let names = clips.iter().map(|clip| clip.name.clone()).collect();
        ConvertError::NoClip { wanted: wanted.to_owned(), names }
    })
}

/// The index of the clip with this number.
///
/// Errors: [`ConvertError::NoClip`].
pub(crate) fn clip_at(clips: &[Clip], number: usize) -> Result<usize, ConvertError> {
    if number < clips.len() {
        return Ok(number);
    }
    let names = clips.iter().map(|clip| clip.name.clone()).collect();
    Err(ConvertError::NoClip { wanted: number.to_string(), names })
}

/// The index of the clip that [`choose_clip`] chooses, if there is one.
fn index_of(clips: &[Clip], wanted: &str) -> Option<usize> {
    let named = clips.iter().position(|clip| clip.name == wanted);
    let spelled = || clips.iter().position(|clip| shown(&clip.name) == wanted);
    let numbered = || wanted.parse().ok().filter(|&index| index < clips.len());
    named.or_else(numbered).or_else(spelled)
}

/// A name with its control characters as escapes.
fn shown(name: &str) -> String {
    let spell = |c: char| if c.is_control() { c.escape_default().to_string() } else { c.to_string() };
    name.chars().map(spell).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choose(wanted: &str) -> Result<String, String> {
        let clips = ["walk", "0", "7"].map(Clip::new);
        choose_clip(clips.into(), wanted).map(|clip| clip.name).map_err(|error| error.to_string())
    }

    #[test]
    fn a_name_comes_before_a_number() {
        for (wanted, expected) in [("walk", "walk"), ("0", "0"), ("1", "0"), ("2", "7"), ("7", "7")] {
            assert_eq!(choose(wanted).unwrap(), expected);
        }
    }

    #[test]
    fn a_name_is_found_as_it_is_shown() {
        let choose = |wanted: &str| {
            let clips = ["a\nb", "c\u{1b}", "a\\nb"].map(Clip::new);
            choose_clip(clips.into(), wanted).map(|clip| clip.name).unwrap()
        };
        assert_eq!((choose("c\\u{1b}"), choose("a\nb")), ("c\u{1b}".to_owned(), "a\nb".to_owned()));
        assert_eq!(choose("a\\nb"), "a\\nb", "exact spelling comes first");
    }

    #[test]
    fn a_missing_clip_lists_those_there_are() {
        assert_eq!(choose("x").unwrap_err(), "there is no clip `x`: expected 0 `walk`, 1 `0`, 2 `7`");
        assert_eq!(
            choose("wakl").unwrap_err(),
            "there is no clip `wakl`: expected 0 `walk`, 1 `0`, 2 `7`; did you mean `walk`?"
        );
        assert!(choose("3").is_err() && choose("-1").is_err() && choose("Walk").is_err());
    }
}
