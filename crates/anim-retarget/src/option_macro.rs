//! A macro with which formats that write into a figure share the options of how clips reach it.

/// [`anim_core::options!`] for the options of encoding a format that writes into an existing figure.
///
/// The struct has an option `into` of its own, whose file has the figure. After `in target figure`, it also has the options `bones`,
/// `reference`, `travel` and `axes`, which state how clips move that figure, and those of `in target space`.
///
/// ```
/// use anim_core::{Diagnostic, FileContent};
/// use anim_retarget::Travel;
///
/// /// A file with a figure.
/// #[derive(Clone, Debug)]
/// pub struct Rig;
///
/// impl FileContent for Rig {
///     fn from_bytes(_: &[u8]) -> Result<Self, Diagnostic> {
///         Ok(Self)
///     }
/// }
///
/// anim_retarget::options! {
///     /// How clips become a file.
///     pub struct EncodeOptions in target figure {
///         /// The file whose figure the clips move.
///         into: Option<Rig> = None,
///     }
/// }
///
/// let options = anim_core::Options::of::<EncodeOptions>().with("travel", "all")?;
/// assert_eq!(options.typed::<EncodeOptions>(&())?.travel, Travel::All);
/// # Ok::<(), anim_core::OptionError>(())
/// ```
#[macro_export]
macro_rules! options {
    (
        $(#[$meta:meta])*
        pub struct $name:ident in target figure { $($fields:tt)* }
    ) => {
        $crate::anim_core::options! {
            $(#[$meta])*
            pub struct $name in target space {
                $($fields)*
                /// A text that states which node of the clips moves which node of `into`, one line `NODE = BONE` per pair, each a
                /// name or an id. Other nodes move those with their name, or the same bone of a human figure.
                bones: ::core::option::Option<$crate::BoneMap> = ::core::option::Option::None,
                /// The pose of the clips that corresponds to the rest pose of `into`: the rest of their nodes (`rest`), the pose at
                /// time 0 (`first`), or their rest without the rotations of nodes that move one of `into` (`unrotated`). `t-pose`
                /// first straightens the arms and legs of both figures to a T, for figures of which one rests in an A pose and the
                /// other in a T pose.
                reference: $crate::Reference = $crate::Reference::Rest,
                /// Which nodes of `into` are translated: the hips, and nodes without a moved node above them (`hips`), or every node
                /// that is translated in the clips (`all`). Clips of the figure of `into` itself translate all.
                travel: $crate::Travel = $crate::Travel::Hips,
                /// Whether the axes of the clips may differ from those of `into`: the clips are turned by quarter turns until the
                /// body of their figure stands and faces as that of `into` (`body`), or they have the same axes (`same`).
                axes: $crate::Axes = $crate::Axes::Body,
            }
        }

        impl $name {
            /// The options about the figure of `into` that differ from their defaults: without `into` they have no effect.
            pub(crate) fn about_figure(&self) -> impl Iterator<Item = &'static str> {
                let default = Self::default();
                let given = [
                    ("bones", self.bones.is_some()),
                    ("reference", self.reference != default.reference),
                    ("travel", self.travel != default.travel),
                    ("axes", self.axes != default.axes),
                ];
                given.into_iter().filter(|(_, is_given)| *is_given).map(|(name, _)| name)
            }
        }
    };
}
