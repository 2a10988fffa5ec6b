//! The values of every channel type, by a second formulation.

use anim_stt::{Channel, ChannelType as T, ClipOptions, Sine};
use proptest::prelude::*;

use crate::documents;
use crate::examples::parse;

/// The value of one component by a second formulation: complete periods are counted, each part of a period is a separate case,
/// and a sine is the height of a point on a circle.
fn expected(channel: &Channel, component: usize, time: f64, sine: Sine) -> Option<f64> {
    let (s, e) = (channel.start.get()[component], channel.end.get()[component]);
    let (period, offset) = (channel.period.get(), channel.offset.get());
    let timeless = period <= 0.0 && (1..=7).contains(&channel.kind.number());
    let periods = (time + offset) / period;
    let part = periods - periods.floor();
    let there = |part: f64| s + (e - s) * part;
    Some(match channel.kind {
        T::None => return None,
        T::LoopBackwards | T::PingPongBackwards | T::OneWayBackwards if timeless => e,
        _ if timeless => s,
        T::LoopForwards => there(part),
        T::LoopBackwards => there(1.0 - part),
        T::PingPongForwards if part < 0.5 => there(2.0 * part),
        T::PingPongForwards => there(2.0 - 2.0 * part),
        T::PingPongBackwards if part < 0.5 => there(1.0 - 2.0 * part),
        T::PingPongBackwards => there(2.0 * part - 1.0),
        T::OneWayForwards | T::OneWayBackwards => {
            let gone = periods.clamp(0.0, 1.0);
            there(if channel.kind == T::OneWayForwards { gone } else { 1.0 - gone })
        }
        T::Sinusoidal => {
            // The point starts at its lowest position, or halfway up.
            let start = if sine == Sine::Cos { -std::f64::consts::FRAC_PI_2 } else { 0.0 };
            f64::midpoint(s, e) + (e - s) / 2.0 * (start + std::f64::consts::TAU * part).sin()
        }
        T::Start => s,
        T::Delta if period > 0.0 => s * periods,
        T::Delta => s * time,
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4096))]

    #[test]
    fn two_formulations_agree(
        channel in documents::motion(),
        time in prop_oneof![-10.0..10.0f64, -1e3..1e3f64],
        sine in prop::sample::select(vec![Sine::Cos, Sine::Sin]),
    ) {
        let found = channel.value(time, sine);
        prop_assert_eq!(found.is_none(), channel.kind == T::None);
        let period = channel.period.get();
        let phase = ((time + channel.offset.get()) / period).rem_euclid(1.0);
        // The second formulation loses the digits of the complete periods, and may be on the other side of a jump.
        let periods = if period > 0.0 { (time.abs() + channel.offset.get().abs()) / period } else { 0.0 };
        let jumps = matches!(channel.kind, T::LoopForwards | T::LoopBackwards) && period > 0.0;
        prop_assume!(!jumps || (1e-9..1.0 - 1e-9).contains(&phase));
        for component in 0..3 {
            let Some(expected) = expected(&channel, component, time, sine) else { continue };
            let size = channel.start.get()[component].abs().max(channel.end.get()[component].abs()).max(expected.abs());
            let found = found.unwrap()[component];
            prop_assert!((found - expected).abs() <= 1e-12 * size * (1.0 + periods / 100.0), "{} {}", found, expected);
        }
    }

    #[test]
    fn a_period_later_nothing_has_changed(channel in documents::motion(), eighths in -800..800i32, periods in -1_000_000..1_000_000i32) {
        let times = [f64::from(eighths) / 8.0, f64::from(eighths) / 8.0 + f64::from(periods)];
        let channel = Channel { period: anim_stt::Seconds::new(1.0).unwrap(), ..channel };
        let bounded = !matches!(channel.kind, T::OneWayForwards | T::OneWayBackwards | T::Delta);
        let [now, later] = times.map(|time| channel.value(time, Sine::Cos));
        prop_assert!(!bounded || now == later, "{:?} {:?}", now, later);
    }
}

#[test]
fn a_sequence_without_a_length_that_a_clock_can_measure_has_values() {
    // Backwards from b to a, in a time that no sum with 1 s shows; a switches to b at once.
    for seconds in ["6.7e-309", "1e-40", "1e-17"] {
        let key = format!("0 0 {seconds} 0 1");
        let stt = parse(&format!(
            "#MINDRENDER 1.1 4 {{s}} KEYFRAME 2 2 {{b}} 0 0 0 0 0 {{a}} {key} {{b}}
             {{outer}} KEYFRAME 2 5 {{s}} 0 2 0 0 0 {{s}} 0 0 0 0 0 {{a}}
             {{a}} SINGLE 1 {{n}} STATIC 3 0 0 0 0 0 0 0 0 {{b}} SINGLE 1 {{n}} STATIC 5 0 0 0 0 0 0 0 0"
        ));
        for clip in &stt.clips()[..2] {
            let options = ClipOptions::default();
            let mut evaluation = stt.evaluation(&options, clip).unwrap();
            for time in [0.0, 0.3, 1.0, 1e6] {
                let mut value = [f64::NAN; 3];
                if evaluation.channel_count() > 0 {
                    evaluation.sample(0, time, &mut value);
                    assert!((3.0..=5.0).contains(&value[0]), "{} {seconds} {time}: {value:?}", clip.name);
                }
            }
        }
    }
}
