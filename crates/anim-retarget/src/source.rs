//! The clip whose motion is retargeted.

use std::cell::RefCell;

use anim_core::quaternion::{self, Quaternion};
use anim_core::{Affine, Channel, Clip, Curve, Poser, Report, Sampler, Transform, largest_difference};

use crate::curves::{Driven, Local};
use crate::hung::Hung;
use crate::prefixes::{Factor, LONG, Prefixes};
use crate::rounding::SAME;
use crate::{Options, Reference, codes};

/// A clip with the curves of its nodes, and its nodes at rest.
pub(crate) struct Source<'a> {
    pub(crate) clip: &'a Clip,
    /// The channels of each node.
    pub(crate) channels: Vec<Vec<&'a Channel>>,
    pub(crate) locals: Vec<Local<'a>>,
    /// The pose that corresponds to the figure's rest pose.
    pub(crate) rest: Vec<Transform>,
    pub(crate) hung: Hung,
    /// The clip itself at any time, for values composed of several curves.
    poser: RefCell<Poser<'a>>,
    /// The maps of long chains of nodes, and the products of their rotations.
    maps: RefCell<Prefixes<Affine>>,
    pub(crate) turns: RefCell<Prefixes<Quaternion>>,
}

impl<'a> Source<'a> {
    pub(crate) fn new(
        clip: &'a Clip,
        options: &Options,
        is_mapped: impl Fn(usize) -> bool,
        report: &mut Report,
    ) -> Self {
        let mut channels: Vec<Vec<&Channel>> = vec![Vec::new(); clip.nodes.len()];
        for channel in &clip.channels {
            if let Some(channels) = channels.get_mut(channel.node()) {
                channels.push(channel);
            }
        }
        let local = |(node, channels): (&anim_core::Node, &Vec<&'a Channel>)| {
            Local::new(clip, &node.rest, channels, options).unwrap_or_else(|error| {
                if let Some(channel) = channels.iter().find(|channel| channel.property().is_spatial()) {
                    let message = format!("the motion of the node is dropped: {error}");
                    report.lose(codes::DROPPED.dropped(message).of_channel(clip, channel));
                }
                Local::default()
            })
        };
        let locals: Vec<_> = clip.nodes.iter().zip(&channels).map(local).collect();
        let is_heap = clip.nodes.iter().all(|node| node.rest.translation == [0.0; 3]);
        let at_rest = |node: usize| clip.nodes[node].rest;
        let at_first = |node: usize| first(clip, &locals, node);
        let rest: Vec<_> = (0..clip.nodes.len())
            .map(|node| match options.reference {
                Reference::First => at_first(node),
                // Objects of some formats have positions only in frames, not at rest.
                Reference::TPose if is_heap => at_first(node),
                Reference::Unrotated if is_mapped(node) => {
                    Transform { rotation: quaternion::IDENTITY, ..at_rest(node) }
                }
                _ => at_rest(node),
            })
            .collect();
        let hung = Hung::new(&clip.nodes, &rest);
        let poser = RefCell::new(Poser::new(clip));
        let (maps, turns) = (RefCell::default(), RefCell::default());
        Self { clip, channels, locals, rest, hung, poser, maps, turns }
    }

    /// A term of a product of rotations.
    pub(crate) fn turn(&self, node: usize) -> Term<'_, 4> {
        Term::new(self.locals[node].rotation.as_ref(), self.clip.nodes[node].rest.rotation)
    }

    /// The curves that move a node.
    pub(crate) fn moving(&self, node: usize) -> impl Iterator<Item = &Driven<'a>> {
        let local = &self.locals[node];
        let driven = [&local.translation, &local.rotation, &local.scale].into_iter().flatten();
        driven.filter(|driven| driven.fixed().is_none())
    }

    /// Whether a node is always at rest: no curve moves it, and none holds it in another pose.
    pub(crate) fn rests(&self, node: usize) -> bool {
        let local = &self.locals[node];
        let is = |driven: &Option<Driven<'_>>, rest: &[f64]| {
            driven.as_ref().is_none_or(|driven| {
                driven.fixed().is_some_and(|value| largest_difference(value, rest) <= SAME)
            })
        };
        let rest = &self.rest[node];
        let turned = |sign: f64| is(&local.rotation, &rest.rotation.map(|part| sign * part));
        is(&local.translation, &rest.translation)
            && is(&local.scale, &rest.scale)
            && (turned(1.0) || turned(-1.0))
    }

    /// The map from the space of the last of some nodes to the parent space of the first as a function of time: each node is the
    /// parent of the next.
    pub(crate) fn map<'s>(&'s self, nodes: &'s [usize]) -> impl Fn(f64) -> Affine + use<'s, 'a> {
        let factors = nodes.iter().map(|node| [*node as u64, 0, 0, 0, 0, 0]);
        let numbers = numbers(&mut self.maps.borrow_mut(), 0, factors);
        move |time| {
            let mut poser = self.poser.borrow_mut();
            let mut fold = |above: Affine, nodes: &[usize]| {
                nodes.iter().fold(above, |above, node| above.after(&poser.node(*node, time).local()))
            };
            let Some(numbers) = numbers else { return fold(Affine::IDENTITY, nodes) };
            let (above, last) = nodes.split_at(nodes.len() - 1);
            let mut kept = self.maps.borrow_mut();
            let (known, missing) = kept.find(numbers, time).unwrap_or((Affine::IDENTITY, above.len()));
            let map = fold(known, &above[above.len() - missing..]);
            kept.keep(numbers[1], time, map);
            fold(map, last)
        }
    }

    /// The first channel of a node for which `of` holds.
    pub(crate) fn channel(&self, node: usize, of: impl Fn(&Channel) -> bool) -> Option<&'a Channel> {
        self.channels[node].iter().copied().find(|channel| of(channel))
    }
}

/// The pose of a node at time 0.
fn first(clip: &Clip, locals: &[Local<'_>], node: usize) -> Transform {
    let (mut rest, local) = (clip.nodes[node].rest, &locals[node]);
    let put = |driven: &Option<Driven<'_>>, out: &mut [f64]| {
        if let Some(driven) = driven {
            driven.curve.sample(0.0, out);
        }
    };
    put(&local.translation, &mut rest.translation);
    put(&local.rotation, &mut rest.rotation);
    put(&local.scale, &mut rest.scale);
    rest
}

/// A property of a node: a constant, or a curve.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Term<'a, const N: usize> {
    Fixed([f64; N]),
    Moving(&'a Driven<'a>),
}

impl<'a, const N: usize> Term<'a, N> {
    fn new(driven: Option<&'a Driven<'a>>, rest: [f64; N]) -> Self {
        match driven {
            None => Self::Fixed(rest),
            Some(driven) => match driven.fixed().and_then(|value| value.try_into().ok()) {
                Some(value) => Self::Fixed(value),
                None => Self::Moving(driven),
            },
        }
    }
}

/// A product of rotations, some of which move.
pub(crate) struct Product<'a> {
    left: Quaternion,
    /// The moving rotations: each with a flag for its inverse, and with the constant rotation between it and the next.
    terms: Vec<(&'a Driven<'a>, bool, Quaternion)>,
    kept: &'a RefCell<Prefixes<Quaternion>>,
}

impl<'a> Product<'a> {
    /// The product of a rotation and the terms to come; `kept` has the values of others.
    pub(crate) fn new(left: Quaternion, kept: &'a RefCell<Prefixes<Quaternion>>) -> Self {
        Self { left, terms: Vec::new(), kept }
    }

    pub(crate) fn push(&mut self, term: Term<'a, 4>, inverse: bool) {
        match term {
            Term::Moving(driven) => self.terms.push((driven, inverse, quaternion::IDENTITY)),
            Term::Fixed(value) => {
                let value = quaternion::normalize(value);
                self.turn(if inverse { quaternion::conjugate(value) } else { value });
            }
        }
    }

    /// Multiplies by a constant rotation.
    pub(crate) fn turn(&mut self, by: Quaternion) {
        let last = self.terms.last_mut().map_or(&mut self.left, |(_, _, after)| after);
        *last = quaternion::multiply(*last, by);
    }

    /// The rotation on the left, and the terms.
    pub(crate) fn parts(&self) -> (Quaternion, &[(&'a Driven<'a>, bool, Quaternion)]) {
        (self.left, &self.terms)
    }

    /// The moving curves.
    pub(crate) fn curves(&self) -> Vec<&'a Curve> {
        self.terms.iter().map(|(driven, ..)| &*driven.curve).collect()
    }

    /// The value of the product as a function of time.
    pub(crate) fn sampler(&self) -> impl FnMut(f64, &mut [f64]) + use<'a> {
        let (left, kept) = (self.left, self.kept);
        let bits = |turn: Quaternion| turn.map(f64::to_bits);
        let factor = |(driven, inverse, after): &(&'a Driven<'a>, bool, Quaternion)| {
            let [x, y, z, w] = bits(*after);
            [std::ptr::from_ref(*driven).addr() as u64, u64::from(*inverse), x, y, z, w]
        };
        let numbers = {
            let mut kept = kept.borrow_mut();
            let [x, y, z, w] = bits(left);
            let start = kept.number(0, [0, 0, x, y, z, w]);
            numbers(&mut kept, start, self.terms.iter().map(factor))
        };
        let mut terms: Vec<_> = self
            .terms
            .iter()
            .map(|(driven, inverse, after)| (Sampler::new(&driven.curve), *inverse, *after))
            .collect();
        move |time, out| {
            let fold = |left: Quaternion, terms: &mut [(Sampler<'_>, bool, Quaternion)]| {
                terms.iter_mut().fold(left, |product, (sampler, inverse, after)| {
                    let mut value = [0.0; 4];
                    sampler.sample(time, &mut value);
                    let value = quaternion::normalize(value);
                    let value = if *inverse { quaternion::conjugate(value) } else { value };
                    quaternion::multiply(quaternion::multiply(product, value), *after)
                })
            };
            let product = match numbers {
                None => fold(left, &mut terms),
                Some(numbers) => {
                    let above = terms.len() - 1;
                    let (first, last) = terms.split_at_mut(above);
                    let mut kept = kept.borrow_mut();
                    let (known, missing) = kept.find(numbers, time).unwrap_or((left, above));
                    let product = fold(known, &mut first[above - missing..]);
                    kept.keep(numbers[1], time, product);
                    fold(product, last)
                }
            };
            out.copy_from_slice(&quaternion::normalize(product));
        }
    }
}

/// The numbers of the products of all but the last two, and all but the last of these factors, which are after those of a
/// product; `None` if they are few.
fn numbers<T: Copy>(
    kept: &mut Prefixes<T>,
    start: usize,
    factors: impl ExactSizeIterator<Item = Factor>,
) -> Option<[usize; 2]> {
    let count = factors.len();
    if count < LONG {
        return None;
    }
    let (mut shorter, mut product) = (start, start);
    for factor in factors.take(count - 1) {
        (shorter, product) = (product, kept.number(product, factor));
    }
    Some([shorter, product])
}
