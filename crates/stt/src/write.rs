//! Document to bytes: each logical line of the specification is one line.

mod number;

use anim_core::checkpoint;
use anim_number::write_whole;

use crate::{Behavior, Body, Channel, Flag, Key, Label, Node, State, Stt, Vector};
use number::put;

impl Stt {
    /// Appends the file in its canonical form to a buffer, for programs that write many files.
    ///
    /// Numbers have six decimals if that is exact, else the shortest text that reads back to the same number. Lines end with
    /// `\n`.
    pub fn write_into(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(b"#MINDRENDER ");
        out.extend_from_slice(self.version.as_bytes());
        out.push(b'\n');
        line(out, self.states.len() as u64);
        out.reserve_exact(expected(&self.states));
        let mut part = Vec::new();
        for state in &self.states {
            write_state(out, state, &mut part);
        }
        if !self.trailing.bytes.is_empty() {
            out.extend_from_slice(&self.trailing.bytes);
            out.push(b'\n');
        }
    }
}

/// The number of nodes, keys and states whose text is measured to expect that of all.
const SAMPLE: usize = 64;

/// The bytes that many states take, with a margin; 0 for few. A buffer that is large enough is not moved, which would take its size
/// twice.
fn expected(states: &[State]) -> usize {
    let nodes =
        states.iter().flat_map(|state| if let Body::Single(nodes) = &state.body { &**nodes } else { &[] });
    let keys =
        states.iter().flat_map(|state| if let Body::Keyframe(all) = &state.body { &*all.keys } else { &[] });
    let bytes = measured(nodes, write_node) + measured(keys, write_key) + measured(states.iter(), write_head);
    bytes + bytes / 64
}

/// The bytes that all items take, estimated from a sample.
fn measured<'a, T: 'a>(all: impl Iterator<Item = &'a T> + Clone, write: impl Fn(&mut Vec<u8>, &T)) -> usize {
    let step = all.clone().count() / SAMPLE;
    if step < SAMPLE {
        return 0;
    }
    let mut text = Vec::new();
    all.step_by(step).for_each(|item| write(&mut text, item));
    text.len() * step
}

/// Appends a node or a key, which is written to `part` first. It gets its own size of room and an eighth of the text: twice the size
/// would be most of the memory of a conversion.
fn append<T>(out: &mut Vec<u8>, part: &mut Vec<u8>, item: &T, write: impl Fn(&mut Vec<u8>, &T)) {
    part.clear();
    write(part, item);
    if out.capacity() - out.len() < part.len() {
        out.reserve_exact(part.len().max(out.len() / 8));
    }
    out.extend_from_slice(part);
}

fn write_state(out: &mut Vec<u8>, state: &State, part: &mut Vec<u8>) {
    append(out, part, state, write_head);
    match &state.body {
        Body::Single(nodes) => nodes.iter().for_each(|node| append(out, part, node, write_node)),
        Body::Keyframe(keyframes) => {
            keyframes.keys.iter().for_each(|key| append(out, part, key, write_key));
        }
    }
}

/// What precedes the nodes or keys of a state.
fn write_head(out: &mut Vec<u8>, state: &State) {
    label(out, &state.name);
    match &state.body {
        Body::Single(nodes) => {
            out.extend_from_slice(b"SINGLE\n");
            line(out, nodes.len() as u64);
        }
        Body::Keyframe(keyframes) => {
            out.extend_from_slice(b"KEYFRAME\n");
            line(out, keyframes.keys.len() as u64);
            line(out, u64::from(keyframes.kind.number()));
            label(out, &keyframes.start);
        }
    }
}

fn write_node(out: &mut Vec<u8>, node: &Node) {
    checkpoint();
    label(out, &node.name);
    match &node.behavior {
        Behavior::Static { displacement, translation, orientation } => {
            out.extend_from_slice(b"STATIC\n");
            for vector in [displacement, translation, orientation] {
                write_vector(out, *vector);
            }
        }
        Behavior::Dynamic(motions) => {
            out.extend_from_slice(b"DYNAMIC\n");
            for channel in motions.channels() {
                write_channel(out, channel);
            }
        }
    }
}

fn write_channel(out: &mut Vec<u8>, channel: &Channel) {
    write_vector(out, channel.start);
    write_vector(out, channel.end);
    put(out, channel.period.get());
    out.push(b' ');
    put(out, channel.offset.get());
    out.push(b' ');
    line(out, u64::from(channel.kind.number()));
}

fn write_key(out: &mut Vec<u8>, key: &Key) {
    checkpoint();
    flag(out, key.exit, b'\n');
    put(out, key.forward_time.get());
    out.push(b' ');
    put(out, key.backward_time.get());
    out.push(b'\n');
    flag(out, key.forward_morph, b' ');
    flag(out, key.backward_morph, b'\n');
    label(out, &key.name);
}

fn write_vector(out: &mut Vec<u8>, vector: Vector) {
    let [x, y, z] = vector.get();
    put(out, x);
    out.push(b' ');
    put(out, y);
    out.push(b' ');
    put(out, z);
    out.push(b'\n');
}

fn flag(out: &mut Vec<u8>, flag: Flag, end: u8) {
    if flag.get() < 0 {
        out.push(b'-');
    }
    write_whole(out, u64::from(flag.get().unsigned_abs()));
    out.push(end);
}

fn label(out: &mut Vec<u8>, label: &Label) {
    out.push(b'{');
    out.extend_from_slice(label.as_bytes());
    out.extend_from_slice(b"}\n");
}

/// Appends a whole number and the end of the line.
fn line(out: &mut Vec<u8>, number: u64) {
    write_whole(out, number);
    out.push(b'\n');
}
