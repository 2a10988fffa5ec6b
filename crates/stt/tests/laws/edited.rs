//! Clips that were edited after they were made: the state shows the edit, whatever the metadata state.

use anim_core::edit::scale;
use anim_core::{Axis, Clip, EulerOrder, Positive, Report, Space};
use anim_stt::{
    Behavior, Channel, ChannelType, ClipOptions, EncodeOptions, Motions, Node, Seconds, State, Stt, Vector,
};
use proptest::prelude::*;

use crate::encoding::encode_with;
use crate::examples::{lowered, parse};
use crate::restored::baked;

/// An edit of a clip, and the order of angles of the file that it is written into.
#[derive(Clone, Copy, Debug)]
enum Change {
    Nothing,
    Scale,
    Axes,
    Unit,
    Order,
}

impl Change {
    const ALL: [Self; 5] = [Self::Nothing, Self::Scale, Self::Axes, Self::Unit, Self::Order];

    fn of(self, mut clip: Clip) -> (Clip, EulerOrder) {
        clip.space = Space::right_handed(Axis::Y).in_metres(1.0);
        let order = if let Self::Order = self { EulerOrder::Zyx } else { EulerOrder::Xyz };
        let clip = match self {
            Self::Nothing | Self::Order => clip,
            Self::Scale => scale(&clip, Positive::literal(10.0), &mut Report::new()),
            Self::Axes => clip.into_space(Space::right_handed(Axis::Z)),
            Self::Unit => clip.into_space(Space::UNKNOWN.in_metres(0.01)),
        };
        (clip, order)
    }

    /// The axes and the unit that readers of the file have to be given, because an STT does not record them.
    fn told(self) -> String {
        let options = match self {
            Self::Nothing | Self::Order | Self::Scale => "`up=+y` `unit=1`",
            Self::Axes => "`up=+z` `unit=1`",
            Self::Unit => "`up=+y` `unit=0.01`",
        };
        format!("the file does not record its axes and its unit: it is read with {options}")
    }
}

/// The axes and the unit in a report, and the codes of its other losses.
fn split(report: &Report) -> (Vec<&str>, Vec<&str>) {
    let (space, others): (Vec<_>, Vec<_>) =
        report.losses.iter().partition(|loss| loss.code.id == "anim::space");
    let messages = space.into_iter().map(|loss| loss.message.as_str()).collect();
    (messages, others.into_iter().map(|loss| loss.code.id).collect())
}

/// The clip of a state after a change, and that of the document that it is written into.
fn written(clip: Clip, change: Change) -> (Clip, Clip, Report) {
    let (changed, order) = change.of(clip);
    let (stt, report) =
        encode_with(std::slice::from_ref(&changed), &EncodeOptions { order, ..EncodeOptions::default() });
    let (mut again, _) = lowered(&stt, &ClipOptions { order, ..ClipOptions::default() });
    (changed, again.remove(0), report)
}

#[test]
fn a_clip_that_stands_still_shows_its_edits() {
    let still = parse("#MINDRENDER 1.1 1 {a} SINGLE 1 {x} STATIC 1 2 3 0 0 0 0 90 0").clips().remove(0);
    let cases = [
        (Change::Nothing, [1.0, 2.0, 3.0]),
        (Change::Scale, [10.0, 20.0, 30.0]),
        // What was up is now along Z, so that z points back along −Y.
        (Change::Axes, [1.0, -3.0, 2.0]),
        (Change::Unit, [100.0, 200.0, 300.0]),
        (Change::Order, [1.0, 2.0, 3.0]),
    ];
    for through in [Clip::clone, baked] {
        for (change, expected) in cases {
            let (_, again, report) = written(through(&still), change);
            let found = again.pose(0.0).local[0].translation();
            assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-6), "{change:?}: {found:?}");
            assert_eq!(split(&report), (vec![change.told().as_str()], vec![]), "{change:?}");
        }
    }
}

#[test]
fn clips_that_agree_on_their_axes_are_told_once() {
    let text = "#MINDRENDER 1.1 2 {a} SINGLE 1 {x} STATIC 1 2 3 0 0 0 0 90 0 {b} SINGLE 1 {x} STATIC 0 0 0 0 0 0 0 0 0";
    let mut clips = parse(text).clips();
    let told = |clips: &[Clip]| {
        let (_, report) = encode_with(clips, &EncodeOptions::default());
        let losses = report.losses.into_iter().map(|loss| {
            let options: Vec<_> = loss.message.split('`').skip(1).step_by(2).map(str::to_owned).collect();
            (loss.clip, options.join(" "))
        });
        losses.collect::<Vec<_>>()
    };
    assert_eq!(told(&clips), []);
    for clip in &mut clips {
        clip.space = Space::right_handed(Axis::Z);
    }
    assert_eq!(told(&clips), [(None, "up=+z".to_owned())]);
    clips[1].space = Space::right_handed(Axis::Y).facing(Axis::Z);
    let each =
        [(Some("a".to_owned()), "up=+z".to_owned()), (Some("b".to_owned()), "up=+y forward=+z".to_owned())];
    assert_eq!(told(&clips), each);
    clips[0].space = Space::UNKNOWN;
    assert_eq!(told(&clips), each[1..]);
}

#[test]
fn the_stills_of_a_sequence_change_with_it() {
    let text = "#MINDRENDER 1.1 3 {k} KEYFRAME 2 1 {a} 1 1 1 1 1 {a} 1 1 1 1 1 {b}
        {a} SINGLE 1 {x} STATIC 1 0 0 0 0 0 0 0 0  {b} SINGLE 1 {x} STATIC 2 0 0 0 0 0 0 0 0";
    let scaled: Vec<Clip> = parse(text).clips().into_iter().map(|clip| Change::Scale.of(clip).0).collect();
    let again = Stt::from_clips(&scaled).unwrap().clips();
    for (name, time, expected) in [("k", 0.0, 10.0), ("k", 0.5, 15.0), ("a", 0.0, 10.0), ("b", 0.0, 20.0)] {
        let clip = again.iter().find(|clip| clip.name == name).unwrap();
        assert_eq!(clip.pose(time).local[0].translation(), [expected, 0.0, 0.0], "{name} at {time}");
    }
}

#[test]
fn metadata_of_slow_motion_are_not_believed_of_a_clip_that_stands() {
    // The clip has no duration and stands still where it is; the metadata state a drift of 1 mm in 4 s.
    let still = parse("#MINDRENDER 1.1 1 {a} SINGLE 1 {x} STATIC 0 0 0 0 0 0 0 0 0").clips().remove(0);
    let mut clip = still.clone();
    let text = "DYNAMIC 0.001 0 0 0 0 0 4 0 9 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0";
    clip.metadata.push(("stt.node.x".into(), text.into()));
    let (_, again, _) = written(clip, Change::Nothing);
    assert_eq!(again.pose(1000.0).local[0].translation(), [0.0; 3]);
}

/// A channel whose state lasts 0 s.
fn lasting() -> impl Strategy<Value = Channel> {
    let number = || (-100_000i32..100_000).prop_map(|number| f64::from(number) / 1000.0);
    let vector = move || prop::array::uniform3(number()).prop_map(|numbers| Vector::new(numbers).unwrap());
    let kind = prop::sample::select(ChannelType::ALL[..9].to_vec());
    (vector(), vector(), kind, any::<bool>()).prop_map(|(start, end, kind, ended)| {
        let once = matches!(kind, ChannelType::OneWayForwards | ChannelType::OneWayBackwards);
        let [period, offset] = if once && ended { [1.5, 2.0] } else { [0.0, 0.0] };
        let [period, offset] = [period, offset].map(|seconds| Seconds::new(seconds).unwrap());
        Channel { start, end, period, offset, kind }
    })
}

fn lasting_node() -> impl Strategy<Value = Behavior> {
    (lasting(), lasting(), lasting(), any::<bool>()).prop_map(|(a, b, c, stands)| {
        if stands {
            Behavior::Static { displacement: a.start, translation: b.start, orientation: c.start }
        } else {
            Behavior::Dynamic(Box::new(Motions { displacement: a, translation: b, orientation: c }))
        }
    })
}

proptest! {
    #[test]
    fn states_without_a_duration_show_every_edit(
        behavior in lasting_node(),
        change in prop::sample::select(Change::ALL.to_vec()),
        bakes in any::<bool>(),
        time in 0.0..9.0f64,
    ) {
        let node = Node { name: anim_stt::Label::new("n").unwrap(), behavior };
        let stt = Stt::new(vec![State::single(anim_stt::Label::new("s").unwrap(), vec![node])]);
        let clip = stt.clips().remove(0);
        prop_assert_eq!(clip.duration, 0.0);
        let clip = if bakes { baked(&clip) } else { clip };
        let (changed, again, report) = written(clip, change);
        let [expected, found] = [&changed, &again].map(|clip| clip.pose(time).local.first().copied());
        let (Some(expected), Some(found)) = (expected, found) else {
            prop_assert!(expected.is_none() && found.is_none());
            return Ok(());
        };
        // Clips are baked in single precision: numbers of at most 20,000.
        let most = if bakes { 4e-3 } else { 1e-8 };
        prop_assert!(expected.distance(&found) < most, "{:?} {:?}", expected, found);
        let (told, others) = split(&report);
        prop_assert_eq!(told, [change.told()]);
        prop_assert!(others.iter().all(|code| *code == "stt::outside"), "{}", report);
    }
}
