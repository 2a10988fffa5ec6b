//! The translation of a node of a figure: moved from its rest position as its source is.

use anim_core::merge::Reach;
use anim_core::{
    Baked, Channel, ClipError, Curve, Deviation, Ease, Fineness, Property, Report, bake_function,
};

use crate::curves::Driven;
use crate::hung::apart;
use crate::job::Job;
use crate::linear::mapped;
use crate::rounding::{SAME, rests};
use crate::steps::steps;
use crate::vectors::{Linear, apply, inverse, stretch, unit};
use crate::{HumanBone, Travel, codes};

/// Pushes the translation channel of a target, if its source is displaced and the target may translate.
///
/// The position of the source counts relative to the source of the target's nearest moved ancestor, along the axes of that node
/// at rest: its displacement from rest, times the ratio of the figures, is added to the position of the target.
pub(crate) fn write(
    job: &Job<'_, '_>,
    source: usize,
    target: usize,
    out: &mut Vec<Channel>,
    report: &mut Report,
) {
    let nodes = &job.source.hung;
    let above = job.above(target);
    let (up, mut down) = apart(nodes, above, Some(source));
    let own = job.source.locals[source].translation.is_some();
    let is_hips = job.role(source, target) == Some(HumanBone::Hips);
    let leads = above.is_none() || is_hips;
    let is_driven =
        |node: &usize| job.source.channels[*node].iter().any(|channel| channel.property().is_spatial());
    // The last one is the source itself: its ancestors move it also by their rotations and scales.
    let moves = own || leads && down.iter().skip(1).any(is_driven);
    if !moves {
        return;
    }
    let drop = |why: &str, report: &mut Report| dropped(job, source, why, report);
    if !leads && job.options.travel == Travel::Hips {
        return drop("bones of the figure keep their lengths", report);
    }
    if !up.is_empty() {
        return drop("the source and the target have different parents", report);
    }
    // From the topmost node down to the source.
    down.reverse();
    let rest = job.figure.nodes()[target].rest.translation;
    let parent = job.hung.world(job.hung.parents[target]).linear();
    let Some(inverse) = inverse(parent) else {
        return drop("a node of the figure above it is flat (scaled by 0)", report);
    };
    let shift = Shift { job, source, above, down, parent, inverse, rest };
    let own = job.source.locals[source].translation.as_ref();
    let made = match own.filter(|_| shift.is_own()) {
        Some(own) => {
            let (map, offset) = shift.of_own();
            if is_identity(&map, apply(&parent, offset)) && job.keep(source, target, is_translation, out) {
                return;
            }
            shift.mapped(own, map, offset).map(|made| (made, vec![own]))
        }
        None => shift.baked(),
    };
    let channel = made.and_then(|(Baked { curve, error, jump }, driven)| {
        let jump = driven.iter().fold(jump, |most, driven| most.max(driven.jump));
        Ok((Channel::new(target, Property::Translation, curve)?, error, jump, driven))
    });
    match channel {
        // A rotation of the source about itself does not displace it.
        Ok((channel, ..)) if own.is_none() && rests(channel.curve(), rest, unit(&parent)) => {}
        Ok((channel, error, jump, driven)) => {
            job.report_baked(source, &Property::Translation, Deviation::length(error), jump, report);
            job.report_stop(source, &Property::Translation, channel.curve(), &driven, report);
            out.push(channel);
        }
        Err(error) => drop(&error.to_string(), report),
    }
}

/// Reports that a source does not translate its target. In many files, bones that do not translate have channels anyway, which are
/// not told.
fn dropped(job: &Job<'_, '_>, source: usize, why: &str, report: &mut Report) {
    if !job.leaves_its_place(source) {
        return;
    }
    let is_place = |channel: &Channel| channel.property().is_spatial() && !channel.property().is_rotation();
    let loss = codes::DROPPED.dropped(format!("the translation is dropped: {why}"));
    report.lose(match job.source.channel(source, is_place) {
        Some(channel) => loss.of_channel(job.source.clip, channel),
        None => loss.of_node(job.source.clip, source),
    });
}

/// The displacement of a source, which its target gets.
struct Shift<'a, 'j, 'c> {
    job: &'a Job<'j, 'c>,
    source: usize,
    /// The source of the target's nearest moved ancestor, to which positions are relative.
    above: Option<usize>,
    /// The nodes from below `above` down to the source.
    down: Vec<usize>,
    /// From the space of the target's parent to the world at rest, and back.
    parent: Linear,
    inverse: Linear,
    /// The position of the target at rest.
    rest: [f64; 3],
}

/// Keys of a target's positions, and the curves that drive them.
type Made<'a, 'c> = Result<(Baked, Vec<&'a Driven<'c>>), ClipError>;

impl<'a, 'c> Shift<'a, '_, 'c> {
    /// From a displacement in the world at rest to one in the space of the target's parent.
    fn to_target(&self, displacement: [f64; 3]) -> [f64; 3] {
        apply(&self.inverse, displacement.map(|x| x * self.job.ratio))
    }

    /// Whether only the source itself is displaced. Ancestors that hold a pose other than their rest displace it as well.
    fn is_own(&self) -> bool {
        self.down.iter().all(|node| *node == self.source || self.job.source.rests(*node))
    }

    /// The linear map from positions of the source to those of the target, and the offset that is added.
    fn of_own(&self) -> (impl Fn([f64; 3]) -> [f64; 3], [f64; 3]) {
        let source = &self.job.source;
        let parent = source.hung.world(source.hung.parents[self.source]).linear();
        let map = move |value: [f64; 3]| self.to_target(apply(&parent, value));
        let base = map(source.rest[self.source].translation);
        (map, std::array::from_fn(|i| self.rest[i] - base[i]))
    }

    /// The source's own curve, mapped. Its error is that in the world.
    fn mapped(
        &self,
        own: &Driven<'_>,
        map: impl Fn([f64; 3]) -> [f64; 3],
        offset: [f64; 3],
    ) -> Result<Baked, ClipError> {
        let stretch = stretch(|value| apply(&self.parent, map(value)));
        let lengths = self.job.options.lengths();
        let fineness = Fineness { tolerance: lengths.tolerance / stretch.max(f64::MIN_POSITIVE), ..lengths };
        let made = mapped(&own.curve, map, offset, self.job.source.clip.duration, fineness)?;
        Ok(Baked { error: (made.error + own.error) * stretch, ..made })
    }

    /// Keys of the displacement that all nodes above the source and the source itself cause together. Their error is that in the
    /// world, along whose axes they are baked.
    fn baked(&self) -> Made<'a, 'c> {
        let source = &self.job.source;
        let driven: Vec<_> = self.down.iter().flat_map(|node| source.moving(*node)).collect();
        let curves: Vec<&Curve> = driven.iter().map(|driven| &*driven.curve).collect();
        let base = source.hung.world(self.above);
        let place = source.hung.place(Some(self.source));
        let map = source.map(&self.down);
        let rest = apply(&self.parent, self.rest);
        let sample = |time: f64, out: &mut [f64]| {
            let now = base.apply(map(time).translation());
            for (i, out) in out.iter_mut().enumerate() {
                *out = rest[i] + self.job.ratio * (now[i] - place[i]);
            }
        };
        let lengths = self.job.options.lengths();
        let made = if !driven.is_empty() && driven.iter().all(|driven| driven.is_steps()) {
            steps(&curves, 3, sample)?
        } else {
            let Reach { span, wrap } = Reach::of(&curves, source.clip.duration);
            let baked = bake_function(&curves, 3, Ease::Linear, span, lengths, sample)?;
            Baked { curve: baked.curve.with_wrap(wrap.0, wrap.1), ..baked }
        };
        let back = apply(&self.inverse, rest);
        let offset = std::array::from_fn(|i| self.rest[i] - back[i]);
        let local =
            mapped(&made.curve, |place| apply(&self.inverse, place), offset, source.clip.duration, lengths)?;
        Ok((Baked { curve: local.curve, ..made }, driven))
    }
}

fn is_translation(property: &Property) -> bool {
    matches!(property, Property::Translation | Property::Displacement)
}

/// Whether a map with an offset changes nothing, up to rounding in single-precision files.
fn is_identity(map: impl Fn([f64; 3]) -> [f64; 3], offset: [f64; 3]) -> bool {
    let near = |found: [f64; 3], expected: [f64; 3]| (0..3).all(|i| (found[i] - expected[i]).abs() <= SAME);
    let unit = |axis: usize| std::array::from_fn(|i| f64::from(u8::from(i == axis)));
    near(offset, [0.0; 3]) && (0..3).all(|axis| near(map(unit(axis)), unit(axis)))
}
