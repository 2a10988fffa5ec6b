//! Operations on clips by name, with arguments as text, for command lines and forms.

mod arguments;

use anim_core::edit::{Cuts, Edit, Pattern, RootMotion};
use anim_core::{Axis, Positive, Rate, Space, UnknownName};

pub use self::arguments::{is_time, moment};
use self::arguments::{pairs, patterns, positive, reflection, seconds};

/// The default for the largest error of motion that an operation bakes: in radians, the length unit, or the property's own unit.
pub const TOLERANCE: Positive = Positive::literal(1e-3);

/// A named operation.
#[derive(Clone, Copy, Debug)]
pub struct Operation {
    /// The name, such as `root-motion`.
    pub name: &'static str,
    /// Its argument.
    pub value: Value,
    /// What it does.
    pub help: &'static str,
    /// Parses the argument; an empty text means no argument.
    pub edit: fn(&str) -> Result<Edit, String>,
}

/// The argument of an operation, with its name in help texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// No argument.
    Nothing,
    /// A required argument.
    Needed(&'static str),
    /// An optional argument.
    Optional(&'static str),
}

/// All operations.
pub const OPERATIONS: &[Operation] = &[
    Operation {
        name: "from",
        value: Value::Needed("TIME"),
        help: "Begin at this time: seconds, or a frame number of the file with an `f`, such as `12f`",
        edit: |text| Ok(Edit::Trim { from: Some(moment(text)?), to: None }),
    },
    Operation {
        name: "to",
        value: Value::Needed("TIME"),
        help: "End at this time",
        edit: |text| Ok(Edit::Trim { from: None, to: Some(moment(text)?) }),
    },
    Operation {
        name: "speed",
        value: Value::Needed("FACTOR"),
        help: "Multiply the playback speed by this factor",
        edit: |text| Ok(Edit::Speed(positive(text)?)),
    },
    Operation { name: "reverse", value: Value::Nothing, help: "Play backwards", edit: |_| Ok(Edit::Reverse) },
    Operation {
        name: "fps",
        value: Value::Needed("F"),
        help: "Resample each curve to a key on every frame of this rate",
        edit: |text| {
            let rate = text.parse().ok().and_then(|frames| Rate::new(frames, 1.0).ok());
            rate.map(Edit::Resample).ok_or_else(|| "expected a number above 0".to_owned())
        },
    },
    Operation {
        name: "loop",
        value: Value::Optional("SECONDS"),
        help: "Make a loop: without SECONDS, an end that differs from the start by at most 0.001, in radians or the clip's unit, is made equal to it, \
               and a clip that differs more is refused; with SECONDS, this much of the end is cross-faded into the start; steps switch in the middle",
        edit: |text| {
            let crossfade = if text.is_empty() { 0.0 } else { seconds(text)? };
            Ok(Edit::Loop { crossfade, tolerance: TOLERANCE })
        },
    },
    Operation {
        name: "join",
        value: Value::Nothing,
        help: "Join all clips into one, one after the other",
        edit: |_| Ok(Edit::Join { crossfade: 0.0 }),
    },
    Operation {
        name: "crossfade",
        value: Value::Needed("SECONDS"),
        help: "Join all clips into one, each cross-faded into the next over this time; steps switch in the middle",
        edit: |text| Ok(Edit::Join { crossfade: seconds(text)? }),
    },
    Operation {
        name: "split",
        value: Value::Needed("TIMES|EVENT"),
        help: "Cut a clip into several at these times, separated by commas, or at the events with this name; `*` means all events",
        edit: |text| {
            if text.is_empty() {
                return Err("expected times such as 0.5,12f, or the name of an event".to_owned());
            }
            let moments = || text.split(',').map(moment).collect::<Result<_, _>>().map(Cuts::Moments);
            Ok(Edit::Split(if is_time(text) { moments()? } else { Cuts::Events(Pattern::new(text)) }))
        },
    },
    Operation {
        name: "root-motion",
        value: Value::Needed("remove|keep|NODE"),
        help: "Make the figure move in place: its travel over the ground is removed, or moved to a new node with this name; `keep` changes nothing",
        edit: |text| {
            let what = match text.to_ascii_lowercase().as_str() {
                "" => return Err("expected `remove`, `keep` or the name of a new node".to_owned()),
                "keep" => RootMotion::Keep,
                "remove" => RootMotion::Remove,
                _ => RootMotion::Extract(text.to_owned()),
            };
            Ok(Edit::RootMotion { what, root: None })
        },
    },
    Operation {
        name: "select",
        value: Value::Needed("NODES"),
        help: "Keep only these nodes: names with `*` and `?`, separated by commas; `hip/**` is a node with all its descendants, and \
               `\\,` a comma in a name",
        edit: |text| Ok(Edit::Select(patterns(text)?)),
    },
    Operation {
        name: "drop",
        value: Value::Needed("NODES"),
        help: "Remove these nodes; their children move as before",
        edit: |text| Ok(Edit::Drop(patterns(text)?)),
    },
    Operation {
        name: "rename",
        value: Value::Needed("OLD=NEW"),
        help: "Rename nodes: pairs OLD=NEW, separated by commas; each `*` in NEW is replaced by what the corresponding `*` in OLD matched",
        edit: |text| Ok(Edit::Rename(pairs(text)?)),
    },
    Operation {
        name: "reroot",
        value: Value::Needed("NODES"),
        help: "Make these nodes roots, which move in the world as before",
        edit: |text| Ok(Edit::Reroot(patterns(text)?)),
    },
    Operation {
        name: "mirror",
        value: Value::Optional("AXIS|LEFT=RIGHT"),
        help: "Exchange left and right along this axis, x, y or z [default: the axis across the figure]; nodes are paired by their names (Left, \
               L, .l, _L), or by these pairs, separated by commas",
        edit: |text| Ok(Edit::Mirror(reflection(text)?)),
    },
    Operation {
        name: "up",
        value: Value::Needed("AXIS"),
        help: "Rotate the clips so that this axis points up: x, y, z, -x, -y or -z",
        edit: |text| {
            let up = Axis::from_name(text).or_else(|| Axis::from_name(&format!("+{text}")));
            let up = up.ok_or("expected x, y, z, -x, -y or -z")?;
            Ok(Edit::Space(Space::stated(Some(up), None, None)))
        },
    },
    Operation {
        name: "unit",
        value: Value::Needed("METRES"),
        help: "Convert lengths to a unit of this many metres; the figure keeps its size",
        edit: |text| Ok(Edit::Space(Space::stated(None, None, Some(positive(text)?)))),
    },
    Operation {
        name: "scale",
        value: Value::Needed("FACTOR"),
        help: "Multiply all lengths by this factor",
        edit: |text| Ok(Edit::Scale(positive(text)?)),
    },
    Operation {
        name: "reduce",
        value: Value::Needed("TOLERANCE"),
        help: "Remove keys without which curves stay within this error: in the clip's unit for positions, in radians for rotations, as a ratio for scales and weights",
        edit: |text| Ok(Edit::Reduce(positive(text)?)),
    },
    Operation {
        name: "additive",
        value: Value::Optional("TIME"),
        help: "Turn motion into its difference from the pose at this time, which players add to other motion [default: from the rest pose]",
        edit: |text| Ok(Edit::Additive(if text.is_empty() { None } else { Some(moment(text)?) })),
    },
    Operation {
        name: "absolute",
        value: Value::Nothing,
        help: "Turn a difference from the rest pose, as `additive` makes it, back into motion",
        edit: |_| Ok(Edit::Absolute),
    },
    Operation {
        name: "drop-constants",
        value: Value::Nothing,
        help: "Remove channels that only repeat the rest pose",
        edit: |_| Ok(Edit::DropConstants),
    },
    Operation {
        name: "hemisphere",
        value: Value::Nothing,
        help: "Flip the signs of quaternions so that each is nearest to the previous key, for programs that interpolate their components",
        edit: |_| Ok(Edit::Hemisphere),
    },
    Operation {
        name: "euler-filter",
        value: Value::Nothing,
        help: "Replace Euler angles by those of the same rotation that are nearest to the key before, so that they do not jump",
        edit: |_| Ok(Edit::Euler),
    },
];

/// Adds an operation to a list. `from` and `to` next to each other become one operation.
pub fn push(edits: &mut Vec<Edit>, edit: Edit) {
    match (edits.last_mut(), &edit) {
        (Some(Edit::Trim { from, to: to @ None }), Edit::Trim { from: None, to: Some(end) })
            if from.is_some() =>
        {
            *to = Some(*end);
        }
        (Some(Edit::Trim { from: from @ None, to }), Edit::Trim { from: Some(start), to: None })
            if to.is_some() =>
        {
            *from = Some(*start);
        }
        _ => edits.push(edit),
    }
}

/// The operations with these names and arguments, in the same order.
///
/// Errors: an unknown name, and an argument that the operation does not accept.
pub fn edits<'a>(words: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Vec<Edit>, String> {
    let mut edits = Vec::new();
    for (name, value) in words {
        let operation = OPERATIONS.iter().find(|operation| operation.name == name).ok_or_else(|| {
            let names = OPERATIONS.iter().map(|operation| operation.name);
            UnknownName::new("operation", name, names).to_string()
        })?;
        let edit = match operation.value {
            Value::Nothing if !value.is_empty() => Err("expected no value".to_owned()),
            _ => (operation.edit)(value),
        };
        push(&mut edits, edit.map_err(|error| format!("{name}: {error}"))?);
    }
    Ok(edits)
}

/// Whether an operation changes only when nodes move and which keys say so: all nodes stay, with their names, parents, axes and
/// sizes, so that the meshes, cameras and lights of the file still fit them.
pub const fn is_about_time(edit: &Edit) -> bool {
    matches!(
        edit,
        Edit::Trim { .. }
            | Edit::Speed(_)
            | Edit::Reverse
            | Edit::Resample(_)
            | Edit::Loop { .. }
            | Edit::Join { .. }
            | Edit::Split(_)
            | Edit::Reduce(_)
            | Edit::DropConstants
            | Edit::Hemisphere
            | Edit::Euler
    )
}

#[cfg(test)]
mod tests {
    use anim_core::edit::Moment;
    use anim_core::{Channel, Clip, Curve, Ease, Event, Node, Property, Report, Times};

    use super::*;

    #[test]
    fn names_are_unique_and_an_argument_is_taken_or_refused() {
        for (index, operation) in OPERATIONS.iter().enumerate() {
            assert!(
                OPERATIONS[..index].iter().all(|other| other.name != operation.name),
                "{}",
                operation.name
            );
            let bare = edits([(operation.name, "")]);
            assert_eq!(bare.is_err(), matches!(operation.value, Value::Needed(_)), "{}", operation.name);
        }
        assert_eq!(edits([("reverse", "1")]).unwrap_err(), "reverse: expected no value");
        assert_eq!(
            edits([("revers", "")]).unwrap_err(),
            "there is no operation `revers`; did you mean `reverse`?"
        );
        assert_eq!(edits([("speed", "0")]).unwrap_err(), "speed: expected a number above 0");
    }

    #[test]
    fn a_missing_argument_is_described() {
        let time = "expected seconds such as 0.5 or a frame such as 12f";
        let nodes = "expected names of nodes, separated by commas";
        let number = "expected a number above 0";
        let expected = [
            ("from", time),
            ("to", time),
            ("speed", number),
            ("fps", number),
            ("crossfade", "expected a number of seconds, such as 0.2"),
            ("split", "expected times such as 0.5,12f, or the name of an event"),
            ("root-motion", "expected `remove`, `keep` or the name of a new node"),
            ("select", nodes),
            ("drop", nodes),
            ("rename", "expected OLD=NEW, such as Hip=Hips"),
            ("reroot", nodes),
            ("up", "expected x, y, z, -x, -y or -z"),
            ("unit", number),
            ("scale", number),
            ("reduce", number),
        ];
        let needed = OPERATIONS.iter().filter(|operation| matches!(operation.value, Value::Needed(_)));
        let found: Vec<_> =
            needed.map(|operation| (operation.name, (operation.edit)("").unwrap_err())).collect();
        assert_eq!(found, expected.map(|(name, error)| (name, error.to_owned())));
    }

    #[test]
    fn what_is_about_time_leaves_all_nodes_as_they_are() {
        let size = |width: f64| [width, 1.0, 1.0];
        let values = [size(1.0), size(2.0), size(1.0)].concat();
        let curve = Curve::new(Times::keys([0.0, 0.5, 1.0]).unwrap(), 3, values, Ease::Linear).unwrap();
        let clip = Clip::new("walk")
            .with_duration(1.0)
            .with_nodes(vec![Node::new("hips"), Node::new("leg").with_parent(0)])
            .with_channels(vec![Channel::new(1, Property::Scale, curve).unwrap()])
            .with_events(vec![Event::named(0.5, "step", vec![])]);
        let expected = [
            ("from", "0.25"),
            ("to", "0.75"),
            ("speed", "2"),
            ("reverse", ""),
            ("fps", "10"),
            ("loop", ""),
            ("join", ""),
            ("crossfade", "0.2"),
            ("split", "step"),
            ("reduce", "0.001"),
            ("drop-constants", ""),
            ("hemisphere", ""),
            ("euler-filter", ""),
        ];
        for (name, value) in expected {
            let [edit] = &edits([(name, value)]).unwrap()[..] else { panic!("{name}") };
            let edited = edit.apply(std::slice::from_ref(&clip), TOLERANCE, &mut Report::new()).unwrap();
            let is_kept = |new: &Clip| (&new.nodes, new.space) == (&clip.nodes, clip.space);
            assert!(is_about_time(edit) && edited.iter().all(is_kept), "{name}");
        }
        for others in [
            ("root-motion", "remove"),
            ("select", "hips"),
            ("drop", "leg"),
            ("rename", "leg=Leg"),
            ("reroot", "leg"),
            ("mirror", ""),
            ("up", "z"),
            ("unit", "0.01"),
            ("scale", "2"),
            ("additive", ""),
            ("absolute", ""),
        ] {
            assert!(!edits([others]).unwrap().iter().any(is_about_time), "{others:?}");
        }
        assert_eq!(expected.len() + 11, OPERATIONS.len());
    }

    #[test]
    fn the_help_of_a_loop_states_its_tolerance() {
        let operation = OPERATIONS.iter().find(|operation| operation.name == "loop").unwrap();
        assert!(operation.help.contains(&format!("at most {TOLERANCE},")), "{}", operation.help);
    }

    #[test]
    fn a_start_and_an_end_next_to_each_other_are_one_part() {
        let part = Edit::Trim { from: Some(Moment::Seconds(1.0)), to: Some(Moment::Frame(12.0)) };
        assert_eq!(edits([("from", "1"), ("to", "12f")]), Ok(vec![part.clone()]));
        assert_eq!(edits([("to", "12f"), ("from", "1")]), Ok(vec![part]));
        assert_eq!(edits([("from", "1"), ("reverse", ""), ("to", "2")]).unwrap().len(), 3);
    }
}
