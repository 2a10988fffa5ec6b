//! Clip to bytes.

use zerocopy::IntoBytes;

use crate::anim::Anim;
use crate::layout::Layout;

impl Anim {
    /// The bytes of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        self.write_into(&mut out);
        out
    }

    /// Appends the file's bytes to a buffer.
    pub fn write_into(&self, out: &mut Vec<u8>) {
        out.reserve(self.bytes_len());
        let (frames, floats) = (self.frames as u32, self.floats as u32);
        match self.layout {
            Layout::Retail => words(out, [0, frames, floats]),
            Layout::Old => words(out, [frames, self.bones() as u32]),
            Layout::Wiki => {
                words(out, [self.tracks_len() as u32, frames]);
                for track in self.tracks() {
                    words(out, [track.floats as u32]);
                    put(out, track.distance, track.flag, track.values);
                }
                return;
            }
        }
        put(out, self.distance, self.flag, &self.values);
        out.extend_from_slice(&self.trailing);
    }
}

fn words<const N: usize>(out: &mut Vec<u8>, words: [u32; N]) {
    out.extend_from_slice(words.map(u32::to_le_bytes).as_flattened());
}

/// The common end of all layouts: the distance, the flag and the floats.
fn put(out: &mut Vec<u8>, distance: f32, flag: u8, values: &[f32]) {
    out.extend_from_slice(&distance.to_le_bytes());
    out.push(flag);
    if cfg!(target_endian = "little") {
        // Floats have the same bytes in memory and in the file.
        out.extend_from_slice(values.as_bytes());
    } else {
        out.extend(values.iter().flat_map(|value| value.to_le_bytes()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::anim::Track;

    /// A file of these words, floats and bytes.
    fn file(head: &[u32], distance: f32, flag: u8, values: &[f32], after: &[u8]) -> Vec<u8> {
        let mut bytes: Vec<u8> = head.iter().flat_map(|word| word.to_le_bytes()).collect();
        bytes.extend(distance.to_bits().to_le_bytes());
        bytes.push(flag);
        bytes.extend(values.iter().flat_map(|value| value.to_bits().to_le_bytes()));
        bytes.extend(after);
        bytes
    }

    #[test]
    fn the_layouts_are_those_of_the_page() {
        let odd = f32::from_bits(0x7FC0_1234);
        let values: Vec<f32> = (0..12u8).map(f32::from).chain([odd; 6]).collect();
        let cases = [
            (Layout::Retail, file(&[0, 3, 6], 1.5, 7, &values, b"end"), 0),
            (Layout::Old, file(&[3, 1], 1.5, 7, &values, b""), 0),
            (Layout::Wiki, file(&[1, 3, 6], 1.5, 7, &values, b""), 0),
            (
                Layout::Wiki,
                [file(&[2, 3, 2], odd, 0, &values[..6], b""), file(&[6], 1.5, 1, &values, b"")].concat(),
                1,
            ),
        ];
        for (layout, bytes, further) in cases {
            let anim = Anim::parse(&bytes).unwrap();
            assert_eq!((anim.layout(), anim.frames(), anim.bones()), (layout, 3, 1));
            assert_eq!((anim.distance, anim.further().len()), (1.5, further), "{layout:?}");
            assert_eq!(anim.frame(1).unwrap(), &values[6..12], "{layout:?}");
            assert_eq!(anim.to_bytes(), bytes, "{layout:?}");
            let tracks = anim.clone().into_tracks();
            assert_eq!(Anim::from_tracks(layout, 3, tracks, anim.trailing().to_vec()), Ok(anim));
        }
    }

    #[test]
    fn a_file_that_fits_two_layouts_is_read_as_old() {
        // One frame of one bone, or one track of one frame of five floats.
        let bytes = file(&[1, 1], f32::from_bits(5), 0, &[0.0; 6], b"");
        assert_eq!(bytes.len(), 17 + 4 * 5);
        let anim = Anim::parse(&bytes).unwrap();
        assert_eq!((anim.layout(), anim.bones()), (Layout::Old, 1));
        assert!(crate::head::fits_wiki(&bytes));
        let track = Track { floats: 5, distance: 0.0, flag: 1, values: vec![0.0; 5] };
        assert_eq!(Anim::from_tracks(Layout::Wiki, 1, vec![track], vec![]), Err(crate::Invalid::Ambiguous));
    }
}
