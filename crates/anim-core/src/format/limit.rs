//! Limits: whole numbers that are never 0.

/// A number as a `NonZero` of the type that its place wants; 0 is a compile error.
///
/// ```
/// use std::num::{NonZeroU16, NonZeroUsize};
///
/// /// The maximum number of frames: almost ten hours at 30 frames a second.
/// const MAX_FRAMES: NonZeroUsize = anim_core::limit!(1 << 20);
/// const MAX_DEPTH: NonZeroU16 = anim_core::limit!(64);
///
/// assert_eq!((MAX_FRAMES.get(), MAX_DEPTH.get()), (1_048_576, 64));
/// ```
///
/// ```compile_fail
/// const MAX_FRAMES: std::num::NonZeroUsize = anim_core::limit!(0);
/// ```
#[macro_export]
macro_rules! limit {
    ($count:expr) => {
        const {
            match ::core::num::NonZero::new($count) {
                ::core::option::Option::Some(count) => count,
                ::core::option::Option::None => ::core::panic!("a limit is not 0"),
            }
        }
    };
}
