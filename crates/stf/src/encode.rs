//! Clips to document.

mod baked;
mod bounds;
mod frames;
mod hierarchy;
mod into;
mod keys;
mod listed;
mod matrix;
mod places;
mod plain;
mod played;
mod segments;
mod sources;
mod split;
mod thin;
mod tracks;
mod turns;

use std::cell::Cell;
use std::collections::{HashMap, HashSet};

use anim_core::{Clip, Encode as _, Format as _, Location, Report};

use crate::clips::metadata::{ID, RESET};
use crate::edit::new_id;
use crate::scene::Scene;
use crate::{Animation, EncodeOptions, Error, ErrorKind, Form, Stf, codes, read};
use hierarchy::Hierarchy;
use tracks::Encoder;

/// Clips as a document: see [`Encode::encode`](anim_core::Encode::encode) of [`Stf`].
pub(crate) fn document(clips: &[Clip], options: &EncodeOptions, report: &mut Report) -> Result<Stf, Error> {
    report_unused(options, report);
    if let Some(into) = &options.into {
        let mut stf = into.clone();
        stf.add_clips(clips, options, report)?;
        return Ok(stf);
    }
    let mut hierarchy = Hierarchy::default();
    for clip in clips {
        validate(clip)?;
        hierarchy.add(clip, report);
    }
    let form = Form::Container { version: 0, padding: 0 };
    let mut stf = read::of_text(
        hierarchy.text(Stf::space(options).unit.unwrap_or(1.0)),
        Some(form),
        Vec::new(),
        Vec::new(),
    )?;
    let scene = Scene::of(&stf);
    for (index, clip) in clips.iter().enumerate() {
        hierarchy.report_names(index, clip, &scene, report);
    }
    let mut ids = Ids::of(&stf, 0);
    let mut animations = Vec::with_capacity(clips.len());
    let (room, pool) = (Cell::new(stf.free_values(options)), bounds::pool(clips, options));
    for (index, clip) in clips.iter().enumerate() {
        let prefixes = hierarchy.prefixes(index);
        let animation =
            Encoder { clip, options, prefixes: &prefixes, is_new: true, room: &room, pool: &pool }
                .animation(report);
        animations.push((ids.next(clip), animation));
    }
    stf.add_new(clips, animations, options, report)?;
    Ok(stf)
}

/// Reports options that have no effect with, or without, a file to which animations are added.
fn report_unused(options: &EncodeOptions, report: &mut Report) {
    let mut unused = |name, why| {
        let message = format!("the option `{name}` has no effect {why}");
        report.push(codes::UNUSED_OPTION.at(Location::default(), message));
    };
    if options.into.is_none() {
        options
            .about_figure()
            .for_each(|name| unused(name, "without `into`: clips stay on their own figure"));
    } else if options.unit.is_some() {
        unused("unit", "together with `into`: its file states the unit");
    }
}

impl Stf {
    /// Adds a clip as an animation, in the axes and the unit of the document, and returns its id. The clip's nodes are matched
    /// and its figure is accounted for as with the option [`into`](EncodeOptions::into), which is ignored here; channels of
    /// other nodes are dropped and reported.
    ///
    /// Errors: [`ErrorKind::Clip`], and those of [`Stf::add_animation`].
    pub fn add_clip(
        &mut self,
        clip: &Clip,
        options: &EncodeOptions,
        report: &mut Report,
    ) -> Result<String, Error> {
        let clip = clip.in_space(Self::SPACE.in_metres(self.metres().unwrap_or(1.0)));
        let ids = self.add_clips(std::slice::from_ref(&*clip), options, report)?;
        Ok(ids.into_iter().next().unwrap_or_default())
    }

    fn add_clips(
        &mut self,
        clips: &[Clip],
        options: &EncodeOptions,
        report: &mut Report,
    ) -> Result<Vec<String>, Error> {
        clips.iter().try_for_each(validate)?;
        let scene = Scene::of(self);
        for id in &scene.unread {
            let at = Location::path(format!("resources/{id}"));
            report.push(codes::UNREAD.at(at, "the resource cannot be read: its nodes cannot be found"));
        }
        let figure = into::figure(&scene);
        let mut ids = Ids::of(self, self.resources().len());
        let mut animations = Vec::with_capacity(clips.len());
        let (room, pool) = (Cell::new(self.free_values(options)), bounds::pool(clips, options));
        for clip in clips {
            let animation = into::animation(clip, &scene, &figure, options, (&room, &pool), report);
            animations.push((ids.next(clip), animation));
        }
        let added = animations.iter().map(|(id, _)| id.clone()).collect();
        self.add_new(clips, animations, options, report)?;
        Ok(added)
    }

    /// Adds the animations of clips, with the data besides keys that readers need.
    fn add_new(
        &mut self,
        clips: &[Clip],
        mut animations: Vec<(String, Animation)>,
        options: &EncodeOptions,
        report: &mut Report,
    ) -> Result<(), Error> {
        // The original ids of clips, and the ids of their animations.
        let own = clips
            .iter()
            .zip(&animations)
            .filter_map(|(clip, (id, _))| Some((clip.metadata(ID)?, id.clone())));
        let ids: HashMap<&str, String> = own.collect();
        for (clip, (_, animation)) in clips.iter().zip(&mut animations) {
            let Some(reset) = clip.metadata(RESET) else { continue };
            let known = || self.animation(reset).map(|_| reset.to_owned());
            if let Some(id) = ids.get(reset).cloned().or_else(known) {
                animation.reset_animation = Some(animation.reference_resource(&id));
            } else {
                let message = "the reset animation is not in the file: it is not among the clips";
                report.lose(codes::DROPPED.dropped(message).in_clip(clip));
            }
        }
        self.bake_new(&mut animations, options)?;
        let ids: Vec<String> = animations.iter().map(|(id, _)| id.clone()).collect();
        self.add_animations(animations)?;
        self.report_names(clips, &ids, report);
        Ok(())
    }

    /// Reports clips that readers name differently: those without a name, and those with the name of an earlier clip.
    fn report_names(&self, clips: &[Clip], ids: &[String], report: &mut Report) {
        let names: HashMap<&str, String> =
            self.animations().map(|(id, _)| id).zip(crate::clips::names(self)).collect();
        for (clip, id) in clips.iter().zip(ids) {
            let Some(name) = names.get(id.as_str()).filter(|name| **name != clip.name) else { continue };
            let message = if clip.name.is_empty() {
                "the clip has no name: readers call it by its id"
            } else {
                "another clip of the file has the same name: readers add the id"
            };
            report.lose(codes::RENAMED.dropped(message).in_clip(clip).renamed(name));
        }
    }
}

/// The ids of new animations.
struct Ids {
    taken: HashSet<String>,
    /// The number from which the next id is derived.
    number: usize,
}

impl Ids {
    fn of(stf: &Stf, number: usize) -> Self {
        Self { taken: stf.resources().iter().map(|resource| resource.id().to_owned()).collect(), number }
    }

    /// The id in the metadata of a clip if it is free, else a new id.
    fn next(&mut self, clip: &Clip) -> String {
        let own = clip.metadata(ID).filter(|id| !id.is_empty() && !self.taken.contains(*id));
        let made = || new_id(&clip.name, self.number, |id| self.taken.contains(id));
        let id = own.map_or_else(made, str::to_owned);
        self.number += 1;
        self.taken.insert(id.clone());
        id
    }
}

fn validate(clip: &Clip) -> Result<(), Error> {
    clip.validate().map_err(|error| Error::new(ErrorKind::Clip(error), Location::path(&clip.name)))
}
