//! The values of a timeline, an interpolator or a subtarget, in columns.

use anim_core::Span;

use crate::{Hold, Item, Keyed, Text, Word};

/// A list of values. Plain values are stored as numbers only.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct List {
    runs: Vec<Run>,
    /// The components of all plain values.
    numbers: Vec<f64>,
    len: usize,
    spans: ItemSpans,
}

/// The bytes from which each value of a list was read. Equal lists may come from different bytes.
#[derive(Clone, Debug, Default)]
struct ItemSpans(Vec<[u32; 2]>);

impl PartialEq for ItemSpans {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

#[derive(Clone, Debug, PartialEq)]
enum Run {
    /// A count of numbers without brackets.
    Scalars(usize),
    /// A count of values in brackets, and the number of numbers in each.
    Tuples(usize, usize),
    Keyed(Box<Keyed>),
    Hold(Hold),
    Text(Text),
    Word(Word),
}

impl List {
    /// A list of numbers without brackets; `None` if one is not finite.
    pub fn of_scalars(numbers: &[f64]) -> Option<Self> {
        let mut list = Self::default();
        numbers.iter().all(|&number| list.push_scalar(number)).then_some(list)
    }

    /// A list of values in brackets, of `width` numbers each; `None` if a number is not finite or the count of numbers is not a
    /// multiple of `width`.
    pub fn of_tuples(width: usize, numbers: &[f64]) -> Option<Self> {
        let mut list = Self::default();
        let even = width > 0 && numbers.len().is_multiple_of(width);
        (even && numbers.chunks(width.max(1)).all(|tuple| list.push_tuple(tuple))).then_some(list)
    }

    /// The number of values.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no values.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The values in order.
    pub fn iter(&self) -> Items<'_> {
        Items { runs: self.runs.iter(), numbers: &self.numbers, plain: (0, None) }
    }

    /// All numbers and the number of them in each value, if the list consists of plain values of equal length.
    pub fn plain(&self) -> Option<(&[f64], usize)> {
        match self.runs.as_slice() {
            [Run::Scalars(_)] => Some((&self.numbers, 1)),
            [Run::Tuples(_, width)] => Some((&self.numbers, *width)),
            _ => None,
        }
    }

    /// The numbers of a single value in brackets, or of values without brackets; `None` for any other list.
    pub(crate) fn plain_numbers(&self) -> Option<&[f64]> {
        matches!(self.runs.as_slice(), [Run::Scalars(_) | Run::Tuples(1, _)]).then_some(&self.numbers)
    }

    /// Adds a number; false if it is not finite.
    #[inline]
    pub fn push_scalar(&mut self, number: f64) -> bool {
        if !number.is_finite() {
            return false;
        }
        self.numbers.push(number);
        self.len += 1;
        match self.runs.last_mut() {
            Some(Run::Scalars(count)) => *count += 1,
            _ => self.runs.push(Run::Scalars(1)),
        }
        true
    }

    /// Adds a value in brackets; false if a number is not finite.
    pub fn push_tuple(&mut self, numbers: &[f64]) -> bool {
        if !numbers.iter().all(|number| number.is_finite()) {
            return false;
        }
        self.numbers.extend_from_slice(numbers);
        self.end_tuple(numbers.len());
        true
    }

    /// Adds a value with modifiers or texts.
    pub fn push_keyed(&mut self, value: Keyed) {
        self.push(Run::Keyed(Box::new(value)));
    }

    /// Adds a held value.
    pub fn push_hold(&mut self, hold: Hold) {
        self.push(Run::Hold(hold));
    }

    /// Adds a quoted text; false if it contains a `"`.
    pub fn push_text(&mut self, text: impl Into<Text>) -> bool {
        let text = text.into();
        let sound = !text.contains('"');
        if sound {
            self.push(Run::Text(text));
        }
        sound
    }

    /// Adds a word, which has no meaning.
    pub fn push_word(&mut self, word: Word) {
        self.push(Run::Word(word));
    }

    /// Adds one value of another list.
    pub fn push_item(&mut self, item: Item<'_>) {
        match item {
            Item::Scalar(number) => {
                self.push_scalar(number);
            }
            Item::Tuple(numbers) => {
                self.push_tuple(numbers);
            }
            Item::Keyed(keyed) => self.push_keyed(keyed.clone()),
            Item::Hold(hold) => self.push_hold(hold),
            Item::Text(text) => {
                self.push_text(text.clone());
            }
            Item::Word(word) => self.push_word(word.clone()),
        }
    }

    /// Records the bytes from which the last value was read, unless they lie beyond 4 GiB.
    #[inline]
    pub(crate) fn set_span(&mut self, span: Span) {
        if let (Ok(start), Ok(end)) = (u32::try_from(span.start), u32::try_from(span.end)) {
            self.spans.0.push([start, end]);
        }
    }

    /// The bytes from which a value was read, if the list was read and not changed.
    pub(crate) fn span(&self, index: usize) -> Option<Span> {
        let [start, end] = *self.spans.0.get(index).filter(|_| self.spans.0.len() == self.len)?;
        Some(Span { start: start as usize, end: end as usize })
    }

    /// Begins a plain value; the reader appends its finite numbers.
    #[inline]
    pub(crate) fn open_tuple(&mut self) -> &mut Vec<f64> {
        &mut self.numbers
    }

    /// Ends a plain value whose numbers have been appended.
    #[inline]
    pub(crate) fn end_tuple(&mut self, width: usize) {
        self.len += 1;
        match self.runs.last_mut() {
            Some(Run::Tuples(count, known)) if *known == width => *count += 1,
            _ => self.runs.push(Run::Tuples(1, width)),
        }
    }

    fn push(&mut self, run: Run) {
        self.len += 1;
        self.runs.push(run);
    }
}

impl<'a> IntoIterator for &'a List {
    type Item = Item<'a>;
    type IntoIter = Items<'a>;

    fn into_iter(self) -> Items<'a> {
        self.iter()
    }
}

/// The values of a [`List`].
#[derive(Clone, Debug)]
pub struct Items<'a> {
    runs: std::slice::Iter<'a, Run>,
    numbers: &'a [f64],
    /// The number of plain values left in a run, and the number of components of each if they have brackets.
    plain: (usize, Option<usize>),
}

impl<'a> Iterator for Items<'a> {
    type Item = Item<'a>;

    fn next(&mut self) -> Option<Item<'a>> {
        loop {
            let (left, width) = self.plain;
            if left > 0 {
                self.plain = (left - 1, width);
                let (numbers, rest) = self.numbers.split_at_checked(width.unwrap_or(1))?;
                self.numbers = rest;
                return match (width, numbers) {
                    (None, [number]) => Some(Item::Scalar(*number)),
                    _ => Some(Item::Tuple(numbers)),
                };
            }
            match self.runs.next()? {
                Run::Scalars(count) => self.plain = (*count, None),
                Run::Tuples(count, width) => self.plain = (*count, Some(*width)),
                Run::Keyed(keyed) => return Some(Item::Keyed(keyed)),
                Run::Hold(hold) => return Some(Item::Hold(*hold)),
                Run::Text(text) => return Some(Item::Text(text)),
                Run::Word(word) => return Some(Item::Word(word)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Modifier;

    #[test]
    fn values_come_back_in_order() {
        let mut list = List::default();
        let modifier = Modifier::new("l", vec![]).unwrap();
        let keyed = Keyed::new(vec![modifier], vec![9.0], vec![]).unwrap();
        assert!(
            list.push_scalar(1.0) && list.push_scalar(2.0) && list.push_tuple(&[3.0]) && list.push_tuple(&[])
        );
        list.push_hold(Hold::Plus);
        list.push_keyed(keyed.clone());
        assert!(
            list.push_tuple(&[4.0, 5.0])
                && list.push_text("a b")
                && !list.push_text("\"")
                && !list.push_scalar(f64::NAN)
        );
        let items: Vec<_> = list.iter().collect();
        let text = Text::from("a b");
        let expected = [
            Item::Scalar(1.0),
            Item::Scalar(2.0),
            Item::Tuple(&[3.0]),
            Item::Tuple(&[]),
            Item::Hold(Hold::Plus),
            Item::Keyed(&keyed),
            Item::Tuple(&[4.0, 5.0]),
            Item::Text(&text),
        ];
        assert_eq!((items.as_slice(), list.len(), list.plain()), (&expected[..], 8, None));
        assert_eq!(
            List::of_tuples(2, &[1.0, 2.0, 3.0, 4.0]).unwrap().plain(),
            Some((&[1.0, 2.0, 3.0, 4.0][..], 2))
        );
        assert_eq!(List::of_tuples(2, &[1.0]), None);
    }
}
