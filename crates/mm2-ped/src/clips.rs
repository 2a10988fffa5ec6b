//! Document to clips.

mod lowering;

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

use anim_core::{Clip, Document, Format, FormatInfo, Location, Loss, Options, Rate, Sink};

use crate::names::{Unique, list};
use crate::{Anim, ClipOptions, File, Mirror, Mm2Ped, Motion, Skeleton, State, codes};
use lowering::{clip_of, nodes};

impl Document for Mm2Ped {
    fn info(&self) -> &'static FormatInfo {
        &Self::INFO
    }

    fn to_bytes(&self) -> Cow<'_, [u8]> {
        Cow::Owned(self.file.to_bytes())
    }

    fn is_exact(&self) -> bool {
        matches!(self.file, File::Anim(_))
    }

    fn check(&self, sink: &mut dyn Sink) {
        crate::check::check(self, sink);
    }

    fn to_clips(&self, options: &Options, sink: &mut dyn Sink) -> Vec<Clip> {
        self.lower(ClipOptions::from(options), sink)
    }
}

/// The most floats that the clips of states hold together; states beyond that are left out and reported. The clip of a
/// state counts as 16 frames longer than it is. The game's own tables take a hundredth of it.
pub const MAX_STATE_VALUES: usize = 1 << 24;

/// A clip's nodes and channels take as much as the floats of so many frames.
const STATE_FRAMES: usize = 16;

/// The frames a second of every `.anim`.
pub const FRAMES_PER_SECOND: u32 = 30;

impl Anim {
    /// The clip of a file, 30 frames a second.
    ///
    /// The nodes are the skeleton's bones if it has as many as the file, else `bone_00` and so on, all of them children of
    /// the first; there is always one. The first has the channel `translation`, every bone `euler` in the order Yzx. Keys
    /// hold, or with [`Interpolate::Linear`](crate::Interpolate::Linear) lead on in straight lines, from the last frame
    /// back to the first.
    pub fn to_clip(
        &self,
        name: impl Into<String>,
        skeleton: Option<&Skeleton>,
        options: ClipOptions,
    ) -> Clip {
        let nodes = nodes(skeleton, self.bones(), options);
        let frames: Vec<_> = (0..self.frames()).collect();
        clip_of(
            name.into(),
            &transformed(self, skeleton, options, std::iter::empty()),
            &frames,
            nodes,
            options,
        )
    }
}

impl Mm2Ped {
    /// The clips of the file: the motion of an `.anim`, and each state of the table that was given with it; the rest of a
    /// skeleton; or each state of a table whose `.anim` is there.
    ///
    /// A clip of a state has the frames of its window, turned round where the window is, and metadata that say how a
    /// player goes on: `mm2.next` and `mm2.speed`.
    pub fn lower(&self, options: ClipOptions, sink: &mut dyn Sink) -> Vec<Clip> {
        match &self.file {
            File::Anim(anim) => {
                let name = self.name.as_deref();
                let states = self.states.as_ref().map_or(&[][..], |table| table.states());
                let own: Vec<_> =
                    states.iter().filter(|state| name.is_some_and(|name| state.plays(name))).collect();
                let name = name.unwrap_or("animation");
                report_unsaid(name, anim, sink);
                self.unmirrored(options, sink);
                let skeleton = self.fitting(anim);
                let anim = transformed(anim, skeleton, options, own.iter().copied());
                let nodes = nodes(skeleton, anim.bones(), options);
                let frames: Vec<_> = (0..anim.frames()).collect();
                let mut unique = Unique::default();
                let whole = clip_of(unique.name(name, sink), &anim, &frames, nodes, options);
                let mut lowered = States::new(whole.nodes.clone(), options, unique);
                let mut clips = vec![whole];
                clips.extend(own.into_iter().filter_map(|state| lowered.clip(state, name, &anim, sink)));
                lowered.report(sink);
                clips
            }
            File::Skeleton(skeleton) => vec![Clip {
                name: "rest".to_owned(),
                rate: Some(Rate::per_second(FRAMES_PER_SECOND)),
                nodes: nodes(Some(skeleton), skeleton.bones().len(), options),
                metadata: lowering::metadata_of(options),
                ..Clip::default()
            }],
            File::States(table) => self.states_of(table.states(), options, sink),
        }
    }

    /// A clip for each state whose `.anim` is there.
    fn states_of(&self, states: &[State], options: ClipOptions, sink: &mut dyn Sink) -> Vec<Clip> {
        self.unmirrored(options, sink);
        // In the order of the files, in which they are reported.
        let mut players: BTreeMap<usize, Vec<&State>> = BTreeMap::new();
        let places: HashMap<_, _> =
            self.clips.iter().enumerate().map(|(at, (name, _))| (name.to_lowercase(), at)).collect();
        let place = |state: &State| places.get(&state.clip.to_lowercase()).copied();
        for state in states {
            if let Some(place) = place(state) {
                players.entry(place).or_default().push(state);
            }
        }
        let loaded: HashMap<usize, (Cow<'_, Anim>, Vec<_>)> = players
            .into_iter()
            .map(|(place, states)| {
                let (name, anim) = &self.clips[place];
                report_unsaid(name, anim, sink);
                let skeleton = self.fitting(anim);
                let anim = transformed(anim, skeleton, options, states.into_iter());
                let nodes = nodes(skeleton, anim.bones(), options);
                (place, (anim, nodes))
            })
            .collect();
        let mut lowered = States::new(Vec::new(), options, Unique::default());
        let mut clips = Vec::new();
        let mut missing = Vec::new();
        for state in states {
            let Some((anim, nodes)) = place(state).and_then(|place| loaded.get(&place)) else {
                missing.push(state.name.as_str());
                continue;
            };
            lowered.nodes.clone_from(nodes);
            clips.extend(lowered.clip(state, &state.clip, anim, sink));
        }
        if !missing.is_empty() {
            let message = format!("the .anim of {} is not there", list(&missing));
            sink.report(codes::CLIP_MISSING.at(Location::default(), message).losing(Loss::Dropped));
        }
        lowered.report(sink);
        clips
    }

    /// The skeleton, if it has as many bones as a clip.
    fn fitting(&self, anim: &Anim) -> Option<&Skeleton> {
        self.skeleton.as_ref().filter(|skeleton| skeleton.bones().len() == anim.bones())
    }

    /// Reports that there are no sides to be exchanged.
    fn unmirrored(&self, options: ClipOptions, sink: &mut dyn Sink) {
        let sided = |skeleton: &Skeleton| !Mirror::new(skeleton).is_empty();
        if options.mirror && !self.skeleton.as_ref().is_some_and(sided) {
            let message = "no two bones are named for the left and the right: nothing is mirrored";
            sink.report(codes::MIRROR.at(Location::default(), message));
        }
    }
}

/// Reports what of a file is in no clip.
fn report_unsaid(name: &str, anim: &Anim, sink: &mut dyn Sink) {
    let mut drop = |message: String| {
        sink.report(codes::NOT_IN_CLIP.at(Location::path(name), message).losing(Loss::Dropped));
    };
    if !anim.trailing().is_empty() {
        drop(format!("{} bytes after the last frame are in no clip", anim.trailing().len()));
    }
    if !anim.further().is_empty() {
        drop(format!("{} tracks that move nothing are in no clip", anim.further().len()));
    }
    let said = if anim.floats() < 3 { 0 } else { 3 * (anim.bones() + 1) };
    if anim.floats() > said {
        drop(format!("{} floats a frame make no whole bone and are in no clip", anim.floats() - said));
    }
}

/// A file as the options want it.
fn transformed<'a, 's>(
    anim: &'a Anim,
    skeleton: Option<&Skeleton>,
    options: ClipOptions,
    states: impl Iterator<Item = &'s State>,
) -> Cow<'a, Anim> {
    let mut anim = Cow::Borrowed(anim);
    if options.motion == Motion::Game {
        anim.to_mut().load(states);
    }
    let fitting = skeleton.filter(|skeleton| options.mirror && skeleton.bones().len() == anim.bones());
    if let Some(mirror) = fitting.map(Mirror::new).filter(|mirror| !mirror.is_empty()) {
        mirror.apply(anim.to_mut());
    }
    anim
}

/// The clips of states as they are made.
struct States {
    nodes: Vec<anim_core::Node>,
    options: ClipOptions,
    unique: Unique,
    /// Floats so far.
    values: usize,
    left_out: usize,
}

impl States {
    fn new(nodes: Vec<anim_core::Node>, options: ClipOptions, unique: Unique) -> Self {
        Self { nodes, options, unique, values: 0, left_out: 0 }
    }

    /// The clip of a state; `None` beyond the limit.
    fn clip(&mut self, state: &State, file: &str, anim: &Anim, sink: &mut dyn Sink) -> Option<Clip> {
        let frames: Vec<_> = state.window(anim.frames()).frames().collect();
        let values = (frames.len() + STATE_FRAMES) * 3 * (anim.bones() + 1);
        if self.values + values > MAX_STATE_VALUES {
            self.left_out += 1;
            return None;
        }
        self.values += values;
        let name = self.unique.name(&state.name, sink);
        let mut clip = clip_of(name, anim, &frames, self.nodes.clone(), self.options);
        let mut fact = |key: &str, value: String| clip.metadata.push((format!("mm2.{key}"), value));
        fact("clip", file.to_owned());
        if let Some(next) = &state.next {
            fact("next", next.clone());
        }
        let [forward, sideways] = state.speed(anim.frames());
        fact("speed", forward.to_string());
        fact("side-speed", sideways.to_string());
        Some(clip)
    }

    fn report(&self, sink: &mut dyn Sink) {
        if self.left_out > 0 {
            let message = format!(
                "{} states are left out: together the clips would hold more than {MAX_STATE_VALUES} numbers",
                self.left_out
            );
            sink.report(codes::TOO_MANY_VALUES.at(Location::default(), message).losing(Loss::Dropped));
        }
    }
}
