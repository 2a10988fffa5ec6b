//! Headers of `.anim` files, compared with the rules of their counts in wide integers.

use anim_formats::mm2_ped::{Layout, MAX_CHANNELS, MAX_FRAMES, View};

use super::{Scratch, differ};

/// The number of bytes after the counts.
const REST: usize = 400;

/// Two counts in the header of a small file: of any size, or sometimes of a size that fits.
pub(super) fn header(bits: u64, scratch: &mut Scratch) -> Option<String> {
    let [a, b] = [bits as u32, (bits >> 32) as u32];
    let (first, second, old) = match bits % 4 {
        0 => (a, b, false),
        1 => (a % 24, b % 24, false),
        2 => (a % 24 + 1, b % 12, true),
        _ => (a | 1, b % 64, true),
    };
    let bytes = &mut scratch.cleared().text;
    if !old {
        bytes.extend([0; 4]);
    }
    bytes.extend(first.to_le_bytes());
    bytes.extend(second.to_le_bytes());
    let len = if old { (a >> 8) as usize % REST } else { REST };
    // The old layout is recognised by its size, which sometimes matches the counts.
    let exact = 13 + 12 * u128::from(first) * (u128::from(second) + 1);
    let len = if old && a % 3 == 0 && exact <= 100_000 { exact as usize } else { len + 13 };
    bytes.resize(len, 0);
    let found =
        View::new(bytes).ok().map(|view| (view.layout(), view.frames() as u128, view.floats() as u128));
    let (frames, floats) =
        (u128::from(first), if old { 3 * (u128::from(second) + 1) } else { second.into() });
    let within = (1..=MAX_FRAMES as u128).contains(&frames) && (1..=MAX_CHANNELS as u128).contains(&floats);
    let size = 4 * frames * floats + if old { 13 } else { 17 };
    let fits = if old { size == len as u128 } else { size <= len as u128 };
    let layout = if old { Layout::Old } else { Layout::Retail };
    let expected = (within && fits).then_some((layout, frames, floats));
    // A file whose size does not match the old layout may have the other layout with a first word other than 0.
    if found.is_some_and(|(layout, ..)| layout == Layout::Wiki) {
        return expected.map(|expected| format!("found the other layout, expected {expected:?}"));
    }
    differ(&found, &expected)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_of_either_layout_fit_now_and_then() {
        let mut random = crate::random::Random::new(5);
        let mut scratch = Scratch::default();
        let mut read = [0, 0];
        for _ in 0..4000 {
            assert_eq!(header(random.next(), &mut scratch), None);
            if let Ok(view) = View::new(&scratch.text) {
                read[usize::from(view.layout() == Layout::Old)] += 1;
            }
        }
        assert!(read.iter().all(|count| *count > 200), "{read:?}");
    }
}
