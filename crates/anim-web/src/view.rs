//! Pages that play clips.

use std::borrow::Cow;

use anim_core::edit::Edit;
use anim_core::{Clip, Graph, Report, Scene};
use anim_formats::operations::{TOLERANCE, is_about_time};
use anim_view::{Compare, Options, Source, Up};

use crate::error::codes;
use crate::options::{Word, index_of};
use crate::{Animation, Error, PageOptions};

/// The content of a page for one file.
struct Shown<'a> {
    name: &'a str,
    clips: Cow<'a, [Clip]>,
    graph: Option<Graph>,
    scene: Option<Scene>,
}

impl Animation {
    /// A self-contained page that plays the clips, as made by `anim view`.
    ///
    /// Errors: an unknown clip, more samples than a page can hold, and an invalid axis, rate or operation.
    pub fn page(&mut self, options: &PageOptions) -> Result<String, Error> {
        let shown = self.shown(options.clip.as_ref(), options)?;
        page_of(&[shown], options)
    }

    /// [`Animation::page`] for the clips of two files: the first clips of both play side by side, and any two can be chosen.
    ///
    /// Errors: those of [`Animation::page`].
    pub fn compared(&mut self, other: &mut Self, options: &PageOptions) -> Result<String, Error> {
        let shown = [self.shown(options.clip.as_ref(), options)?, other.shown(None, options)?];
        page_of(&shown, options)
    }

    fn shown(&mut self, clip: Option<&Word>, options: &PageOptions) -> Result<Shown<'_>, Error> {
        let edits = options.edits()?;
        self.clips()?;
        let this = &*self;
        let mut clips = Cow::Borrowed(this.lowered_clips());
        if let Some(wanted) = clip {
            let index = index_of(&clips, wanted)?;
            clips = Cow::Owned(clips.get(index).cloned().into_iter().collect());
        }
        let (is_unedited, keeps_nodes) = (edits.is_empty(), edits.iter().all(is_about_time));
        if !is_unedited {
            let edited = Edit::apply_all(&edits, clips.into_owned(), TOLERANCE, &mut Report::new());
            clips = Cow::Owned(edited.map_err(|error| Error::new(codes::EDIT, error.to_string()))?);
        }
        let document = this.document();
        Ok(Shown {
            name: &this.name,
            clips,
            // States play the clips as they are in the file.
            graph: document.graph().filter(|_| is_unedited),
            // Meshes are placed as in the file, so they fit only its own nodes.
            scene: keeps_nodes.then(|| document.scene(&mut ())).flatten(),
        })
    }
}

fn page_of(shown: &[Shown<'_>], options: &PageOptions) -> Result<String, Error> {
    let names: Vec<&str> = shown.iter().map(|file| file.name).collect();
    let mut options = Options {
        title: names.join(" · "),
        up: options.up.as_deref().map(up).transpose()?,
        rate: options.fps,
        graph: shown.first().and_then(|file| file.graph.clone()),
        compare: (shown.len() > 1).then_some(Compare::Side),
        ..Options::default()
    };
    let bytes = shown.iter().filter_map(|file| file.scene.as_ref()).map(Scene::bytes);
    let fits = bytes.fold(0, usize::saturating_add) <= options.max_scene_bytes;
    if !fits {
        options.max_scene_bytes = 0;
    }
    let sources: Vec<_> = shown
        .iter()
        .map(|file| Source::new(file.name, &file.clips).with_scene(file.scene.as_ref().filter(|_| fits)))
        .collect();
    anim_view::page_of(&sources, &options).map_err(|error| match error {
        anim_view::Error::TooLarge { .. } => Error::new(codes::TOO_LARGE, error.to_string()),
        _ => Error::new(codes::ARGUMENT, error.to_string()),
    })
}

fn up(name: &str) -> Result<Up, Error> {
    let all = [Up::Y, Up::MinusY, Up::Z];
    all.into_iter().find(|up| up.name() == name).ok_or_else(|| {
        let known = all.map(Up::name).join(", ");
        Error::new(codes::ARGUMENT, format!("`up` cannot be `{name}`: expected one of {known}"))
    })
}
