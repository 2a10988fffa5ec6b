//! Morphs into sequences, which at their time 0 also show what a morph of their own drives.

use anim_core::Clip;
use anim_stt::{ClipOptions, Player, Stt};

use crate::examples::{lowered, parse, player};

/// `inner` shows x = 4 of `b` and, since only `c` drives it, y = 7 of `c` as long as it morphs from the one to the other.
const PARTS: &str = "{inner} KEYFRAME 2 1 {b} 1 2 2 1 1 {b} 1 2 2 1 1 {c}
    {a} SINGLE 1 {x} STATIC 0 0 0 0 0 0 0 0 0
    {b} SINGLE 1 {x} STATIC 4 0 0 0 0 0 0 0 0
    {c} SINGLE 1 {y} STATIC 7 0 0 0 0 0 0 0 0";

fn with_parts(count: usize, states: &str) -> Stt {
    parse(&format!("#MINDRENDER 1.1 {} {states} {PARTS}", 4 + count))
}

/// The positions along X of the nodes x and y, as the player, the clip of the first state and its evaluation have them.
fn shown(stt: &Stt, time: f64) -> [[f64; 2]; 3] {
    let clip: &Clip = &stt.clips()[0];
    let mut player: Player = player(stt);
    player.advance(time);
    let played = ["x", "y"].map(|name| {
        let node = player.nodes().iter().position(|node| node.name == name).unwrap();
        player.node_poses()[node].displacement.map_or(0.0, |[x, ..]| x)
    });
    let mut evaluated = anim_core::Pose::default();
    stt.evaluation(&ClipOptions::default(), clip).unwrap().pose(time, &mut evaluated);
    let of = |pose: &anim_core::Pose| {
        ["x", "y"].map(|name| {
            let node = clip.nodes.iter().position(|node| node.name == name);
            node.map_or(0.0, |node| pose.local[node].translation()[0])
        })
    };
    [played, of(&clip.pose(time)), of(&evaluated)]
}

fn assert_shows(stt: &Stt, cases: &[(f64, [f64; 2])]) {
    for &(time, expected) in cases {
        for found in shown(stt, time) {
            assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-9), "{time}: {found:?}");
        }
    }
}

#[test]
fn a_morph_into_a_sequence_shows_what_the_sequence_shows_at_its_start() {
    let outer = "{outer} KEYFRAME 2 1 {a} 1 2 2 1 1 {a} 1 2 2 0 0 {inner}";
    let cases =
        [(0.0, [0.0, 7.0]), (1.0, [2.0, 7.0]), (1.99, [3.98, 7.0]), (2.01, [4.0, 7.0]), (3.9, [4.0, 7.0])];
    assert_shows(&with_parts(1, outer), &cases);
    // The same through another sequence, which only holds the inner one.
    let nested = "{outer} KEYFRAME 2 1 {a} 1 2 2 1 1 {a} 1 2 2 0 0 {between} {between} KEYFRAME 1 0 {inner} 1 0 0 0 0 {inner}";
    assert_shows(&with_parts(2, nested), &cases);
}

#[test]
fn a_one_way_sequence_that_begins_with_its_last_key_has_ended_then() {
    // From 1 when the state is entered, by 1 a second.
    const MOVING: &str = "{m} SINGLE 1 {x} DYNAMIC 0 0 0 8 0 0 8 1 1 0 0 0 0 0 0 0 0 8 0 0 0 0 0 0 0 0 8";
    let held = [0.0, 0.5, 3.0, 60.0].map(|time| (time, [1.0, 0.0]));
    let alone = format!("{{once}} KEYFRAME 1 5 {{m}} 1 2 2 1 1 {{m}} {MOVING}");
    assert_shows(&with_parts(2, &alone), &held);
    let last = format!("{{once}} KEYFRAME 2 5 {{m}} 1 2 2 0 0 {{a}} 1 2 2 0 0 {{m}} {MOVING}");
    assert_shows(&with_parts(2, &last), &held);
    // A transition that takes no time, and one that takes a second.
    let timeless = format!("{{once}} KEYFRAME 2 5 {{a}} 1 0 0 0 0 {{a}} 1 2 2 0 0 {{m}} {MOVING}");
    assert_shows(&with_parts(2, &timeless), &held);
    let longer = format!("{{once}} KEYFRAME 2 5 {{a}} 1 1 0 0 0 {{a}} 1 2 2 0 0 {{m}} {MOVING}");
    assert_shows(&with_parts(2, &longer), &[(0.5, [0.0, 0.0]), (1.5, [1.0, 0.0]), (60.0, [1.0, 0.0])]);
    // In a loop it holds anew, while the state itself moves. Of a sequence of type 0 the state moves too.
    let around = format!(
        "{{outer}} KEYFRAME 2 1 {{once}} 1 2 2 0 0 {{once}} 1 2 2 0 0 {{m}}
        {{once}} KEYFRAME 1 5 {{m}} 1 2 2 1 1 {{m}} {MOVING}"
    );
    let cases =
        [(1.9, [1.0, 0.0]), (2.5, [1.5, 0.0]), (3.9, [2.9, 0.0]), (5.5, [1.0, 0.0]), (6.5, [1.5, 0.0])];
    assert_shows(&with_parts(3, &around), &cases);
    let stays = format!("{{stays}} KEYFRAME 1 0 {{m}} 1 2 2 1 1 {{m}} {MOVING}");
    assert_shows(&with_parts(2, &stays), &[(0.0, [1.0, 0.0]), (2.5, [3.5, 0.0]), (8.5, [1.5, 0.0])]);
}

#[test]
fn a_sequence_that_has_ended_holds_all_that_its_last_key_shows() {
    let once = "{once} KEYFRAME 2 5 {a} 1 2 2 0 0 {a} 1 0 0 0 0 {inner}";
    assert_shows(&with_parts(1, once), &[(1.0, [0.0, 0.0]), (2.5, [4.0, 7.0]), (60.0, [4.0, 7.0])]);
}

#[test]
fn what_the_state_that_is_left_drives_comes_first() {
    // Both parts of `inner` drive x: at its start, that of `b` is used. The morph from 0 to 4 is halfway after 1 s.
    let text = "#MINDRENDER 1.1 5 {outer} KEYFRAME 2 1 {a} 1 2 2 1 1 {a} 1 2 2 0 0 {inner}
        {inner} KEYFRAME 2 1 {b} 1 2 2 1 1 {b} 1 2 2 1 1 {c}
        {a} SINGLE 1 {x} STATIC 0 0 0 0 0 0 0 0 0
        {b} SINGLE 1 {x} STATIC 4 0 0 0 0 0 0 0 0
        {c} SINGLE 2 {x} STATIC 9 0 0 0 0 0 0 0 0 {y} STATIC 7 0 0 0 0 0 0 0 0";
    assert_shows(&parse(text), &[(1.0, [2.0, 7.0]), (2.0, [4.0, 7.0]), (3.0, [6.5, 7.0])]);
}

#[test]
fn sequences_that_morph_into_each_other_twice_over_take_no_more_time() {
    // Each of 60 sequences morphs from the next one to the next one: 2⁶⁰ paths lead to the last state.
    let mut states = vec!["{s} KEYFRAME 2 1 {a} 1 2 2 1 1 {a} 1 2 2 0 0 {s0}".to_owned()];
    for level in 0..60 {
        let next = if level == 59 { "inner".to_owned() } else { format!("s{}", level + 1) };
        states
            .push(format!("{{s{level}}} KEYFRAME 2 1 {{{next}}} 1 2 2 1 1 {{{next}}} 1 2 2 1 1 {{{next}}}"));
    }
    let stt = with_parts(61, &states.join(" "));
    let mut player = player(&stt);
    player.advance(1.0);
    let x = player.node_poses().iter().map(|pose| pose.displacement.unwrap()[0]);
    assert_eq!(x.collect::<Vec<_>>(), [2.0, 7.0]);
    assert_eq!(stt.clips().len(), 65);
}

#[test]
fn entering_many_states_again_and_again_is_refused() {
    // A chain of morphs, each of which shows all that follow it at once, in many sequences: what all of them show is not linear
    // in the size of the file.
    let count = 3000;
    let chain = (0..count).map(|index| {
        let (state, next) = (format!("p{index}"), format!("s{}", index + 1));
        format!(
            "{{s{index}}} KEYFRAME 2 1 {{{state}}} 1 2 2 1 1 {{{state}}} 1 2 2 1 1 {{{next}}}
            {{{state}}} SINGLE 1 {{n{index}}} STATIC 1 0 0 0 0 0 0 0 0"
        )
    });
    let users =
        (0..count).map(|index| format!("{{u{index}}} KEYFRAME 2 1 {{a}} 1 1 1 1 1 {{a}} 1 1 1 0 0 {{s0}}"));
    let states: Vec<String> = chain.chain(users).collect();
    let stt = parse(&format!("#MINDRENDER 1.1 {} {}", 3 * count, states.join(" ")));
    let options = ClipOptions { depth: std::num::NonZeroU16::MAX, ..ClipOptions::default() };
    let (clips, report) = lowered(&stt, &options);
    assert_eq!(clips.len(), 3 * count);
    assert!(report.losses.iter().any(|loss| loss.code.id == "stt::limit"));
    assert!(clips.iter().map(|clip| clip.channels.len()).sum::<usize>() < 1000 * count);
}
