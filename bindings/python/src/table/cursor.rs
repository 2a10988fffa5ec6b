//! The rows of one file, a batch at a time.

use anim_core::edit::Pattern;
use anim_core::{Channel, Clip};

use super::choice::Choice;
use super::columns::{Cell, Columns};
use super::rows::{finding_cell, info_cell, keys, poses, samples};
use super::schema::What;
use crate::error::Failure;
use crate::finding::Finding;
use crate::held::Held;
use crate::moments::frames_within;

/// The source of the rows.
#[derive(Debug)]
pub(crate) enum Content {
    Clips {
        held: Vec<Held>,
        format: String,
        bytes: usize,
    },
    Findings(Vec<Finding>),
    /// A file that cannot be read: the reason, and the location if its format gives one.
    Failed(String),
}

/// A file, and the position in its rows.
#[derive(Debug)]
pub(crate) struct Cursor {
    path: String,
    content: Content,
    /// The next clip or finding.
    index: usize,
    /// The selected part of that clip, once it has begun.
    wanted: Option<Wanted>,
    /// How many of its times have been taken, or how many of its channels with how many keys of the next one.
    taken: usize,
    keys: usize,
}

/// The selected part of a clip.
#[derive(Debug)]
struct Wanted {
    nodes: Vec<usize>,
    channels: Vec<usize>,
    /// The times of samples and poses.
    times: Vec<f64>,
}

impl Cursor {
    pub(crate) fn new(path: String, content: Content) -> Self {
        Self { path, content, index: 0, wanted: None, taken: 0, keys: 0 }
    }

    /// Adds rows until there are enough. Returns false if there are no more.
    pub(crate) fn fill(
        &mut self,
        choice: &Choice,
        enough: usize,
        columns: &mut Columns,
    ) -> Result<bool, Failure> {
        let path = self.path.as_str();
        match &self.content {
            Content::Failed(error) => {
                failed(path, choice.what, error, columns);
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
                let is_wanted = named(choice.clips.as_deref(), &clip.name);
                let ended = match choice.what {
                    _ if !is_wanted => true,
                    What::Info => {
                        columns.push(|column| info_cell(path, format, *bytes, clip, column));
                        true
                    }
                    _ => {
                        let wanted = match &mut self.wanted {
                            Some(wanted) => wanted,
                            none => none.insert(Wanted::of(clip, choice)?),
                        };
                        let rest = wanted.times.get(self.taken..).unwrap_or_default();
                        match choice.what {
                            What::Keys => {
                                let channels = wanted.channels.get(self.taken..).unwrap_or_default();
                                let taken = keys(path, choice, clip, channels, self.keys, enough, columns);
                                (self.taken, self.keys) = (self.taken + taken.0, taken.1);
                                self.taken >= wanted.channels.len()
                            }
                            What::Poses => {
                                self.taken += poses(path, held, &wanted.nodes, rest, enough, columns)?;
                                self.taken >= wanted.times.len()
                            }
                            _ => {
                                self.taken += samples(path, held, &wanted.channels, rest, enough, columns)?;
                                self.taken >= wanted.times.len()
                            }
                        }
                    }
                };
                if ended {
                    self.next_clip();
                }
                Ok(true)
            }
        }
    }

    /// Moves to the next clip.
    pub(crate) fn next_clip(&mut self) {
        (self.index, self.wanted, self.taken, self.keys) = (self.index + 1, None, 0, 0);
    }

    /// Adds the row that states why rows of the file are missing.
    pub(crate) fn fail(&self, what: What, error: &str, columns: &mut Columns) {
        failed(&self.path, what, error, columns);
    }
}

/// The row that states why rows of a file are missing.
fn failed(path: &str, what: What, error: &str, columns: &mut Columns) {
    let last = what.columns().len() - 1;
    columns.push(|column| match column {
        0 => Cell::Text(path),
        column if column == last => Cell::Text(error),
        _ => Cell::None,
    });
}

impl Wanted {
    fn of(clip: &Clip, choice: &Choice) -> Result<Self, Failure> {
        let nodes = choice.nodes.as_deref();
        let is_wanted: Vec<bool> = clip.nodes.iter().map(|node| named(nodes, &node.name)).collect();
        let has_node = |channel: &Channel| is_wanted.get(channel.node()).copied().unwrap_or_default();
        let nodes = is_wanted.iter().enumerate().filter_map(|(node, is_wanted)| is_wanted.then_some(node));
        let channels = clip.channels.iter().enumerate();
        let channels = channels.filter_map(|(index, channel)| has_node(channel).then_some(index));
        let times = match choice.what {
            What::Samples | What::Poses => frames_within(clip, choice.rate, choice.span.clone())?,
            _ => Vec::new(),
        };
        Ok(Self { nodes: nodes.collect(), channels: channels.collect(), times })
    }
}

/// Whether a name is one of those wanted.
fn named(patterns: Option<&[Pattern]>, name: &str) -> bool {
    patterns.is_none_or(|patterns| patterns.iter().any(|pattern| pattern.matches(name)))
}
