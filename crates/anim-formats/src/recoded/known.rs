//! What losses tell of how clips changed.

use std::collections::HashMap;

use anim_core::{Deviation, Fate, Loss, Unit};

use crate::unlike;

/// A clip, or a node of a clip, by name.
type Place<'a> = (&'a str, Option<&'a str>);

/// The losses that an encoder has already reported, and those of the operations before it. They are looked up by place: there may
/// be one for each channel, and each channel asks.
pub(super) struct Known<'a> {
    made: &'a [Loss],
    /// The first new name of each place that the encoder has renamed.
    names: HashMap<Place<'a>, &'a str>,
    /// How long jumps may take, in seconds.
    jumps: HashMap<Place<'a>, f64>,
}

impl<'a> Known<'a> {
    pub(super) fn new(made: &'a [Loss], before: &'a [Loss]) -> Self {
        let place = |loss: &'a Loss| Some((loss.clip.as_deref()?, loss.node.as_deref()));
        let (mut names, mut jumps) = (HashMap::new(), HashMap::new());
        for loss in made {
            if let (Some(place), Some(name)) = (place(loss), loss.renamed.as_deref()) {
                names.entry(place).or_insert(name);
            }
        }
        for loss in made.iter().chain(before) {
            if let (Some(place), Some(seconds)) = (place(loss), jump(loss)) {
                let longest: &mut f64 = jumps.entry(place).or_default();
                *longest = longest.max(seconds);
            }
        }
        Self { made, names, jumps }
    }

    pub(super) fn has_dropped(&self) -> bool {
        self.made.iter().any(|loss| loss.fate == Fate::Dropped)
    }

    /// Whether there is an error in this unit of this size, up to rounding.
    pub(super) fn explains(&self, error: Deviation) -> bool {
        let is_it = |stated: Deviation| stated.unit == error.unit && error.size <= stated.size * 1.01;
        self.made.iter().any(|loss| matches!(loss.fate, Fate::Approximated(stated) if is_it(stated)))
    }
}

impl unlike::Changes for Known<'_> {
    fn new_name(&self, clip: &str) -> Option<&str> {
        self.names.get(&(clip, None)).copied()
    }

    fn new_node_name(&self, clip: &str, node: &str) -> Option<&str> {
        self.names.get(&(clip, Some(node))).copied()
    }

    fn jump(&self, clip: &str, node: &str) -> f64 {
        let seconds = [None, Some(node)].map(|node| self.jumps.get(&(clip, node)).copied());
        seconds.into_iter().flatten().fold(0.0, f64::max)
    }
}

/// How long a loss tells that jumps may take, in seconds.
fn jump(loss: &Loss) -> Option<f64> {
    match (loss.fate, &loss.node) {
        (Fate::Approximated(Deviation { size, unit: Unit::Time, .. }), Some(_)) => Some(size),
        (Fate::Approximated(Deviation { size, .. }), None) => loss.is_of_key_times.then_some(2.0 * size),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use anim_core::Code;

    use super::*;
    use crate::unlike::Changes;

    static MOVED: Code = Code::note("test::moved", "something moved");

    /// A loss of seconds in a clip, and in a node of it.
    fn late(seconds: f64, clip: &str, node: Option<&str>) -> Loss {
        let mut loss = MOVED.approximated(Deviation::time(seconds), "").in_clip_named(clip);
        loss.node = node.map(str::to_owned);
        loss
    }

    #[test]
    fn jumps_take_the_time_by_which_key_times_are_moved() {
        for (loss, expected) in [
            (late(1e-3, "walk", None).of_key_times(), 2e-3),
            (late(1e-5, "walk", None).of_key_times(), 2e-5),
            // The time of something else, such as the length of the clip.
            (late(1e-3, "walk", None), 0.0),
            (late(1e-5, "walk", None), 0.0),
            (late(1e-3, "walk", Some("hip")), 1e-3),
            (late(1e-3, "walk", Some("leg")), 0.0),
            (late(1e-3, "run", Some("hip")), 0.0),
        ] {
            let one = std::slice::from_ref(&loss);
            for [made, before] in [[one, &[]], [&[], one]] {
                assert_eq!(Known::new(made, before).jump("walk", "hip"), expected, "{loss}");
            }
        }
        let all = [late(1e-3, "walk", Some("hip")), late(1e-3, "walk", None).of_key_times()];
        assert_eq!(Known::new(&all[..1], &all[1..]).jump("walk", "hip"), 2e-3);
        assert_eq!(Known::new(&all[1..], &all[..1]).jump("walk", "hip"), 2e-3);
    }

    #[test]
    fn the_first_new_name_of_a_place_counts() {
        let renamed =
            |clip: &str, node: Option<&str>, name: &str| late(0.0, clip, node).renamed(name.to_owned());
        let losses = [
            late(0.0, "walk", None),
            renamed("walk", Some("hip"), "hip.001"),
            renamed("walk", None, "walk (2)"),
            renamed("walk", None, "walk (3)"),
        ];
        let known = Known::new(&losses, &[]);
        assert_eq!((known.new_name("walk"), known.new_name("run")), (Some("walk (2)"), None));
        let nodes = [("walk", "hip"), ("walk", "leg"), ("run", "hip")];
        assert_eq!(nodes.map(|(clip, node)| known.new_node_name(clip, node)), [Some("hip.001"), None, None]);
        assert_eq!(Known::new(&[], &losses).new_name("walk"), None, "operations rename before");
    }
}
