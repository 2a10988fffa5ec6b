//! The options of reading, of clips and of encoding.

use std::num::NonZeroU32;

use anim_core::{Positive, portable_name};

use crate::{BAKED_KEYS_PER_SEGMENT, Base, NUMBERS_PER_BYTE};

anim_core::options! {
    /// How a file is read. There are no options.
    #[derive(Copy, PartialEq, Eq)]
    pub struct ReadOptions {}
}

anim_core::options! {
    /// How a document becomes clips.
    #[derive(Copy, PartialEq, Eq)]
    pub struct ClipOptions in source space {
        /// Whether curves that `anim` baked for other programs are restored, if no program has changed them since (`true`), or clips
        /// have the curves that other programs see (`false`).
        exact: bool = true,
        /// How many numbers may be read for each byte of the JSON and of the buffers, and for 65,536 bytes more; besides, 16
        /// for each node. Accessors can share bytes, or have none, so that small files state any number of numbers. Channels and animations
        /// beyond the limit are left out, which `gltf::limit` reports: raise the number for a file that you trust.
        numbers: NonZeroU32 = NUMBERS_PER_BYTE,
    }
}

anim_retarget::options! {
    /// How clips become a document.
    #[derive(PartialEq)]
    pub struct EncodeOptions in target figure {
        /// Where the buffer is stored: in one binary file (`glb`), as base64 within the text (`embedded`), or in a file
        /// next to the text (`separate`).
        container: Container = Container::Glb,
        /// The file of the buffer in a `separate` container, as a relative path below the folder of the text. By default it has
        /// the name of the text with the extension `.bin`, or `buffer0.bin` if that name is not known.
        buffer: Option<String> = None,
        /// The largest error of baked translations, scales, matrices and weights, in the unit of the value.
        tolerance: Positive = Positive::literal(1e-3),
        /// The largest error of baked rotations, in radians.
        tolerance_angle as "tolerance-angle": Positive = Positive::literal(1e-3),
        /// How many keys may take the place of a segment, from one key to the next, where a curve has to be baked. A curve may have
        /// 4,096 more, and finer tolerances than the default allow more. All curves of a file together may have 65,536 keys, and an
        /// eighth of this number for each of their original keys. With too few keys the error is larger than the tolerance, as
        /// `gltf::baked` reports: raise the number for a smaller error and a larger file.
        baked_keys as "baked-keys": NonZeroU32 = BAKED_KEYS_PER_SEGMENT,
        /// The interpolation between keys: straight lines, and arcs so short that they are straight within the tolerance (`auto`),
        /// straight lines and arcs (`linear`), or cubic splines where a curve is one (`cubic`). Only `auto` looks right in Blender,
        /// which ignores the tangents of splines and interpolates the four numbers of quaternions.
        interpolation: Interpolate = Interpolate::Auto,
        /// How nodes are drawn, since most viewers show nothing of a bare skeleton: not at all (`none`), as small meshes (`boxes`),
        /// or as a figure of bones for each skeleton (`bones`, which `anim convert` chooses by itself). A hierarchy that moves is a
        /// skeleton, except with `boxes`.
        mesh: Markers = Markers::None,
        /// Whether visibility is also written with `KHR_node_visibility` and `KHR_animation_pointer`, which many readers
        /// reject.
        pointers: bool = false,
        /// The intended use of the file: any reader of glTF (`gltf`), or avatars of the format VRM (`vrma`), with the motion of
        /// human bones on a figure in a T pose, and weights as expressions. A file name that ends in `.vrma` chooses `vrma`.
        profile: Profile = Profile::Gltf,
        /// A `.glb`, `.vrm` or `.gltf` to which the animations are added; everything else in it is kept, and it decides the
        /// container. An animation whose name is already taken gets a number, such as `walk (2)`. Different rest poses, axes and
        /// proportions of the figures are accounted for.
        into: Option<Base> = None,
    }
}

anim_core::choice! {
    /// How the JSON and the buffers are stored.
    pub enum Container {
        /// All in one binary file, `.glb`.
        #[default]
        Glb = "glb",
        /// All in one text, `.gltf`, with the buffers as data URIs.
        Embedded = "embedded",
        /// A text, `.gltf`, and a separate file for each buffer.
        Separate = "separate",
    }
}

anim_core::choice! {
    /// How nodes are made visible, since most viewers do not draw a bare skeleton.
    pub enum Markers {
        /// Not at all: joints of a skeleton and nodes without a mesh.
        #[default]
        None = "none",
        /// Small meshes, one for each node: a bone to each child, or a box. Nodes are objects, not joints of a skeleton.
        Boxes = "boxes",
        /// A figure of bones for each skeleton, and boxes for other nodes.
        Bones = "bones",
    }
}

anim_core::choice! {
    /// The intended use of a file.
    pub enum Profile {
        /// Any reader of glTF.
        #[default]
        Gltf = "gltf",
        /// Avatars: a VRM animation.
        Vrma = "vrma",
    }
}

anim_core::choice! {
    /// The interpolation between keys.
    pub enum Interpolate {
        /// Straight lines, and arcs so short that they are straight lines within the tolerance.
        #[default]
        Auto = "auto",
        /// Straight lines and arcs.
        Linear = "linear",
        /// Cubic splines if a curve is one, otherwise straight lines and arcs.
        Cubic = "cubic",
    }
}

impl EncodeOptions {
    /// The options for a file of this name: `.gltf` means one text, any other name one binary file. Bones make the nodes
    /// visible, and a separate buffer is named after the file.
    pub(crate) fn for_file(name: &str) -> Self {
        let (stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
        let is_text = extension.eq_ignore_ascii_case("gltf");
        Self {
            container: if is_text { Container::Embedded } else { Container::Glb },
            buffer: (!stem.is_empty()).then(|| format!("{}.bin", portable_name(stem))),
            mesh: Markers::Bones,
            profile: if extension.eq_ignore_ascii_case("vrma") { Profile::Vrma } else { Profile::Gltf },
            ..Self::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_extension_decides_the_container_and_the_name_the_buffer() {
        let cases = [
            ("walk.gltf", Container::Embedded, Some("walk.bin")),
            ("Walk.GLTF", Container::Embedded, Some("Walk.bin")),
            ("walk.v2.glb", Container::Glb, Some("walk.v2.bin")),
            ("walk", Container::Glb, Some("walk.bin")),
            ("a:b\\x.gltf", Container::Embedded, Some("a_b_x.bin")),
            (".gltf", Container::Embedded, None),
        ];
        for (name, container, buffer) in cases {
            let options = EncodeOptions::for_file(name);
            assert_eq!((options.container, options.buffer.as_deref()), (container, buffer), "{name}");
            assert!(options.mesh == Markers::Bones && !options.pointers);
        }
    }
}
