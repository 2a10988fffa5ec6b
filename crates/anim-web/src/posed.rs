//! Poses at times.

use anim_core::{Affine, ClipSampler, Loss, Pose, Poser};
use anim_formats::inexact;

use crate::sampled::missing;
use crate::{Animation, Error, Inexact, SampleOptions};

/// The poses of a clip at times.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Posed {
    /// The name of the clip.
    pub clip: String,
    /// Seconds, ascending.
    pub times: Vec<f64>,
    /// The names of the nodes.
    pub nodes: Vec<String>,
    /// For each time, the parent of each node; -1 for none.
    pub parents: Vec<i32>,
    /// For each time, whether each node exists: 1 or 0.
    pub alive: Vec<u8>,
    /// For each time, the matrix of each node in its parent's space: three rows of four numbers for column vectors, with the
    /// translation last.
    pub local: Vec<f64>,
    /// The same in world space.
    pub world: Vec<f64>,
    /// The channels whose values are approximate.
    pub errors: Vec<Inexact>,
    /// What the file has and the clip lacks: dropped parts, and those that only other clips of the file have.
    pub losses: Vec<Loss>,
}

impl Animation {
    /// The local and world matrices of every node of a clip, as the format defines them.
    ///
    /// Errors: an unknown clip, a rate that is not above 0, and more than 2²⁶ numbers.
    pub fn pose(&mut self, options: &SampleOptions) -> Result<Posed, Error> {
        let (clip, report, evaluator) = self.clip(options.clip.as_ref())?;
        // Two matrices of twelve numbers, a parent, and whether it exists.
        let times = options.times(clip, 26 * clip.nodes.len())?;
        let sampler = ClipSampler::new(clip).with_evaluator(evaluator);
        let mut posed = Posed {
            clip: clip.name.clone(),
            nodes: clip.nodes.iter().map(|node| node.name.clone()).collect(),
            parents: Vec::new(),
            alive: Vec::new(),
            local: Vec::new(),
            world: Vec::new(),
            errors: inexact(report, &sampler).iter().map(Inexact::from).collect(),
            losses: missing(clip, report),
            times,
        };
        let (mut poser, mut pose) = (Poser::of(sampler), Pose::default());
        for time in &posed.times {
            poser.pose(*time, &mut pose);
            let parent = |parent: &Option<usize>| parent.map_or(-1, |parent| parent as i32);
            posed.parents.extend(pose.parent.iter().map(parent));
            posed.alive.extend(pose.alive.iter().map(|alive| u8::from(*alive)));
            posed.local.extend(pose.local.iter().copied().flat_map(Affine::to_rows));
            posed.world.extend(pose.world.iter().copied().flat_map(Affine::to_rows));
        }
        Ok(posed)
    }
}
