//! The rows of a clip, and their cells.

use anim_core::{Axis, Channel, Clip, Pose, Rate};

use super::choice::Choice;
use super::columns::{Cell, Columns};
use crate::error::Failure;
use crate::finding::Finding;
use crate::held::Held;

/// The poses at times until there are enough rows. Returns the number of times used.
pub(super) fn poses(
    path: &str,
    held: &Held,
    nodes: &[usize],
    times: &[f64],
    enough: usize,
    columns: &mut Columns,
) -> Result<usize, Failure> {
    let (mut poser, mut pose) = (held.poser()?, Pose::default());
    let clip = &*held.clip;
    let name = |node: usize| clip.nodes.get(node).map(|node| node.name.as_str());
    for (taken, &time) in times.iter().enumerate() {
        if columns.rows >= enough {
            return Ok(taken);
        }
        poser.pose(time, &mut pose);
        for &node in nodes {
            let (Some(local), Some(world)) = (pose.local.get(node), pose.world.get(node)) else { continue };
            let [x, y, z] = world.translation();
            let parent = pose.parent.get(node).copied().flatten();
            columns.push(|column| match column {
                0 => Cell::Text(path),
                1 => Cell::Text(&clip.name),
                2 => Cell::Real(time),
                3 => Cell::text(name(node)),
                4 => Cell::text(parent.and_then(name)),
                5 => pose.alive.get(node).map_or(Cell::None, |alive| Cell::Flag(*alive)),
                6 => Cell::Real(x),
                7 => Cell::Real(y),
                8 => Cell::Real(z),
                9 => Cell::Matrix(&local.0),
                10 => Cell::Matrix(&world.0),
                _ => Cell::None,
            });
        }
    }
    Ok(times.len())
}

/// The values of channels at times until there are enough rows. Returns the number of times used.
pub(super) fn samples(
    path: &str,
    held: &Held,
    channels: &[usize],
    times: &[f64],
    enough: usize,
    columns: &mut Columns,
) -> Result<usize, Failure> {
    let clip = &*held.clip;
    let mut sampler = held.sampler()?;
    let channels: Vec<_> =
        channels.iter().filter_map(|&index| Some((index, clip.channels.get(index)?))).collect();
    let width = channels.iter().map(|(_, channel)| channel.curve().width()).max().unwrap_or(0);
    let mut values = vec![0.0; width];
    for (taken, &time) in times.iter().enumerate() {
        if columns.rows >= enough {
            return Ok(taken);
        }
        for &(index, channel) in &channels {
            sampler.sample(index, time, &mut values);
            let width = channel.curve().width();
            for (part, value) in values.iter().take(width).enumerate() {
                let (name, component) = clip.column(channel, channel.component() + part);
                columns.push(|column| match column {
                    0 => Cell::Text(path),
                    1 => Cell::Text(&clip.name),
                    2 => Cell::Real(time),
                    3 => Cell::text(clip.nodes.get(channel.node()).map(|node| node.name.as_str())),
                    4 => Cell::Text(&name),
                    5 => Cell::Whole(component),
                    6 => Cell::Real(*value),
                    _ => Cell::None,
                });
            }
        }
    }
    Ok(times.len())
}

/// The keys of channels until there are enough rows, after some keys of the first channel. Returns the number of complete
/// channels, and the number of keys of the next one.
pub(super) fn keys(
    path: &str,
    choice: &Choice,
    clip: &Clip,
    channels: &[usize],
    mut after: usize,
    enough: usize,
    columns: &mut Columns,
) -> (usize, usize) {
    for (taken, &index) in channels.iter().enumerate() {
        let Some(channel) = clip.channels.get(index) else { continue };
        let times = channel.curve().times();
        for (key, time) in (after..times.len()).filter_map(|key| Some((key, times.get(key)?))) {
            if columns.rows >= enough {
                return (taken, key);
            }
            if choice.span.start <= time && time <= choice.span.end {
                key_rows(path, clip, channel, key, time, columns);
            }
        }
        after = 0;
    }
    (channels.len(), 0)
}

/// The components of a key.
fn key_rows(path: &str, clip: &Clip, channel: &Channel, key: usize, time: f64, columns: &mut Columns) {
    let curve = channel.curve();
    for (part, value) in curve.value(key).iter().enumerate() {
        let (name, component) = clip.column(channel, channel.component() + part);
        columns.push(|column| match column {
            0 => Cell::Text(path),
            1 => Cell::Text(&clip.name),
            2 => Cell::text(clip.nodes.get(channel.node()).map(|node| node.name.as_str())),
            3 => Cell::Text(&name),
            4 => Cell::Whole(component),
            5 => Cell::Whole(key),
            6 => Cell::Real(time),
            7 => Cell::Real(*value),
            8 => Cell::Text(curve.ease(key).name()),
            _ => Cell::None,
        });
    }
}

/// A cell of the row of a clip.
pub(super) fn info_cell<'a>(
    path: &'a str,
    format: &'a str,
    bytes: usize,
    clip: &'a Clip,
    column: usize,
) -> Cell<'a> {
    match column {
        0 => Cell::Text(path),
        1 => Cell::Text(format),
        2 => Cell::Whole(bytes),
        3 => Cell::Text(&clip.name),
        4 => Cell::Real(clip.duration),
        5 => Cell::real(clip.rate.map(Rate::hertz)),
        6 => Cell::Whole(clip.nodes.len()),
        7 => Cell::Whole(clip.channels.len()),
        8 => Cell::Whole(clip.key_count()),
        9 => Cell::text(clip.space.up.map(Axis::name)),
        10 => Cell::text(clip.space.forward.map(Axis::name)),
        11 => Cell::real(clip.space.unit),
        _ => Cell::None,
    }
}

/// A cell of the row of a finding.
pub(super) fn finding_cell<'a>(path: &'a str, finding: &'a Finding, column: usize) -> Cell<'a> {
    match column {
        0 => Cell::Text(path),
        1 => Cell::Text(&finding.severity),
        2 => Cell::Text(&finding.code),
        3 => Cell::Text(&finding.message),
        4 => Cell::Text(&finding.path),
        5 => Cell::whole(finding.span.map(|(start, _)| start)),
        6 => Cell::whole(finding.span.map(|(_, end)| end)),
        7 => Cell::whole(finding.line),
        8 => Cell::whole(finding.column),
        _ => Cell::None,
    }
}
