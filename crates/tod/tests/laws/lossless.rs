//! Documents that become clips and documents again: a report without losses means that the clips are equal.

use anim_core::{Clip, Report};
use anim_tod::{Attribute, Body, Data, DataKind, EncodeOptions, Mode, Nibble, Reference, Tod, User, Words};
use proptest::prelude::*;

use crate::clips::{lower, tod};
use crate::documents;

/// The clip of the document that a clip becomes, and the losses on the way.
fn again(clip: &Clip, mode: Mode) -> Option<(Clip, Report)> {
    let mut report = Report::new();
    let tod =
        Tod::from_clips_with(std::slice::from_ref(clip), &EncodeOptions::default(), &mut report).ok()?;
    Some((lower(&tod, mode)?, report))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn a_report_without_losses_means_equal_clips(mut tod in documents::tod(), mode in prop::sample::select(Mode::ALL), tidy in any::<bool>()) {
        if tidy {
            tod.resolution = tod.resolution.min(100);
            let first = tod.frames.first().map_or(0, |frame| frame.number % 1000);
            for (index, frame) in tod.frames.iter_mut().enumerate() {
                frame.number = first + 3 * index as u32;
            }
        }
        if let Some(clip) = lower(&tod, mode) && let Some((found, report)) = again(&clip, mode) && report.losses.is_empty() {
            prop_assert_eq!(found, clip);
        }
    }
}

#[test]
fn the_first_frame_attributes_models_and_events_keep_their_numbers_and_times() {
    let bits = |mask, value| (1, Body::Attribute(Attribute { mask, value, ..Attribute::default() }));
    let model = (1, Body::Model(Reference::new(4)));
    let user = Data {
        kind: DataKind::User(User::User2),
        flag: Nibble::new(1),
        words: Words::new(vec![u32::MAX, 7]).unwrap(),
    };
    let user = (3, Body::Data(user));
    // Real files have attributes that change nothing, and keep the bit that hides the object.
    let frames = [
        (7, vec![bits(0x8000_0000, 0)]),
        (9, vec![model, user.clone()]),
        (10, vec![bits(0x8000_0000, 0x41), bits(0xFFFF_FFBF, 0)]),
        (12, vec![bits(0, 0x8000_0001)]),
        (15, vec![bits(0x8000_0000, 1), user]),
    ];
    let frames: Vec<(u32, &[(u16, Body)])> =
        frames.iter().map(|(number, packets)| (*number, &packets[..])).collect();
    let clip = lower(&tod(3, &frames), Mode::Hardware).unwrap();
    let (found, report) = again(&clip, Mode::Hardware).unwrap();
    assert!(report.is_empty(), "{report}");
    assert_eq!(found, clip);
    assert_eq!((found.first_frame, found.frame_time(15.0)), (7.0, Some(0.4)));
    let channel = |name: &str| {
        let channel = found.channels.iter().find(|channel| channel.property().name() == name).unwrap();
        (channel.curve().times().iter().collect::<Vec<_>>(), channel.curve().values().to_vec())
    };
    // Frames 7, 10, 12 and 15 of 1/20 s.
    let (hidden, twentieths) = (2_147_483_649.0, [0.0, 3.0, 5.0, 8.0].map(|frame| frame / 20.0));
    assert_eq!(channel("attribute"), (twentieths.to_vec(), vec![0.0, 1.0, hidden, hidden]));
    assert_eq!(channel("visible"), (vec![0.0, 0.25], vec![1.0, 0.0]));
    assert_eq!(channel("tmd"), (vec![0.0, 0.1], vec![-1.0, 4.0]));
    assert_eq!(found.events.iter().map(|event| event.time).collect::<Vec<_>>(), [0.1, 0.4]);
}

#[test]
fn a_first_frame_that_the_file_cannot_number_is_reported() {
    for (number, expected) in [(0.5, true), (-3.0, true), (4_294_967_295.0, true), (4_000_000_000.0, false)] {
        let mut clip = lower(&tod(2, &[(0, &[])]), Mode::Hardware).unwrap();
        clip.first_frame = number;
        let (found, report) = again(&clip, Mode::Hardware).unwrap();
        assert_eq!(!report.losses.is_empty(), expected, "{number}: {report}");
        assert_eq!(found.first_frame, if expected { 0.0 } else { number });
    }
}
