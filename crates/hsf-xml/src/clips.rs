//! Document to clips: every animation as it plays by itself, and all of them together.

mod bake;
mod begun;
mod channels;
mod driver;
mod lower;
mod plain;

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use anim_core::{Clip, Document, Format, FormatInfo, Graph, Location, Loss, Node, Options, Sink, Transform};

use crate::program::{Place, Program};
use crate::{Hsf, check, codes, graph};
use begun::begun;
use driver::Member;

/// The name of the clip of the whole file.
const WHOLE: &str = "*";

/// The most keys that all clips of a document have together, beyond those of its own values.
const MAX_KEYS: usize = 1 << 22;

impl Document for Hsf {
    fn info(&self) -> &'static FormatInfo {
        &Self::INFO
    }

    fn to_bytes(&self) -> Cow<'_, [u8]> {
        let mut bytes = Vec::new();
        self.write_into(&mut bytes);
        Cow::Owned(bytes)
    }

    fn graph(&self) -> Option<Graph> {
        graph::graph(self)
    }

    fn check(&self, sink: &mut dyn Sink) {
        check::check(self, sink);
    }

    fn to_clips(&self, options: &Options, sink: &mut dyn Sink) -> Vec<Clip> {
        let tolerance = Some(options.number("tolerance")).filter(|&n| n > 0.0).unwrap_or(1e-3);
        self.to_clips_within(tolerance, sink)
    }
}

impl Hsf {
    /// Each top-level animation with what it nests as a clip, then the whole file as `*`.
    ///
    /// The clip of an animation begins when its delay is over. In `*` every active animation plays after its delay, as if
    /// no sensor ever acted, and the targets of the others stand still. Nodes are the targets by their paths, without
    /// prefixes; an animation without a target is a node of its own. Segments whose paths begin with that of another are its
    /// children. Channels are `translation`, `scale`, `rotation` or `angle`, `color.TYPE`, `segment` and `attributes` (the
    /// number in the list), `morph` and `color-morph` (the numbers from and to, and the fraction), `trail`. Where several
    /// animations play, an event tells when each begins, with the seconds that it plays and its number. Loops without end
    /// are wraps; what no clip says exactly is baked to `tolerance` and reported.
    pub fn to_clips_within(&self, tolerance: f64, sink: &mut dyn Sink) -> Vec<Clip> {
        let program = Program::new(self);
        let names = HashMap::from([(WHOLE.to_owned(), 1)]);
        let mut maker = Maker { program: &program, tolerance, names, keys: MAX_KEYS, sink };
        let mut clips = Vec::new();
        let tops: Vec<_> = program.top().collect();
        for &top in &tops {
            let members = maker.members(top, program.start(top));
            clips.extend(maker.clip(Some(&program.path(top)), &members, &[]));
        }
        let (active, still): (Vec<_>, Vec<_>) = tops.iter().partition(|&&top| program.animations[top].active);
        let [whole, still] = [active, still].map(|tops| {
            let members = tops.into_iter().flat_map(|&top| maker.members(top, 0.0));
            let in_place = |member: &Member| program.animations[member.animation].target.is_some();
            members.filter(in_place).collect::<Vec<_>>()
        });
        if !(whole.is_empty() && still.is_empty()) {
            clips.extend(maker.clip(None, &whole, &still));
            if !program.sensors.is_empty() {
                let message = "sensors act on events, which a clip does not have";
                maker.sink.report(codes::SENSORS.at(Location::path(WHOLE), message).losing(Loss::Dropped));
            }
        }
        if program.is_cut {
            let message = format!("there are more than {} animations", crate::program::MAX_ANIMATIONS);
            maker.sink.report(codes::CUT.at(Location::default(), message).losing(Loss::Dropped));
        }
        clips
    }
}

/// Makes clips of a program.
struct Maker<'a, 's> {
    program: &'a Program<'a>,
    tolerance: f64,
    /// The names of clips, and the last number that was put behind each.
    names: HashMap<String, usize>,
    /// How many keys may still be made.
    keys: usize,
    sink: &'s mut dyn Sink,
}

impl Maker<'_, '_> {
    /// An animation and what plays in it, with the ticks after which each starts if `origin` is 0.
    fn members(&self, top: usize, origin: f64) -> Vec<Member> {
        let mut members = Vec::new();
        let mut left_out: HashSet<usize> = HashSet::new();
        for index in top..self.program.animations.len() {
            let animation = &self.program.animations[index];
            let Some(parent) = animation.parent else {
                if index != top {
                    break;
                }
                members.push(Member { animation: index, start: self.program.start(index) - origin });
                continue;
            };
            if left_out.contains(&parent) || !animation.active {
                left_out.insert(index);
            } else {
                members.push(Member { animation: index, start: self.program.start(index) - origin });
            }
        }
        members
    }

    /// A clip of these animations, of the whole file if it has no name, in which the targets of others stand still; `None`
    /// without any interpolator.
    fn clip(&mut self, name: Option<&str>, members: &[Member], still: &[Member]) -> Option<Clip> {
        let program = self.program;
        let has_tracks = |member: &&Member| !program.animations[member.animation].tracks.is_empty();
        let mut driving = members.iter().filter(has_tracks).map(|member| (member, true)).peekable();
        let mut standing = still.iter().filter(has_tracks).map(|member| (member, false)).peekable();
        if self.keys == 0 || driving.peek().or(standing.peek()).is_none() {
            return None;
        }
        let name = name.map_or(WHOLE.to_owned(), |name| self.fresh(name));
        let mut nodes: Vec<Node> = Vec::new();
        let mut places: Vec<Option<Place>> = Vec::new();
        let mut index_of: HashMap<(String, bool), usize> = HashMap::new();
        let mut drivers: Vec<Vec<Member>> = Vec::new();
        for (member, drives) in driving.chain(standing) {
            let place = program.animations[member.animation].target.clone();
            let key = match &place {
                Some(place) => (place.name.clone(), true),
                None => (program.path(member.animation), false),
            };
            let index = *index_of.entry(key.clone()).or_insert_with(|| {
                let rest = place.as_deref().map_or(Transform::IDENTITY, Place::transform);
                nodes.push(Node { rest, ..Node::new(key.0) });
                places.push(place.as_deref().cloned());
                drivers.push(Vec::new());
                nodes.len() - 1
            });
            if drives {
                drivers[index].push(*member);
            }
        }
        for index in 0..nodes.len() {
            if places[index].as_ref().is_some_and(|place| place.is_segment) {
                nodes[index].parent = parent(&nodes[index].name, &index_of, &places);
            }
        }
        let duration = self.duration(members);
        // A clip of one animation is that animation from its start to its end.
        let tells = members.len() > 1 || name == WHOLE;
        let events = if tells { begun(program, members, duration) } else { Vec::new() };
        let mut clip = Clip {
            name,
            duration,
            events,
            rate: anim_core::Rate::new(program.frames_per_second, 1.0).ok(),
            nodes,
            metadata: vec![("hsf-xml.ticks-per-second".to_owned(), program.ticks_per_second.to_string())],
            ..Clip::default()
        };
        for (index, members) in drivers.iter().enumerate() {
            self.channels(&mut clip, index, places[index].as_ref(), members);
        }
        Some(clip)
    }

    /// Seconds to the end of the last animation, or of the first loop of one that has no end.
    fn duration(&self, members: &[Member]) -> f64 {
        let end = |member: &Member| {
            let animation = &self.program.animations[member.animation];
            let total = animation.duration();
            let loops = if total.is_finite() { total } else { animation.span.cycle() * animation.tick };
            member.start + loops
        };
        let ticks = members.iter().map(end).fold(0.0, f64::max);
        Some(ticks / self.program.ticks_per_second).filter(|seconds| seconds.is_finite()).unwrap_or(0.0)
    }

    /// A name that no other clip has.
    fn fresh(&mut self, name: &str) -> String {
        let mut fresh = name.to_owned();
        let mut number = self.names.get(name).copied().unwrap_or(1);
        while self.names.contains_key(&fresh) {
            number += 1;
            fresh = format!("{name} ({number})");
        }
        self.names.insert(fresh.clone(), 1);
        self.names.insert(name.to_owned(), number);
        fresh
    }
}

/// The node of the longest path around a segment.
fn parent(name: &str, index_of: &HashMap<(String, bool), usize>, places: &[Option<Place>]) -> Option<usize> {
    let mut outer = name;
    while let Some((before, _)) = outer.rsplit_once('/') {
        outer = before;
        let found = index_of.get(&(outer.to_owned(), true)).copied();
        if let Some(index) =
            found.filter(|&index| places[index].as_ref().is_some_and(|place| place.is_segment))
        {
            return Some(index);
        }
    }
    None
}

impl Place {
    /// Where the target is at rest: scaled, then turned about its pivot.
    pub(crate) fn transform(&self) -> Transform {
        let rotation = self.quaternion();
        Transform { translation: self.around_pivot([0.0; 3], rotation), rotation, scale: self.scale }
    }

    /// The translation of a target that is turned about its pivot and then moved.
    pub(crate) fn around_pivot(
        &self,
        moved: [f64; 3],
        rotation: anim_core::quaternion::Quaternion,
    ) -> [f64; 3] {
        let m = anim_core::quaternion::to_matrix(anim_core::quaternion::normalize(rotation));
        let p = self.pivot;
        std::array::from_fn(|i| moved[i] + p[i] - (m[i][0] * p[0] + m[i][1] * p[1] + m[i][2] * p[2]))
    }
}
