//! The options of reading, of clips and of encoding.

use std::num::{NonZeroU32, NonZeroUsize};

use anim_core::{EulerOrder, Positive, Rate};

use crate::Stf;
use crate::limits::{BAKED_KEYS_PER_SEGMENT, MAX_FRAMES};

anim_core::options! {
    /// How a file is read. There are no options.
    #[derive(Copy, PartialEq, Eq)]
    pub struct ReadOptions {}
}

anim_core::options! {
    /// How animations become clips.
    #[derive(Copy, PartialEq, Eq)]
    pub struct ClipOptions in source space {
        /// Which values are played if a track has both a curve and baked values, which are the values at every frame: the curve,
        /// but baked values for rotations, and where the file does not say what the curve is (`auto`); always the curve (`never`);
        /// always the baked values (`always`).
        baked: BakedUse = BakedUse::Auto,
        /// The frame at time 0: the first frame of the animation's range (`range`), or frame 0 (`zero`).
        origin: Origin = Origin::Range,
        /// The names of nodes: their names in the document, made unique (`name`), or their ids (`id`).
        names: Names = Names::Name,
        /// The order in which `r_euler` angles rotate a node, which files do not state. With `none` they are in the clips as numbers
        /// and rotate nothing.
        euler: Euler = Euler::None,
    }
}

anim_retarget::options! {
    /// How clips become a document.
    #[derive(PartialEq)]
    pub struct EncodeOptions in target figure {
        /// Frames per second of clips that have no frame rate.
        fps: Rate = Rate::per_second(30),
        /// The largest error, in the value's own unit, of the straight lines that replace a curve which STF cannot store.
        tolerance: Positive = Positive::literal(1e-3),
        /// The largest error, in radians, of the keys that replace a rotation which STF cannot store.
        tolerance_angle as "tolerance-angle": Positive = Positive::literal(1e-3),
        /// How many keys may take the place of a segment, from one key to the next, where a curve has to be baked. A curve may have
        /// 4,096 more, and finer tolerances than the default allow more. All curves of a file together may have 10,240 keys, and a
        /// sixteenth of this number for each of their original keys. With too few keys the error is larger than the tolerance, as
        /// the report says: raise the number for a smaller error and a larger file.
        baked_keys as "baked-keys": NonZeroU32 = BAKED_KEYS_PER_SEGMENT,
        /// Whether each track is also written to `tracks_baked`, with a key at every frame, for readers that play only those.
        tracks_baked as "tracks-baked": bool = false,
        /// The maximum number of frames of an animation with baked values or baked tracks, which have a value for every frame. Longer
        /// animations have neither.
        frames: NonZeroUsize = MAX_FRAMES,
        /// The maximum number of baked values of all animations together, and of all values of baked tracks. Animations and tracks
        /// beyond that have none, which readers that evaluate curves do not need. `auto` is 262,144 and 32 for each key, at most
        /// 16,777,216.
        baked_values as "baked-values": Option<NonZeroUsize> = None,
        /// An STF file to which the animations are added; without it the document is new. Different rest poses, axes and
        /// proportions of the figures are accounted for.
        into: Option<Stf> = None,
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
