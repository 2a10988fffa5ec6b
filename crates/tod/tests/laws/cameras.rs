//! Cameras that stand, turn and look at points, as clips and as documents again.

use anim_core::{Clip, Loss, Report};
use anim_tod::{Body, Camera, Degrees, EncodeOptions, LookAt, Mode, Tod};

use crate::clips::{lower, tod};

/// A packet of a camera that is placed here, without any rotation.
fn stands(x: i32) -> Body {
    Body::Camera(Camera { translation: Some([x, 0, 0]), ..Camera::default() })
}

/// A packet of a camera that is placed at the first point and looks at the second one.
fn looks(x: i32, at: i32) -> Body {
    Body::LookAt(LookAt { view: Some([[x, 0, 0], [0, at, 0]]), ..LookAt::default() })
}

fn turns(degrees: i32) -> Body {
    let rotation = Some([0, 0, degrees].map(|degrees| Degrees::from_bits(4096 * degrees)));
    Body::Camera(Camera { rotation, ..Camera::default() })
}

/// The clip of frames of a second, each with packets of camera 1.
fn clip(frames: &[Body]) -> Clip {
    let frames: Vec<_> = frames.iter().map(|body| [(1, body.clone())]).collect();
    let frames: Vec<_> = (0..).zip(frames.iter().map(|packets| &packets[..])).collect();
    lower(&tod(60, &frames), Mode::Hardware).unwrap()
}

fn again(clip: &Clip) -> (Clip, Vec<Loss>) {
    let mut report = Report::new();
    let tod =
        Tod::from_clips_with(std::slice::from_ref(clip), &EncodeOptions::default(), &mut report).unwrap();
    (lower(&tod, Mode::Hardware).unwrap(), report.losses)
}

fn values<'a>(clip: &'a Clip, name: &str) -> Option<&'a [f64]> {
    let channel = clip.channels.iter().find(|channel| channel.property().name() == name);
    channel.map(|channel| channel.curve().values())
}

#[test]
fn a_camera_stands_in_its_place_before_and_after_it_begins_to_look() {
    let cases = [
        (vec![stands(9300), looks(20, 7)], [9300.0, 20.0]),
        (vec![looks(20, 7), stands(9300)], [20.0, 9300.0]),
        (vec![stands(5), stands(6), looks(20, 7)], [5.0, 6.0]),
        (vec![stands(5), turns(90)], [5.0, 5.0]),
        (vec![looks(20, 7), looks(-30, 8)], [20.0, -30.0]),
    ];
    for (frames, places) in cases {
        let lowered = clip(&frames);
        let (made, losses) = again(&lowered);
        assert_eq!(losses, [], "{frames:?}");
        for clip in [&lowered, &made] {
            for (second, x) in (0..).zip(places) {
                let found = clip.pose(f64::from(second) + 0.5).local[0].translation();
                assert_eq!(found, [x, 0.0, 0.0], "{frames:?}: second {second}");
            }
        }
        for name in ["translation", "euler", "reference", "roll"] {
            assert_eq!(values(&made, name), values(&lowered, name), "{frames:?}: {name}");
        }
    }
}

#[test]
fn a_packet_that_names_no_part_leaves_a_camera_in_its_place() {
    for differential in [false, true] {
        let at_nothing = Body::LookAt(LookAt { differential, ..LookAt::default() });
        let nowhere = Body::Camera(Camera { differential, ..Camera::default() });
        for empty in [at_nothing, nowhere.clone()] {
            for placed in [stands(9300), looks(9300, 7)] {
                // In the same frame and in a later one.
                let packets = [(1, placed.clone()), (1, empty.clone())];
                let together = lower(&tod(60, &[(0, &packets)]), Mode::Hardware).unwrap();
                let later = clip(&[placed.clone(), empty.clone()]);
                for (lowered, second) in [(&together, 0.5), (&later, 0.5), (&later, 1.5)] {
                    let found = lowered.pose(second).local[0].translation();
                    assert_eq!(found, [9300.0, 0.0, 0.0], "{empty:?} after {placed:?} at {second} s");
                }
                let alone = clip(std::slice::from_ref(&placed));
                assert_eq!(later.channels, alone.channels, "{empty:?} after {placed:?}");
                let (made, losses) = again(&later);
                assert_eq!((values(&made, "translation"), losses), (values(&later, "translation"), vec![]));
            }
        }
        let unplaced = clip(std::slice::from_ref(&nowhere));
        assert_eq!((unplaced.nodes[0].name.as_str(), unplaced.channels.len()), ("camera 1", 0));
    }
}

#[test]
fn a_camera_without_packets_that_turn_it_has_no_angles() {
    assert_eq!(values(&clip(&[stands(1), looks(2, 3)]), "euler"), None);
    assert_eq!(values(&clip(&[stands(1), stands(2)]), "euler"), None);
    // The first angles are those before any packet: none.
    let degrees = [0.0, 0.0, 0.0, 0.0, 0.0, 90f64.to_radians()];
    assert_eq!(values(&clip(&[stands(1), turns(90)]), "euler"), Some(&degrees[..]));
}

#[test]
fn a_rotation_that_looking_replaces_is_a_loss() {
    let (_, losses) = again(&clip(&[turns(90), looks(2, 3)]));
    let codes: Vec<_> = losses.iter().map(|loss| (loss.code.id, loss.property.as_deref())).collect();
    assert_eq!(codes, [("tod::dropped", Some("euler"))]);
}
