//! STT as a format.

use std::borrow::Cow;

use anim_core::{
    Beside, Clip, Code, Confidence, Encode, Evaluator, Extent, Format, FormatInfo, Graph, Report, Sink,
};

use crate::evaluation::Evaluations;
use crate::{
    ClipOptions, EncodeOptions, Error, ReadOptions, Stt, check, clips, codes, encode, extent, graph, part,
    read,
};

anim_core::verbs!(Stt, encode);

impl Format for Stt {
    const INFO: FormatInfo =
        FormatInfo::new("stt", "MindRender STT", &["stt"]).with_codes(codes::READING, codes::CONVERSION);

    type Error = Error;
    type ReadOptions = ReadOptions;
    type ClipOptions = ClipOptions;

    const DETAIL: &'static [&'static str] = &["depth", "pieces"];

    const SIGNATURE: &'static [u8] = extent::ID;

    /// The first word is a signature: [`Confidence::Certain`] or [`Confidence::No`].
    fn sniff(bytes: &[u8]) -> Confidence {
        read::sniff(bytes)
    }

    fn extent(bytes: &[u8]) -> Extent {
        extent::of(bytes)
    }

    /// Keeps the bytes after the last state, unless reading is strict. Reports keywords that are not in capitals, since the
    /// document does not keep their case.
    fn read(bytes: &[u8], options: &ReadOptions, _: &dyn Beside, sink: &mut dyn Sink) -> Result<Self, Error> {
        read::document(bytes, options.strict, sink)
    }

    fn to_bytes(&self) -> Cow<'_, [u8]> {
        let mut bytes = Vec::new();
        self.write_into(&mut bytes);
        Cow::Owned(bytes)
    }

    /// The states and their transitions; `None` for a file without states.
    ///
    /// Each `SINGLE` state is a node, each keyframe state a group of its keys. The edges are the transitions that the type of a
    /// keyframe state takes, each with its duration, and one from each key to the state that it plays; if that is a keyframe
    /// state, to its start key. A group without keys has one node of the kind [`NodeKind::Missing`](anim_core::NodeKind::Missing).
    fn graph(&self) -> Option<Graph> {
        graph::of(self)
    }

    fn check_with(&self, sink: &mut dyn Sink) {
        check::document(self, sink);
    }

    /// One clip for each state, in file order. A name that an earlier clip has gets a number: `name (2)`.
    ///
    /// Nodes have the channels `displacement`, `translation` and `euler`, if the state drives them, and rest at the origin
    /// without parents. A `SINGLE` state is exact at any time: each motion is a curve of two keys that repeats. Its clip lasts
    /// as long as the longest period, or the longest one-way motion, of its channels.
    ///
    /// The clip of a keyframe state is one cycle from its start key on, which repeats. Motions that the sequence cuts or morphs
    /// are exact where cubic curves can represent them, elsewhere within 10⁻⁶ of the size of their values. An event marks each
    /// key that is entered.
    ///
    /// Reports the assumed order of angles, changed names, and data that is in no clip: exit flags, transitions that the cycle
    /// does not take, and bytes after the last state.
    fn lower(&self, options: &ClipOptions, report: &mut Report) -> Vec<Clip> {
        clips::of(self, options, report)
    }

    /// [`Stt::evaluation`] of the clips of sequences.
    fn evaluators<'a>(
        &'a self,
        options: &ClipOptions,
        clips: &[Clip],
    ) -> Vec<Option<Box<dyn Evaluator + 'a>>> {
        let evaluations = Evaluations::new(self, options);
        let of_sequence = |clip| evaluations.of(clip).filter(|evaluation| evaluation.has(0));
        let evaluator = |clip| Some(Box::new(of_sequence(clip)?) as Box<dyn Evaluator>);
        clips.iter().map(evaluator).collect()
    }
}

impl Encode for Stt {
    type EncodeOptions = EncodeOptions;

    /// The motion of a document may take more poses than the option `poses` allows by default.
    const REFUSALS: &'static [&'static Code] = &[&codes::ENCODE];

    /// The document with one of its states and the states that it plays. The bytes after the last state are kept.
    fn part(&self, clip: usize) -> Option<Self> {
        part::of(self, clip)
    }

    /// Each clip as a state with its name.
    ///
    /// A clip whose channels are all constant or follow a motion of the format becomes a `SINGLE` state. Any other clip becomes
    /// a keyframe state over `STATIC` poses, named after the clip and numbered from 0: the sequence morphs from pose to pose,
    /// and switches where the clip jumps. There are enough poses to stay within the tolerances wherever a transition is
    /// measured, but no transition is halved more than 12 times. The sequence repeats if the clip does. If the metadata of the
    /// clip state a motion for a node, and the curves of the node show it, the node gets that motion.
    ///
    /// Reports the largest errors of the poses, motion before and after the clip that the state does not show, changed names,
    /// and what an STT cannot hold: scale, parents, events, other channels, and a duration that differs from that of the
    /// motions.
    ///
    /// Errors: [`Clip`](crate::ErrorKind::Clip), [`Poses`](crate::ErrorKind::Poses).
    fn encode(clips: &[Clip], options: &EncodeOptions, report: &mut Report) -> Result<Self, Error> {
        encode::document(clips, options, report)
    }
}
