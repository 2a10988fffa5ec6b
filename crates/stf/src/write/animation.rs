//! Animation to text, in the current layout.

use anim_core::checkpoint;

use crate::json::{Style, Text, put_number, put_string};
use crate::{Animation, Ease, Handle, Keyframe, Member, Reference, Step, Subtrack, Tangent, Target, Track};

/// An object that is being written.
struct Object<'a> {
    out: &'a mut Text,
    style: Style,
    empty: bool,
}

impl<'a> Object<'a> {
    fn new(out: &'a mut Text, style: Style) -> Self {
        out.push_str("{");
        Self { out, style, empty: true }
    }

    fn member(&mut self, name: &str) -> &mut Text {
        if !std::mem::replace(&mut self.empty, false) {
            self.out.comma(self.style);
        }
        put_string(self.out, name);
        self.out.push_str(self.style.colon());
        self.out
    }

    fn others(&mut self, members: &[Member]) {
        for member in members {
            self.member(member.name()).push_str(member.value());
        }
    }

    fn end(self) {
        self.out.push_str("}");
    }
}

/// Writes a list.
pub(crate) fn put_list<T>(
    out: &mut Text,
    style: Style,
    list: impl IntoIterator<Item = T>,
    mut put: impl FnMut(&mut Text, T),
) {
    out.push_str("[");
    for (index, element) in list.into_iter().enumerate() {
        if index > 0 {
            out.comma(style);
        }
        put(out, element);
    }
    out.push_str("]");
}

/// The members of an animation in the exporter's order.
pub(super) const MEMBERS: &[&str] = &[
    "type",
    "name",
    "loop",
    "fps",
    "range",
    "bake_on_export",
    "tracks",
    "tracks_baked",
    "referenced_resources",
    "referenced_buffers",
    "reset_animation",
    "is_reset_animation",
];

/// The members of a track; the last one belongs to layout A.
pub(super) const TRACK_MEMBERS: &[&str] =
    &["target", "timepoints", "subtracks", "interpolation", "track_baked", "keyframes"];

/// The members of a subtrack.
pub(super) const SUBTRACK_MEMBERS: &[&str] = &["keyframes", "baked"];

/// Writes the value of one of [`MEMBERS`]; returns false if the animation does not have it.
pub(super) fn put_member(out: &mut Text, animation: &Animation, name: &str, style: Style) -> bool {
    let boolean = |out: &mut Text, value: bool| out.push_str(if value { "true" } else { "false" });
    let strings = |out: &mut Text, list: &[String]| {
        put_list(out, style, list, |out, id| put_string(out, id));
        !list.is_empty()
    };
    match name {
        "type" => put_string(out, crate::document::ANIMATION),
        "name" => return animation.name.as_ref().map(|name| put_string(out, name)).is_some(),
        "loop" => {
            return animation.repeat.as_ref().map(|repeat| put_string(out, repeat.as_str())).is_some();
        }
        "fps" => return animation.fps.map(|fps| put_number(out, fps)).is_some(),
        "range" => {
            let put = |range: [f64; 2]| put_list(out, style, range, put_number);
            return animation.range.map(put).is_some();
        }
        "bake_on_export" => return animation.bake_on_export.map(|value| boolean(out, value)).is_some(),
        "tracks" => put_list(out, style, &animation.tracks, |out, track| put_track(out, track, style)),
        "tracks_baked" => {
            put_list(out, style, &animation.tracks_baked, |out, track| put_track(out, track, style));
            return !animation.tracks_baked.is_empty();
        }
        "reset_animation" => {
            let put = |reference: &Reference| put_reference(out, reference);
            return animation.reset_animation.as_ref().map(put).is_some();
        }
        "is_reset_animation" => {
            return animation.is_reset_animation.map(|value| boolean(out, value)).is_some();
        }
        "referenced_resources" => return strings(out, &animation.referenced_resources),
        "referenced_buffers" => return strings(out, &animation.referenced_buffers),
        _ => return false,
    }
    true
}

/// Writes an animation.
pub(crate) fn put_animation(out: &mut Text, animation: &Animation, style: Style) {
    let mut object = Object::new(out, style);
    for name in MEMBERS {
        let (start, empty) = (object.out.len(), object.empty);
        if !put_member(object.member(name), animation, name, style) {
            object.out.truncate(start);
            object.empty = empty;
        }
    }
    object.others(&animation.other);
    object.end();
}

/// Writes a track.
pub(super) fn put_track(out: &mut Text, track: &Track, style: Style) {
    let mut object = Object::new(out, style);
    put_target(object.member("target"), &track.target, style);
    put_list(object.member("timepoints"), style, track.timepoints.iter().copied(), put_number);
    let put = |out: &mut Text, subtrack: &Option<Subtrack>| put_subtrack(out, subtrack.as_ref(), style);
    put_list(object.member("subtracks"), style, &track.subtracks, put);
    if let Some(interpolation) = &track.interpolation {
        put_string(object.member("interpolation"), interpolation);
    }
    if let Some(baked) = track.track_baked {
        object.member("track_baked").push_str(if baked { "true" } else { "false" });
    }
    object.others(&track.other);
    object.end();
}

pub(super) fn put_target(out: &mut Text, target: &Target, style: Style) {
    put_list(out, style, &target.0, |out, step| match step {
        Step::Name(name) => put_string(out, name),
        Step::Index(index) => out.push_str(&index.to_string()),
    });
}

/// Writes a subtrack; `null` for none.
pub(crate) fn put_subtrack(out: &mut Text, subtrack: Option<&Subtrack>, style: Style) {
    checkpoint();
    let Some(subtrack) = subtrack else { return out.push_str("null") };
    let mut object = Object::new(out, style);
    let put = |out: &mut Text, keyframe: &Keyframe| put_keyframe(out, keyframe, style);
    put_list(object.member("keyframes"), style, &subtrack.keyframes, put);
    if let Some(baked) = &subtrack.baked {
        put_reference(object.member("baked"), baked);
    }
    object.others(&subtrack.other);
    object.end();
}

pub(super) fn put_reference(out: &mut Text, reference: &Reference) {
    match reference {
        Reference::Index(index) => out.push_str(&index.to_string()),
        Reference::Id(id) => put_string(out, id),
    }
}

/// Writes a keyframe; `null` for an absent one.
pub(super) fn put_keyframe(out: &mut Text, keyframe: &Keyframe, style: Style) {
    let handle = |out: &mut Text, handle: Handle| {
        let [frames, value] = handle.to_stored();
        out.push_str("[");
        put_number(out, frames);
        out.comma(style);
        put_number(out, value);
        out.push_str("]");
    };
    match keyframe {
        Keyframe::Absent => out.push_str("null"),
        Keyframe::Other(unknown) => out.push_str(unknown.get()),
        Keyframe::Filler { value } => {
            out.push_str("[false");
            out.comma(style);
            put_number(out, *value);
            out.comma(style);
            out.push_str("\"baked\"]");
        }
        Keyframe::Key(key) => {
            out.push_str("[true");
            out.comma(style);
            put_number(out, key.value);
            if let Some(name) = key.ease.name() {
                out.comma(style);
                match &key.ease {
                    Ease::Other(word) => put_string(out, word.get()),
                    _ => out.quote(name),
                }
            }
            if let Ease::Bezier { tangent, out: leaving } = &key.ease {
                out.comma(style);
                match tangent {
                    Tangent::Other(word) => put_string(out, word.get()),
                    known => out.quote(known.as_str()),
                }
                out.comma(style);
                handle(out, *leaving);
            }
            if let Some(into) = key.into {
                out.comma(style);
                handle(out, into);
            }
            out.push_str("]");
        }
    }
}
