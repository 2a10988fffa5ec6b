//! The rows of a table in order, for every kind of table.

use std::borrow::Cow;
use std::io;

use anim_core::{Channel, Deviation};
use anim_formats::in_columns;

use crate::sampling::Sampled;
use crate::values::Shown;

/// A table that is written row by row.
pub(super) trait Table {
    /// The following rows are from this file, if there may be several.
    fn file(&mut self, path: &str) -> io::Result<()>;

    /// The following rows are of these components, once for each time.
    fn begin(&mut self, cells: Vec<Cell<'_>>) -> io::Result<()>;

    /// The following rows are for this time in seconds.
    fn time(&mut self, time: f64) -> io::Result<()>;

    /// A row: the value of a component, by its index among the cells.
    fn value(&mut self, cell: usize, value: f64) -> io::Result<()>;

    /// There are no more rows.
    fn finish(self) -> io::Result<()>;
}

/// One component of one channel: the part that its rows share.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Cell<'a> {
    /// The names of the clip, the node and the channel.
    pub(super) names: [Cow<'a, str>; 3],
    pub(super) component: usize,
    /// The largest error of the channel, if it is approximate.
    pub(super) error: Option<Deviation>,
}

/// Writes the rows of all clips of a file, each at its times.
pub(super) fn write(table: &mut impl Table, sampled: Sampled<'_>) -> io::Result<()> {
    if let Some(path) = sampled.path {
        table.file(path)?;
    }
    for (mut shown, moments) in sampled.clips {
        let clip = shown.sampler.clip();
        let channels = in_columns(clip);
        table.begin(channels.iter().flat_map(|&(_, channel)| cells(&shown, channel)).collect())?;
        let widest = channels.iter().map(|(_, channel)| channel.curve().width()).max().unwrap_or(0);
        let mut values = vec![0.0; widest];
        for time in moments.seconds() {
            table.time(time)?;
            let mut cell = 0;
            for &(index, channel) in &channels {
                shown.sampler.sample(index, time, &mut values);
                for value in values.iter().take(channel.curve().width()) {
                    table.value(cell, *value)?;
                    cell += 1;
                }
            }
        }
    }
    Ok(())
}

fn cells<'a>(shown: &Shown<'a>, channel: &'a Channel) -> impl Iterator<Item = Cell<'a>> + use<'a> {
    let clip = shown.sampler.clip();
    let node = clip.nodes.get(channel.node()).map_or("", |node| node.name.as_str());
    let error = shown.error(channel);
    let components = channel.component()..channel.component() + channel.curve().width();
    components.map(move |component| {
        let (name, component) = clip.column(channel, component);
        Cell { names: [clip.name.as_str().into(), node.into(), name], component, error }
    })
}
