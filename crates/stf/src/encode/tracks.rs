//! The channels of a clip as tracks.

use std::collections::HashMap;

use anim_core::{Clip, Curve, Ease as Join, Location, Loss, Property, Rate, Sampler, Sink};

use super::dropped;
use super::keys::plain;
use crate::{
    Animation, Ease, EncodeOptions, Handle, Key, Keyframe, Loop, Step, Subtrack, Tangent, Target, Track,
    codes,
};

/// One clip on its way to an animation.
pub(super) struct Encoder<'a> {
    pub(super) clip: &'a Clip,
    pub(super) options: &'a EncodeOptions,
    /// The steps of targets that lead to each node; `None` for nodes that the document does not have.
    pub(super) prefixes: &'a [Option<Vec<String>>],
    /// Whether the document is made for these clips, so that meshes and armatures are missing.
    pub(super) known: bool,
}

/// The components of a track so far, each as a curve and the component of that curve.
type Parts = Vec<Option<(Curve, usize)>>;

impl Encoder<'_> {
    pub(super) fn animation(&self, sink: &mut dyn Sink) -> Animation {
        let clip = self.clip;
        let rate = self.rate();
        let last = rate.frame(clip.duration) + clip.first_frame;
        let mut animation = Animation {
            name: Some(clip.name.clone()),
            repeat: Some(clip.metadata("stf.loop").map_or(Loop::None, Loop::from)),
            fps: Some(rate.hertz()),
            range: Some([clip.first_frame, whole(finite(last))]),
            ..Animation::default()
        };
        let mut tracks: Vec<(Target, Parts)> = Vec::new();
        let mut places: HashMap<Target, usize> = HashMap::new();
        for channel in &clip.channels {
            let node = channel.node();
            let place = format!("{}/{}/{}", clip.name, clip.nodes[node].name, channel.property().name());
            let Some(prefix) = &self.prefixes[node] else {
                dropped(sink, &place, "the document has no such node");
                continue;
            };
            let plain =
                match plain(channel.curve(), channel.property(), clip.duration, self.options.tolerance) {
                    Ok(plain) => plain,
                    Err(error) => {
                        dropped(sink, &place, &error.to_string());
                        continue;
                    }
                };
            for plain in plain {
                if let Some(error) = plain.error {
                    let message = "the curve is none of steps, straight lines and Bézier pieces";
                    let sampled = codes::SAMPLED.at(Location::path(&place), message);
                    sink.report(sampled.losing(Loss::Approximated(error)));
                }
                let first = channel.component();
                let mut driven = 0;
                for component in 0..plain.curve.width() {
                    let Some((steps, part, width)) = self.steps(node, &plain.property, first + component)
                    else {
                        continue;
                    };
                    driven += 1;
                    let names = prefix.iter().map(|name| Step::Name(name.clone()));
                    let target = Target(names.chain(steps).collect());
                    let at = *places.entry(target.clone()).or_insert_with(|| {
                        tracks.push((target, vec![None; width]));
                        tracks.len() - 1
                    });
                    if let Some(slot) = tracks[at].1.get_mut(part) {
                        *slot = Some((plain.curve.clone().into_owned(), component));
                    }
                }
                if driven == 0 {
                    dropped(sink, &place, "an animation has no track for this");
                } else if self.known && !is_common(&plain.property) {
                    let kept = codes::KEPT
                        .at(Location::path(&place), "the new document holds no thing of this kind");
                    sink.report(kept.losing(Loss::Kept));
                }
            }
        }
        if !clip.events.is_empty() {
            dropped(sink, &clip.name, "an animation has no events");
        }
        animation.tracks =
            tracks.into_iter().map(|(target, parts)| self.track(target, &parts, rate)).collect();
        animation
    }

    fn rate(&self) -> Rate {
        let own = self.clip.rate.filter(|rate| rate.hertz().is_finite() && rate.hertz() > 0.0);
        own.or_else(|| Rate::new(self.options.fps, 1.0).ok()).unwrap_or(Rate::per_second(30))
    }

    /// The last steps of the target of a property's component, the subtrack that it is, and how many there are.
    fn steps(&self, node: usize, property: &Property, component: usize) -> Option<(Vec<Step>, usize, usize)> {
        let names = |names: &[&str]| names.iter().map(|&name| Step::Name(name.to_owned())).collect();
        Some(match property {
            Property::Translation => (names(&["t"]), component, 3),
            Property::Rotation => (names(&["r"]), component, 4),
            Property::Scale => (names(&["s"]), component, 3),
            Property::Visible => (names(&["enabled"]), component, 1),
            Property::Color => (names(&["instance", "color"]), component, 3),
            Property::Weights { .. } => {
                let morph = self.clip.nodes[node].morphs.get(component);
                let name = morph.map_or_else(|| format!("morph {component}"), Clone::clone);
                (names(&["instance", "blendshape", &name, "value"]), 0, 1)
            }
            Property::Named { name, width: 3 } if name == "euler" => (names(&["r_euler"]), component, 3),
            Property::Named { name, width } => (name.split('/').map(step).collect(), component, *width),
            _ => return None,
        })
    }

    fn track(&self, target: Target, parts: &Parts, rate: Rate) -> Track {
        let frame = |time: f64| whole(rate.frame(time) + self.clip.first_frame);
        let mut timepoints: Vec<f64> =
            parts.iter().flatten().flat_map(|(curve, _)| curve.times().iter().map(frame)).collect();
        timepoints.sort_unstable_by(f64::total_cmp);
        timepoints.dedup();
        let subtrack = |part: &Option<(Curve, usize)>| {
            part.as_ref().map(|(curve, component)| self.subtrack(curve, *component, &timepoints, rate))
        };
        let subtracks: Vec<_> = parts.iter().map(subtrack).collect();
        let mut names = parts.iter().flatten().map(|(curve, _)| curve.uniform_ease());
        let first = names.next().flatten();
        let interpolation = match first.filter(|_| names.all(|name| name == first)) {
            Some(Join::Step) => "constant",
            Some(Join::Linear) => "linear",
            Some(Join::Bezier) => "bezier",
            _ => "mixed",
        };
        Track {
            target,
            timepoints,
            interpolation: Some(interpolation.to_owned()),
            subtracks,
            track_baked: Some(false),
            ..Track::default()
        }
    }

    fn subtrack(&self, curve: &Curve, component: usize, timepoints: &[f64], rate: Rate) -> Subtrack {
        let frame = |time: f64| whole(rate.frame(time) + self.clip.first_frame);
        let handle =
            |[seconds, value]: [f64; 2]| Handle { frames: finite(rate.frame(seconds)), value: finite(value) };
        let mut keyframes = Vec::with_capacity(timepoints.len());
        let mut sampler = Sampler::new(curve);
        let mut sampled = vec![0.0; curve.width()];
        let mut keys = curve.times().iter().enumerate().peekable();
        let mut bezier = false;
        for &timepoint in timepoints {
            // Keys that share a frame are one, the last.
            let mut found = None;
            while let Some((key, time)) = keys.next_if(|(_, time)| frame(*time) <= timepoint) {
                found = Some((key, time));
            }
            let Some((key, _)) = found else {
                sampler.sample(rate.time(timepoint - self.clip.first_frame), &mut sampled);
                keyframes.push(Keyframe::Filler { value: finite(sampled[component]) });
                continue;
            };
            let handles = curve.handles(key, component);
            let ease = match curve.ease(key) {
                Join::Step => Ease::Constant,
                Join::Bezier => Ease::Bezier { tangent: Tangent::Split, out: handle(handles.out) },
                _ => Ease::Linear,
            };
            let into = bezier.then(|| handle(handles.into));
            bezier = matches!(ease, Ease::Bezier { .. });
            keyframes.push(Key { value: finite(curve.value(key)[component]), ease, into }.into());
        }
        Subtrack { keyframes, ..Subtrack::default() }
    }
}

/// Whether any node has such a property.
fn is_common(property: &Property) -> bool {
    matches!(property, Property::Translation | Property::Rotation | Property::Scale | Property::Visible)
}

fn step(name: &str) -> Step {
    match name.parse() {
        // Only the plain spelling of a number is one.
        Ok(index) if name == "0" || !name.starts_with(['0', '+']) => Step::Index(index),
        _ => Step::Name(name.to_owned()),
    }
}

/// A number that JSON can say: what is none is 0, and infinity is what the exporter writes for it.
fn finite(number: f64) -> f64 {
    if number.is_nan() { 0.0 } else { number.clamp(-f64::from(f32::MAX), f64::from(f32::MAX)) }
}

/// A whole frame, if only rounding keeps it from being one.
fn whole(frame: f64) -> f64 {
    let near = frame.round();
    if (frame - near).abs() < 1e-9 * near.abs().max(1.0) { near } else { frame }
}
