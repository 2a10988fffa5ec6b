//! Hostile texts: each is rejected or read quickly, in bounded memory.

use anim_bvh::Bvh;
use anim_core::Diagnostic;

const STILL: &str = "MOTION\nFrames: 0\nFrame Time: 0.1\n";

#[test]
fn ten_thousand_nested_joints_are_read_posed_and_written() {
    let open = "JOINT a\n{\nOFFSET 0 1 0\nCHANNELS 1 Zrotation\n".repeat(10_000);
    let text = format!(
        "HIERARCHY\nROOT a\n{{\nOFFSET 0 1 0\n{open}{}\nMOTION\nFrames: 1\nFrame Time: 1\n{}",
        "}".repeat(10_001),
        "0 ".repeat(10_000)
    );
    let bvh = Bvh::parse(text.as_bytes()).unwrap();
    assert_eq!(bvh.clips()[0].pose(0.0).world[10_000].translation(), [0.0, 10_001.0, 0.0]);
    bvh.check();
    let written = bvh.to_bytes();
    assert!(written.len() < 20 * text.len(), "indentation is bounded: {} for {}", written.len(), text.len());
    assert_eq!(Bvh::parse(&written).unwrap(), bvh);
}

#[test]
fn stated_counts_cost_nothing() {
    let text = "HIERARCHY ROOT a { OFFSET 0 0 0 CHANNELS 4294967295 Xrotation } MOTION Frames: 1000000000000000000 Frame Time: 1\n7";
    let bvh = Bvh::parse(text.as_bytes()).unwrap();
    assert_eq!((bvh.motion().frames, bvh.motion().values.capacity() < 64), (1, true));
    let still = text.replace(" CHANNELS 4294967295 Xrotation", "").replace("\n7", "");
    let bvh = Bvh::parse(still.as_bytes()).unwrap();
    assert_eq!((bvh.motion().frames, bvh.clips()[0].duration), (0, 0.0));
}

#[test]
fn a_long_name_is_not_copied_to_other_nodes() {
    let name = "n".repeat(10_000_000);
    let ends = "End Site { OFFSET 0 0 0 }\n".repeat(20_000);
    let text =
        format!("HIERARCHY ROOT {name}\n{{ OFFSET 0 0 0 JOINT {name}\n{{ OFFSET 0 0 0 {ends} }} }}\n{STILL}");
    let bvh = Bvh::parse(text.as_bytes()).unwrap();
    let mut length = 0;
    bvh.check_with(&mut |finding: Diagnostic| length += finding.message.len());
    assert!(length < 1000, "{length}");
    let size: usize = bvh.clips()[0].nodes.iter().map(|node| node.name.len()).sum();
    assert!(size < 3 * 10_000_000, "{size}");
}

#[test]
fn equal_names_become_unique_in_linear_time() {
    let text = format!("HIERARCHY {} {STILL}", "ROOT a\n{ OFFSET 0 0 0 }\n".repeat(50_000));
    let bvh = Bvh::parse(text.as_bytes()).unwrap();
    let clips = bvh.clips();
    let mut names: Vec<_> = clips[0].nodes.iter().map(|node| &node.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), 50_000);
}

#[test]
fn every_truncation_is_an_error_or_has_fewer_frames() {
    let text = "HIERARCHY\nROOT a b\n{\n\tOFFSET 0 1 -2.5\n\tCHANNELS 2 Zrotation Xposition\n\tEnd Site\n\t{\n\t\tOFFSET 1 0 0\n\t}\n}\n\
                MOTION\nFrames: 3\nFrame Time: 0.25\n1 2\n30 40\n5 6\n";
    for len in 0..text.len() {
        match Bvh::parse(&text.as_bytes()[..len]) {
            Ok(bvh) => assert!(len > text.find("Time").unwrap() && bvh.motion().frames <= 3, "{len}"),
            Err(error) => assert!(error.at.span.unwrap().end <= len, "{len}: {error}"),
        }
    }
}

#[test]
fn endless_numbers_are_refused_quickly() {
    let digits = "9".repeat(5_000_000);
    let text = format!("HIERARCHY ROOT a {{ OFFSET {digits} 0 0 }} {STILL}");
    let error = Bvh::parse(text.as_bytes()).unwrap_err();
    assert!(error.kind.to_string().len() < 200, "{error}");
}
