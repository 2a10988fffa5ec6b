//! Checks of a document.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::collections::HashMap;

use anim_core::{Code, Location, Sink};

use crate::clips::rate;
use crate::{Bvh, ChannelKind, Joint, Role, codes, text};

/// Plausible frame times in seconds.
const PLAUSIBLE_FRAME_TIMES: std::ops::RangeInclusive<f64> = 1e-4..=10.0;

/// Reports all findings: first those of each joint, then those of the complete document.
pub(crate) fn document(document: &Bvh, sink: &mut dyn Sink) {
    let mut checker = Checker { sink };
    let joints = document.joints();
    let mut names: HashMap<&[u8], usize> = HashMap::new();
    for (index, joint) in joints.iter().enumerate() {
        checker.joint(index, joint);
        let moves = matches!(joint.role, Role::Joint(_)) && !joint.name.is_empty();
        if moves && let Some(first) = names.insert(joint.name.as_bytes(), index) {
            let message = format!("joints {first} and {index} have the same name {}", joint.name.quoted());
            checker.report(&codes::DUPLICATE_NAME, index, message);
        }
    }
    checker.offsets(joints);
    checker.partial(joints);
    checker.leaves(joints);
    let roots = joints.iter().filter(|joint| joint.parent.is_none()).count();
    if roots > 1 {
        checker.whole(
            &codes::ROOTS,
            "hierarchy",
            format!("there are {roots} roots, but most readers use only the first"),
        );
    }
    if document.width() == 0 {
        checker.whole(&codes::NO_CHANNELS, "hierarchy", "no joint has a channel, so nothing moves".into());
    }
    let motion = document.motion();
    if !PLAUSIBLE_FRAME_TIMES.contains(&motion.frame_time) {
        let read = if rate(motion.frame_time).is_none() { "; readers take 30 frames a second" } else { "" };
        let message = format!("the frame time is {} s, expected 0.0001 to 10{read}", motion.frame_time);
        checker.whole(&codes::FRAME_TIME, "motion", message);
    }
    if motion.frames == 0 && document.width() > 0 {
        checker.whole(&codes::NO_FRAMES, "motion", "there are no frames, expected at least 1".into());
    }
}

struct Checker<'s> {
    sink: &'s mut dyn Sink,
}

impl Checker<'_> {
    fn report(&mut self, code: &'static Code, joint: usize, message: String) {
        self.whole(code, &format!("joint[{joint}]"), message);
    }

    fn whole(&mut self, code: &'static Code, path: &str, message: String) {
        self.sink.report(code.at(Location::path(path), message));
    }

    fn joint(&mut self, index: usize, joint: &Joint) {
        if joint.name.is_empty() && matches!(joint.role, Role::Joint(_)) {
            self.report(&codes::NO_NAME, index, "the joint has no name".into());
        }
        if joint.name.as_bytes().iter().any(|&byte| text::is_blank(byte)) {
            let message =
                format!("the name {} has blanks, and many readers end it at the first", joint.name.quoted());
            self.report(&codes::BLANK_NAME, index, message);
        }
        let channels = joint.channels();
        let repeated = ChannelKind::ALL
            .into_iter()
            .find(|kind| channels.iter().filter(|channel| *channel == kind).nth(1).is_some());
        if let Some(kind) = repeated {
            let message = format!("the joint {} has the channel {kind} more than once", joint.name.quoted());
            self.report(&codes::REPEATED_CHANNEL, index, message);
        }
    }

    /// One finding for all joints with an offset and positions. In real files this is true of all joints or none.
    fn offsets(&mut self, joints: &[Joint]) {
        let has_both = |joint: &Joint| {
            joint.offset != [0.0; 3]
                && joint.channels().iter().any(|channel| matches!(channel, ChannelKind::Position(_)))
        };
        self.first_of_many(
            &codes::OFFSET,
            joints,
            has_both,
            "an offset and positions, which readers combine in different ways",
        );
    }

    /// One finding for all joints with positions or rotations for only one or two axes. Blender treats them differently from other
    /// readers: for an absent position it uses 0, not the offset, and for an absent angle another number of the frame.
    fn partial(&mut self, joints: &[Joint]) {
        let axes = |joint: &Joint, kinds: &[ChannelKind]| {
            let is_there = |kind: &&ChannelKind| joint.channels().contains(kind);
            kinds.iter().filter(is_there).count()
        };
        let (positions, rotations) = ChannelKind::ALL.split_at(3);
        let is_partial = |joint: &Joint| {
            matches!(axes(joint, rotations), 1 | 2)
                || matches!(axes(joint, positions), 1 | 2) && joint.offset != [0.0; 3]
        };
        self.first_of_many(
            &codes::PARTIAL,
            joints,
            is_partial,
            "positions or rotations for one or two axes only, which Blender completes differently from other readers",
        );
    }

    /// One finding for all leaves without an end site.
    fn leaves(&mut self, joints: &[Joint]) {
        let mut is_parent = vec![false; joints.len()];
        for parent in joints.iter().filter_map(|joint| joint.parent) {
            if let Some(is_parent) = is_parent.get_mut(parent) {
                *is_parent = true;
            }
        }
        let mut is_parent = is_parent.into_iter();
        let is_open = |joint: &Joint| is_parent.next() == Some(false) && joint.role != Role::End;
        self.first_of_many(&codes::NO_END_SITE, joints, is_open, "neither children nor an end site");
    }

    fn first_of_many(
        &mut self,
        code: &'static Code,
        joints: &[Joint],
        mut applies: impl FnMut(&Joint) -> bool,
        what: &str,
    ) {
        let mut found = joints.iter().enumerate().filter(|(_, joint)| applies(joint));
        let Some((index, joint)) = found.next() else { return };
        let message = match found.count() {
            0 => format!("the joint {} has {what}", joint.name.quoted()),
            others => format!("the joint {} and {others} other joints have {what}", joint.name.quoted()),
        };
        self.report(code, index, message);
    }
}
