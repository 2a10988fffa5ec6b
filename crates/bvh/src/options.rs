//! Options of reading, of clips and of encoding.

use std::num::NonZeroUsize;

use anim_core::{EulerOrder, Positive, Rate};

use crate::limits::{MAX_FRAMES, MAX_POSES};

anim_core::options! {
    /// Options of reading. There are none.
    #[derive(Copy, PartialEq, Eq)]
    pub struct ReadOptions {}
}

anim_core::options! {
    /// Options of turning a document into a clip.
    #[derive(Copy, PartialEq, Eq)]
    pub struct ClipOptions in source space {
        /// The motion between two frames: straight lines (`linear`), or each frame holds until the next one (`hold`).
        interpolate: Interpolate = Interpolate::Linear,
        /// Whether positions replace the offset of a joint (`replace`, as in Blender and bvhio) or are added to it (`add`, as in
        /// three.js). Along an axis without a position a joint has its offset, as in bvhio and three.js.
        position: Position = Position::Replace,
        /// Which angles represent a rotation: `continuous` for those nearest to the frame before, so that 179° is followed by
        /// 181° and not by −179°; `file` for those of the file.
        angles: Angles = Angles::Continuous,
    }
}

anim_core::options! {
    /// Options of turning a clip into a document.
    #[derive(Copy, PartialEq)]
    pub struct EncodeOptions in target space {
        /// The order of the rotations. `auto` is the order of the clip's Euler angles; for other rotations it is one that stays
        /// clear of gimbal lock, `zxy` if possible.
        order: Option<EulerOrder> = None,
        /// Frames a second. `auto` is the frame rate of the clip, or 30 if the clip has none, and fewer for long clips of few keys,
        /// whose files would be many times as large as the clips.
        fps: Option<Rate> = None,
        /// If a joint strays from a fixed offset by no more than this, in the unit of the clip, it gets that offset and no positions.
        /// `auto` is a 10,000th of the size of the figure.
        steady: Option<Positive> = None,
        /// The offset of joints with positions: `zero`, on which all readers agree, or `rest` for the position at rest.
        offset: Offset = Offset::Zero,
        /// How several roots are written: `join` puts them below an added root, because most readers know only one root; `keep`
        /// leaves them.
        roots: Roots = Roots::Join,
        /// The maximum number of frames. Without `fps`, a clip that would have more gets fewer frames a second; with it, the clip is
        /// refused.
        frames: NonZeroUsize = MAX_FRAMES,
        /// The maximum number of poses: frames times nodes. A clip that would have more is treated like one of too many frames.
        poses: NonZeroUsize = MAX_POSES,
    }
}

anim_core::choice! {
    /// The motion between two frames.
    pub enum Interpolate {
        /// A straight line from each value to the next.
        #[default]
        Linear = "linear",
        /// A frame holds until the next one.
        Hold = "hold",
    }
}

anim_core::choice! {
    /// The origin of positions.
    pub enum Position {
        /// The parent: a position replaces the offset, as in Blender and bvhio.
        #[default]
        Replace = "replace",
        /// The offset: a position is added to it, as in three.js.
        Add = "add",
    }
}

anim_core::choice! {
    /// The choice among angles that represent the same rotation.
    pub enum Angles {
        /// Those nearest to the frame before: from 179° to −179° is a rotation by 2°, not by −358°.
        #[default]
        Continuous = "continuous",
        /// Those of the file.
        File = "file",
    }
}

anim_core::choice! {
    /// The offset of joints with positions.
    pub enum Offset {
        /// 0, for which readers that add positions to the offset agree with those that replace it.
        #[default]
        Zero = "zero",
        /// The position at rest, so that bones have the same length as in the clip. Readers that add positions to the offset
        /// show a different motion.
        Rest = "rest",
    }
}

anim_core::choice! {
    /// The treatment of several roots.
    pub enum Roots {
        /// They become children of an added root.
        #[default]
        Join = "join",
        /// They remain roots. Readers that know only one root show the first.
        Keep = "keep",
    }
}
