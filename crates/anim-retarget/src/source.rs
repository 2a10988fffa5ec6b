//! The clip whose motion is brought to a figure.

use anim_core::quaternion::{self, Quaternion};
use anim_core::{Affine, Channel, Clip, Curve, Report, Sampler, Transform};

use crate::curves::{Driven, Local};
use crate::hung::Hung;
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
                    let message = format!("the motion of the node stays behind: {error}");
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
                // Objects of some formats have places in frames alone.
                Reference::TPose if is_heap => at_first(node),
                Reference::Unrotated if is_mapped(node) => {
                    Transform { rotation: quaternion::IDENTITY, ..at_rest(node) }
                }
                _ => at_rest(node),
            })
            .collect();
        let hung = Hung::new(&clip.nodes, &rest);
        Self { clip, channels, locals, rest, hung }
    }

    /// A term of a product of rotations.
    pub(crate) fn turn(&self, node: usize) -> Term<'_, 4> {
        Term::new(self.locals[node].rotation.as_ref(), self.clip.nodes[node].rest.rotation)
    }

    /// The nodes as links of a chain that is sampled.
    pub(crate) fn link(&self, node: usize) -> Link<'_> {
        let (local, rest) = (&self.locals[node], &self.clip.nodes[node].rest);
        Link {
            translation: Term::new(local.translation.as_ref(), rest.translation),
            rotation: self.turn(node),
            scale: Term::new(local.scale.as_ref(), rest.scale),
        }
    }

    /// The first channel of a node of a kind.
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

/// A property of a node: one value, or a curve.
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

    pub(crate) fn moving(self) -> Option<&'a Driven<'a>> {
        match self {
            Self::Fixed(_) => None,
            Self::Moving(driven) => Some(driven),
        }
    }
}

/// A node of a chain.
pub(crate) struct Link<'a> {
    pub(crate) translation: Term<'a, 3>,
    pub(crate) rotation: Term<'a, 4>,
    pub(crate) scale: Term<'a, 3>,
}

impl<'a> Link<'a> {
    /// The curves that move the node.
    pub(crate) fn moving(&self) -> impl Iterator<Item = &'a Driven<'a>> {
        [self.translation.moving(), self.rotation.moving(), self.scale.moving()].into_iter().flatten()
    }
}

/// Nodes that hang from each other, the highest first, at any time.
pub(crate) struct Chain<'a> {
    links: Vec<[Sampled<'a>; 3]>,
}

enum Sampled<'a> {
    Fixed([f64; 4]),
    Moving(Box<Sampler<'a>>),
}

impl<'a> Chain<'a> {
    pub(crate) fn new<'s: 'a>(source: &'s Source<'_>, nodes: impl IntoIterator<Item = usize>) -> Self {
        let link = |node| {
            let Link { translation, rotation, scale } = source.link(node);
            let fixed = |[x, y, z]: [f64; 3]| [x, y, z, 0.0];
            let vector = |term: Term<'a, 3>| match term {
                Term::Fixed(value) => Sampled::Fixed(fixed(value)),
                Term::Moving(driven) => Sampled::Moving(Box::new(Sampler::new(&driven.curve))),
            };
            [vector(translation), Sampled::rotation(rotation), vector(scale)]
        };
        Self { links: nodes.into_iter().map(link).collect() }
    }

    /// The map from the last node's space to that above the first node, at a time.
    pub(crate) fn at(&mut self, time: f64) -> Affine {
        self.links.iter_mut().fold(Affine::IDENTITY, |above, [translation, rotation, scale]| {
            let [x, y, z, _] = translation.at(time);
            let [a, b, c, _] = scale.at(time);
            let rotation = quaternion::normalize(rotation.at(time));
            let local = Transform { translation: [x, y, z], rotation, scale: [a, b, c] };
            above.after(&local.into())
        })
    }
}

impl<'a> Sampled<'a> {
    fn rotation(term: Term<'a, 4>) -> Self {
        match term {
            Term::Fixed(value) => Self::Fixed(value),
            Term::Moving(driven) => Self::Moving(Box::new(Sampler::new(&driven.curve))),
        }
    }

    fn at(&mut self, time: f64) -> [f64; 4] {
        match self {
            Self::Fixed(value) => *value,
            Self::Moving(sampler) => {
                let mut value = [0.0; 4];
                sampler.sample(time, &mut value);
                value
            }
        }
    }
}

/// A product of rotations some of which move.
pub(crate) struct Product<'a> {
    left: Quaternion,
    /// The rotations that move, each with the one that stays between it and the next, and whether it is inverted.
    terms: Vec<(&'a Driven<'a>, bool, Quaternion)>,
}

impl<'a> Product<'a> {
    pub(crate) fn new(left: Quaternion) -> Self {
        Self { left, terms: Vec::new() }
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

    /// Multiplies by a rotation that stays.
    pub(crate) fn turn(&mut self, by: Quaternion) {
        let last = self.terms.last_mut().map_or(&mut self.left, |(_, _, after)| after);
        *last = quaternion::multiply(*last, by);
    }

    /// The rotation on the left, and the terms.
    pub(crate) fn parts(&self) -> (Quaternion, &[(&'a Driven<'a>, bool, Quaternion)]) {
        (self.left, &self.terms)
    }

    /// The curves that move.
    pub(crate) fn curves(&self) -> Vec<&'a Curve> {
        self.terms.iter().map(|(driven, ..)| &*driven.curve).collect()
    }

    /// A function of time for the value of the product.
    pub(crate) fn sampler(&self) -> impl FnMut(f64, &mut [f64]) {
        let left = self.left;
        let mut samplers: Vec<_> = self
            .terms
            .iter()
            .map(|(driven, inverse, after)| (Sampler::new(&driven.curve), *inverse, *after))
            .collect();
        move |time, out| {
            let mut product = left;
            for (sampler, inverse, after) in &mut samplers {
                let mut value = [0.0; 4];
                sampler.sample(time, &mut value);
                let value = quaternion::normalize(value);
                let value = if *inverse { quaternion::conjugate(value) } else { value };
                product = quaternion::multiply(quaternion::multiply(product, value), *after);
            }
            out.copy_from_slice(&quaternion::normalize(product));
        }
    }
}
