//! Poses and values at many times, as flat numbers. All of it runs without Python.

use anim_core::{Affine, Pose};

use crate::arrays::{Number, room};
use crate::error::Failure;
use crate::held::Held;

/// Which matrices of a pose.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Frame {
    /// From the node's space to its parent's.
    Local,
    /// From the node's space to the world's.
    World,
}

/// The matrices of all nodes at each time: 12 numbers for each, row by row.
pub(crate) fn matrices<T: Number>(held: &Held, times: &[f64], frame: Frame) -> Result<Vec<T>, Failure> {
    let mut values = room(times.len(), held.clip.nodes.len() * 12)?;
    let (mut poser, mut pose) = (held.poser()?, Pose::default());
    let mut push = |matrices: &[Affine]| {
        for matrix in matrices {
            values.extend(matrix.0.as_flattened().iter().map(|&value| T::of(value)));
        }
    };
    for &time in times {
        poser.pose(time, &mut pose);
        match frame {
            Frame::Local => push(&pose.local),
            Frame::World => push(&pose.world),
        }
    }
    Ok(values)
}

/// The local rotations of all nodes at each time: x, y, z, w for each. A matrix is decomposed.
pub(crate) fn rotations<T: Number>(held: &Held, times: &[f64]) -> Result<Vec<T>, Failure> {
    let nodes = held.clip.nodes.len();
    let mut values = room(times.len(), nodes * 4)?;
    let mut poser = held.poser()?;
    for &time in times {
        for node in 0..nodes {
            let state = poser.node(node, time);
            let rotation =
                state.matrix.map_or(state.transform.rotation, |matrix| matrix.decompose().rotation);
            values.extend(rotation.map(T::of));
        }
    }
    Ok(values)
}

/// Whether each node exists, and the index of its parent or −1, at each time.
pub(crate) fn hierarchy(held: &Held, times: &[f64]) -> Result<(Vec<bool>, Vec<i64>), Failure> {
    let nodes = held.clip.nodes.len();
    let (mut alive, mut parents) = (room(times.len(), nodes)?, room(times.len(), nodes)?);
    let (mut poser, mut pose) = (held.poser()?, Pose::default());
    for &time in times {
        poser.pose(time, &mut pose);
        alive.extend_from_slice(&pose.alive);
        parents.extend(pose.parent.iter().map(|parent| parent.map_or(-1, |parent| parent as i64)));
    }
    Ok((alive, parents))
}

/// The components of a channel at each time.
pub(crate) fn samples<T: Number>(held: &Held, channel: usize, times: &[f64]) -> Result<Vec<T>, Failure> {
    let Some(width) = held.clip.channels.get(channel).map(|channel| channel.curve().width()) else {
        return Err(Failure::Number(format!("there is no channel {channel}")));
    };
    let mut values = room(times.len(), width)?;
    let (mut sampler, mut value) = (held.sampler()?, vec![0.0; width]);
    for &time in times {
        sampler.sample(channel, time, &mut value);
        values.extend(value.iter().map(|&value| T::of(value)));
    }
    Ok(values)
}
