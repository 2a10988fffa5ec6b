//! Which clips of a file are meant: `--clip`.

use anim_core::Clip;

use crate::exit::Failure;
use crate::suggest::did_you_mean;

/// The clip to take.
#[derive(Debug, clap::Args)]
pub(crate) struct ClipArgs {
    /// Take one clip, by name or by number from 0; every clip if not given
    #[arg(long, value_name = "N|NAME", allow_hyphen_values = true)]
    clip: Option<String>,
}

impl ClipArgs {
    /// The clips that are meant. A clip that is named by digits comes before the clip of that number.
    pub(crate) fn select(&self, mut clips: Vec<Clip>) -> Result<Vec<Clip>, Failure> {
        let Some(wanted) = &self.clip else {
            return Ok(clips);
        };
        let named = clips.iter().position(|clip| clip.name == *wanted);
        let numbered = || wanted.parse().ok().filter(|&index| index < clips.len());
        match named.or_else(numbered) {
            Some(index) => Ok(vec![clips.swap_remove(index)]),
            None => Err(Failure::usage(format!(
                "there is no clip `{wanted}`: expected {}{}",
                listed(&clips),
                did_you_mean(wanted, clips.iter().map(|clip| clip.name.as_str()))
            ))),
        }
    }
}

/// The clips by number and name.
pub(crate) fn listed(clips: &[Clip]) -> String {
    const MOST: usize = 30;
    if clips.is_empty() {
        return "none, the file has no clip".to_owned();
    }
    let names = clips.iter().enumerate().take(MOST).map(|(index, clip)| format!("{index} `{}`", clip.name));
    let names = names.collect::<Vec<_>>().join(", ");
    if clips.len() > MOST { format!("{names} and {} more", clips.len() - MOST) } else { names }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn select(wanted: &str) -> Result<Vec<String>, String> {
        let clips = ["walk", "0", "7"].map(|name| Clip { name: name.into(), ..Clip::default() });
        let args = ClipArgs { clip: Some(wanted.into()) };
        let names = |clips: Vec<Clip>| clips.into_iter().map(|clip| clip.name).collect();
        args.select(clips.into()).map(names).map_err(|failure| failure.message)
    }

    #[test]
    fn a_name_comes_before_a_number() {
        for (wanted, expected) in [("walk", "walk"), ("0", "0"), ("1", "0"), ("2", "7"), ("7", "7")] {
            assert_eq!(select(wanted).unwrap(), [expected]);
        }
    }

    #[test]
    fn a_missing_clip_lists_those_there_are() {
        let expected = "there is no clip `wakl`: expected 0 `walk`, 1 `0`, 2 `7`; did you mean `walk`?";
        assert_eq!(select("wakl").unwrap_err(), expected);
        assert!(select("3").is_err() && select("-1").is_err() && select("Walk").is_err());
    }
}
