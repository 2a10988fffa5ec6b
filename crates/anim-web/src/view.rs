//! Pages that play clips.

use anim_core::Clip;
use anim_view::{Options, Up};

use crate::error::codes;
use crate::options::chosen;
use crate::{Animation, Error, PageOptions};

impl Animation {
    /// A self-contained page that plays the clips, as `anim view` makes it.
    ///
    /// Errors: there is no such clip, more samples than a page holds, an axis or a rate that there is not.
    pub fn page(&mut self, options: &PageOptions) -> Result<String, Error> {
        let up = options.up.as_deref().map(up).transpose()?;
        let (title, graph) = (self.name.clone(), self.document().graph());
        let all = &self.clips()?.0;
        let one: Vec<Clip>;
        let clips = match &options.clip {
            None => all,
            Some(wanted) => {
                one = chosen(all, wanted)?;
                &one
            }
        };
        let options = Options { title, up, rate: options.fps, graph, ..Options::default() };
        anim_view::page(clips, &options).map_err(|error| match error {
            anim_view::Error::TooLarge { .. } => Error::new(codes::TOO_LARGE, error.to_string()),
            _ => Error::new(codes::ARGUMENT, error.to_string()),
        })
    }
}

fn up(name: &str) -> Result<Up, Error> {
    let all = [Up::Y, Up::MinusY, Up::Z];
    all.into_iter().find(|up| up.name() == name).ok_or_else(|| {
        let known = all.map(Up::name).join(", ");
        Error::new(codes::ARGUMENT, format!("there is no axis `{name}` for up: expected one of {known}"))
    })
}
