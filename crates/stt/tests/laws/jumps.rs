//! Jumps are at the sum of the times in the file, as people write them: at 0.3 s, not one bit later.

use anim_stt::{ClipOptions, Stt};

use crate::examples::parse;

/// A period, an offset and how long the loop is shown, in seconds, and the values at times.
type Case = (&'static str, &'static str, &'static str, &'static [(f64, f64)]);

/// A loop from 0 to 90 with a period and an offset, and a sequence that shows it for some seconds and one key more.
fn looping(period: &str, offset: &str, seconds: &str) -> Stt {
    parse(&format!(
        "#MINDRENDER 1.1 3 {{k}} KEYFRAME 2 1 {{a}} 1 {seconds} 1 0 0 {{a}} 1 0.5 1 0 0 {{b}}
        {{a}} SINGLE 1 {{x}} DYNAMIC 0 0 0 90 0 0 {period} {offset} 1  0 0 0 0 0 0 0 0 8  0 0 0 0 0 0 0 0 8
        {{b}} SINGLE 1 {{x}} STATIC 7 0 0 0 0 0 0 0 0"
    ))
}

#[test]
fn curves_jump_when_the_document_does() {
    let cases: [Case; 4] = [
        ("1", "-0.3", "1.5", &[(0.3, 0.0), (1.3, 0.0), (1.5, 7.0)]),
        ("0.1", "0", "0.75", &[(0.1, 0.0), (0.2, 0.0), (0.3, 0.0), (0.6, 0.0), (0.7, 0.0)]),
        ("0.7", "0.1", "2.5", &[(0.6, 0.0), (1.3, 0.0), (2.0, 0.0), (2.5, 7.0), (3.0, 90.0 / 7.0)]),
        ("3", "-0.2", "1.1", &[(0.2, 0.0), (1.1, 7.0), (1.3, 7.0)]),
    ];
    for (period, offset, seconds, expected) in cases {
        let stt = looping(period, offset, seconds);
        let clip = &stt.clips()[0];
        let mut evaluation = stt.evaluation(&ClipOptions::default(), clip).unwrap();
        for &(time, expected) in expected {
            let mut value = [0.0; 3];
            evaluation.sample(0, time, &mut value);
            let found = [clip.channels[0].curve().at(time)[0], value[0]];
            assert!(
                found.iter().all(|x| (x - expected).abs() < 1e-9),
                "{period} {offset} at {time}: {found:?}"
            );
        }
    }
}

#[test]
fn keys_that_follow_each_other_begin_when_their_times_add_up() {
    // 0.1 s + 0.2 s is one bit more than 0.3 s.
    let stt = parse(
        "#MINDRENDER 1.1 3 {k} KEYFRAME 3 1 {a} 1 0.1 1 0 0 {a} 1 0.2 1 0 0 {b} 1 0.4 1 0 0 {c}
        {a} SINGLE 1 {x} STATIC 1 0 0 0 0 0 0 0 0  {b} SINGLE 1 {x} STATIC 2 0 0 0 0 0 0 0 0",
    );
    let curve = stt.clips()[0].channels[0].curve().clone();
    for (time, expected) in [(0.05, 1.0), (0.1, 2.0), (0.29, 2.0), (0.3, 0.0)] {
        assert_eq!(curve.at(time)[0], expected, "{time}");
    }
    assert!(curve.times().iter().any(|time| time == 0.3), "{:?}", curve.times());
}

#[test]
fn a_loop_that_ends_where_its_state_is_entered_has_begun_again() {
    // 7.3 s are 73 periods of 0.1 s, less one bit.
    for (kind, at) in [(1, [0.025, 0.975, 1.525, 1.975]), (5, [0.025, 0.525, 0.975, 1.0])] {
        let stt = parse(&format!(
            "#MINDRENDER 1.1 2 {{k}} KEYFRAME 2 {kind} {{a}} 1 1 1 1 0 {{a}} 1 1 1 1 0 {{a}}
            {{a}} SINGLE 1 {{x}} DYNAMIC 0 0 0 90 0 0 0.1 7.3 1  0 0 0 0 0 0 0 0 8  0 0 0 0 0 0 0 0 8"
        ));
        let clip = &stt.clips()[0];
        let mut evaluation = stt.evaluation(&ClipOptions::default(), clip).unwrap();
        for time in at {
            // A loop that fades into the 0 at its start.
            let expected = if time == 1.0 { 0.0 } else { 900.0 * (time % 0.1) * (1.0 - time % 1.0) };
            let mut value = [0.0; 3];
            evaluation.sample(0, time, &mut value);
            for found in [clip.channels[0].curve().at(time)[0], value[0]] {
                assert!((found - expected).abs() < 1e-3, "{kind} at {time}: {found}, expected {expected}");
            }
        }
    }
}
