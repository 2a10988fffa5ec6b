//! The rows of one file, some at a time.

use std::ops::Range;

use anim_core::edit::Pattern;
use anim_core::{Axis, Channel, Clip, Pose, Rate};

use super::columns::{Cell, Columns};
use super::schema::What;
use crate::arrays::frames;
use crate::error::Failure;
use crate::finding::Finding;
use crate::held::Held;

/// Which rows of a table are wanted.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    pub(crate) what: What,
    pub(crate) rate: Option<Rate>,
    pub(crate) clips: Vec<Pattern>,
    pub(crate) nodes: Vec<Pattern>,
    /// The seconds from the first to the last, both included.
    pub(crate) span: Range<f64>,
}

/// What rows are made of.
#[derive(Debug)]
pub(crate) enum Content {
    Clips {
        held: Vec<Held>,
        format: &'static str,
        bytes: usize,
    },
    Findings(Vec<Finding>),
    /// A file that cannot be read: why, and where if its format says so.
    Failed(String),
}

/// A file, and how many of its rows have been taken.
#[derive(Debug)]
pub(crate) struct Cursor {
    path: String,
    content: Content,
    /// The clip or the finding that comes next.
    index: usize,
    /// The times of that clip, once it has begun, and how many have been taken.
    times: Option<Vec<f64>>,
    taken: usize,
}

impl Cursor {
    pub(crate) fn new(path: String, content: Content) -> Self {
        Self { path, content, index: 0, times: None, taken: 0 }
    }

    /// Adds rows until there are enough. False if there are no more.
    pub(crate) fn fill(
        &mut self,
        choice: &Choice,
        enough: usize,
        columns: &mut Columns,
    ) -> Result<bool, Failure> {
        let path = self.path.as_str();
        match &self.content {
            Content::Failed(error) => {
                let last = choice.what.columns().len() - 1;
                columns.push(|column| match column {
                    0 => Cell::Text(path),
                    column if column == last => Cell::Text(error),
                    _ => Cell::None,
                });
                Ok(false)
            }
            Content::Findings(findings) => {
                let missing = enough.saturating_sub(columns.rows);
                for finding in findings.iter().skip(self.index).take(missing) {
                    columns.push(|column| finding_cell(path, finding, column));
                }
                self.index += missing;
                Ok(self.index < findings.len())
            }
            Content::Clips { held, format, bytes } => {
                let Some(held) = held.get(self.index) else { return Ok(false) };
                let clip = &*held.clip;
                let is_wanted = choice.clips.is_empty() || named(&choice.clips, &clip.name);
                let ended = match choice.what {
                    _ if !is_wanted => true,
                    What::Info => {
                        columns.push(|column| info_cell(path, format, *bytes, clip, column));
                        true
                    }
                    What::Keys => {
                        // The channel that comes next takes the place of the time.
                        let nodes = wanted_nodes(choice, clip);
                        let taken = clip.channels.get(self.taken);
                        if let Some(channel) = taken.filter(|channel| nodes.contains(&channel.node())) {
                            keys(path, choice, clip, channel, columns);
                        }
                        self.taken += 1;
                        taken.is_none()
                    }
                    _ => {
                        let times = self.times.get_or_insert_with(|| {
                            let within = |time: &f64| choice.span.start <= *time && *time <= choice.span.end;
                            frames(clip, choice.rate).into_iter().filter(within).collect()
                        });
                        let nodes = wanted_nodes(choice, clip);
                        let rest = times.get(self.taken..).unwrap_or_default();
                        self.taken += match choice.what {
                            What::Poses => poses(path, held, &nodes, rest, enough, columns)?,
                            _ => samples(path, held, &nodes, rest, enough, columns)?,
                        };
                        self.taken >= times.len()
                    }
                };
                if ended {
                    (self.index, self.taken, self.times) = (self.index + 1, 0, None);
                }
                Ok(true)
            }
        }
    }
}

fn named(patterns: &[Pattern], name: &str) -> bool {
    patterns.iter().any(|pattern| pattern.matches(name))
}

fn wanted_nodes(choice: &Choice, clip: &Clip) -> Vec<usize> {
    let is_wanted = |name: &str| choice.nodes.is_empty() || named(&choice.nodes, name);
    (0..clip.nodes.len())
        .filter(|&node| clip.nodes.get(node).is_some_and(|node| is_wanted(&node.name)))
        .collect()
}

/// The poses at times until there are enough rows. How many times that took.
fn poses(
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

/// The values of all channels at times until there are enough rows. How many times that took.
fn samples(
    path: &str,
    held: &Held,
    nodes: &[usize],
    times: &[f64],
    enough: usize,
    columns: &mut Columns,
) -> Result<usize, Failure> {
    let clip = &*held.clip;
    let mut sampler = held.sampler()?;
    let channels: Vec<_> =
        clip.channels.iter().enumerate().filter(|(_, channel)| nodes.contains(&channel.node())).collect();
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

/// All keys of a channel.
fn keys(path: &str, choice: &Choice, clip: &Clip, channel: &Channel, columns: &mut Columns) {
    let curve = channel.curve();
    for (key, time) in curve.times().iter().enumerate() {
        if !(choice.span.start <= time && time <= choice.span.end) {
            continue;
        }
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
}

fn info_cell<'a>(path: &'a str, format: &'a str, bytes: usize, clip: &'a Clip, column: usize) -> Cell<'a> {
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

fn finding_cell<'a>(path: &'a str, finding: &'a Finding, column: usize) -> Cell<'a> {
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
