//! Macros with which a crate declares each option once, as a typed field.

/// Declares a struct of options: its fields, their defaults, their names as text and their help.
///
/// ```
/// use anim_core::{EulerOrder, Positive};
///
/// anim_core::options! {
///     /// How angles are written.
///     pub struct EncodeOptions {
///         /// The order of the angles; `auto` for that of the clip.
///         order: Option<EulerOrder> = None,
///         /// The largest error of an angle, in radians.
///         tolerance_angle as "tolerance-angle": Positive = Positive::literal(1e-3),
///     }
/// }
///
/// let options = EncodeOptions { order: Some(EulerOrder::Zyx), ..EncodeOptions::default() };
/// assert_eq!(options.tolerance_angle.get(), 1e-3);
/// ```
///
/// Each field's type is an [`OptionValue`](crate::OptionValue). Its documentation is the help text that users read, so it names
/// values as users type them.
///
/// `or` gives an option a second name by which it can be set.
///
/// ```
/// anim_core::options! {
///     /// How a page is written.
///     pub struct EncodeOptions {
///         /// The title of the page.
///         title or "name": Option<String> = None,
///     }
/// }
///
/// let options = anim_core::Options::of::<EncodeOptions>().with("name", "walk")?;
/// assert_eq!(options.given("title"), Some("walk"));
/// assert_eq!(options.typed::<EncodeOptions>(&())?.title.as_deref(), Some("walk"));
/// # Ok::<(), anim_core::OptionError>(())
/// ```
///
/// After `in source space` or `in target space`, the struct also has the options `up`, `forward` and `unit`, which state the
/// meaning of the axes and lengths of a file: [`OptionSet::space`](crate::OptionSet::space).
///
/// ```
/// use anim_core::{Axis, OptionSet};
///
/// anim_core::options! {
///     /// How a file becomes clips.
///     pub struct ClipOptions in source space {}
/// }
///
/// let options = ClipOptions { up: Some(Axis::Z), ..ClipOptions::default() };
/// assert_eq!(options.space().up, Some(Axis::Z));
/// ```
#[macro_export]
macro_rules! options {
    (
        $(#[$meta:meta])*
        pub struct $name:ident in source space { $($fields:tt)* }
    ) => {
        $crate::options! {
            @in space
            $(#[$meta])*
            pub struct $name {
                $($fields)*
                /// The axis that points up in the file, such as `+z`; `auto` for the one that the format defines or the file
                /// states, if there is one.
                up: ::core::option::Option<$crate::Axis> = ::core::option::Option::None,
                /// The axis that figures face in the file, such as `-z`; `auto` for the one that the format defines or the file
                /// states, if there is one.
                forward: ::core::option::Option<$crate::Axis> = ::core::option::Option::None,
                /// The length of the file's unit in metres, such as `0.01`; `auto` for the one that the format defines or the
                /// file states, if there is one.
                unit: ::core::option::Option<$crate::Positive> = ::core::option::Option::None,
            }
        }
    };
    (
        $(#[$meta:meta])*
        pub struct $name:ident in target space { $($fields:tt)* }
    ) => {
        $crate::options! {
            @in space
            $(#[$meta])*
            pub struct $name {
                $($fields)*
                /// The axis that points up in the new file, such as `+z`; `auto` for the one that the format defines, or else
                /// that of the clip.
                up: ::core::option::Option<$crate::Axis> = ::core::option::Option::None,
                /// The axis that figures face in the new file, such as `-z`; `auto` for the one that the format defines, or
                /// else that of the clip.
                forward: ::core::option::Option<$crate::Axis> = ::core::option::Option::None,
                /// The length of the new file's unit in metres, such as `0.01`; `auto` for the one that the format defines, or
                /// else that of the clip.
                unit: ::core::option::Option<$crate::Positive> = ::core::option::Option::None,
            }
        }
    };
    ($(#[$meta:meta])* pub struct $name:ident { $($fields:tt)* }) => {
        $crate::options! { @in nothing $(#[$meta])* pub struct $name { $($fields)* } }
    };
    (
        @in $space:ident
        $(#[$meta:meta])*
        pub struct $name:ident {
            $(
                $(#[doc = $help:literal])+
                $field:ident $(as $key:literal)? $(or $also:literal)? : $type:ty = $default:expr
            ),* $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug)]
        pub struct $name {
            $($(#[doc = $help])+ pub $field: $type,)*
        }

        impl ::core::default::Default for $name {
            fn default() -> Self {
                Self { $($field: $default,)* }
            }
        }

        impl $crate::OptionSet for $name {
            const LIST: &'static [$crate::OptionInfo] = &[
                $($crate::OptionInfo::new(
                    $crate::options!(@key $field $($key)?),
                    <$type as $crate::OptionValue>::VALUES,
                    || {
                        let default: $type = $default;
                        $crate::OptionValue::to_text(&default)
                    },
                    concat!($($help),+),
                )$(.or($also))?,)*
            ];

            $crate::options!(@stated $space);

            #[allow(unused_variables, reason = "a struct without fields has nothing to set")]
            fn set(
                &mut self,
                key: &str,
                value: &str,
                files: &dyn $crate::Beside,
            ) -> ::core::result::Result<(), $crate::OptionError> {
                match key {
                    $($crate::options!(@key $field $($key)?) $(| $also)? => {
                        self.$field = $crate::option_value(
                            $crate::options!(@key $field $($key)?),
                            value,
                            files,
                        )?;
                        ::core::result::Result::Ok(())
                    })*
                    _ => ::core::result::Result::Err($crate::OptionError::UnknownKey {
                        key: key.to_owned(),
                        known: <Self as $crate::OptionSet>::LIST.iter().map(|info| info.key).collect(),
                    }),
                }
            }
        }
    };
    (@stated nothing) => {};
    (@stated space) => {
        fn space(&self) -> $crate::Space {
            $crate::Space::stated(self.up, self.forward, self.unit)
        }
    };
    (@key $field:ident) => { stringify!($field) };
    (@key $field:ident $key:literal) => { $key };
}

/// Declares an enum whose variants are the words of an option.
///
/// ```
/// anim_core::choice! {
///     /// The values between two frames.
///     pub enum Interpolate {
///         /// Each frame holds until the next one.
///         #[default]
///         Hold = "hold",
///         /// The straight line from each number to the next.
///         Linear = "linear",
///     }
/// }
///
/// assert_eq!(Interpolate::from_name("linear"), Some(Interpolate::Linear));
/// assert_eq!(Interpolate::default().name(), "hold");
/// ```
#[macro_export]
macro_rules! choice {
    (
        $(#[$meta:meta])*
        pub enum $name:ident {
            $($(#[$variant_meta:meta])+ $variant:ident = $word:literal),+ $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum $name {
            $($(#[$variant_meta])+ $variant,)+
        }

        impl $name {
            /// All values.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The word for the value in options.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)+
                }
            }

            /// The value for a word.
            pub fn from_name(name: &str) -> ::core::option::Option<Self> {
                Self::ALL.iter().copied().find(|value| value.name() == name)
            }
        }

        impl $crate::OptionValue for $name {
            const VALUES: $crate::Values = $crate::Values::Choice(&[$($word),+]);

            fn from_text(
                text: &str,
                _: &dyn $crate::Beside,
            ) -> ::core::result::Result<Self, $crate::Refused> {
                Self::from_name(text).ok_or($crate::Refused::Value)
            }

            fn to_text(&self) -> ::std::string::String {
                self.name().to_owned()
            }
        }
    };
}
