//! The options of reading, of clips and of encoding.

use std::num::{NonZeroU32, NonZeroUsize};

use anim_core::{EulerOrder, Positive, Rate};
use anim_retarget::{Axes, BoneMap, Reference, Travel};

use crate::{MAX_FRAMES, Stf};

anim_core::options! {
    /// How a file is read. There are no options.
    #[derive(Copy, PartialEq, Eq)]
    pub struct ReadOptions {}
}

anim_core::options! {
    /// How animations become clips.
    #[derive(Copy, PartialEq, Eq)]
    pub struct ClipOptions in source space {
        /// Which values are played if a track has both a curve and baked values: the curve, but baked values where the file
        /// does not state the curve, and for rotations (`auto`); always the curve (`never`); always the baked values
        /// (`always`).
        baked: BakedUse = BakedUse::Auto,
        /// The frame at time 0: the first frame of the animation's range (`range`), or frame 0 (`zero`).
        origin: Origin = Origin::Range,
        /// The names of nodes: their names in the document, made unique (`name`), or their ids (`id`).
        names: Names = Names::Name,
        /// The order of `r_euler` angles, which files do not state; with `none` the angles rotate nothing.
        euler: Euler = Euler::None,
    }
}

anim_core::options! {
    /// How clips become a document.
    #[derive(PartialEq)]
    pub struct EncodeOptions in target space {
        /// Frames per second of clips that have no frame rate.
        fps: Rate = Rate::per_second(30),
        /// The largest error, in the value's own unit, of the straight lines that replace a curve which STF cannot store.
        tolerance: Positive = Positive::literal(1e-3),
        /// The largest error, in radians, of the keys that replace a rotation which STF cannot store.
        tolerance_angle as "tolerance-angle": Positive = Positive::literal(1e-3),
        /// How many keys one segment of a baked curve may become; a curve may have 4,096 more, at the default tolerances, and finer
        /// tolerances allow more. All curves of a file together may have 10,240 keys, and a sixteenth of this number for each of their
        /// original keys. If the limit is reached, the error is larger.
        baked_keys as "baked-keys": NonZeroU32 = NonZeroU32::MIN.saturating_add(63),
        /// Whether each track is also written to `tracks_baked`, with a key at every frame, for readers that play only those.
        tracks_baked as "tracks-baked": bool = false,
        /// The maximum number of frames of an animation with baked values or baked tracks; longer ones have neither.
        frames: NonZeroUsize = MAX_FRAMES,
        /// The maximum number of values of baked tracks, and of baked values of all animations together. `auto` is 262,144 and 32 for
        /// each key, at most 16,777,216.
        baked_values as "baked-values": Option<NonZeroUsize> = None,
        /// An STF file to which the animations are added; without it the document is new. A node moves the node with its id or
        /// name, or the same bone of a human figure, relative to the rest of both: different rest poses, axes and proportions
        /// are accounted for.
        into: Option<Stf> = None,
        /// A text that maps nodes of the clips to nodes of the file `into`, one line `NODE = BONE` per pair, where they cannot
        /// be matched automatically. Nodes have names or ids.
        bones: Option<BoneMap> = None,
        /// The pose of the clips that corresponds to the rest pose of the file `into`: the rest of their nodes (`rest`), the
        /// pose at time 0 (`first`), or their nodes without rotations (`unrotated`). `t-pose` first straightens the arms and
        /// legs of both figures to a T, for figures of which one rests in an A pose and the other in a T pose.
        reference: Reference = Reference::Rest,
        /// Which nodes of the file `into` are translated: the hips, and nodes without a moved node above them (`hips`), or
        /// every node that is translated in the clips (`all`). In clips of the file's own figure all are.
        travel: Travel = Travel::Hips,
        /// Whether the axes of the clips may differ from those of the file `into`: the clips are turned by quarter turns until
        /// the body of their figure stands and faces as that of the file (`body`), or they have the same axes (`same`).
        axes: Axes = Axes::Body,
    }
}

anim_core::choice! {
    /// Which values are played if a track has both a curve and baked values.
    pub enum BakedUse {
        /// Segment by segment: the curve where the file states it; the baked values in segments of unknown kinds, beyond the keys if they
        /// differ from holding, and where there are no keys. Rotations and angles play their baked values, except that rotations of a node
        /// with a parent play the curve if each component has a key at every timepoint.
        #[default]
        Auto = "auto",
        /// The curve, and no `tracks_baked`.
        Never = "never",
        /// The baked values.
        Always = "always",
    }
}

anim_core::choice! {
    /// The frame at time 0.
    pub enum Origin {
        /// The first frame of the range.
        #[default]
        Range = "range",
        /// Frame 0.
        Zero = "zero",
    }
}

anim_core::choice! {
    /// The names of nodes.
    pub enum Names {
        /// Their names in the document; if several share a name, all but the first get a number: `Cube`, `Cube.001`.
        #[default]
        Name = "name",
        /// Their ids in targets: `NODE`, or `NODE/instance/BONE` for a bone.
        Id = "id",
    }
}

anim_core::choice! {
    /// The order of `r_euler` angles, which files do not state.
    pub enum Euler {
        /// No order: the angles are a named property and rotate nothing.
        #[default]
        None = "none",
        /// Rx·Ry·Rz.
        Xyz = "xyz",
        /// Rx·Rz·Ry.
        Xzy = "xzy",
        /// Ry·Rx·Rz.
        Yxz = "yxz",
        /// Ry·Rz·Rx.
        Yzx = "yzx",
        /// Rz·Rx·Ry.
        Zxy = "zxy",
        /// Rz·Ry·Rx.
        Zyx = "zyx",
    }
}

impl Euler {
    /// The order, if one is chosen.
    pub const fn order(self) -> Option<EulerOrder> {
        Some(match self {
            Self::None => return None,
            Self::Xyz => EulerOrder::Xyz,
            Self::Xzy => EulerOrder::Xzy,
            Self::Yxz => EulerOrder::Yxz,
            Self::Yzx => EulerOrder::Yzx,
            Self::Zxy => EulerOrder::Zxy,
            Self::Zyx => EulerOrder::Zyx,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_order_of_angles_has_its_name() {
        for euler in Euler::ALL {
            assert_eq!(euler.order().map_or("none", EulerOrder::name), euler.name());
        }
    }
}
