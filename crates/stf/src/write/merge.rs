//! Writes changes into the text of an animation: parts that stay equal keep their spelling and position.

use super::animation::{
    MEMBERS, SUBTRACK_MEMBERS, TRACK_MEMBERS, put_animation, put_keyframe, put_member, put_reference,
    put_subtrack, put_target, put_track,
};
use super::members::Members;
use crate::json::{Scanner, Style, Text, put_number, put_string};
use crate::{Animation, Layout, Subtrack, Track};

/// The text of a changed animation, based on its old text.
pub(crate) fn merge_animation(text: &str, old: &Animation, new: &Animation) -> String {
    let style = Style::of(text);
    let mut out = Text::with_capacity(text.len() + 256);
    let Some(members) = Members::of(text) else {
        put_animation(&mut out, new, style);
        return out.into_string();
    };
    members.rewrite(&mut out, style, MEMBERS, &new.other, |out, name, before| {
        if unchanged(name, old, new) {
            return before.map(|before| out.push_str(before)).is_some();
        }
        if let Some(before) = before {
            // Tracks of other layouts are written again.
            let current = old.layout == Layout::Current;
            match name {
                "tracks" if current => return merge_tracks(out, before, &old.tracks, &new.tracks, style),
                "tracks_baked" if current => {
                    merge_tracks(out, before, &old.tracks_baked, &new.tracks_baked, style);
                    return !new.tracks_baked.is_empty();
                }
                _ => {}
            }
        }
        put_member(out, new, name, style)
    });
    out.into_string()
}

/// Whether a known member is unchanged.
fn unchanged(name: &str, old: &Animation, new: &Animation) -> bool {
    match name {
        "type" => true,
        "name" => old.name == new.name,
        "loop" => old.repeat == new.repeat,
        "fps" => old.fps == new.fps,
        "range" => old.range == new.range,
        "bake_on_export" => old.bake_on_export == new.bake_on_export,
        "tracks" => old.layout == Layout::Current && old.tracks == new.tracks,
        "tracks_baked" => old.layout == Layout::Current && old.tracks_baked == new.tracks_baked,
        "reset_animation" => old.reset_animation == new.reset_animation,
        "is_reset_animation" => old.is_reset_animation == new.is_reset_animation,
        "referenced_resources" => old.referenced_resources == new.referenced_resources,
        "referenced_buffers" => old.referenced_buffers == new.referenced_buffers,
        _ => false,
    }
}

fn merge_tracks(out: &mut Text, text: &str, old: &[Track], new: &[Track], style: Style) -> bool {
    merge_list(out, text, [old, new], style, |out, before, track| match before {
        Some((text, old)) => merge_track(out, text, old, track, style),
        None => put_track(out, track, style),
    });
    true
}

fn merge_track(out: &mut Text, text: &str, old: &Track, new: &Track, style: Style) {
    let Some(members) = Members::of(text) else { return put_track(out, new, style) };
    members.rewrite(out, style, TRACK_MEMBERS, &new.other, |out, name, before| {
        let same = match name {
            "target" => old.target == new.target,
            "timepoints" => old.timepoints == new.timepoints,
            "subtracks" => old.subtracks == new.subtracks,
            "interpolation" => old.interpolation == new.interpolation,
            "track_baked" => old.track_baked == new.track_baked,
            // Alongside subtracks, keyframes of layout A have no effect.
            _ => true,
        };
        // Without timepoints, keyframes would be read as those of layout B.
        if same && (before.is_some() || name != "timepoints") {
            return before.map(|before| out.push_str(before)).is_some();
        }
        let before = before.unwrap_or("[]");
        match name {
            "target" => put_target(out, &new.target, style),
            "timepoints" => {
                let put = |out: &mut Text, _: Option<(&str, &f64)>, number: &f64| put_number(out, *number);
                merge_list(out, before, [&old.timepoints, &new.timepoints], style, put);
            }
            "subtracks" => {
                merge_list(out, before, [&old.subtracks, &new.subtracks], style, |out, before, subtrack| {
                    match (before, subtrack) {
                        (Some((text, Some(old))), Some(new)) => merge_subtrack(out, text, old, new, style),
                        (_, new) => put_subtrack(out, new.as_ref(), style),
                    }
                });
            }
            "interpolation" => {
                return new.interpolation.as_ref().map(|word| put_string(out, word)).is_some();
            }
            "track_baked" => {
                let word = |baked| if baked { "true" } else { "false" };
                return new.track_baked.map(|baked| out.push_str(word(baked))).is_some();
            }
            _ => return false,
        }
        true
    });
}

fn merge_subtrack(out: &mut Text, text: &str, old: &Subtrack, new: &Subtrack, style: Style) {
    let Some(members) = Members::of(text) else { return put_subtrack(out, Some(new), style) };
    members.rewrite(out, style, SUBTRACK_MEMBERS, &new.other, |out, name, before| {
        let same = match name {
            "keyframes" => old.keyframes == new.keyframes,
            _ => old.baked == new.baked,
        };
        if same {
            return before.map(|before| out.push_str(before)).is_some();
        }
        match name {
            "keyframes" => {
                let before = before.unwrap_or("[]");
                merge_list(out, before, [&old.keyframes, &new.keyframes], style, |out, _, keyframe| {
                    put_keyframe(out, keyframe, style);
                });
                true
            }
            _ => new.baked.as_ref().map(|baked| put_reference(out, baked)).is_some(),
        }
    });
}

/// Writes a changed list based on its old text. Equal elements at the start and at the end keep their text; `put` writes the
/// others, and gets the text and the old element that each replaces, if any.
fn merge_list<T: PartialEq>(
    out: &mut Text,
    text: &str,
    [old, new]: [&[T]; 2],
    style: Style,
    mut put: impl FnMut(&mut Text, Option<(&str, &T)>, &T),
) {
    let mut spans = Vec::with_capacity(old.len());
    let mut scanner = Scanner::new(text);
    let array = scanner.array(|scanner| {
        spans.push(scanner.skip()?);
        Ok(())
    });
    let (Ok(array), true) = (array, spans.len() == old.len()) else {
        return super::animation::put_list(out, style, new, |out, element| put(out, None, element));
    };
    let same = |(a, b): (&T, &T)| a == b;
    let prefix = old.iter().zip(new).take_while(|&pair| same(pair)).count();
    let rest = [&old[prefix..], &new[prefix..]];
    let suffix = rest[0].iter().rev().zip(rest[1].iter().rev()).take_while(|&pair| same(pair)).count();
    // The text between an old element and the one before it.
    let comma = |index: usize| match index.checked_sub(1).and_then(|before| spans.get(before)) {
        Some(before) => spans.get(index).map_or(style.comma(), |at| &text[before.end..at.start]),
        None => style.comma(),
    };
    let open = spans.first().map_or(array.end - 1, |first| first.start);
    let close = spans.last().map_or(array.end - 1, |last| last.end);
    out.push_str(&text[array.start..open]);
    if let Some(last) = prefix.checked_sub(1) {
        out.push_str(&text[open..spans[last].end]);
    }
    let mut empty = prefix == 0;
    let mut separate = |out: &mut Text, index: usize| {
        if !std::mem::replace(&mut empty, false) {
            out.push_str(comma(index));
        }
    };
    let kept = old.len() - suffix;
    for (index, element) in new.iter().enumerate().take(new.len() - suffix).skip(prefix) {
        let replaced = (index < kept).then(|| (&text[spans[index].clone()], &old[index]));
        separate(out, if replaced.is_some() { index } else { old.len() });
        put(out, replaced, element);
    }
    if suffix > 0 {
        separate(out, kept);
        out.push_str(&text[spans[kept].start..close]);
    }
    out.push_str(&text[close..array.end]);
}
