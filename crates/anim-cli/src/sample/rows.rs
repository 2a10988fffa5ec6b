//! The rows of a table in their order, for whichever kind of table.

use std::io;

use anim_core::{Channel, Clip, Sampler};

use crate::times::Moments;

/// A table that is written row by row.
pub(super) trait Table {
    /// From here on the rows are of these components, as often as there are times.
    fn begin(&mut self, cells: Vec<Cell<'_>>) -> io::Result<()>;

    /// From here on the rows are of this time in seconds.
    fn time(&mut self, time: f64) -> io::Result<()>;

    /// A row: the value of a component, by its index among the cells.
    fn value(&mut self, cell: usize, value: f64) -> io::Result<()>;
}

/// One component of one channel: what its rows have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cell<'a> {
    /// The names of the clip, the node and the channel.
    pub(super) names: [&'a str; 3],
    pub(super) component: usize,
}

/// Writes the rows of all clips, each at its times.
pub(super) fn write(table: &mut impl Table, clips: &[Clip], moments: &[Moments]) -> io::Result<()> {
    for (clip, moments) in clips.iter().zip(moments) {
        let channels = ordered(clip);
        table.begin(channels.iter().flat_map(|channel| cells(clip, channel)).collect())?;
        let mut samplers: Vec<_> = channels.iter().map(|channel| Sampler::new(channel.curve())).collect();
        let widest = channels.iter().map(|channel| channel.curve().width()).max().unwrap_or(0);
        let mut values = vec![0.0; widest];
        for time in moments.iter() {
            table.time(time)?;
            let mut cell = 0;
            for (channel, sampler) in channels.iter().zip(&mut samplers) {
                sampler.sample(time, &mut values);
                for value in values.iter().take(channel.curve().width()) {
                    table.value(cell, *value)?;
                    cell += 1;
                }
            }
        }
    }
    Ok(())
}

fn cells<'a>(clip: &'a Clip, channel: &'a Channel) -> impl Iterator<Item = Cell<'a>> {
    let node = clip.nodes.get(channel.node()).map_or("", |node| node.name.as_str());
    let names = [clip.name.as_str(), node, channel.property().name()];
    let components = channel.component()..channel.component() + channel.curve().width();
    components.map(move |component| Cell { names, component })
}

/// The channels by node, then property as the file first names it, then component.
fn ordered(clip: &Clip) -> Vec<&Channel> {
    let mut first = std::collections::HashMap::new();
    for (index, channel) in clip.channels.iter().enumerate() {
        first.entry((channel.node(), channel.property().name())).or_insert(index);
    }
    let mut channels: Vec<_> = clip.channels.iter().collect();
    channels.sort_by_key(|channel| {
        let place = first.get(&(channel.node(), channel.property().name())).copied();
        (channel.node(), place, channel.component())
    });
    channels
}
