//! The options of reading, of clips and of encoding.

use std::num::NonZeroUsize;

use crate::limits::{MAX_POSES, MAX_STATE_VALUES};
use crate::{Skeleton, StateTable};

anim_core::options! {
    /// How a file is read.
    #[derive(PartialEq)]
    pub struct ReadOptions {
        /// The skeleton (.skel) of the figure; without it the skeleton found in the folder of the file.
        skel: Option<Skeleton> = None,
        /// The state table (.csv) of an .anim: each state that shows the file becomes one more clip.
        states: Option<StateTable> = None,
    }
}

anim_core::options! {
    /// How frames become a clip. The defaults keep the numbers of the file.
    #[derive(Copy, PartialEq, Eq, Hash)]
    pub struct ClipOptions in source space {
        /// The motion between two frames: the first one holds, as in the game (`hold`), or the numbers change linearly to the
        /// next frame, and from the last frame to the first (`linear`).
        interpolate: Interpolate = Interpolate::Hold,
        /// The motion of the root: as in the file (`file`), or as the game has it after loading the clip (`game`), which depends
        /// on the states of a table that show it.
        motion: Motion = Motion::File,
        /// Whether left and right are exchanged, by bone names that end in _l and _r.
        mirror: bool = false,
        /// The maximum number of floats in the clips of all states together, where each clip counts as 16 frames longer than it is.
        /// States beyond that have no clip, which `mm2-ped::too-many-values` reports: raise the number for those.
        state_values as "state-values": NonZeroUsize = MAX_STATE_VALUES,
    }
}

anim_retarget::options! {
    /// How a clip is encoded.
    #[derive(PartialEq)]
    pub struct EncodeOptions in target figure {
        /// The kind of file to make: the motion (`anim`), or the skeleton alone (`skel`). A file name that ends in .skel
        /// chooses `skel`.
        kind: FileKind = FileKind::Anim,
        /// The skeleton (.skel) whose bones the clip moves; without it the nodes of the clip become the bones. Different rest poses,
        /// axes and proportions of the two figures are accounted for. An .anim can translate only the first bone.
        into or "skel": Option<Skeleton> = None,
        /// Whether the rest rotations of nodes count: a bone turns as its node turns from its rest (`use`), or has the rotation of
        /// its node, whatever the node's rest (`ignore`, as with `reference=unrotated`; nodes that are no bones keep their rest
        /// rotation). `auto` is `ignore` if the nodes have the hierarchy and the offsets of the bones, otherwise `use`.
        rest: Rest = Rest::Auto,
        /// The maximum number of poses: frames times nodes. A clip that needs more is refused.
        poses: NonZeroUsize = MAX_POSES,
    }
}

anim_core::choice! {
    /// The motion between two frames.
    pub enum Interpolate {
        /// A frame holds until the next one, as in the game.
        #[default]
        Hold = "hold",
        /// The raw floats change linearly to the next frame, and from the last frame to the first, as in a modern mod of the
        /// game.
        Linear = "linear",
    }
}

anim_core::choice! {
    /// The motion of the root.
    pub enum Motion {
        /// The motion in the file.
        #[default]
        File = "file",
        /// The motion that the game has after it loads the clip: [`Anim::load`](crate::Anim::load).
        Game = "game",
    }
}

anim_core::choice! {
    /// The kinds of files that encoding makes.
    pub enum FileKind {
        /// An `.anim`: motion.
        #[default]
        Anim = "anim",
        /// A `.skel`: a figure at rest.
        Skeleton = "skel",
    }
}

anim_core::choice! {
    /// The meaning of the rest rotations of a clip's nodes for the bones, which are unrotated at rest.
    pub enum Rest {
        /// [`Rest::Ignore`] if the nodes have the hierarchy of the bones and the same offsets along their own axes, which are
        /// then the axes of the bones. Else [`Rest::Use`].
        #[default]
        Auto = "auto",
        /// A bone rotates in the world as its node rotates from its rest: for nodes that have their own axes, such as the
        /// bones of an armature.
        Use = "use",
        /// A bone has the rotation of its node, whatever the node's rest: for nodes whose rest is some pose of the figure.
        Ignore = "ignore",
    }
}
