//! The motion of a node relative to another parent, or in another form, as keys.

use std::cell::{Cell, RefCell};
use std::collections::HashSet;

use super::at_rest::at_rest;
use super::by_node::ByNode;
use super::codes;
use super::distance::baked_error;
use super::draft::SAME;
use super::nodes::motion_alone;
use super::pattern::upwards;
use super::quota::Quota;
use super::relative::Moved;
use super::rigid::is_rigid;
use super::still_chains::StillChains;
use super::survey::Survey;
use crate::{
    Affine, Channel, Clip, ClipError, Curve, Deviation, Ease, MAX_KEYS, Pose, Poser, Property, Report, Times,
    Transform, Winding, Wrap, bake_function, quaternion,
};

/// The motion of a node relative to its own parent as a matrix. Its rest and its parents stay, even if they are flat (scaled by 0).
pub(super) fn as_matrix(
    by_node: &ByNode<'_>,
    node: usize,
    quota: &Quota,
    report: &mut Report,
) -> Result<Moved, ClipError> {
    let moved = Motion::own(by_node, node, Property::is_spatial).baked((true, 1), quota, report)?;
    Ok(moved.with(by_node.of(node).filter(|channel| *channel.property() == Property::Parent)))
}

/// The motion of a node without a matrix, its rotation as a quaternion. All else stays.
pub(super) fn as_quaternion(
    by_node: &ByNode<'_>,
    node: usize,
    quota: &Quota,
    report: &mut Report,
) -> Result<Moved, ClipError> {
    let moved = Motion::own(by_node, node, Property::is_rotation).baked((false, 1), quota, report)?;
    let stays = |property: &Property| {
        *property == Property::Parent || property.is_spatial() && !property.is_rotation()
    };
    Ok(moved.with(by_node.of(node).filter(|channel| stays(channel.property()))))
}

/// Whether every value of a curve holds until the next one, and the ends hold.
fn is_stepped(curve: &Curve) -> bool {
    let steps = (0..curve.len() - 1).all(|key| curve.ease(key) == Ease::Step);
    steps && curve.wrap() == (Wrap::Hold, Wrap::Hold)
}

/// The motion of a node, in a clip reduced to the node and its ancestors.
pub(super) struct Motion {
    clip: Clip,
    /// For each node of the clip, the map of its rest pose.
    rests: Vec<Affine>,
    node: usize,
    parent: Option<usize>,
    /// Whether it is relative to the node's own parent.
    is_own: bool,
}

/// A property of a motion: its error, and the duration of its jumps in seconds.
struct Drawn {
    channel: Channel,
    error: f64,
    jump: f64,
}

impl Motion {
    /// Relative to `parent`. Ancestors that never move are one node with those around them.
    pub(super) fn new(
        by_node: &ByNode<'_>,
        chains: &StillChains,
        node: usize,
        parent: Option<usize>,
    ) -> Self {
        let merged = chains.clip_of(by_node, node, parent);
        let Some((clip, rests, [place, parent])) = merged else {
            return Self::with_all(by_node, node, parent);
        };
        Self { clip, rests, node: place.unwrap_or_default(), parent, is_own: false }
    }

    /// Relative to `parent`: with all possible ancestors of both nodes.
    fn with_all(by_node: &ByNode<'_>, node: usize, parent: Option<usize>) -> Self {
        let nodes = &by_node.clip.nodes;
        let mut needed: Vec<usize> = [Some(node), parent].into_iter().flatten().collect();
        let mut known: HashSet<usize> = needed.iter().copied().collect();
        let mut next = 0;
        while let Some(&one) = needed.get(next) {
            let above = by_node.parents(one).chain(nodes[one].parent);
            needed.extend(above.filter(|&up| up < nodes.len() && known.insert(up)));
            next += 1;
        }
        needed.sort_unstable();
        let place = |node: usize| needed.binary_search(&node).ok();
        let clip = motion_alone(by_node, &needed);
        let rests = clip.nodes.iter().map(|node| node.rest.into()).collect();
        let (node, parent) = (place(node).unwrap_or_default(), parent.and_then(place));
        Self { clip, rests, node, parent, is_own: false }
    }

    /// Relative to the node's own parent at each time, with the channels of some properties.
    fn own(by_node: &ByNode<'_>, node: usize, is_meant: impl Fn(&Property) -> bool) -> Self {
        let mut clip = motion_alone(by_node, &[node]);
        clip.channels.retain(|channel| is_meant(channel.property()));
        let rests = clip.nodes.iter().map(|node| node.rest.into()).collect();
        Self { clip, rests, node: 0, parent: None, is_own: true }
    }

    /// The span of the clip and of all keys of curves that hold.
    fn span(&self, sources: &[&Curve]) -> [f64; 2] {
        let start = sources.iter().filter(|curve| curve.wrap().0 == Wrap::Hold).map(|curve| curve.start());
        let end = sources.iter().filter(|curve| curve.wrap().1 == Wrap::Hold).map(|curve| curve.end());
        [start.fold(0.0, f64::min), end.fold(self.clip.duration, f64::max)]
    }

    /// Keys of the motion, as a matrix if it has shear or `matrix` asks for one. `curves` is how many curves the quota has for it.
    pub(super) fn baked(
        &self,
        (matrix, curves): (bool, usize),
        quota: &Quota,
        report: &mut Report,
    ) -> Result<Moved, ClipError> {
        let left = Cell::new(curves);
        let moved = self.made(matrix, &left, quota, report);
        quota.pass(left.get());
        moved
    }

    /// [`baked`](Self::baked), where `left` is the number of curves that the quota still has for it.
    fn made(
        &self,
        matrix: bool,
        left: &Cell<usize>,
        quota: &Quota,
        report: &mut Report,
    ) -> Result<Moved, ClipError> {
        let sources: Vec<&Curve> = self.clip.channels.iter().map(Channel::curve).collect();
        let span = self.span(&sources);
        self.report_ends(&sources, report);
        let poser = RefCell::new((Poser::new(&self.clip), Pose::default()));
        let is_flat = Cell::new(false);
        let at = |time: f64| {
            let (poser, pose) = &mut *poser.borrow_mut();
            poser.pose(time, pose);
            // Without a change, nothing is computed: the parent may be flat.
            if pose.parent[self.node] == self.parent {
                return pose.local[self.node];
            }
            let under = self.parent.filter(|&parent| pose.alive[parent]).map(|parent| pose.world[parent]);
            let back = under.map_or(Some(Affine::IDENTITY), |world| world.inverse());
            is_flat.set(is_flat.get() || back.is_none());
            back.map_or(pose.local[self.node], |back| back.after(&pose.world[self.node]))
        };
        // The node's own transform keeps its scales: a matrix does not tell which of them are negative.
        let transform_at = |time: f64| -> Transform {
            let own = self.is_own.then(|| poser.borrow_mut().0.node(self.node, time));
            match own {
                Some(state) if state.matrix.is_none() => state.transform,
                _ => at(time).decompose(),
            }
        };
        let steps = sources.iter().all(|curve| is_stepped(curve));
        let is_rigid = is_rigid(&self.clip);
        let seen = Survey::of(&sources, span, quota.fineness(), is_rigid, at)?;
        let shears = matrix || seen.shears;
        if is_flat.get() {
            let message =
                "its new parent is flat (scaled by 0) at times, and there it moves as below its old parent";
            report.lose(codes::FLAT.dropped(message).of_node(&self.clip, self.node));
        }
        if !shears && left.get() > 0 {
            let surplus = left.get().saturating_sub(if is_rigid { 2 } else { 3 });
            quota.pass(surplus);
            left.set(left.get() - surplus);
        }
        let draw = |property: Property, part: &mut dyn FnMut(f64, &mut [f64])| -> Result<Drawn, ClipError> {
            let width = property.width();
            let mut sample = |time: f64, out: &mut [f64]| part(time, out);
            let (curve, jump, error) = if seen.is_still {
                let mut value = vec![0.0; width];
                sample(span[0], &mut value);
                (Curve::constant(&value)?, 0.0, 0.0)
            } else if steps {
                (stepped(&sources, width, span, sample)?, 0.0, 0.0)
            } else {
                let ease = if property == Property::Rotation { Ease::Slerp } else { Ease::Linear };
                // One matrix has the keys of all.
                let fine = quota.fineness_of(if shears { left.get() } else { 1 });
                let baked = bake_function(&sources, width, ease, span, fine, &mut sample)?;
                quota.take(&baked.curve);
                if left.get() > 1 {
                    quota.pass(1);
                    left.set(left.get() - 1);
                }
                let winding = &mut Winding::new([]);
                let error = baked_error(&property, &baked, &sources, span, winding, sample);
                (baked.curve, baked.jump, error)
            };
            Ok(Drawn { channel: Channel::new(self.node, property, curve)?, error, jump })
        };
        if shears {
            let matrix = draw(Property::Matrix, &mut |time, out| out.copy_from_slice(&at(time).to_rows()))?;
            return Ok(Moved { rest: self.rest(), channels: vec![self.reported(matrix, report)] });
        }
        // Turns about a parent that turns are arcs, but its children move along circles: they get the keys that are left.
        let mut last = quaternion::IDENTITY;
        let rotation = draw(Property::Rotation, &mut |time, out| {
            last = quaternion::nearest(transform_at(time).rotation, last);
            out.copy_from_slice(&last);
        })?;
        let scale = &mut |time, out: &mut [f64]| out.copy_from_slice(&transform_at(time).scale);
        let scale = if is_rigid { None } else { Some(draw(Property::Scale, scale)?) };
        let translation =
            draw(Property::Translation, &mut |time, out| out.copy_from_slice(&at(time).translation()))?;
        let drawn = [Some(translation), Some(rotation), scale].into_iter().flatten();
        at_rest(self.rest(), drawn.map(|drawn| self.reported(drawn, report)).collect())
    }

    /// Reports wraps of the sources, which baked motion does not have.
    fn report_ends(&self, sources: &[&Curve], report: &mut Report) {
        if sources.iter().any(|curve| curve.len() > 1 && curve.wrap() != (Wrap::Hold, Wrap::Hold)) {
            let message = "baked motion holds its values before the clip and after its end";
            report.lose(codes::ENDS.dropped(message).of_node(&self.clip, self.node));
        }
    }

    /// The channel of a property, whose error, and the duration of its jumps, are reported.
    fn reported(&self, Drawn { channel, error, jump }: Drawn, report: &mut Report) -> Channel {
        let property = channel.property();
        let mut lose = |code: &'static crate::Code, error: Deviation, message: &str| {
            let loss = code.approximated(error, message);
            report.lose(loss.of_node(&self.clip, self.node).of_property(property));
        };
        if error > 0.0 {
            lose(&codes::CURVE, Deviation::of(property, error), "motion is baked");
        }
        if jump > 0.0 {
            lose(&codes::JUMP, Deviation::time(jump), "a jump takes a moment");
        }
        channel
    }

    /// The rest pose of the node: its own, or that relative to the new parent.
    fn rest(&self) -> Transform {
        let nodes = &self.clip.nodes;
        if self.is_own || nodes[self.node].parent == self.parent {
            return nodes[self.node].rest;
        }
        let world =
            |node: usize| upwards(nodes, node).fold(Affine::IDENTITY, |map, up| self.rests[up].after(&map));
        let under = self.parent.map_or(Some(Affine::IDENTITY), |parent| world(parent).inverse());
        under.map_or(nodes[self.node].rest, |under| under.after(&world(self.node)).decompose())
    }
}

/// A function that only steps, as steps.
fn stepped(
    sources: &[&Curve],
    width: usize,
    [from, to]: [f64; 2],
    mut sample: impl FnMut(f64, &mut [f64]),
) -> Result<Curve, ClipError> {
    let mut times = vec![from];
    times.extend(
        sources.iter().flat_map(|curve| curve.times().iter()).filter(|time| from < *time && *time <= to),
    );
    times.sort_by(f64::total_cmp);
    times.dedup_by(|later, earlier| *later - *earlier < SAME);
    if times.len() > MAX_KEYS {
        return Err(ClipError::TooManyKeys { most: MAX_KEYS });
    }
    let mut values = vec![0.0; times.len() * width];
    times.iter().zip(values.chunks_exact_mut(width)).for_each(|(time, out)| sample(*time, out));
    Curve::new(Times::keys(times)?, width, values, Ease::Step)
}
