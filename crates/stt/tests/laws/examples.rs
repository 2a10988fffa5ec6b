//! The three examples of the specification, and what its text says about them.

use anim_core::{Clip, Diagnostic, Format, Report};
use anim_stt::{ClipOptions, Player, ReadOptions, Sine, Stt};

pub(crate) const STANDING: &str = "#MINDRENDER 1.1\n1\n{my_first_state}\nSINGLE\n1\n{my_static_node}\nSTATIC
0.000000 50.000000 0.000000\n0.000000 0.000000 0.000000\n0.000000 45.000000 0.000000\n";

pub(crate) const MOVING: &str = "#MINDRENDER 1.1\n1\n{my_second_state}\nSINGLE\n1\n{my_dynamic_node}\nDYNAMIC
0.000000 -50.000000 0.000000\n0.000000 50.000000 0.000000\n2.000000 0.000000 3
0.000000 0.000000 0.000000\n0.000000 0.000000 0.000000\n0.000000 0.000000 8
0.000000 -80.000000 0.000000\n0.000000 180.000000 0.000000\n4.000000 0.000000 7\n";

pub(crate) const SEQUENCE: &str = "#MINDRENDER 1.1\n3\n{my_keyframe_state}\nKEYFRAME\n2\n3\n{my_first_state}
1\n4.000000 4.000000\n0 0\n{my_second_state}\n1\n4.000000 4.000000\n0 0\n{my_first_state}
{my_first_state}\nSINGLE\n1\n{my_dynamic_node}\nSTATIC
0.000000 50.000000 0.000000\n0.000000 0.000000 0.000000\n0.000000 45.000000 0.000000
{my_second_state}\nSINGLE\n1\n{my_dynamic_node}\nDYNAMIC
0.000000 -50.000000 0.000000\n0.000000 50.000000 0.000000\n2.000000 0.000000 3
0.000000 0.000000 0.000000\n0.000000 0.000000 0.000000\n0.000000 0.000000 8
0.000000 -80.000000 0.000000\n0.000000 180.000000 0.000000\n4.000000 0.000000 7\n";

pub(crate) fn parse(text: &str) -> Stt {
    Stt::parse(text.as_bytes()).unwrap()
}

/// A player of a file with default options.
pub(crate) fn player(stt: &Stt) -> Player {
    Player::new(stt.clone(), &ClipOptions::default()).unwrap()
}

/// The clips of a file and the report of lowering it.
pub(crate) fn lowered(stt: &Stt, options: &ClipOptions) -> (Vec<Clip>, Report) {
    let mut report = Report::new();
    (stt.clips_with(options, &mut report), report)
}

/// Displacement and orientation about Y of the one node.
fn shown(player: &mut Player) -> [f64; 2] {
    let pose = player.node_poses()[0];
    assert_eq!(pose.translation.unwrap(), [0.0; 3]);
    [pose.displacement.unwrap()[1], pose.orientation.unwrap()[1]]
}

fn close(found: [f64; 2], expected: [f64; 2]) -> bool {
    found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-9)
}

#[test]
fn the_examples_have_no_findings_and_are_written_as_they_are() {
    for (text, tokens) in [(STANDING, 17), (MOVING, 35), (SEQUENCE, 66)] {
        let mut found: Vec<Diagnostic> = Vec::new();
        Stt::inspect(text.as_bytes(), &ReadOptions::default(), &(), &mut found).unwrap();
        assert_eq!(found, []);
        assert_eq!(parse(text).to_bytes(), text.as_bytes());
        assert_eq!(text.split_ascii_whitespace().count(), tokens);
    }
}

#[test]
fn the_second_example_moves_as_its_text_says() {
    let stt = parse(MOVING);
    let mut player = self::player(&stt);
    let expected = [
        (-50.0, -80.0),
        (0.0, -41.923_881_554_251_18),
        (50.0, 50.0),
        (0.0, 141.923_881_554_251_2),
        (-50.0, 180.0),
    ];
    for (displacement, angle) in expected {
        let found = shown(&mut player);
        assert!(close(found, [displacement, angle]), "{found:?}");
        player.advance(0.5);
    }
    let mut swinging = Player::new(stt, &ClipOptions { sine: Sine::Sin, ..ClipOptions::default() }).unwrap();
    for angle in [50.0, 180.0, 50.0, -80.0] {
        assert!((shown(&mut swinging)[1] - angle).abs() < 1e-9);
        swinging.advance(1.0);
    }
}

#[test]
fn the_third_example_switches_every_four_seconds() {
    let stt = parse(SEQUENCE);
    let clips = stt.clips();
    assert_eq!(clips.iter().map(|clip| clip.duration).collect::<Vec<_>>(), [8.0, 0.0, 4.0]);
    let first = [50.0, 45.0];
    // The second state begins anew when it is entered.
    let cases = [
        (0.0, first),
        (3.999, first),
        (4.0, [-50.0, -80.0]),
        (5.0, [50.0, 50.0]),
        (8.0, first),
        (12.5, [0.0, -41.923_881_554_251_18]),
    ];
    for (time, expected) in cases {
        let mut player = self::player(&stt);
        player.advance(time);
        let found = shown(&mut player);
        assert!(close(found, expected), "{time}: {found:?}");
        let pose = clips[0].pose(time).local[0];
        assert!((pose.translation()[1] - expected[0]).abs() < 1e-9, "{time}");
        assert!((pose.0[0][2].atan2(pose.0[0][0]) - expected[1].to_radians()).abs() < 1e-9, "{time}");
    }
    let mut player = self::player(&stt);
    player.advance(1.0);
    player.request("my_second_state").unwrap();
    assert!(close(shown(&mut player), [-50.0, -80.0]), "every key may be left");
}
