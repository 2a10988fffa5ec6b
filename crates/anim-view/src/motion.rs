//! Where every node is at sampled times: the keys, and between them as many samples as a screen can show.

use anim_core::{Channel, Clip, Curve, Ease, Pose, Poser, Property, Rate, Sampler, Wrap};

use crate::columns::{doubles, integers, singles};
use crate::data::{Motion, NodeData};
use crate::{Error, Options};

/// What two samples must be apart in seconds.
const NEAR: f64 = 1e-9;

/// The nodes as they are at first, and how they move. `bytes` is how many bytes samples may still take.
pub(crate) fn motion(
    clip: &Clip,
    options: &Options,
    bytes: &mut usize,
) -> Result<(Vec<NodeData>, Motion), Error> {
    let spatial: Vec<&Channel> =
        clip.channels.iter().filter(|channel| is_shown(channel.property())).collect();
    let hold = spatial.iter().all(|channel| is_stepped(channel.curve()));
    let too_large = Error::TooLarge { most: options.max_bytes };
    // A time takes eight bytes, a local map twelve numbers before it is known which of them change.
    let most = *bytes / (8 + 12 * 4 * clip.nodes.len());
    let times = times(clip, &spatial, hold, options.rate, most).ok_or_else(|| too_large.clone())?;
    let samples = Samples::take(clip, &times);
    let moving = samples.moving();
    let taken = times.len() * (8 + 4 * moving.len());
    *bytes = bytes.checked_sub(taken).ok_or(too_large)?;

    let first = samples.states.first();
    let nodes = clip.nodes.iter().enumerate().map(|(index, node)| NodeData {
        name: node.name.clone(),
        parent: first.and_then(|state| state.parents.get(index).copied().flatten()),
        shown: first.is_none_or(|state| state.shown.get(index).copied().unwrap_or(true)),
    });
    let values = samples.locals.iter().flat_map(|local| moving.iter().map(|&index| f64::from(local[index])));
    let motion = Motion {
        hold,
        times: doubles(times.iter().copied()),
        start: singles(samples.locals.first().into_iter().flatten().map(|&number| f64::from(number))),
        moving: integers(moving.iter().map(|&index| index as u32)),
        values: singles(values),
        parents: samples.changes(|state, node| state.parents[node].map_or(-1, |parent| parent as i64)),
        shown: samples.changes(|state, node| i64::from(state.shown[node])),
    };
    Ok((nodes.collect(), motion))
}

/// Whether the page shows a property in space.
fn is_shown(property: &Property) -> bool {
    use Property as P;
    matches!(
        property,
        P::Translation
            | P::Displacement
            | P::Rotation
            | P::Euler(_)
            | P::Angle { .. }
            | P::Scale
            | P::Matrix
            | P::Alive
            | P::Parent
            | P::Visible
    )
}

/// Whether a curve is the same from one key up to the next.
fn is_stepped(curve: &Curve) -> bool {
    curve.len() == 1 || (0..curve.len() - 1).all(|key| curve.ease(key) == Ease::Step)
}

/// When to sample, ascending; `None` for more than `most` times.
fn times(clip: &Clip, channels: &[&Channel], hold: bool, rate: Option<f64>, most: usize) -> Option<Vec<f64>> {
    let span = [0.0, clip.duration];
    let mut times = vec![0.0, clip.duration];
    // Neighbouring channels often share their times.
    let mut known: Option<&Curve> = None;
    for channel in channels {
        let curve = channel.curve();
        let is_known =
            known.is_some_and(|known| known.times() == curve.times() && known.wrap() == curve.wrap());
        if !(hold && is_known) {
            let keys = anim_plot::key_times(curve, span, most)?;
            let may_jump = !hold && may_jump(curve);
            let asides = keys.iter().filter(|_| may_jump).filter_map(|&key| before_jump(curve, key));
            times.extend(asides.chain(keys.iter().copied()));
            known = Some(curve);
        }
        // Many channels of many keys are brought together now and then, so that memory stays in bounds.
        if times.len() > 2 * most {
            settle(&mut times);
        }
        if times.len() > 2 * most {
            return None;
        }
    }
    if !hold {
        let grid = grid(clip, rate);
        let count = (grid.frame(clip.duration) + 1e-6).floor();
        if count > most as f64 {
            return None;
        }
        times.extend(
            (0..=count as usize).map(|frame| grid.time(frame as f64)).filter(|&time| time <= clip.duration),
        );
    }
    settle(&mut times);
    (times.len() <= most).then_some(times)
}

/// Sorts times and leaves out those that are the same.
fn settle(times: &mut Vec<f64>) {
    times.sort_by(f64::total_cmp);
    times.dedup_by(|later, earlier| *later - *earlier < NEAR);
}

/// The rate to sample at: the one that is wanted, or a multiple of the clip's own, so that its frames are among the samples.
fn grid(clip: &Clip, rate: Option<f64>) -> Rate {
    /// What most screens show.
    const SCREEN: u32 = 60;
    let own = clip.rate.unwrap_or(Rate::per_second(SCREEN));
    let [frames, seconds] = own.parts();
    let times = (f64::from(SCREEN) / own.hertz()).ceil().max(1.0);
    let grid = rate.map_or_else(|| Rate::new(frames * times, seconds), |rate| Rate::new(rate, 1.0));
    grid.unwrap_or(own)
}

/// Whether a curve may come to one of its keys by a jump.
fn may_jump(curve: &Curve) -> bool {
    let starts_again = |wrap: Wrap| matches!(wrap, Wrap::Repeat | Wrap::RepeatWithOffset);
    let (before, after) = curve.wrap();
    starts_again(before) || starts_again(after) || (0..curve.len()).any(|key| curve.ease(key) == Ease::Step)
}

/// A time so near before a key that is a jump that nothing is seen to move between them.
fn before_jump(curve: &Curve, key: f64) -> Option<f64> {
    const ASIDE: f64 = 1e-5;
    let (before, after) = (curve.at(key - ASIDE), curve.at(key));
    // A smooth curve does not come far in so short a time.
    let jumps = before.iter().zip(&after).any(|(a, b)| (a - b).abs() > 1e-3 * a.abs().max(b.abs()));
    (key > ASIDE && jumps).then_some(key - ASIDE)
}

/// A clip at every sampled time.
struct Samples {
    /// The local maps, 12 numbers a node.
    locals: Vec<Vec<f32>>,
    states: Vec<State>,
}

/// What nodes are besides where they are.
struct State {
    parents: Vec<Option<usize>>,
    shown: Vec<bool>,
}

impl Samples {
    fn take(clip: &Clip, times: &[f64]) -> Self {
        let mut samples = Self { locals: Vec::new(), states: Vec::new() };
        let (mut poser, mut pose) = (Poser::new(clip), Pose::default());
        let visible = clip.channels.iter().filter(|channel| *channel.property() == Property::Visible);
        let mut visible: Vec<_> =
            visible.map(|channel| (channel.node(), Sampler::new(channel.curve()))).collect();
        for &time in times {
            poser.pose(time, &mut pose);
            let numbers = pose.local.iter().flat_map(|local| local.to_rows());
            samples.locals.push(numbers.map(|number| number as f32).collect());
            let mut shown = pose.alive.clone();
            for (node, sampler) in &mut visible {
                let mut value = [1.0];
                sampler.sample(time, &mut value);
                if let Some(shown) = shown.get_mut(*node) {
                    *shown &= value[0] != 0.0;
                }
            }
            samples.states.push(State { parents: pose.parent.clone(), shown });
        }
        samples
    }

    /// Which numbers change.
    fn moving(&self) -> Vec<usize> {
        let Some((first, rest)) = self.locals.split_first() else { return Vec::new() };
        let changes =
            |&index: &usize| rest.iter().any(|local| local[index].to_bits() != first[index].to_bits());
        (0..first.len()).filter(changes).collect()
    }

    /// The changes of a state, by sample.
    fn changes(&self, state: impl Fn(&State, usize) -> i64) -> Vec<[i64; 3]> {
        let pairs = self.states.windows(2).enumerate();
        let changes = pairs.flat_map(|(index, pair)| {
            let nodes = 0..pair[0].shown.len();
            let state = &state;
            nodes.filter_map(move |node| {
                let (before, after) = (state(&pair[0], node), state(&pair[1], node));
                (before != after).then_some([index as i64 + 1, node as i64, after])
            })
        });
        changes.collect()
    }
}

#[cfg(test)]
mod tests {
    use anim_core::{EulerOrder, Node, Times};

    use super::*;

    fn clip(ease: Ease, wrap: Wrap, duration: f64) -> Clip {
        let times = Times::keys([0.0, 0.5, 1.0]).unwrap();
        let values = [[0.0; 3], [1.0, 2.0, 0.0], [3.0, 4.0, 0.0]].concat();
        let curve = Curve::new(times, 3, values, ease).unwrap().with_wrap(Wrap::Hold, wrap);
        let channels = vec![Channel::new(1, Property::Translation, curve).unwrap()];
        Clip::new("")
            .with_duration(duration)
            .with_nodes(vec![Node::new("a"), Node::new("b")])
            .with_channels(channels)
    }

    fn sampled(clip: &Clip, rate: Option<f64>) -> Vec<f64> {
        let channels: Vec<_> = clip.channels.iter().collect();
        let hold = channels.iter().all(|channel| is_stepped(channel.curve()));
        times(clip, &channels, hold, rate, 1000).unwrap()
    }

    #[test]
    fn steps_are_sampled_at_their_keys_alone() {
        assert_eq!(sampled(&clip(Ease::Step, Wrap::Hold, 2.0), None), [0.0, 0.5, 1.0, 2.0]);
        assert_eq!(sampled(&clip(Ease::Step, Wrap::Repeat, 2.0), None), [0.0, 0.5, 1.0, 1.5, 2.0]);
    }

    #[test]
    fn smooth_motion_is_sampled_at_frames_and_keys_and_before_jumps() {
        assert_eq!(
            sampled(&clip(Ease::Linear, Wrap::Hold, 1.0), Some(3.0)),
            [0.0, 1.0 / 3.0, 0.5, 2.0 / 3.0, 1.0]
        );
        let jump = sampled(&clip(Ease::Linear, Wrap::Repeat, 1.5), Some(1.0));
        assert_eq!(jump, [0.0, 0.5, 1.0 - 1e-5, 1.0, 1.5]);
        let mut framed = clip(Ease::Linear, Wrap::Hold, 1.0);
        framed.rate = Some(Rate::per_second(25));
        let times = sampled(&framed, None);
        assert_eq!(
            times.len(),
            77,
            "a key, and 75 a second: the least multiple of 25 that is no less than 60"
        );
        assert!((0..=25).all(|frame| times.contains(&(f64::from(frame) / 25.0))));
    }

    #[test]
    fn whatever_moves_a_node_is_sampled() {
        for property in [
            Property::Translation,
            Property::Displacement,
            Property::Rotation,
            Property::Euler(EulerOrder::Xyz),
            Property::Angle { axis: [0.0, 1.0, 0.0] },
            Property::Scale,
            Property::Matrix,
        ] {
            let width = property.width();
            let values: Vec<f64> = (0..3 * width).map(|index| index as f64 / 30.0).collect();
            let curve = Curve::new(Times::keys([0.0, 0.5, 1.0]).unwrap(), width, values, Ease::Linear);
            let channels = vec![Channel::new(0, property.clone(), curve.unwrap()).unwrap()];
            let clip =
                Clip::new("").with_duration(1.0).with_nodes(vec![Node::new("a")]).with_channels(channels);
            let (_, motion) = motion(&clip, &Options::default(), &mut 100_000).unwrap();
            assert!(!motion.hold && motion.times.len() > 61 * 8, "{}", property.name());
        }
    }

    #[test]
    fn only_what_moves_is_kept() {
        let clip = clip(Ease::Step, Wrap::Hold, 2.0);
        let mut bytes = 1000;
        let (nodes, motion) = motion(&clip, &Options::default(), &mut bytes).unwrap();
        assert_eq!(nodes.len(), 2);
        assert_eq!(motion.moving, integers([15, 19]), "x and y of the second node's translation");
        assert_eq!(motion.values, singles([0.0, 0.0, 1.0, 2.0, 3.0, 4.0, 3.0, 4.0]));
        assert_eq!(bytes, 1000 - 4 * (8 + 2 * 4));
        assert!(motion.hold && motion.parents.is_empty() && motion.shown.is_empty());
    }

    #[test]
    fn changes_of_parents_and_of_what_is_shown_are_kept() {
        let step = |values: &[f64]| {
            Curve::new(Times::keys([0.0, 1.0]).unwrap(), 1, values.to_vec(), Ease::Step).unwrap()
        };
        let mut clip = clip(Ease::Step, Wrap::Hold, 2.0);
        clip.channels.push(Channel::new(1, Property::Parent, step(&[-1.0, 0.0])).unwrap());
        clip.channels.push(Channel::new(0, Property::Visible, step(&[1.0, 0.0])).unwrap());
        let (nodes, motion) = motion(&clip, &Options::default(), &mut 1000).unwrap();
        assert_eq!((nodes[1].parent, nodes[0].shown), (None, true));
        assert_eq!((motion.parents, motion.shown), (vec![[2, 1, 0]], vec![[2, 0, 0]]));
    }

    #[test]
    fn more_samples_than_are_wanted_are_refused() {
        let long = clip(Ease::Linear, Wrap::Repeat, 1e9);
        for options in [Options::default(), Options { max_bytes: 100, ..Options::default() }] {
            let mut bytes = options.max_bytes;
            let error = motion(&long, &options, &mut bytes).unwrap_err();
            assert_eq!(error, Error::TooLarge { most: options.max_bytes });
        }
    }
}
