//! Which clips of a file are meant: `--clip`.

use anim_core::Clip;
use anim_formats::{ConvertError, choose_clip};
use clap::builder::{OsStringValueParser, TypedValueParser as _};

use crate::exit::Failure;
use crate::text::spelled;

/// The clip to take.
#[derive(Debug, clap::Args)]
pub(crate) struct ClipArgs {
    /// Take one clip, by name or by number from 0 [default: every clip]
    #[arg(long, value_name = "N|NAME", allow_hyphen_values = true, value_parser = OsStringValueParser::new().map(|name| spelled(&name)))]
    pub(crate) clip: Option<String>,
}

impl ClipArgs {
    /// The clips that are meant. A clip whose name is digits comes before the clip of that number.
    pub(crate) fn select(&self, clips: Vec<Clip>) -> Result<Vec<Clip>, Failure> {
        let Some(wanted) = &self.clip else {
            return Ok(clips);
        };
        choose_clip(clips, wanted).map(|clip| vec![clip]).map_err(|error| no_clip(&error))
    }
}

/// The failure that a clip which does not exist is.
pub(crate) fn no_clip(error: &ConvertError) -> Failure {
    Failure::usage(error.to_string())
}
