//! Document to text in the form that all readers accept: one keyword a line, tabs, one frame a line.

use anim_core::checkpoint;

use crate::{Bvh, Joint, Role, number};

/// The maximum indentation. Without it, the text would grow with the square of the depth.
const MAX_INDENT: usize = 32;

/// The size of a typical number with the space after it, in bytes.
const TYPICAL_NUMBER: usize = 10;

/// The number of values for which memory is reserved before the typical length is known.
const FIRST_NUMBERS: usize = 4096;

/// The size of the longest number with the space after it, in bytes.
const LONGEST_NUMBER: usize = 32;

impl Bvh {
    /// Appends the text of the file to a buffer, for programs that write many files.
    pub fn write_into(&self, out: &mut Vec<u8>) {
        let motion = self.motion();
        out.reserve(128 * self.joints().len() + TYPICAL_NUMBER * motion.values.len().min(FIRST_NUMBERS));
        out.extend_from_slice(b"HIERARCHY\n");
        // The joints with open braces.
        let mut open = Vec::new();
        for (index, joint) in self.joints().iter().enumerate() {
            while open.last().copied() != joint.parent {
                open.pop();
                line(open.len(), b"}", out);
            }
            write_joint(joint, open.len(), out);
            open.push(index);
        }
        while open.pop().is_some() {
            line(open.len(), b"}", out);
        }
        out.extend_from_slice(b"MOTION\nFrames: ");
        out.extend_from_slice(motion.frames.to_string().as_bytes());
        out.extend_from_slice(b"\nFrame Time: ");
        number::write(motion.frame_time, out);
        out.push(b'\n');
        let start = out.len();
        // Without channels there are no frames.
        for (index, frame) in motion.values.chunks_exact(self.width().max(1)).enumerate() {
            checkpoint();
            let longest = LONGEST_NUMBER * frame.len();
            if out.capacity() - out.len() < longest {
                // Reserves what the frames so far suggest plus an eighth: doubling would be most of the memory of a conversion.
                let written = out.len() - start;
                let left = (motion.frames - index).saturating_mul(written / index.max(1) + 1);
                out.reserve_exact(longest + (left / 8 * 9).max(out.len() / 8));
            }
            for (column, &value) in frame.iter().enumerate() {
                if column > 0 {
                    out.push(b' ');
                }
                number::write(value, out);
            }
            out.push(b'\n');
        }
        if !self.trailing().is_empty() {
            line(0, self.trailing().as_bytes(), out);
        }
    }
}

/// Writes a joint up to its children.
fn write_joint(joint: &Joint, depth: usize, out: &mut Vec<u8>) {
    let keyword: &[u8] = match (&joint.role, joint.parent) {
        (Role::End, _) => b"End Site",
        (Role::Joint(_), Some(_)) => b"JOINT",
        (Role::Joint(_), None) => b"ROOT",
    };
    indent(depth, out);
    out.extend_from_slice(keyword);
    if !joint.name.is_empty() {
        out.push(b' ');
        out.extend_from_slice(joint.name.as_bytes());
    }
    out.push(b'\n');
    line(depth, b"{", out);
    indent(depth + 1, out);
    out.extend_from_slice(b"OFFSET");
    for part in joint.offset {
        out.push(b' ');
        number::write(part, out);
    }
    out.push(b'\n');
    if let Role::Joint(channels) = &joint.role {
        indent(depth + 1, out);
        out.extend_from_slice(format!("CHANNELS {}", channels.len()).as_bytes());
        for channel in channels {
            out.push(b' ');
            out.extend_from_slice(channel.name().as_bytes());
        }
        out.push(b'\n');
    }
}

fn line(depth: usize, text: &[u8], out: &mut Vec<u8>) {
    indent(depth, out);
    out.extend_from_slice(text);
    out.push(b'\n');
}

fn indent(depth: usize, out: &mut Vec<u8>) {
    out.extend(std::iter::repeat_n(b'\t', depth.min(MAX_INDENT)));
}

#[cfg(test)]
mod tests {
    use crate::Bvh;

    #[test]
    fn the_text_has_the_form_that_common_readers_accept() {
        let loose = "hierarchy root Hips  {offset 0 1.50 -0\n  channels 2 ZROTATION xposition\r\n\
                     joint Left Leg { offset 0 0 0 End site tip {Offset 1 2 3e0 }} }\n\
                     motion frames : 2 frame  time: 0.0400\n 1 \t 2\n3 4\nas it was";
        let expected = "HIERARCHY\nROOT Hips\n{\n\tOFFSET 0 1.5 -0\n\tCHANNELS 2 Zrotation Xposition\n\
                        \tJOINT Left Leg\n\t{\n\t\tOFFSET 0 0 0\n\t\tCHANNELS 0\n\
                        \t\tEnd Site tip\n\t\t{\n\t\t\tOFFSET 1 2 3\n\t\t}\n\t}\n}\n\
                        MOTION\nFrames: 2\nFrame Time: 0.04\n1 2\n3 4\nas it was\n";
        let written = Bvh::parse(loose.as_bytes()).unwrap().to_bytes().into_owned();
        assert_eq!(String::from_utf8(written).unwrap(), expected);
    }

    #[test]
    fn the_buffer_of_a_long_file_is_hardly_larger_than_its_text() {
        for number in ["1", "0.1234567", "-1.7976931348623157e308"] {
            let frames = 20_000;
            let head = "HIERARCHY ROOT a { OFFSET 0 0 0 CHANNELS 3 Xrotation Yrotation Zrotation } MOTION";
            let lines = format!("{number} {number} {number}\n").repeat(frames);
            let text = format!("{head} Frames: {frames} Frame Time: 0.1\n{lines}");
            let written = Bvh::parse(text.as_bytes()).unwrap().to_bytes().into_owned();
            assert!(written.ends_with(lines.as_bytes()));
            let capacity = written.capacity();
            assert!(capacity <= written.len() * 5 / 4, "{number}: {capacity} for {} bytes", written.len());
        }
    }
}
