//! Nodes that get other parents, and move as before.

use super::by_node::ByNode;
use super::codes;
use super::motion::Motion;
use super::quota::Quota;
use super::relative::{Moved, carried, constant_between};
use super::rigid::is_rigid;
use super::still_chains::StillChains;
use crate::bake::key_pool::keys_of;
use crate::{Affine, Channel, Clip, ClipError, Fineness, Property, Report};

/// A node, its new parent, and its motion, if that is known.
type Move<M> = (usize, Option<usize>, M);

/// The nodes of a clip that get other parents.
pub(super) struct Moves<'a> {
    by_node: ByNode<'a>,
    chains: StillChains,
    all: Vec<Move<Option<Moved>>>,
    /// How many curves a motion becomes that has to be baked: its translation, rotation, and scale.
    curves: usize,
}

impl<'a> Moves<'a> {
    /// Nodes with their new parents. `is_kept` is whether a node can be one of these.
    ///
    /// If the nodes in between stand still, curves stay curves.
    pub(super) fn new(
        by_node: ByNode<'a>,
        parents: Vec<(usize, Option<usize>)>,
        is_kept: impl Fn(usize) -> bool,
    ) -> Result<Self, ClipError> {
        let between = StillChains::new(&by_node, is_kept);
        let is_parent = |channel: &Channel| *channel.property() == Property::Parent;
        let has_parents = by_node.clip.channels.iter().any(is_parent);
        let constant = |node: usize, parent: Option<usize>| -> Option<Affine> {
            match between.above(node) {
                Some(chain) if !has_parents => (chain.top == parent).then_some(chain.map),
                _ => constant_between(&by_node, node, parent),
            }
        };
        let moved = |(node, parent): (usize, Option<usize>)| {
            let map = constant(node, parent);
            let moved = map.map_or(Ok(None), |map| carried(&by_node, node, &map))?;
            Ok((node, parent, moved))
        };
        let all = parents.into_iter().map(moved).collect::<Result<_, ClipError>>()?;
        let curves = if is_rigid(by_node.clip) { 2 } else { 3 };
        Ok(Self { chains: StillChains::new(&by_node, |_| false), by_node, all, curves })
    }

    pub(super) fn clip(&self) -> &'a Clip {
        self.by_node.clip
    }

    /// The quota of operations on clips, for the curves of these nodes.
    pub(super) fn quota<'m>(
        clips: &[Clip],
        fineness: Fineness,
        moves: impl Iterator<Item = &'m Self>,
    ) -> Quota
    where
        'a: 'm,
    {
        let all = moves.map(Self::baked_curves);
        let (curves, keys) = all.fold((0, 0.0), |all, own| (all.0 + own.0, all.1 + own.1));
        Quota::of(clips, fineness).for_curves(curves, keys)
    }

    /// The number of curves that are baked, and of the keys of their sources.
    fn baked_curves(&self) -> (usize, f64) {
        let own = |node: usize| self.by_node.of(node).map(|channel| keys_of(channel.curve())).sum::<f64>();
        let above = |node: usize| self.chains.above(node).map_or(0.0, |chain| chain.keys);
        let baked = self.all.iter().filter(|(.., moved)| moved.is_none());
        let keys = baked.map(|(node, ..)| self.curves as f64 * (own(*node) + above(*node)));
        keys.fold((0, 0.0), |(curves, all), keys| (curves + self.curves, all + keys))
    }

    /// The motion of each node. Where it is not that of its curves, it is baked within the tolerance: in radians, in the length unit,
    /// and as a ratio; a motion that consists of steps stays steps. A motion with shear becomes a matrix.
    pub(super) fn baked(self, quota: &Quota, report: &mut Report) -> Result<Vec<Move<Moved>>, ClipError> {
        let Self { by_node, chains, all, curves } = self;
        let mut baked = |(node, parent, moved): Move<Option<Moved>>| {
            if by_node.parents(node).next().is_some() {
                let message = "its changes of parents are baked into its motion";
                report.lose(codes::PARENTS.dropped(message).of_node(by_node.clip, node));
            }
            let moved = match moved {
                Some(moved) => moved,
                None => Motion::new(&by_node, &chains, node, parent).baked((false, curves), quota, report)?,
            };
            Ok((node, parent, moved))
        };
        all.into_iter().map(&mut baked).collect()
    }
}
