//! BVH: many joints, deep ones, many frames.

use super::{Generator, noise};

pub(super) const ALL: &[Generator] = &[
    Generator::new("bvh", "bvh", "joints side by side", |size| {
        let joint = |index: usize| format!("JOINT j{index}\n{{\nOFFSET 0 1 0\nCHANNELS 0\n}}\n");
        flat(size, joint)
    }),
    Generator::new("bvh", "bvh", "joints of six channels", |size| {
        let channels = "Xposition Yposition Zposition Zrotation Xrotation Yrotation";
        let joints = size / 130;
        let all = super::repeat(joints, |index| {
            format!("JOINT j{index}\n{{\nOFFSET 0 1 0\nCHANNELS 6 {channels}\n}}\n")
        });
        let frame = "0 ".repeat(joints * 6);
        format!("HIERARCHY\nROOT r\n{{\nOFFSET 0 0 0\nCHANNELS 0\n{all}}}\nMOTION\nFrames: 1\nFrame Time: 0.1\n{frame}\n")
            .into_bytes()
    }),
    Generator::new("bvh", "bvh", "a chain of joints without channels", |size| {
        let joints = size / 22;
        let text = "JOINT a{OFFSET 0 0 0 ".repeat(joints) + &"}".repeat(joints);
        format!("HIERARCHY ROOT a{{OFFSET 0 0 0 {text}}}MOTION Frames: 0 Frame Time: 1").into_bytes()
    }),
    Generator::new("bvh", "bvh", "a chain of joints", |size| {
        let joints = size / 40;
        let open = super::repeat(joints, |index| format!("JOINT j{index}\n{{\nOFFSET 0 1 0\nCHANNELS 0\n"));
        let close = "}\n".repeat(joints);
        format!("HIERARCHY\nROOT r\n{{\nOFFSET 0 0 0\nCHANNELS 0\n{open}{close}}}\nMOTION\nFrames: 1\nFrame Time: 0.1\n")
            .into_bytes()
    }),
    Generator::new("bvh", "bvh", "frames of one digit", |size| {
        let frames = size / 2;
        head("1 Yposition", frames).into_iter().chain("1\n".repeat(frames).into_bytes()).collect()
    }),
    Generator::new("bvh", "bvh", "frames of three angles", |size| {
        let line =
            |index: usize| format!("{:.4} {:.4} {:.4}\n", noise(index), noise(index + 7), noise(index + 13));
        let frames = super::count(size.saturating_sub(100), line);
        let lines = super::repeat(frames, line);
        head("3 Zrotation Xrotation Yrotation", frames).into_iter().chain(lines.into_bytes()).collect()
    }),
    Generator::new("bvh", "bvh", "frames without numbers", |size| {
        head("0", size / 2)
            .into_iter()
            .chain("\n".repeat(size / 2).into_bytes())
            .collect::<Vec<u8>>()
            .into_iter()
            .chain(std::iter::repeat_n(b' ', size / 2))
            .collect()
    }),
    Generator::new("bvh", "bvh", "numbers of one digit", |size| {
        // One frame of thousands of channels.
        let joints = size / 90;
        let all = super::repeat(joints, |index| {
            format!("JOINT {index}\n{{\nOFFSET 0 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n}}\n")
        });
        let frame = "1 ".repeat(joints * 3);
        format!("HIERARCHY\nROOT r\n{{\nOFFSET 0 0 0\nCHANNELS 0\n{all}}}\nMOTION\nFrames: 1\nFrame Time: 0.1\n{frame}\n")
            .into_bytes()
    }),
];

fn head(channels: &str, frames: usize) -> Vec<u8> {
    format!(
        "HIERARCHY\nROOT r\n{{\nOFFSET 0 0 0\nCHANNELS {channels}\n}}\nMOTION\nFrames: {frames}\nFrame Time: 0.1\n"
    )
    .into_bytes()
}

fn flat(size: usize, joint: impl Fn(usize) -> String) -> Vec<u8> {
    let joints = super::count(size, &joint);
    let all = super::repeat(joints, joint);
    format!("HIERARCHY\nROOT r\n{{\nOFFSET 0 0 0\nCHANNELS 0\n{all}}}\nMOTION\nFrames: 1\nFrame Time: 0.1\n")
        .into_bytes()
}
