//! TOD: many frames, many packets, many objects.

use super::{Generator, noise};

pub(super) const ALL: &[Generator] = &[
    Generator::new("tod", "tod", "frames without packets", |size| file(size, 0, |_, _| Vec::new())),
    Generator::new("tod", "tod", "packets of one word on one object", |size| {
        file(size, 200, |_, _| packet(1, 15, 0, &[]))
    }),
    Generator::new("tod", "tod", "an object for each packet", |size| {
        file(size, 200, |frame, index| packet((frame * 200 + index) as u16, 8, 0, &[]))
    }),
    Generator::new("tod", "tod", "twenty joints that move in every frame", |size| {
        file(size, 20, |frame, index| packet(index as u16 + 1, 1, 0b1110, &coordinates(frame * 20 + index)))
    }),
    Generator::new("tod", "tod", "one joint that moves in every frame", |size| {
        file(size, 1, |frame, _| packet(1, 1, 0b1110, &coordinates(frame)))
    }),
    Generator::new("tod", "tod", "differences on twenty joints", |size| {
        file(size, 20, |frame, index| packet(index as u16 + 1, 1, 0b1111, &coordinates(frame * 20 + index)))
    }),
    Generator::new("tod", "tod", "a matrix in every frame", |size| {
        file(size, 1, |frame, _| packet(1, 4, 0, &matrix(frame)))
    }),
    Generator::new("tod", "tod", "parents that change", |size| {
        file(size, 20, |frame, index| {
            packet(index as u16 + 1, 3, 0, &[((frame + index) % 20 + 1) as u32 & 0x1F])
        })
    }),
    Generator::new("tod", "tod", "lights and cameras", |size| {
        file(size, 20, |frame, index| {
            let at = coordinates(frame * 20 + index);
            if index % 2 == 0 {
                packet(index as u16, 6, 0b010, &at[..3])
            } else {
                packet(index as u16, 7, 0b0100, &at[..6])
            }
        })
    }),
    Generator::new("tod", "tod", "the longest packets", |size| {
        file(size, 100, |_, index| packet(index as u16, 9, 0, &[0x0102_0304; 254]))
    }),
    Generator::new("tod", "tod", "a joint in the first and the last of many frames", |size| {
        // Frame numbers may have gaps, so few bytes can last long.
        let far = packet(1, 1, 0b1110, &coordinates(7));
        let frames: Vec<_> = (0..size / 24 / 2).map(|index| frame(index as u32 * 1000, 1, &far)).collect();
        with_header(&frames)
    }),
];

/// A file of frames with `packets` packets each.
fn file(size: usize, packets: usize, packet: impl Fn(usize, usize) -> Vec<u8>) -> Vec<u8> {
    let (mut frames, mut len) = (Vec::new(), 8);
    while len < size {
        let index = frames.len();
        let mut count = 0;
        let mut body = Vec::new();
        while count < packets && (count == 0 || len + body.len() < size) {
            body.extend(packet(index, count));
            count += 1;
        }
        let frame = frame(index as u32, count, &body);
        len += frame.len();
        frames.push(frame);
    }
    with_header(&frames)
}

fn with_header(frames: &[Vec<u8>]) -> Vec<u8> {
    let head = [[0x50, 0, 2, 0], (frames.len() as u32).to_le_bytes()].concat();
    [head, frames.concat()].concat()
}

fn frame(number: u32, packets: usize, body: &[u8]) -> Vec<u8> {
    let words = 2 + body.len() / 4;
    let head = [(words as u16).to_le_bytes(), (packets as u16).to_le_bytes()].concat();
    [&head, &number.to_le_bytes()[..], body].concat()
}

fn packet(id: u16, kind: u32, flag: u32, payload: &[u32]) -> Vec<u8> {
    let head = u32::from(id) | kind << 16 | flag << 20 | (1 + payload.len() as u32) << 24;
    std::iter::once(&head).chain(payload).flat_map(|word| word.to_le_bytes()).collect()
}

/// Rotation, scale and translation.
fn coordinates(seed: usize) -> [u32; 8] {
    let at = |index: usize| (noise(seed * 8 + index) * 4096.0) as i32 as u32;
    [at(0), at(1), at(2), 0x1000_1000, 0x1000, at(3), at(4), at(5)]
}

fn matrix(seed: usize) -> [u32; 8] {
    let at = |index: usize| (noise(seed * 8 + index) * 4096.0) as i32 as u32;
    [at(0), at(1), at(2), at(3), at(4) & 0xFFFF, at(5), at(6), at(7)]
}
