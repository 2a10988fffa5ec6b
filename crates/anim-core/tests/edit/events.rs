//! Events after operations: which states play at which times, and on which frames things happen.

use anim_core::edit::{Cuts, Edit, cycle, join, reverse, trim};
use anim_core::{
    Channel, Clip, Curve, Ease, Event, EventKind, Node, Positive, Property, Rate, Report, Times,
};
use proptest::prelude::*;

use super::any::{self, ALL};
use super::same::FINE;

fn enter(time: f64, name: &str, seconds: Option<f64>) -> Event {
    Event::new(time, EventKind::Enter { name: name.into(), index: None, seconds })
}

/// A clip of four seconds.
fn with_events(events: Vec<Event>) -> Clip {
    Clip::new("c").with_duration(4.0).with_events(events)
}

fn looped(clip: &Clip) -> Clip {
    cycle(clip, 1.0, FINE, &mut Report::new()).unwrap()
}

fn backwards(clip: &Clip) -> Clip {
    reverse(clip, &mut Report::new()).unwrap()
}

#[test]
fn what_plays_in_a_cross_fade_plays_at_the_start_of_a_loop() {
    for (events, expected) in [
        // Beyond the end of the loop, and beyond the end of the clip.
        (vec![enter(2.5, "a", Some(1.25))], vec![enter(0.0, "a", Some(0.75)), enter(2.5, "a", Some(0.5))]),
        (vec![enter(2.5, "a", Some(9.0))], vec![enter(0.0, "a", Some(1.0)), enter(2.5, "a", Some(0.5))]),
        (vec![enter(2.0, "a", Some(1.0))], vec![enter(2.0, "a", Some(1.0))]),
        // Within the fade, and at its ends.
        (vec![enter(3.0, "a", None)], vec![enter(0.0, "a", Some(1.0))]),
        (vec![enter(3.5, "a", Some(9.0))], vec![enter(0.5, "a", Some(0.5))]),
        (vec![enter(4.0, "a", None)], vec![]),
        (vec![enter(4.0, "a", Some(2.0)), enter(7.0, "b", None)], vec![]),
        // A state that begins in between ends none that plays.
        (
            vec![enter(0.0, "a", None), enter(2.0, "b", None), enter(3.5, "c", None)],
            vec![
                enter(0.0, "a", Some(2.0)),
                enter(0.0, "b", Some(0.5)),
                enter(0.5, "c", Some(0.5)),
                enter(2.0, "b", Some(1.0)),
            ],
        ),
    ] {
        assert_eq!(looped(&with_events(events.clone())).events, expected, "{events:?}");
    }
}

#[test]
fn what_plays_beyond_the_end_begins_at_the_start_backwards() {
    for (events, expected) in [
        (vec![enter(3.0, "a", Some(9.0))], vec![enter(0.0, "a", Some(1.0))]),
        (vec![enter(3.0, "a", Some(f64::INFINITY))], vec![enter(0.0, "a", Some(1.0))]),
        (vec![enter(3.0, "a", Some(f64::NAN))], vec![enter(0.0, "a", Some(1.0))]),
        (vec![enter(5.0, "a", Some(1.0))], vec![enter(0.0, "a", Some(0.0))]),
        (vec![enter(5.0, "a", None)], vec![enter(0.0, "a", Some(0.0))]),
        // `b` ends a second before `a` begins, which is entered next.
        (
            vec![enter(0.0, "a", Some(1.0)), enter(2.0, "b", None)],
            vec![enter(0.0, "b", Some(2.0)), enter(3.0, "a", Some(1.0))],
        ),
    ] {
        let reversed = backwards(&with_events(events.clone()));
        assert_eq!(reversed.validate(), Ok(()), "{events:?}");
        assert_eq!(reversed.events, expected, "{events:?}");
    }
}

/// A sequence that stays in its last key: `--loop=0.5 --reverse`.
#[test]
fn a_loop_can_be_reversed() {
    let sequence =
        with_events(vec![enter(0.0, "a", Some(1.0)), enter(1.0, "b", Some(3.0)), enter(4.0, "c", None)]);
    let reversed = backwards(&looped(&sequence));
    assert_eq!(
        reversed.events,
        [enter(0.0, "b", Some(2.0)), enter(2.0, "b", Some(1.0)), enter(2.0, "a", Some(1.0))]
    );
    let split = Edit::Split(Cuts::Events("*".into()));
    let parts = split.apply(&[reversed], FINE, &mut Report::new()).unwrap();
    assert_eq!(parts.iter().map(|part| part.duration).collect::<Vec<_>>(), [2.0, 1.0]);
}

#[test]
fn what_happens_on_a_frame_happens_on_it_backwards() {
    let rate = Rate::per_second(4);
    // Four frames. Nothing is known of a frame in which a key is between frames, and keys at the end are of a fifth frame.
    for (times, is_of_frames) in [
        (&[0.0, 0.25, 0.5, 0.75][..], true),
        (&[0.0, 0.25], true),
        (&[0.5, 0.75], true),
        (&[0.25], true),
        (&[0.0, 0.3], false),
        (&[0.0, 0.5, 1.0], false),
    ] {
        let values = (0..times.len()).map(|key| key as f64).collect();
        let curve = Curve::new(Times::keys(times).unwrap(), 1, values, Ease::Step).unwrap();
        let event = |frame: f64| Event::named(frame / 4.0, "step", vec![]);
        let clip = Clip::new("c")
            .with_duration(1.0)
            .with_rate(rate)
            .with_nodes(vec![Node::new("n")])
            .with_channels(vec![Channel::new(0, Property::named("x", 1), curve).unwrap()])
            .with_events([0.0, 1.0, 2.0].map(event).to_vec());
        let expected = if is_of_frames { [1.0, 2.0, 3.0] } else { [2.0, 3.0, 4.0] };
        let reversed = backwards(&clip);
        assert_eq!(reversed.events, expected.map(event), "{times:?}");
        let value = |clip: &Clip, event: usize| clip.channels[0].curve().at(clip.events[event].time);
        for event in (0..3).filter(|_| is_of_frames) {
            assert_eq!(value(&reversed, 2 - event), value(&clip, event), "{times:?}: {event}");
        }
    }
    // Without channels, the rate alone states what the frames are.
    let still = with_events(vec![Event::named(1.0, "step", vec![])]).with_rate(Rate::per_second(1));
    assert_eq!(backwards(&still).events, [Event::named(2.0, "step", vec![])]);
}

/// The indices of the states that play at a time, as events define it.
fn playing(clip: &Clip, time: f64) -> Vec<Option<usize>> {
    let mut playing = Vec::new();
    for (place, event) in clip.events.iter().enumerate() {
        let EventKind::Enter { index, seconds, .. } = &event.kind else { continue };
        let mut later = clip.events[place + 1..].iter();
        let next = later.find(|event| matches!(event.kind, EventKind::Enter { .. }));
        let next = next.map_or(clip.duration, |next| next.time);
        let stop = seconds.map_or(next, |seconds| event.time + seconds).min(clip.duration);
        if event.time <= time && time < stop {
            playing.push(*index);
        }
    }
    playing.sort_unstable();
    playing
}

/// The times in the middle between those of events.
fn middles() -> impl Iterator<Item = f64> {
    (0..16).map(|eighth| (f64::from(eighth) + 0.5) / 8.0)
}

proptest! {
    #[test]
    fn what_plays_goes_with_the_motion(a in any::clip(ALL), b in any::clip(ALL), cut in 1..16i32) {
        let [a, b] = [a, b].map(|clip| clip.with_channels(Vec::new()));
        let reversed = backwards(&a);
        let coarse = Positive::literal(0.05);
        let fade = 0.75;
        let done = cycle(&a, fade, coarse, &mut Report::new()).unwrap();
        let both = join(&[a.clone(), b.in_space(a.space).into_owned()], fade, coarse, &mut Report::new()).unwrap();
        let cut = f64::from(cut) / 8.0;
        let part = trim(&a, Some(cut.into()), None, &mut Report::new()).unwrap();
        let union = |mut one: Vec<_>, other: Vec<_>| {
            one.extend(other);
            one.sort_unstable();
            one
        };
        for time in middles() {
            let before = playing(&a, time);
            prop_assert_eq!(playing(&reversed, 2.0 - time), before.clone(), "{:?}", a.events);
            if time < 2.0 - fade {
                let late = if time < fade { playing(&a, time + 2.0 - fade) } else { Vec::new() };
                prop_assert_eq!(playing(&done, time), union(before.clone(), late), "{:?}", a.events);
            }
            let next = if time > 2.0 - fade { playing(&b, time - 2.0 + fade) } else { Vec::new() };
            prop_assert_eq!(playing(&both, time), union(before.clone(), next));
            if time > cut {
                prop_assert_eq!(playing(&part, time - cut), before);
            }
        }
    }
}
