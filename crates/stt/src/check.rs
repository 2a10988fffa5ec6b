//! Checks of a document.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::collections::HashSet;

use anim_core::{Code, Sink, counted};

use crate::links::{Links, Suggestions, by_name};
use crate::origin::Origin;
use crate::schedule::{After, Schedule};
use crate::{Behavior, Body, Channel, KeyframeType, Keyframes, MAX_DEPTH, Node, Stt, codes};

/// Reports all findings: those of each state in file order, then the keys that drive nothing.
pub(crate) fn document(stt: &Stt, sink: &mut dyn Sink) {
    let mut checker = Checker { sink };
    if stt.version.as_bytes() != b"1.1" {
        let message = format!("the version is `{}`, expected 1.1", stt.version);
        checker.report(&codes::VERSION, stt.version.origin, "version", message);
    }
    let names = by_name(stt);
    for (index, state) in stt.states.iter().enumerate() {
        let path = format!("state[{index}]");
        if names.get(state.name.as_bytes()).is_some_and(|&first| first != index) {
            let message =
                format!("an earlier state also has the name `{}`: keys and players use that one", state.name);
            checker.report(&codes::DUPLICATE_STATE, state.name.origin, &path, message);
        }
        match &state.body {
            Body::Single(nodes) => checker.nodes(nodes, &path),
            Body::Keyframe(keyframes) => checker.keyframes(keyframes, state.name.origin, &path),
        }
    }
    Links::new(stt, MAX_DEPTH.get().into()).report(stt, checker.sink);
    if !stt.trailing().is_empty() {
        let message =
            format!("expected the end after the last state, found {}", counted(stt.trailing().len(), "byte"));
        checker.report(&codes::TRAILING, stt.trailing.origin, "trailing", message);
    }
}

struct Checker<'s> {
    sink: &'s mut dyn Sink,
}

impl Checker<'_> {
    fn report(&mut self, code: &'static Code, origin: Origin, path: &str, message: impl Into<String>) {
        self.sink.report(code.at(origin.location(path.to_owned()), message));
    }

    fn nodes(&mut self, nodes: &[Node], path: &str) {
        let mut names = HashSet::with_capacity(nodes.len());
        for (index, node) in nodes.iter().enumerate() {
            if !names.insert(node.name.as_bytes()) {
                let message = format!(
                    "an earlier node of the state also has the name `{}`: this one is used",
                    node.name
                );
                self.report(
                    &codes::DUPLICATE_NODE,
                    node.name.origin,
                    &format!("{path}/node[{index}]"),
                    message,
                );
            }
            if let Behavior::Dynamic(motions) = &node.behavior {
                let names = ["displacement", "translation", "orientation"];
                for (name, channel) in names.into_iter().zip(motions.channels()) {
                    self.channel(channel, || format!("{path}/node[{index}]/{name}"));
                }
            }
        }
    }

    fn channel(&mut self, channel: &Channel, path: impl FnOnce() -> String) {
        let period = channel.period.get();
        if channel.kind.needs_period() && period <= 0.0 {
            let number = channel.kind.number();
            let message =
                format!("the period of a motion of type {number} is {period} s, expected more than 0 s");
            self.report(&codes::PERIOD, channel.period.origin, &path(), message);
        }
    }

    fn keyframes(&mut self, keyframes: &Keyframes, name: Origin, path: &str) {
        let start = &keyframes.start;
        let Some(schedule) = Schedule::new(keyframes) else {
            return self.report(
                &codes::NO_KEYS,
                name,
                path,
                "the keyframe state has no keys, expected at least one",
            );
        };
        if !keyframes.keys.iter().any(|key| key.name == *start) {
            let near = Suggestions::among(keyframes.keys.iter().map(|key| &key.name)).of(start);
            let message =
                format!("no key has the name `{start}` of the start key: the first key is the start{near}");
            self.report(&codes::UNKNOWN_START, start.origin, &format!("{path}/start"), message);
        }
        for (index, key) in keyframes.keys.iter().enumerate() {
            let path = || format!("{path}/key[{index}]");
            for (way, time) in [("forward", key.forward_time), ("backward", key.backward_time)] {
                if time.get() < 0.0 {
                    let message =
                        format!("the {way} transition takes {} s, expected 0 s or more", time.get());
                    self.report(&codes::NEGATIVE_TIME, time.origin, &path(), message);
                }
            }
            let flags =
                [("exit", key.exit), ("forward", key.forward_morph), ("backward", key.backward_morph)];
            for (name, flag) in flags.into_iter().filter(|(_, flag)| !matches!(flag.get(), 0 | 1)) {
                let message = format!("the {name} flag is {}, expected 0 or 1", flag.get());
                self.report(&codes::FLAG, flag.origin, &path(), message);
            }
        }
        let timeless = matches!(schedule.after, After::Stay(_)) && keyframes.kind != KeyframeType::None;
        if timeless && keyframes.keys.len() > 1 {
            let message = "no transition takes any time: the sequence stays at its start key";
            self.report(&codes::NO_TIME, name, path, message);
        }
    }
}
