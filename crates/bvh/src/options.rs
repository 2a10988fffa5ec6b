//! Options of reading, of clips and of encoding.

use anim_core::{EulerOrder, Positive, Rate};

anim_core::options! {
    /// Options of reading. There are none.
    #[derive(Copy, PartialEq, Eq)]
    pub struct ReadOptions {}
}

anim_core::options! {
    /// Options of turning a document into a clip.
    #[derive(Copy, PartialEq, Eq)]
    pub struct ClipOptions in source space {
        /// What lies between two frames: `linear` for straight lines, `hold` if a frame holds until the next one.
        interpolate: Interpolate = Interpolate::Linear,
        /// Whether positions replace the offset of a joint (`replace`, as in Blender and bvhio) or are added to it (`add`, as in
        /// three.js). An axis without a position has the offset, as in bvhio and three.js.
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
        /// Frames a second. `auto` is the frame rate of the clip, or 30 if the clip has none, and fewer for long clips of few keys.
        fps: Option<Rate> = None,
        /// How far the place of a joint may stray from a fixed offset, in the unit of the clip, for the joint to have that offset and
        /// no positions. `auto` is a 10,000th of the size of the figure.
        steady: Option<Positive> = None,
        /// The offset of joints with positions: `zero`, with which all readers agree, or `rest` for the place at rest.
        offset: Offset = Offset::Zero,
        /// Several roots: `join` puts them below an added root, because most readers know only one root; `keep` leaves them.
        roots: Roots = Roots::Join,
    }
}

anim_core::choice! {
    /// What lies between two frames.
    pub enum Interpolate {
        /// The straight line from each number to the next.
        #[default]
        Linear = "linear",
        /// A frame holds until the next one.
        Hold = "hold",
    }
}

anim_core::choice! {
    /// What positions are relative to.
    pub enum Position {
        /// The parent: a position replaces the offset, as in Blender and bvhio.
        #[default]
        Replace = "replace",
        /// The offset: a position is added to it, as in three.js.
        Add = "add",
    }
}

anim_core::choice! {
    /// Which of the angles that represent the same rotation.
    pub enum Angles {
        /// Those nearest to the frame before: 179° and then −179° is a turn by 2°, not by −358°.
        #[default]
        Continuous = "continuous",
        /// Those of the file.
        File = "file",
    }
}

anim_core::choice! {
    /// The offset of joints with positions.
    pub enum Offset {
        /// 0, with which readers that add positions to the offset agree with those that replace it.
        #[default]
        Zero = "zero",
        /// The place at rest, so that bones have the length that they have in the clip. Readers that add positions to the offset
        /// show another motion.
        Rest = "rest",
    }
}

anim_core::choice! {
    /// What happens to several roots.
    pub enum Roots {
        /// They become children of an added root.
        #[default]
        Join = "join",
        /// They stay roots. Readers that know only one root show the first.
        Keep = "keep",
    }
}
