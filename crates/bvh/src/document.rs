//! The model: joints in file order and their motion.

use std::ops::Range;

use crate::invalid::check_joints;
use crate::{Invalid, Joint, Motion, Text, text};

/// A BVH file.
///
/// Two documents are equal if their files have the same content; the name of the file is ignored.
#[derive(Clone, Debug)]
pub struct Bvh {
    joints: Vec<Joint>,
    motion: Motion,
    trailing: Text,
    name: Option<String>,
}

impl Bvh {
    /// A document of joints in depth-first order and their motion.
    ///
    /// Errors: [`Invalid`], for parts that could not be written and read back.
    pub fn new(joints: Vec<Joint>, motion: Motion) -> Result<Self, Invalid> {
        let made = Self { joints, motion, trailing: Text::default(), name: None };
        made.check_parts()?;
        Ok(made)
    }

    /// The document made by the reader, which ensures the rules of [`Bvh::new`] and [`Bvh::with_trailing`].
    pub(crate) fn of_reader(joints: Vec<Joint>, motion: Motion, trailing: Text) -> Self {
        let made = Self { joints, motion, trailing, name: None };
        debug_assert!(made.check_parts().and_then(|()| made.check_trailing()).is_ok());
        made
    }

    /// The document with text after the last frame, which must not begin or end with blanks or line ends. If there are
    /// channels, it must not begin like a number.
    ///
    /// Errors: [`Invalid::Trailing`].
    pub fn with_trailing(self, trailing: Text) -> Result<Self, Invalid> {
        let made = Self { trailing, ..self };
        made.check_trailing()?;
        Ok(made)
    }

    fn check_parts(&self) -> Result<(), Invalid> {
        let Self { joints, motion, .. } = self;
        check_joints(joints)?;
        let width = self.width();
        if width == 0 && motion.frames > 0 {
            return Err(Invalid::Frames { frames: motion.frames });
        }
        let expected = motion.frames.checked_mul(width);
        if expected != Some(motion.values.len()) {
            return Err(Invalid::Values { frames: motion.frames, width, found: motion.values.len() });
        }
        if !(motion.frame_time.is_finite()
            && motion.values.iter().fold(true, |all, value| all & value.is_finite()))
        {
            return Err(Invalid::Number);
        }
        Ok(())
    }

    fn check_trailing(&self) -> Result<(), Invalid> {
        let bytes = self.trailing.as_bytes();
        let is_space = |byte: Option<&u8>| byte.is_some_and(|&byte| text::is_space(byte));
        let numeric = self.width() > 0 && bytes.first().is_some_and(|&byte| text::starts_number(byte));
        let is_refused = is_space(bytes.first()) || is_space(bytes.last()) || numeric;
        if is_refused { Err(Invalid::Trailing) } else { Ok(()) }
    }

    /// The document with the name of its clip, usually the name of the file without its extension.
    #[must_use]
    pub fn with_name(self, name: Option<String>) -> Self {
        Self { name, ..self }
    }

    /// The joints in file order, parents before children. There is at least one.
    pub fn joints(&self) -> &[Joint] {
        &self.joints
    }

    /// The frames.
    pub fn motion(&self) -> &Motion {
        &self.motion
    }

    /// Decomposes the document into joints and frames.
    pub fn into_parts(self) -> (Vec<Joint>, Motion) {
        (self.joints, self.motion)
    }

    /// Text after the last frame.
    pub fn trailing(&self) -> &Text {
        &self.trailing
    }

    /// The name of the clip, if the document has one.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// The number of channels, which is also the number of values in a frame.
    pub fn width(&self) -> usize {
        self.joints.iter().map(|joint| joint.channels().len()).sum()
    }

    /// The range of each joint's numbers in a frame, joint by joint.
    pub fn columns(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        self.joints.iter().scan(0, |next, joint| {
            let start = *next;
            *next += joint.channels().len();
            Some(start..*next)
        })
    }

    /// The numbers of one frame; `None` after the last one.
    pub fn frame(&self, frame: usize) -> Option<&[f64]> {
        let width = self.width();
        let start = (frame < self.motion.frames).then(|| frame.checked_mul(width))??;
        self.motion.values.get(start..start + width)
    }
}

impl PartialEq for Bvh {
    fn eq(&self, other: &Self) -> bool {
        self.joints == other.joints && self.motion == other.motion && self.trailing == other.trailing
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ChannelKind, Role};

    fn joint(name: &str, parent: Option<usize>, role: Role) -> Joint {
        Joint { name: name.into(), parent, offset: [0.0; 3], role }
    }

    fn still(joints: Vec<Joint>) -> Result<Bvh, Invalid> {
        Bvh::new(joints, Motion { frame_time: 0.1, frames: 0, values: vec![] })
    }

    #[test]
    fn joints_are_in_depth_first_order() {
        let plain = || Role::Joint(vec![]);
        let tree = |parents: &[Option<usize>]| {
            still(parents.iter().map(|&parent| joint("a", parent, plain())).collect()).map(|_| ())
        };
        for good in [&[None][..], &[None, Some(0), Some(1), Some(0)], &[None, Some(0), None, Some(2)]] {
            assert_eq!(tree(good), Ok(()), "{good:?}");
        }
        for (bad, joint) in [
            (&[Some(0)][..], 0),
            (&[None, Some(1)], 1),
            (&[None, Some(7)], 1),
            (&[None, Some(0), Some(0), Some(1)], 3),
            (&[None, None, Some(0)], 2),
        ] {
            assert_eq!(tree(bad), Err(Invalid::Parent { joint }), "{bad:?}");
        }
        assert_eq!(tree(&[]), Err(Invalid::Empty));
    }

    #[test]
    fn an_end_site_is_a_leaf_under_a_joint() {
        let root = || joint("a", None, Role::Joint(vec![]));
        assert_eq!(still(vec![joint("a", None, Role::End)]), Err(Invalid::End { joint: 0 }));
        let child = joint("b", Some(1), Role::End);
        let family = vec![root(), joint("a", Some(0), Role::End), child];
        assert_eq!(still(family), Err(Invalid::Parent { joint: 2 }));
    }

    #[test]
    fn parts_that_could_not_be_read_back_are_refused() {
        for name in ["a\nb", "a\rb", "a {", " a", "a\t"] {
            let root = joint(name, None, Role::Joint(vec![]));
            assert_eq!(still(vec![root]), Err(Invalid::Name { joint: 0 }), "{name:?}");
        }
        let root = || joint("a b", None, Role::Joint(vec![ChannelKind::ALL[0]]));
        let motion = |values: &[f64]| Motion { frame_time: 0.1, frames: 2, values: values.to_vec() };
        let still = vec![joint("a", None, Role::Joint(vec![]))];
        assert_eq!(Bvh::new(still, motion(&[])), Err(Invalid::Frames { frames: 2 }));
        let values = Invalid::Values { frames: 2, width: 1, found: 3 };
        assert_eq!(Bvh::new(vec![root()], motion(&[1.0; 3])), Err(values));
        assert_eq!(Bvh::new(vec![root()], motion(&[1.0, f64::NAN])), Err(Invalid::Number));
        let sound = Bvh::new(vec![root()], motion(&[1.0, 2.0])).unwrap();
        assert_eq!((sound.frame(1), sound.frame(2)), (Some(&[2.0][..]), None));
        for (text, fits) in [("note", true), ("", true), (" note", false), ("note\n", false), ("-1", false)] {
            assert_eq!(sound.clone().with_trailing(text.into()).is_ok(), fits, "{text:?}");
        }
    }

    #[test]
    fn documents_are_equal_if_their_joints_frames_and_text_are() {
        let document = |name: &str, value: f64, text: &str| {
            let root = joint(name, None, Role::Joint(vec![ChannelKind::ALL[0]]));
            let motion = Motion { frame_time: 0.1, frames: 1, values: vec![value] };
            Bvh::new(vec![root], motion).unwrap().with_trailing(text.into()).unwrap()
        };
        let one = document("a", 1.0, "note");
        assert_eq!(one.trailing().as_bytes(), b"note");
        assert_eq!(one, document("a", 1.0, "note").with_name(Some("another".to_owned())));
        for other in [document("b", 1.0, "note"), document("a", 2.0, "note"), document("a", 1.0, "")] {
            assert_ne!(one, other);
        }
    }
}
