//! Clips to document: a clip becomes an animation, and each curve of a node an animation nested in it.

mod accuracy;
mod axis;
mod blend;
mod curve;
mod keys;
mod losses;
mod names;
mod node;
mod objects;
mod part;
mod repeats;
mod stated;
mod switch;
mod ticks;
mod travels;
mod writer;

use std::borrow::Cow;

use anim_core::{
    Channel, Clip, Event, EventKind, KeyLimit, KeyPool, Location, Report, counted, report_broken_rotations,
    report_missing_parents,
};

use crate::clips::facts;
use crate::program::ORIGIN;
use crate::stream::report_dictionary;
use crate::{
    Container, Content, Element, EncodeOptions, Error, ErrorKind, Hsf, Key, Tag, Text, codes, number,
};
use names::paths;
use objects::Objects;
use part::Part;
use stated::{Stated, file};
use writer::Writer;

/// The keys that all curves of some clips may have together, whatever their number of keys, since a key takes 75 bytes of text. For
/// each original key they have half as many as in other formats.
const FREE: f64 = 32_768.0;

/// Clips as a document: see [`Encode::encode`](anim_core::Encode::encode) of [`Hsf`].
pub(crate) fn document(clips: &[Clip], options: &EncodeOptions, report: &mut Report) -> Result<Hsf, Error> {
    if options.container != Container::Xml && options.into.is_none() {
        return Err(Error::new(ErrorKind::Container, Location::default()));
    }
    let mut played = Vec::with_capacity(clips.len());
    let mut objects = Objects::default();
    let tolerance = options.tolerance.get().min(options.tolerance_angle.get());
    let usual = KeyLimit::default();
    let pool = KeyPool::of(clips, KeyLimit { per_key: usual.per_key / 2.0, ..usual }, tolerance)
        .with_free(FREE)
        .without(clips, |_| false, |clip, channels| keys::kept(channels, clip.duration));
    let scene = clips.iter().find_map(scene_of);
    let rate = clips.iter().find_map(|clip| clip.rate);
    for clip in clips {
        let error = |invalid| Error::new(ErrorKind::Clip(invalid), Location::path(&clip.name));
        clip.validate().map_err(error)?;
        let parts = parts(clip, options, &pool, scene, &mut objects, report);
        losses::ends(clip, &parts, report);
        losses::duration(clip, &parts, report);
        losses::of_frames(clip, rate, report);
        report_broken_rotations(clip, &codes::RANGE, report);
        played.push(parts);
    }
    let least = f64::from(options.ticks.get());
    let curves = || played.iter().flatten().map(|part| part.keys.times.as_slice());
    let most = ticks::most(curves(), least);
    let ticks = fine(&played, (least, most), ticks::fitting(curves(), (least, most)));
    let mut root = Element::new(Tag::Animdef).with(Key::TicksPerSecond, number::text(ticks));
    if let Some(rate) = rate {
        root.set(Key::FramesPerSecond, number::text(rate.hertz()));
    }
    if let Some(scene) = scene {
        root.set(Key::File, scene);
    }
    for (key, fact) in ORIGIN {
        if let Some(text) = clips.iter().find_map(|clip| clip.metadata(fact)) {
            root.set(key, text);
        }
    }
    for object in objects.into_elements() {
        root.push(Content::Element(object));
    }
    let active = facts::active(clips);
    losses::waiting(clips, &active, report);
    for ((clip, parts), active) in clips.iter().zip(played).zip(active) {
        let text = Text::from(clip.name.as_str());
        let name = text.trim();
        if name != clip.name {
            let message = format!("the name becomes {name:?}, without what HSF cannot have in names");
            report.lose(codes::RENAMED.kept(message).in_clip(clip));
        }
        if name.is_empty() {
            // Readers count all animations before it.
            let number: usize = root.all(Tag::Animation).map(|before| 1 + before.elements().count()).sum();
            let name = format!("animation {number}");
            let message = format!("the clip has no name, and readers call it {name:?}");
            report.lose(codes::RENAMED.kept(message).in_clip(clip).renamed(name));
        }
        if parts.is_empty() {
            let message =
                "the clip has no node: its animation moves nothing, and does not become a clip again";
            report.lose(codes::DROPPED.dropped(message).in_clip(clip));
        }
        losses::ticks(clip, &parts, ticks, report);
        let mut animation = Element::new(Tag::Animation).with(Key::Name, name);
        if !active {
            animation.set(Key::Active, "0");
        }
        for part in parts {
            report.losses.extend(part.loss(ticks));
            for part in part.into_animations(ticks) {
                animation.push(Content::Element(part));
            }
        }
        let _ = root.push(Content::Element(animation));
    }
    let hsf = Hsf { stream: options.into.clone(), ..Hsf::new(root) };
    report_dictionary(&hsf, report);
    Ok(hsf)
}

/// The smallest multiple of `least` ticks per second, from `fitting` to `most` times as many, at which the error of every
/// interpolator is within the tolerance; interpolators that no multiple brings within it are ignored.
fn fine(played: &[Vec<Part>], (least, most): (f64, u32), fitting: f64) -> f64 {
    let finest = least * f64::from(most);
    let mut parts: Vec<&Part> = played.iter().flatten().filter(|part| part.is_kept(finest)).collect();
    let first = (fitting / least).round() as u32;
    let rates = (first..=most).map(|factor| least * f64::from(factor));
    let mut is_fine = |rate: &f64| match parts.iter().position(|part| !part.is_kept(*rate)) {
        Some(coarse) => {
            // A part with an error at one rate is likely to have one at the next, so it is tested first.
            parts.swap(0, coarse);
            false
        }
        None => true,
    };
    rates.into_iter().find(|rate| is_fine(rate)).unwrap_or(fitting)
}

/// The file of the scene that a clip needs.
fn scene_of(clip: &Clip) -> Option<&str> {
    clip.events.iter().filter(|event| event.node.is_none()).find_map(|event| file(event.name()))
}

/// The interpolators of a clip, in the order of its nodes. If any interpolator ends, one of them lasts as long as the clip.
fn parts(
    clip: &Clip,
    options: &EncodeOptions,
    pool: &KeyPool,
    scene: Option<&str>,
    objects: &mut Objects,
    report: &mut Report,
) -> Vec<Part> {
    let looped: Vec<Cow<'_, Channel>> = clip.channels.iter().map(repeats::as_loop).collect();
    let mut channels_of: Vec<Vec<&Channel>> = vec![Vec::new(); clip.nodes.len()];
    for channel in &looped {
        channels_of[channel.node()].push(channel);
    }
    report_missing_parents(clip, "HSF", &codes::DROPPED, report);
    let mut parts = Vec::new();
    for (node, (path, channels)) in paths(clip, report).into_iter().zip(&mut channels_of).enumerate() {
        let mut stated = Stated::take(clip, node, channels);
        let target = objects.target(&path, &mut stated);
        let look = stated.look;
        let parts = &mut parts;
        let writer =
            Writer { clip, node, channels, target, look, options, pool, is_kept: false, report, parts };
        node::encode(writer);
    }
    parts.shrink_to_fit();
    if !parts.iter().any(|part| part.keys.holds_from() >= Some(clip.duration)) {
        let _ = parts.iter_mut().any(|part| part.keys.hold_until(clip.duration));
    }
    let is_file =
        |event: &Event| file(event.name()).is_some_and(|name| event.node.is_some() || scene == Some(name));
    // The animations of the new file begin at the times of the events of the same names.
    let begins = |event: &Event| facts::is_of_document(clip) && matches!(event.kind, EventKind::Enter { .. });
    let lost = clip.events.iter().filter(|event| !is_file(event) && !begins(event)).count();
    if lost > 0 {
        let message =
            format!("not in the file, since HSF has no element for them: {}", counted(lost, "event"));
        report.lose(codes::DROPPED.dropped(message).in_clip(clip));
    }
    parts
}
