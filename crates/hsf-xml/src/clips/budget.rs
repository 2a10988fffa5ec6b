//! How much clips may have, so that their memory is proportional to the document.

use std::collections::HashSet;
use std::sync::Arc;

use crate::ClipOptions;
use crate::program::Program;

/// The number of keyframes that a document is treated as having in addition for keys of loops, so that small files may contain much
/// motion.
const FREE_OF_LOOPS: usize = 128;

/// The same for keys of baked curves.
const FREE_OF_BAKED: usize = 1024;

/// How many more values and bytes of text may be repeated in clips for each keyframe of the document.
const STATED_PER_KEYFRAME: usize = 64;

/// The maximum number of keyframes that depend on the values of targets when their animations start.
const MAX_STARTED: usize = 1 << 12;

/// How many more of these there may be for each keyframe of the document.
const STARTED_PER_KEYFRAME: usize = 4;

/// What is left for all clips of a document.
#[derive(Clone, Copy)]
pub(super) struct Budget {
    /// The number of keys.
    pub(super) keys: usize,
    /// The number of keys added by loops.
    pub(super) added: usize,
    /// The number of keys added by baked curves.
    pub(super) baked: usize,
    /// The number of values and bytes of text that are repeated.
    stated: usize,
    /// The number of keyframes that depend on the values of targets when their animations start.
    pub(super) started: usize,
}

impl Budget {
    /// The budget of all clips of a document.
    pub(super) fn of(program: &Program, options: ClipOptions) -> Self {
        let keyframes = keyframes(program);
        let each = options.added_keys.get() as usize;
        let added = |free: usize| keyframes.saturating_add(free).saturating_mul(each);
        Self {
            keys: options.keys.get(),
            added: added(FREE_OF_LOOPS),
            baked: added(FREE_OF_BAKED),
            stated: options.facts.get().saturating_add(STATED_PER_KEYFRAME * keyframes),
            started: MAX_STARTED + STARTED_PER_KEYFRAME * keyframes,
        }
    }

    /// Counts values and bytes of text that are repeated; false, without counting them, if fewer are left.
    pub(super) fn state(&mut self, size: usize) -> bool {
        let left = self.stated.checked_sub(size);
        self.stated = left.unwrap_or(self.stated);
        left.is_some()
    }
}

/// The number of keyframes of the tracks of a program, each track counted once.
fn keyframes(program: &Program) -> usize {
    let tracks = program.animations.iter().flat_map(|animation| &animation.tracks);
    let mut seen = HashSet::new();
    let new = tracks.filter(|track| seen.insert(Arc::as_ptr(track)));
    new.flat_map(|track| &track.lanes).map(|lane| lane.keys.len()).sum()
}
