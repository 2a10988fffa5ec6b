//! Motion cut in halves until it is simple enough.

/// The most times that a piece is halved.
pub(crate) const MAX_DEPTH: u32 = 12;

/// The pieces into which something is cut, in order: every piece whose `excess` is above 0 is cut in halves, up to twelve times.
/// There are at most `most` pieces, and if not all can be cut, those with the largest excess are.
#[doc(hidden)]
pub fn halved<T>(whole: T, most: usize, excess: impl Fn(&T) -> f64, halves: impl Fn(&T) -> [T; 2]) -> Vec<T> {
    let mut pieces = vec![(excess(&whole), whole)];
    for _ in 0..MAX_DEPTH {
        let mut far: Vec<f64> = pieces.iter().map(|piece| piece.0).filter(|excess| *excess > 0.0).collect();
        let room = most.saturating_sub(pieces.len());
        if far.is_empty() || room == 0 {
            break;
        }
        far.sort_by(|a, b| b.total_cmp(a));
        let least = far.get(room).copied().unwrap_or(0.0);
        let mut cut = Vec::with_capacity(pieces.len() + far.len().min(room));
        for piece in pieces {
            if piece.0 > least {
                cut.extend(halves(&piece.1).map(|half| (excess(&half), half)));
            } else {
                cut.push(piece);
            }
        }
        pieces = cut;
    }
    pieces.into_iter().map(|(_, piece)| piece).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The ends of the pieces of 0 to 1 for a function that says how far a piece is off.
    fn ends(most: usize, excess: impl Fn(&[f64; 2]) -> f64) -> Vec<f64> {
        let middle = |[a, b]: &[f64; 2]| f64::midpoint(*a, *b);
        let halves = |piece: &[f64; 2]| [[piece[0], middle(piece)], [middle(piece), piece[1]]];
        halved([0.0, 1.0], most, excess, halves).into_iter().map(|piece| piece[1]).collect()
    }

    #[test]
    fn pieces_are_cut_until_they_fit() {
        let longer = |than: f64| move |piece: &[f64; 2]| piece[1] - piece[0] - than;
        assert_eq!(ends(99, longer(1.0)), [1.0]);
        assert_eq!(ends(99, longer(0.3)), [0.25, 0.5, 0.75, 1.0]);
        assert_eq!(ends(usize::MAX, longer(0.0)).len(), 4096);
        assert_eq!(ends(99, |_| f64::NAN), [1.0]);
    }

    #[test]
    fn the_farthest_pieces_are_cut_first() {
        // The nearer to 1, the farther.
        let off = |piece: &[f64; 2]| (piece[1] - piece[0]) * (1.0 + piece[1]);
        assert_eq!(ends(1, off), [1.0]);
        assert_eq!(ends(3, off), [0.5, 0.75, 1.0]);
        for most in 1..40 {
            assert!(ends(most, off).len() <= most);
        }
    }
}
