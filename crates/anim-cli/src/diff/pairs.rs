//! Pairing the items of two lists.

use std::collections::HashMap;
use std::hash::Hash;

/// Two matching items, or an item of one list alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pair {
    Both(usize, usize),
    OnlyA(usize),
    OnlyB(usize),
}

/// Pairs items with the same key; items that share a key are paired in order. The result is in the order of A, followed by items
/// that only B has.
pub(super) fn by_key<K: Hash + Eq + Clone>(
    a: impl IntoIterator<Item = K>,
    b: impl IntoIterator<Item = K>,
) -> Vec<Pair> {
    let mut places: HashMap<(K, usize), usize> = HashMap::new();
    let b: Vec<_> = counted(b).collect();
    for (index, key) in b.iter().enumerate() {
        places.insert(key.clone(), index);
    }
    let mut pairs: Vec<_> = counted(a)
        .enumerate()
        .map(|(index, key)| places.remove(&key).map_or(Pair::OnlyA(index), |other| Pair::Both(index, other)))
        .collect();
    let alone = b.iter().enumerate().filter(|(_, key)| places.contains_key(*key));
    pairs.extend(alone.map(|(index, _)| Pair::OnlyB(index)));
    pairs
}

/// The pairs, with those that have no partner paired by another key: in the order of A, then those that only B has.
pub(super) fn then_by_key<K: Hash + Eq + Clone>(
    mut pairs: Vec<Pair>,
    a: impl Fn(usize) -> K,
    b: impl Fn(usize) -> K,
) -> Vec<Pair> {
    let (mut left, mut right) = (Vec::new(), Vec::new());
    pairs.retain(|pair| {
        match *pair {
            Pair::Both(..) => return true,
            Pair::OnlyA(a) => left.push(a),
            Pair::OnlyB(b) => right.push(b),
        }
        false
    });
    let rest = by_key(left.iter().map(|&index| a(index)), right.iter().map(|&index| b(index)));
    pairs.extend(rest.into_iter().map(|pair| match pair {
        Pair::Both(i, j) => Pair::Both(left[i], right[j]),
        Pair::OnlyA(i) => Pair::OnlyA(left[i]),
        Pair::OnlyB(j) => Pair::OnlyB(right[j]),
    }));
    pairs.sort_by_key(|pair| match *pair {
        Pair::Both(a, _) | Pair::OnlyA(a) => (false, a),
        Pair::OnlyB(b) => (true, b),
    });
    pairs
}

/// Every key with the number of equal keys before it.
fn counted<K: Hash + Eq + Clone>(keys: impl IntoIterator<Item = K>) -> impl Iterator<Item = (K, usize)> {
    let mut seen: HashMap<K, usize> = HashMap::new();
    keys.into_iter().map(move |key| {
        let count = seen.entry(key.clone()).or_default();
        *count += 1;
        (key, *count - 1)
    })
}

/// Pairs two ascending lists of times: those within the tolerance, and between two such pairs the remaining ones in order, for
/// keys that moved.
pub(super) fn by_time(a: &[f64], b: &[f64], tolerance: f64) -> Vec<Pair> {
    let mut pairs = Vec::with_capacity(a.len().max(b.len()));
    let (mut i, mut j) = (0, 0);
    // The first times that are not paired yet.
    let (mut from_a, mut from_b) = (0, 0);
    while let (Some(ta), Some(tb)) = (a.get(i), b.get(j)) {
        if (ta - tb).abs() <= tolerance {
            between(&mut pairs, from_a..i, from_b..j);
            pairs.push(Pair::Both(i, j));
            (i, j) = (i + 1, j + 1);
            (from_a, from_b) = (i, j);
        } else if ta < tb {
            i += 1;
        } else {
            j += 1;
        }
    }
    between(&mut pairs, from_a..a.len(), from_b..b.len());
    pairs
}

fn between(pairs: &mut Vec<Pair>, a: std::ops::Range<usize>, b: std::ops::Range<usize>) {
    let moved = a.len().min(b.len());
    pairs.extend(a.clone().zip(b.clone()).map(|(i, j)| Pair::Both(i, j)));
    pairs.extend(a.skip(moved).map(Pair::OnlyA));
    pairs.extend(b.skip(moved).map(Pair::OnlyB));
}

#[cfg(test)]
mod tests {
    use super::Pair::{Both, OnlyA, OnlyB};
    use super::*;

    #[test]
    fn names_pair_in_any_order_and_by_occurrence() {
        assert_eq!(by_key(["x", "y"], ["y", "x"]), [Both(0, 1), Both(1, 0)]);
        assert_eq!(by_key(["x", "x", "z"], ["x", "y"]), [Both(0, 0), OnlyA(1), OnlyA(2), OnlyB(1)]);
        assert_eq!(by_key::<&str>([], []), []);
    }

    #[test]
    fn times_pair_where_they_are_near() {
        assert_eq!(by_time(&[0.0, 1.0], &[0.0, 1.1], 0.1001), [Both(0, 0), Both(1, 1)]);
        let doubled = by_time(&[0.0, 1.0], &[0.0, 0.5, 1.0], 0.0);
        assert_eq!(doubled, [Both(0, 0), OnlyB(1), Both(1, 2)]);
        assert_eq!(by_time(&[0.0, 1.0], &[1.0], 0.0), [OnlyA(0), Both(1, 0)]);
        assert_eq!(by_time(&[], &[1.0], 0.0), [OnlyB(0)]);
    }

    #[test]
    fn what_moved_between_two_pairs_pairs_too() {
        assert_eq!(by_time(&[0.0, 1.0, 2.0], &[0.0, 1.3, 2.0], 0.0), [Both(0, 0), Both(1, 1), Both(2, 2)]);
        let dropped = by_time(&[0.0, 1.0, 1.5, 2.0], &[0.0, 1.3, 2.0], 0.0);
        assert_eq!(dropped, [Both(0, 0), Both(1, 1), OnlyA(2), Both(3, 2)]);
    }
}
