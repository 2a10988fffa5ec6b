//! Keyframes: values with the effect of their modifiers.

use std::collections::HashMap;

use super::spline::{Shape, Tcb, Vector};
use crate::{Element, Item, Meaning, Modifier, Tag};

/// One keyframe of some components.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Key {
    /// Its index among the values of the interpolator.
    pub(crate) index: usize,
    /// The components; in lists of texts, the index of the text.
    pub(crate) value: Vector,
    /// Whether it holds the value before it.
    pub(crate) hold: bool,
    pub(crate) style: Style,
}

/// The effect of the modifiers of a keyframe.
#[expect(clippy::struct_excessive_bools, reason = "each is a separate modifier that is there or not")]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Style {
    pub(crate) shape: Shape,
    pub(crate) relative: bool,
    pub(crate) constant_speed: bool,
    pub(crate) long_way: bool,
    pub(crate) channels: Channels,
    pub(crate) axis: Option<[f64; 3]>,
    hold: bool,
    /// The number of components of each tangent in the file.
    tangents: usize,
}

/// The components that a keyframe drives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Channels([Option<u8>; 4]);

impl Default for Channels {
    fn default() -> Self {
        Self([Some(0), Some(1), Some(2), Some(3)])
    }
}

impl Channels {
    /// The components of `[c 13]` or `[c 1 3]`, counted from 1; `None` if a digit is not a component.
    pub(crate) fn parse(modifier: &Modifier, width: usize) -> Option<Self> {
        let mut found = [None; 4];
        let mut count = 0;
        for number in modifier.numbers() {
            if number < 1.0 || number.fract() != 0.0 || number >= 1e4 {
                return None;
            }
            for digit in (number as u32).to_string().bytes() {
                let channel = digit.wrapping_sub(b'1');
                if usize::from(channel) >= width || found.contains(&Some(channel)) {
                    return None;
                }
                *found.get_mut(count)? = Some(channel);
                count += 1;
            }
        }
        (count > 0).then_some(Self(found))
    }

    /// The component of each number of a value, of at most `width` components.
    pub(crate) fn iter(self, width: usize) -> impl Iterator<Item = usize> {
        self.0.into_iter().flatten().map(usize::from).filter(move |&channel| channel < width)
    }
}

/// Three numbers as an axis; `None` if they have no direction.
pub(crate) fn axis(numbers: &[f64]) -> Option<[f64; 3]> {
    let square: f64 = numbers.iter().map(|number| number * number).sum();
    numbers.try_into().ok().filter(|_| square > 0.0 && square.is_finite())
}

impl Style {
    /// The style with a modifier added.
    fn with(mut self, modifier: &Modifier, width: usize) -> Self {
        let numbers = modifier.numbers();
        let number = |index: usize| numbers.get(index).copied().unwrap_or(0.0);
        match modifier.meaning() {
            Meaning::Linear => self.shape = Shape::Linear,
            Meaning::Discrete => self.shape = Shape::Discrete,
            Meaning::Cardinal => self.shape = Shape::Cardinal(number(0)),
            // Each tangent has as many numbers as the value: `of_value` assigns them to components.
            Meaning::Bezier if (2..=8).contains(&numbers.len()) && numbers.len().is_multiple_of(2) => {
                let half = numbers.len() / 2;
                let tangent =
                    |first: usize| std::array::from_fn(|i| if i < half { number(first + i) } else { 0.0 });
                self.tangents = half;
                self.shape = Shape::Bezier { into: tangent(0), out: tangent(half) };
            }
            Meaning::Bezier => self.shape = Shape::Ease,
            Meaning::Tcb => {
                self.shape = Shape::Tcb(Tcb {
                    tension: number(0),
                    continuity: number(1),
                    bias: number(2),
                    ease_in: number(3),
                    ease_out: number(4),
                });
            }
            Meaning::Absolute => self.relative = false,
            Meaning::Relative => self.relative = true,
            Meaning::ConstantAcceleration => self.constant_speed = true,
            Meaning::ExtraRotation => self.long_way = true,
            Meaning::Channels => self.channels = Channels::parse(modifier, width).unwrap_or_default(),
            Meaning::Vector => self.axis = axis(&numbers).or(self.axis),
            Meaning::Hold => self.hold = true,
            Meaning::Other => {}
        }
        self
    }

    /// The style with tangents by component. Tangents with another number of components than the value are left out.
    fn of_value(mut self, width: usize) -> Self {
        if let Shape::Bezier { into, out } = self.shape {
            let channels: Vec<usize> = self.channels.iter(width).collect();
            let place = |given: Vector| {
                let mut placed = [0.0; 4];
                channels.iter().zip(given).for_each(|(&channel, tangent)| placed[channel] = tangent);
                placed
            };
            self.shape = if channels.len() == self.tangents {
                Shape::Bezier { into: place(into), out: place(out) }
            } else {
                Shape::Ease
            };
        }
        self
    }

    /// The style of all keyframes of an element. Keyframes are absolute unless the element states `r`: the default `[l r]`
    /// that the specification states for quaternions contradicts its examples.
    pub(crate) fn of(element: &Element) -> Self {
        let width = element.tag().map_or(0, Tag::width);
        element.modifiers().iter().fold(Self::default(), |style, modifier| style.with(modifier, width))
    }
}

/// The keyframes of an element, and the texts to which their values are indices, each once.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Keys {
    pub(crate) keys: Vec<Key>,
    pub(crate) texts: Vec<String>,
}

impl Keys {
    /// The keyframes of an interpolator or timeline. A value with too few numbers drives the first components, surplus numbers
    /// have no effect, words are not keyframes.
    pub(crate) fn of(element: &Element) -> Self {
        let width = element.tag().map_or(0, Tag::width);
        let mut base = Style::of(element);
        let (mut found, mut index) = (Self::default(), 0);
        let mut index_of: HashMap<String, usize> = HashMap::new();
        for item in element.items() {
            let (style, numbers, texts): (Style, &[f64], &[crate::Text]) = match &item {
                Item::Word(_) => continue,
                Item::Scalar(number) => (base, std::slice::from_ref(number), &[]),
                Item::Tuple(numbers) => (base, numbers, &[]),
                Item::Hold(_) => (Style { hold: true, ..base }, &[], &[]),
                Item::Text(text) => (base, &[], std::slice::from_ref(*text)),
                Item::Keyed(keyed) => {
                    let modifiers = keyed.modifiers().iter();
                    let style = modifiers.fold(base, |style, modifier| style.with(modifier, width));
                    (style, keyed.numbers(), keyed.texts())
                }
            };
            // An axis applies from its keyframe on.
            base.axis = style.axis;
            let style = style.of_value(width);
            let mut key = Key { index, value: [0.0; 4], hold: style.hold, style };
            if width == 0 {
                match texts.first() {
                    Some(text) => {
                        let text = text.trim();
                        let index = index_of.get(text).copied().unwrap_or_else(|| {
                            found.texts.push(text.to_owned());
                            index_of.insert(text.to_owned(), found.texts.len() - 1);
                            found.texts.len() - 1
                        });
                        key.value[0] = index as f64;
                    }
                    None => key.hold = true,
                }
            } else {
                let mut named = [None; 4];
                for (slot, (channel, number)) in style.channels.iter(width).zip(numbers).enumerate() {
                    key.value[channel] = *number;
                    named[slot] = Some(channel as u8);
                }
                if !key.hold {
                    key.style.channels = Channels(named);
                    key.hold = numbers.is_empty();
                }
            }
            found.keys.push(key);
            index += 1;
        }
        found
    }

    /// The keyframes of each group of components that share all keyframes: first component, width, keyframes.
    pub(crate) fn lanes(&self, width: usize) -> Vec<(usize, usize, Vec<Key>)> {
        let width = width.max(1);
        let all = |key: &Key| key.style.channels.iter(width).count() == width;
        if self.keys.iter().all(|key| key.hold || all(key)) || width == 4 {
            return vec![(0, width, self.keys.clone())];
        }
        let lane = |component: usize| {
            let for_it = |key: &&Key| key.style.channels.iter(width).any(|channel| channel == component);
            let keys = self.keys.iter().filter(for_it).map(|key| {
                let pick = |v: Vector| [v.get(component).copied().unwrap_or(0.0), 0.0, 0.0, 0.0];
                let mut key = Key { value: pick(key.value), ..*key };
                if let Shape::Bezier { into, out } = key.style.shape {
                    key.style.shape = Shape::Bezier { into: pick(into), out: pick(out) };
                }
                key
            });
            (component, 1, keys.collect::<Vec<_>>())
        };
        let given = |keys: &[Key]| keys.iter().any(|key| !key.hold);
        (0..width).map(lane).filter(|(_, _, keys)| given(keys)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Content, read::parse_list};

    fn keys(tag: Tag, modifiers: &str, list: &str) -> Keys {
        let mut element = Element::new(tag).with(crate::Key::Modifiers, modifiers);
        assert!(element.push(Content::List(parse_list(list))));
        Keys::of(&element)
    }

    #[test]
    fn channels_assign_numbers_to_components() {
        let found = keys(Tag::PosInterpolator, "", "[1 2 3] [[c 13] 4 5] [[c 2] 6] * [7 8]");
        let lanes: Vec<_> = found
            .lanes(3)
            .into_iter()
            .map(|(first, width, keys)| {
                (first, width, keys.iter().map(|key| (key.index, key.value[0], key.hold)).collect::<Vec<_>>())
            })
            .collect();
        assert_eq!(
            lanes,
            [
                (0, 1, vec![(0, 1.0, false), (1, 4.0, false), (3, 0.0, true), (4, 7.0, false)]),
                (1, 1, vec![(0, 2.0, false), (2, 6.0, false), (3, 0.0, true), (4, 8.0, false)]),
                (2, 1, vec![(0, 3.0, false), (1, 5.0, false), (3, 0.0, true)]),
            ]
        );
    }

    #[test]
    fn a_modifier_that_names_no_component_drives_all() {
        for modifiers in ["[c]", "[c 0]", "[c 4]", "[c 11]", "[c 1.5]", "[c -1]"] {
            let found = keys(Tag::PosInterpolator, modifiers, "[4 5 6]");
            assert_eq!(found.keys[0].value, [4.0, 5.0, 6.0, 0.0], "{modifiers}");
        }
    }

    #[test]
    fn an_axis_applies_from_its_keyframe_on() {
        let found = keys(Tag::AxisRotInterpolator, "[v 0 1 0]", "0 45 [[v 1 0 0]90] 180");
        let axes: Vec<_> = found.keys.iter().map(|key| key.style.axis.unwrap()).collect();
        assert_eq!(axes, [[0.0, 1.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [1.0, 0.0, 0.0]]);
    }

    #[test]
    fn an_axis_without_a_direction_is_none() {
        for (modifiers, list, expected) in [
            ("[v 0 0 0]", "0 45", [None, None]),
            ("", "[[v 1e-200 0 0] 0] 45", [None, None]),
            ("[v 0 0 2]", "0 [[v 0 0 0] 45]", [Some([0.0, 0.0, 2.0]); 2]),
            ("[v 0 0 0]", "0 [[v 1 0 0] 45]", [None, Some([1.0, 0.0, 0.0])]),
        ] {
            let found = keys(Tag::AxisRotInterpolator, modifiers, list);
            let axes: Vec<_> = found.keys.iter().map(|key| key.style.axis).collect();
            assert_eq!(axes, expected, "{modifiers} {list}");
        }
    }

    #[test]
    fn quaternions_are_absolute_unless_relative_is_stated() {
        for (modifiers, relative) in [("", false), ("[l]", false), ("[l r]", true)] {
            assert_eq!(
                keys(Tag::QuatRotInterpolator, modifiers, "[0 0 0 1]").keys[0].style.relative,
                relative
            );
        }
    }

    #[test]
    fn texts_have_indices() {
        let found = keys(Tag::SegSwitchInterpolator, "", "\"a\" * \"b\" [d \"c\"]");
        assert_eq!(found.texts, ["a", "b", "c"]);
        assert_eq!(
            found.keys.iter().map(|key| (key.value[0], key.hold)).collect::<Vec<_>>(),
            [(0.0, false), (0.0, true), (1.0, false), (2.0, false)]
        );
        let found = keys(Tag::SegSwitchInterpolator, "", "\"a\" \"b\" \" a\" \"b\"");
        assert_eq!(found.texts, ["a", "b"], "equal texts are one");
        assert_eq!(found.keys.iter().map(|key| key.value[0]).collect::<Vec<_>>(), [0.0, 1.0, 0.0, 1.0]);
    }
}
