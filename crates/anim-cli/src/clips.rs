//! The clips of a file to use: `--clip`.

use anim_core::Clip;
use anim_formats::{ConvertError, choose_clip};
use clap::builder::{OsStringValueParser, TypedValueParser as _};

use crate::exit::Failure;
use crate::text::spelled;

/// The argument `--clip`.
#[derive(Debug, clap::Args)]
pub(crate) struct ClipArgs {
    /// Use only one clip, by name or by number from 0 [default: every clip]
    #[arg(long, value_name = "N|NAME", allow_hyphen_values = true, value_parser = OsStringValueParser::new().map(|name| spelled(&name)))]
    pub(crate) clip: Option<String>,
}

impl ClipArgs {
    /// The selected clips. A clip named by digits takes precedence over the clip with that number.
    pub(crate) fn select(&self, clips: Vec<Clip>) -> Result<Vec<Clip>, Failure> {
        let Some(wanted) = &self.clip else {
            return Ok(clips);
        };
        choose_clip(clips, wanted).map(|clip| vec![clip]).map_err(|error| no_clip(&error))
    }
}

/// The failure for a clip that does not exist.
pub(crate) fn no_clip(error: &ConvertError) -> Failure {
    Failure::usage(error.to_string())
}
