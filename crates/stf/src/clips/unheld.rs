//! The members and names of a document that no clip holds. Members are one loss for each kind of object, with the path of the first.

use std::borrow::Cow;
use std::ops::Range;

use anim_core::{Location, Report, counted};

use crate::document::PREFAB;
use crate::json::Scanner;
use crate::path::{Path, short};
use crate::scene::Scene;
use crate::{Animation, Form, Member, Names, Stf, codes};

/// The members of every resource that are not its own data. What components and references name has its own losses.
const USUAL: &[&str] = &["type", "components", "referenced_resources", "referenced_buffers"];

/// For each type of resource: what its resources are called, and the members that clips hold.
const HELD: &[(&str, &str, &[&str])] = &[
    ("stf.node", "nodes", &["name", "children", "trs", "instance", "parent_binding"]),
    ("stf.bone", "bones", &["name", "children", "translation", "rotation"]),
    ("stf.armature", "armatures", &["root_bones"]),
    ("stf.instance.armature", "instances of armatures", &["armature", "pose"]),
    ("stf.prefab", "the root", &["root_nodes", "animations"]),
];

/// The members of `stf` that every writer states for itself, or that have other places here.
const HEAD: &[&str] = &[
    "version",
    "version_major",
    "version_minor",
    "root",
    "generator",
    "generator_version",
    "timestamp",
    "metric_multiplier",
    "asset_info",
    "asset_properties",
];

/// The members of `stf` that hold any members: the author, the licence.
const ASSET: &[(&str, &str)] = &[("asset_info", "`asset_info`"), ("asset_properties", "`asset_properties`")];

/// The maximum number of different names that one loss lists.
const MOST: usize = 16;

/// Reports the members that no clip holds, and the bytes after the document.
pub(super) fn report(stf: &Stf, report: &mut Report) {
    let mut unheld = Unheld { stf, kinds: Vec::new() };
    if stf.form() != Form::Animation {
        unheld.document();
    }
    for resource in stf.resources() {
        let path = Path::of_resource(stf, resource.id());
        if let Some(animation) = resource.animation() {
            unheld.animation(animation, &path);
        } else if let Some((kind, what, held)) = HELD.iter().find(|(kind, ..)| *kind == resource.kind())
            && (*kind != "stf.prefab" || stf.root() == Some(resource.id()))
        {
            unheld.object(resource.at.clone(), what, &path, &[USUAL, held]);
        }
    }
    for kind in unheld.kinds {
        report.lose(codes::SCENE.dropped(kind.message()).at(Location::path(kind.first)));
    }
    let after = stf.trailing().len();
    if after > 0 {
        let message = format!("not in the clips: {} after the last buffer", counted(after, "byte"));
        report.lose(codes::SCENE.dropped(message));
    }
}

/// Reports the names of animations that clips do not have, since they share them, and those of nodes: all, if nodes are named by their
/// ids, else those that several nodes share. `clips` has the name of each clip.
pub(super) fn report_names(
    stf: &Stf,
    scene: &Scene,
    (clips, names): (&[String], Names),
    report: &mut Report,
) {
    for ((_, animation), clip) in stf.animations().zip(clips) {
        if animation.name.as_ref().is_some_and(|name| !name.is_empty() && name != clip) {
            let message = "an earlier animation has the same name: the name of the clip also has the id";
            report.lose(codes::RENAMED.dropped(message).in_clip_named(clip));
        }
    }
    if names == Names::Id {
        let named = scene.nodes.iter().filter(|node| node.name != node.path).count();
        if named > 0 {
            let message =
                format!("not in the clips, which name nodes by their ids: names of nodes ({named})");
            report.lose(codes::SCENE.dropped(message));
        }
    } else if let Some(first) = scene.renumbered.first().and_then(|index| scene.nodes.get(*index)) {
        let count = counted(scene.renumbered.len(), "node");
        let message =
            format!("{count} with the name of another: clips add a number, such as `{}`", short(&first.name));
        report.lose(codes::RENAMED.dropped(message));
    }
}

/// The members of a kind of object.
struct Kind<'a> {
    what: &'static str,
    /// The path of the first member.
    first: String,
    /// The different names, each with its number.
    names: Vec<(Cow<'a, str>, usize)>,
    /// The number of members that have further names.
    further: usize,
}

impl Kind<'_> {
    fn message(&self) -> String {
        let name = |(name, count): &(Cow<'_, str>, usize)| match count {
            1 => format!("`{}`", short(name)),
            count => format!("`{}` ({count})", short(name)),
        };
        let names: Vec<_> = self.names.iter().map(name).collect();
        let further = match self.further {
            0 => String::new(),
            count => format!(", and {count} with other names"),
        };
        format!("not in the clips: members of {}: {}{further}", self.what, names.join(", "))
    }
}

/// The members found so far.
struct Unheld<'a> {
    stf: &'a Stf,
    kinds: Vec<Kind<'a>>,
}

impl<'a> Unheld<'a> {
    /// Everything but resources.
    fn document(&mut self) {
        let (root, all) = (Path::Root, self.stf.json());
        self.object(0..all.len(), "the document", &root, &[&["stf", "resources", "buffers"]]);
        let head = root.member("stf");
        self.object(self.stf.outline.head.clone().unwrap_or_default(), "`stf`", &head, &[HEAD]);
        for (name, what) in ASSET {
            let Some(at) = self.stf.head_member(name) else { continue };
            if self.object(at.clone(), what, &head.member(name), &[]).is_none() {
                self.value("`stf`", &head, Cow::Borrowed(name), all.get(at).unwrap_or_default());
            }
        }
    }

    fn animation(&mut self, animation: &'a Animation, path: &Path<'_>) {
        self.others("animations", path, &animation.other);
        for (list, tracks) in [("tracks", &animation.tracks), ("tracks_baked", &animation.tracks_baked)] {
            let list = path.member(list);
            for (index, track) in tracks.iter().enumerate() {
                let path = list.element(index);
                self.others("tracks", &path, &track.other);
                let list = path.member("subtracks");
                for (index, subtrack) in track.subtracks.iter().enumerate() {
                    let others = subtrack.as_ref().map_or(&[][..], |subtrack| &subtrack.other);
                    self.others("subtracks", &list.element(index), others);
                }
            }
        }
    }

    fn others(&mut self, what: &'static str, path: &Path<'_>, others: &'a [Member]) {
        for member in others {
            self.value(what, path, Cow::Borrowed(member.name()), member.value());
        }
    }

    /// The members of the object at this place, except those that are held; `None` if there is no object.
    fn object(
        &mut self,
        at: Range<usize>,
        what: &'static str,
        path: &Path<'_>,
        held: &[&[&str]],
    ) -> Option<Range<usize>> {
        let text = self.stf.json().get(..at.end)?;
        let mut scanner = Scanner::of_file(text);
        scanner.move_to(at.start.max(scanner.at()));
        let resources = &self.stf.outline.resources_at;
        let read = scanner.object(|scanner, name| {
            if scanner.at() == resources.start {
                scanner.move_to(resources.end);
                return Ok(());
            }
            let value = scanner.skip()?;
            if !held.iter().any(|names| names.contains(&&*name)) {
                self.value(what, path, name, scanner.slice(value));
            }
            Ok(())
        });
        read.ok()
    }

    /// A member; one without any content is none.
    fn value(&mut self, what: &'static str, path: &Path<'_>, name: Cow<'a, str>, value: &str) {
        let is_empty = value.strip_prefix(['{', '[', '"']).is_some_and(|rest| rest.trim_start().len() == 1);
        let is_default = what == "the root" && name == "name" && value.trim_matches('"') == PREFAB;
        if is_empty || is_default || value == "null" {
            return;
        }
        let index = self.kinds.iter().position(|kind| kind.what == what).unwrap_or_else(|| {
            let first = path.member(&name).to_string();
            self.kinds.push(Kind { what, first, names: Vec::new(), further: 0 });
            self.kinds.len() - 1
        });
        let kind = &mut self.kinds[index];
        if let Some((_, count)) = kind.names.iter_mut().find(|(known, _)| *known == name) {
            *count += 1;
        } else if kind.names.len() < MOST {
            kind.names.push((name, 1));
        } else {
            kind.further += 1;
        }
    }
}
