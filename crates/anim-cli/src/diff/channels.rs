//! Channels compared key by key.

use anim_core::{Channel, Curve, Ease, Property, largest_difference};
use serde_json::Value;

use super::difference::{Difference, Kind, numbers};
use super::metric::Metric;
use super::pairs::{self, Pair};
use super::{By, Rules, motion};

/// The differences between two channels of the same name, from time 0 to `end`.
pub(super) fn compare(a: &Channel, b: &Channel, end: f64, rules: &Rules) -> Vec<Difference> {
    let drives = [a, b].map(describe);
    if drives[0] != drives[1] {
        let [a, b] = drives;
        return vec![Difference::new(Kind::Channel, a, b)];
    }
    let metric = Metric::of(a);
    let most = motion::of_curves([a.curve(), b.curve()], metric, end, rules);
    if rules.by == By::Values {
        return most.into_iter().collect();
    }
    let mut found = Vec::new();
    let wraps = [a, b].map(|channel| {
        let (before, after) = channel.curve().wrap();
        format!("{}, {}", before.name(), after.name())
    });
    // A single key has nothing to repeat.
    if wraps[0] != wraps[1] && a.curve().len().max(b.curve().len()) > 1 {
        let [a, b] = wraps;
        found.push(Difference::new(Kind::Wrap, a, b));
    }
    keys([a.curve(), b.curve()], metric, rules, &mut found);
    // Between matching keys, curves may differ slightly more than the keys do.
    let much = 1e-9 + 2.0 * rules.tolerance;
    let is_seen = |most: &Difference| !found.is_empty() || most.off.is_some_and(|off| off > much);
    let most = most.filter(is_seen);
    found.extend(most);
    found
}

/// What a channel drives, beyond its name.
pub(super) fn describe(channel: &Channel) -> String {
    let name = channel.property().name();
    let kind = match channel.property() {
        Property::Euler(order) => format!("{name} {}", order.name()),
        Property::Angle { axis: [x, y, z] } => format!("{name} about {x} {y} {z}"),
        // Weights of one target are paired by its name or its place; in another list the place may be another.
        Property::Weights { .. } if channel.curve().width() == 1 => return name.to_owned(),
        property => format!("{name} of {}", property.width()),
    };
    let (first, width) = (channel.component(), channel.curve().width());
    if width == channel.property().width() {
        kind
    } else {
        format!("{kind}, components {first} to {}", first + width - 1)
    }
}

fn keys([a, b]: [&Curve; 2], metric: Metric, rules: &Rules, found: &mut Vec<Difference>) {
    let times = [a, b].map(|curve| curve.times().iter().collect::<Vec<_>>());
    for pair in pairs::by_time(&times[0], &times[1], rules.time_tolerance) {
        match pair {
            Pair::OnlyA(key) => {
                let alone = Difference::new(Kind::Key, numbers(a.value(key)), Value::Null);
                found.push(alone.of_keys(Some(key), None).at(times[0][key]));
            }
            Pair::OnlyB(key) => {
                let alone = Difference::new(Kind::Key, Value::Null, numbers(b.value(key)));
                found.push(alone.of_keys(None, Some(key)).at(times[1][key]));
            }
            Pair::Both(i, j) => {
                let (ta, tb) = (times[0][i], times[1][j]);
                let mut push = |difference: Difference| found.push(difference.of_keys(Some(i), Some(j)));
                if (ta - tb).abs() > rules.time_tolerance {
                    let moved = Difference::new(Kind::Time, ta, tb);
                    push(Difference { off: Some((ta - tb).abs()), ..moved }.at(ta));
                }
                let off = metric.off(a.value(i), b.value(j));
                if off > rules.tolerance {
                    push(Difference::numbers(Kind::Value, a.value(i), b.value(j), off).at(ta));
                }
                // Nothing comes after the last key.
                if i + 1 < a.len() && j + 1 < b.len() && a.ease(i) != b.ease(j) {
                    push(Difference::new(Kind::Ease, a.ease(i).name(), b.ease(j).name()).at(ta));
                }
                if let Some(difference) = handles([a, b], [i, j], rules) {
                    push(difference.at(ta));
                }
            }
        }
    }
}

/// The difference between the tangents of two keys, if the curves use them.
fn handles([a, b]: [&Curve; 2], [i, j]: [usize; 2], rules: &Rules) -> Option<Difference> {
    let is_used = |curve: &Curve, key: usize| {
        let bends = |key: usize| curve.ease(key) == Ease::Bezier;
        bends(key) || key > 0 && bends(key - 1)
    };
    if !(is_used(a, i) && is_used(b, j)) {
        return None;
    }
    let all = |curve: &Curve, key: usize| -> [Vec<f64>; 2] {
        let handles = (0..curve.width()).map(|component| curve.handles(key, component));
        let pairs: Vec<_> = handles.flat_map(|handles| [handles.into, handles.out]).collect();
        [0, 1].map(|part| pairs.iter().map(|pair| pair[part]).collect())
    };
    let ([seconds_a, values_a], [seconds_b, values_b]) = (all(a, i), all(b, j));
    let off = largest_difference(&values_a, &values_b);
    if largest_difference(&seconds_a, &seconds_b) <= rules.time_tolerance && off <= rules.tolerance {
        return None;
    }
    let pairs = |seconds: &[f64], values: &[f64]| -> Value {
        seconds.iter().zip(values).map(|(&seconds, &value)| numbers(&[seconds, value])).collect()
    };
    Some(Difference::new(Kind::Handles, pairs(&seconds_a, &values_a), pairs(&seconds_b, &values_b)))
}

#[cfg(test)]
mod tests {
    use anim_core::{EulerOrder, Handles, Times, Wrap};

    use super::*;

    const RULES: Rules = Rules { by: By::Keys, tolerance: 0.0, time_tolerance: 0.0 };

    fn curve(times: &[f64], values: &[f64], ease: Ease) -> Curve {
        Curve::new(Times::keys(times).unwrap(), values.len() / times.len(), values.to_vec(), ease).unwrap()
    }

    fn channel(curve: Curve) -> Channel {
        let property = Property::named("p", curve.width());
        Channel::new(0, property, curve).unwrap()
    }

    fn kinds(a: &Channel, b: &Channel, rules: &Rules) -> Vec<Kind> {
        compare(a, b, 2.0, rules).into_iter().map(|difference| difference.kind).collect()
    }

    #[test]
    fn each_way_to_differ_has_its_kind() {
        let times = [0.0, 1.0, 2.0];
        let base = || curve(&times, &[0.0, 1.0, 4.0], Ease::Linear);
        let handles = |value| {
            let out = Handles { into: [-0.1, value], out: [0.1, value] };
            curve(&times, &[0.0, 1.0, 4.0], Ease::Bezier).with_handles(vec![out; 3]).unwrap()
        };
        let cases = [
            (base(), base(), vec![]),
            (base(), curve(&times, &[0.0, 1.5, 4.0], Ease::Linear), vec![Kind::Value, Kind::Curve]),
            (base(), curve(&[0.0, 1.5, 2.0], &[0.0, 1.0, 4.0], Ease::Linear), vec![Kind::Time, Kind::Curve]),
            (base(), curve(&[0.0, 2.0], &[0.0, 4.0], Ease::Linear), vec![Kind::Key, Kind::Curve]),
            // An additional key on a straight line changes no value.
            (base(), curve(&[0.0, 0.5, 1.0, 2.0], &[0.0, 0.5, 1.0, 4.0], Ease::Linear), vec![Kind::Key]),
            (base(), curve(&times, &[0.0, 1.0, 4.0], Ease::Step), vec![Kind::Ease, Kind::Ease, Kind::Curve]),
            (base(), base().with_wrap(Wrap::Repeat, Wrap::Hold), vec![Kind::Wrap]),
            (handles(0.0), handles(0.5), vec![Kind::Handles, Kind::Handles, Kind::Handles, Kind::Curve]),
        ];
        for (a, b, expected) in cases {
            assert_eq!(kinds(&channel(a.clone()), &channel(b.clone()), &RULES), expected, "{a:?} {b:?}");
        }
    }

    #[test]
    fn what_is_within_the_tolerances_does_not_differ() {
        let a = channel(curve(&[0.0, 1.0], &[0.0, 1.0], Ease::Linear));
        let b = channel(curve(&[0.0, 1.25], &[0.0, 1.5], Ease::Linear));
        for (tolerance, time_tolerance, expected) in [
            (0.5, 0.25, vec![]),
            (0.25, 0.25, vec![Kind::Value, Kind::Curve]),
            (0.5, 0.125, vec![Kind::Time]),
        ] {
            let rules = Rules { by: By::Keys, tolerance, time_tolerance };
            assert_eq!(kinds(&a, &b, &rules), expected, "{rules:?}");
        }
    }

    #[test]
    fn a_key_that_moved_states_by_how_many_seconds() {
        let [a, b] = [1.0, 1.25].map(|time| channel(curve(&[0.0, time], &[0.0, 0.0], Ease::Linear)));
        let found = compare(&a, &b, 2.0, &RULES);
        assert_eq!(
            found,
            [Difference { off: Some(0.25), ..Difference::new(Kind::Time, 1.0, 1.25) }
                .of_keys(Some(1), Some(1))
                .at(1.0)]
        );
    }

    #[test]
    fn by_values_it_does_not_matter_how_a_curve_is_made() {
        let rules = Rules { by: By::Values, ..RULES };
        let a = channel(curve(&[0.0, 1.0, 2.0], &[0.0, 1.0, 2.0], Ease::Linear));
        let b = channel(curve(&[0.0, 2.0], &[0.0, 2.0], Ease::Linear));
        assert_eq!((kinds(&a, &b, &rules), kinds(&a, &b, &RULES)), (vec![], vec![Kind::Key]));
        let c = channel(curve(&[0.0, 2.0], &[0.0, 2.0], Ease::Sine));
        let found = compare(&a, &c, 2.0, &rules);
        // u and (1 − cos πu)/2 differ most where sin πu = 2/π, by 0.105 257 of the height.
        let off = found[0].off.unwrap();
        assert!((off - 0.210_514).abs() < 1e-4, "{off}");
    }

    #[test]
    fn what_drives_something_else_is_not_compared_further() {
        let euler =
            |order| Channel::new(0, Property::Euler(order), Curve::constant(&[0.0; 3]).unwrap()).unwrap();
        let found = compare(&euler(EulerOrder::Xyz), &euler(EulerOrder::Zyx), 2.0, &RULES);
        assert_eq!(found, [Difference::new(Kind::Channel, "euler xyz", "euler zyx")]);
    }
}
