//! Events compared.

use anim_core::{Clip, Event, EventKind, largest_difference};
use serde_json::{Value, json};

use super::Rules;
use super::difference::{Difference, Kind, number, numbers};
use super::nodes::Nodes;
use super::pairs::{self, Pair};

/// The differences between the events of two clips, which are paired by name and node.
pub(super) fn compare([a, b]: [&Clip; 2], nodes: &Nodes, rules: &Rules) -> Vec<Difference> {
    let key = |event: &Event, node: Option<usize>| (event.name().to_owned(), node, event.node.is_some());
    let keys_a = a.events.iter().map(|event| key(event, event.node));
    let keys_b =
        b.events.iter().map(|event| key(event, event.node.and_then(|node| nodes.of_b.get(&node).copied())));
    let said = |event: &Event| {
        json!({
            "name": event.name(), "time": number(event.time), "values": numbers(&values(event)),
        })
    };
    let mut found = Vec::new();
    for pair in pairs::by_key(keys_a, keys_b) {
        let (sides, time) = match pair {
            Pair::OnlyA(i) => ([said(&a.events[i]), Value::Null], a.events[i].time),
            Pair::OnlyB(j) => ([Value::Null, said(&b.events[j])], b.events[j].time),
            Pair::Both(i, j) => {
                let (left, right) = (&a.events[i], &b.events[j]);
                let values = [values(left), values(right)];
                let is_same = values[0].len() == values[1].len()
                    && (left.time - right.time).abs() <= rules.time_tolerance
                    && largest_difference(&values[0], &values[1]) <= rules.tolerance;
                if is_same {
                    continue;
                }
                ([said(left), said(right)], left.time)
            }
        };
        let [left, right] = sides;
        found.push(Difference::new(Kind::Event, left, right).at(time));
    }
    found
}

/// The numbers of an event: its values, or the index within its group and the duration in seconds, if stated.
fn values(event: &Event) -> Vec<f64> {
    match &event.kind {
        EventKind::Named { values, .. } => values.clone(),
        EventKind::Enter { index, seconds, .. } => {
            index.iter().map(|index| *index as f64).chain(*seconds).collect()
        }
        _ => Vec::new(),
    }
}
