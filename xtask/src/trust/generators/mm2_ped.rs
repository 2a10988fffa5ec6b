//! MM2 pedestrians: wide and long clips, tracks, skeletons, tables of states.

use super::{Generator, count, noise};

pub(super) const ALL: &[Generator] = &[
    Generator::new("mm2-ped", "anim", "frames of 60 numbers", |size| retail(size, 60)),
    Generator::new("mm2-ped", "anim", "frames of six numbers", |size| retail(size, 6)),
    Generator::new("mm2-ped", "anim", "frames of 999 numbers", |size| retail(size, 999)),
    Generator::new("mm2-ped", "anim", "tracks of one number", |size| {
        let tracks = size.saturating_sub(8) / 13;
        let track = [1u32.to_le_bytes().as_slice(), &0f32.to_le_bytes(), &[1, 0, 0, 0, 0]].concat();
        [&(tracks as u32).to_le_bytes(), &1u32.to_le_bytes(), &track.repeat(tracks)[..]].concat()
    }),
    Generator::new("mm2-ped", "skel", "a chain of bones", |size| {
        // At most as many bones as a clip has channels for.
        let bones = (size / 40).clamp(1, 300);
        let open = super::repeat(bones, |index| format!("bone b{index} {{\noffset 0 1 0\n"));
        pad(format!("NumBones {bones}\n{open}{}", "}".repeat(bones)), size)
    }),
    Generator::new("mm2-ped", "skel", "bones side by side", |size| {
        let bones = (size / 40).clamp(1, 300);
        let flat = super::repeat(bones - 1, |index| format!("bone b{index} {{\noffset 0 1 0\n}}\n"));
        pad(format!("NumBones {bones}\nbone root {{\noffset 0 0 0\n{flat}}}"), size)
    }),
    Generator::new("mm2-ped", "csv", "states", |size| {
        let row = |index: usize| format!("S{index},walk,1,20,0,0,0,0,S{}\n", index / 2);
        let head = "# anim name,mma name,first frame,last frame,Y AXIS Offset\n";
        let rows = super::repeat(count(size.saturating_sub(head.len()), row), row);
        format!("{head}{rows}").into_bytes()
    }),
    Generator::new("mm2-ped", "csv", "empty lines", |size| {
        pad("# anim name,\nA,walk,1,2\n".to_owned(), size)
    }),
    Generator::new("mm2-ped", "csv", "lines of nothing but commas", |size| {
        format!("# anim name,\nA,walk,1,2\n{}", ",,,,,,,\n".repeat(size / 8)).into_bytes()
    }),
];

/// A retail clip with as many frames as fit and the format allows.
fn retail(size: usize, channels: usize) -> Vec<u8> {
    let frames = (size / 4 / channels).clamp(1, 10_000);
    let mut bytes = [0u32, frames as u32, channels as u32, 0].map(u32::to_le_bytes).concat();
    bytes.push(1);
    bytes.extend((0..frames * channels).flat_map(|index| (noise(index) as f32 / 64.0).to_le_bytes()));
    bytes
}

/// Pads with white space to the size.
fn pad(text: String, size: usize) -> Vec<u8> {
    let pad = size.saturating_sub(text.len());
    (text + &"\n".repeat(pad)).into_bytes()
}
