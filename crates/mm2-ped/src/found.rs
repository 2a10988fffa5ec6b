//! Finds the files that belong to a file: the skeleton of a clip, the clips of a table.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::collections::{HashMap, HashSet};

use anim_core::{Beside, Location, Sink};

use crate::check::is_fitting;
use crate::error::Error;
use crate::text::displayed;
use crate::{Anim, Skeleton, StateTable, codes};

/// The folder of a file. File names are compared without case, as on Windows.
pub(crate) struct Around<'b> {
    beside: &'b dyn Beside,
    /// The name of the file itself without its extension, in lower case.
    own: String,
}

impl<'b> Around<'b> {
    pub(crate) fn new(beside: &'b dyn Beside) -> Self {
        let own = beside.name().map(stem).unwrap_or_default().to_lowercase();
        Self { beside, own }
    }

    /// The name of the file itself without its extension.
    pub(crate) fn stem(&self) -> Option<&'b str> {
        self.beside.name().map(stem)
    }

    /// The given skeleton, or the one that [`Self::skeleton_name`] finds. If `bones` states the number of bones of a clip,
    /// the skeleton must have as many.
    pub(crate) fn skeleton(
        &self,
        given: Option<&Skeleton>,
        bones: Option<usize>,
        sink: &mut dyn Sink,
    ) -> Option<Skeleton> {
        let (skeleton, name) = if let Some(given) = given {
            (given.clone(), None)
        } else {
            let name = self.skeleton_name()?;
            let bytes = self.beside.read(&name);
            (parsed(&name, bytes.as_deref(), sink, Skeleton::parse)?, Some(name))
        };
        let at = name.as_deref().map_or(Location::default(), Location::path);
        let mut fits = |bones| is_fitting(&skeleton, bones, at.clone(), sink);
        if !bones.is_none_or(&mut fits) {
            return None;
        }
        if let Some(name) = name.filter(|name| self.is_of_another(name)) {
            let message = format!(
                "the only skeleton in the folder, `{name}`, is used, but has the name of another figure: bones may be \
                 confused"
            );
            sink.report(codes::OTHER_FIGURE.at(at, message));
        }
        Some(skeleton)
    }

    /// The name of the skeleton in the folder: the one with the file's own name; else the `pedmodel_NAME.skel` with the
    /// longest name with which the file's name continues; else the only one.
    fn skeleton_name(&self) -> Option<String> {
        let skeletons = self.beside.names("skel");
        let best = skeletons.iter().max_by_key(|name| self.fit(name))?;
        (self.fit(best) > 0 || skeletons.len() == 1).then(|| best.clone())
    }

    /// How well a skeleton's name fits: the file's own name is best, then longer figure names are better; 0 if it does not fit.
    fn fit(&self, skeleton: &str) -> usize {
        let skeleton = stem(skeleton).to_lowercase();
        match (self.figure(), figure_of(&skeleton)) {
            _ if skeleton == self.own => usize::MAX,
            (Some(figure), Some(name)) if figure.starts_with(name) => name.len(),
            _ => 0,
        }
    }

    /// The name of the figure after the prefix of the file's name.
    fn figure(&self) -> Option<&str> {
        ["pedanim_", "pedmodel_"].iter().find_map(|prefix| self.own.strip_prefix(prefix))
    }

    /// Whether a skeleton's name is that of a figure, and the file's name that of another.
    fn is_of_another(&self, skeleton: &str) -> bool {
        let is_figure = figure_of(&stem(skeleton).to_lowercase()).is_some();
        is_figure && self.figure().is_some() && self.fit(skeleton) == 0
    }

    /// The clips of a table that are in its folder, each once. Missing clips are reported, unless the folder is unknown.
    pub(crate) fn clips(&self, table: &StateTable, sink: &mut dyn Sink) -> Vec<(String, Anim)> {
        let names = self.beside.names("anim");
        let by_name: HashMap<_, _> = names.iter().map(|name| (name.to_lowercase(), name.as_str())).collect();
        let is_known = self.is_known();
        let mut seen = HashSet::new();
        let mut clips = Vec::new();
        for (state, at) in table.states().iter().zip(table.clip_locations()) {
            if !seen.insert(state.clip.to_lowercase()) {
                continue;
            }
            let file = format!("{}.anim", state.clip);
            let file = by_name.get(&file.to_lowercase()).copied().unwrap_or(&file);
            let bytes = self.beside.read(file);
            if bytes.is_some() {
                clips.extend(
                    parsed(file, bytes.as_deref(), sink, Anim::parse).map(|anim| (state.clip.clone(), anim)),
                );
            } else if is_known {
                let message = format!("there is no file `{}` in the folder of the table", displayed(file));
                sink.report(codes::CLIP_MISSING.at(at, message));
            }
        }
        clips
    }

    /// Whether the names of the files in the folder are known.
    fn is_known(&self) -> bool {
        self.beside
            .name()
            .is_some_and(|own| !self.beside.names(extension(own).unwrap_or_default()).is_empty())
    }

    /// Reports each `.anim` in the folder that no table in the folder uses. Only the first table reports them.
    pub(crate) fn unused(&self, table: &StateTable, sink: &mut dyn Sink) {
        let Some(own) = self.beside.name() else { return };
        let mut used: HashSet<_> = table.states().iter().map(|state| state.clip.to_lowercase()).collect();
        for name in self.beside.names("csv").iter().filter(|name| *name != own) {
            let Some(other) = self.beside.read(name).and_then(|bytes| StateTable::parse(&bytes).ok()) else {
                continue;
            };
            if name.as_str() < own {
                return;
            }
            used.extend(other.states().iter().map(|state| state.clip.to_lowercase()));
        }
        for name in self.beside.names("anim").iter().filter(|name| !used.contains(&stem(name).to_lowercase()))
        {
            sink.report(codes::UNUSED_CLIP.at(Location::path(name), "no state shows this clip"));
        }
    }
}

/// The content of another file. A file that cannot be read is reported.
fn parsed<T>(
    path: &str,
    bytes: Option<&[u8]>,
    sink: &mut dyn Sink,
    parse: fn(&[u8]) -> Result<T, Error>,
) -> Option<T> {
    let message = match bytes.map(parse) {
        Some(Ok(parsed)) => return Some(parsed),
        Some(Err(error)) => format!("the file is ignored: {error}"),
        None => "the file is ignored: it cannot be read".to_owned(),
    };
    sink.report(codes::BESIDE.at(Location::path(path), message));
    None
}

/// The extension of a file's name without the dot.
pub(crate) fn extension(name: &str) -> Option<&str> {
    name.rsplit_once('.').map(|(_, extension)| extension)
}

/// The name of the figure in a skeleton's name without the extension.
fn figure_of(skeleton: &str) -> Option<&str> {
    skeleton.strip_prefix("pedmodel_").filter(|name| !name.is_empty())
}

/// The name of a file without its extension.
fn stem(name: &str) -> &str {
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_skeleton_of_a_file_is_found_by_its_name() {
        let all = ["pedmodel_man.skel", "PedModel_Manager.SKEL", "own.skel"];
        for (file, skeletons, found) in [
            ("pedanim_manwalk.anim", &all[..], Some("pedmodel_man.skel")),
            ("PEDANIM_MANAGERWALK.ANIM", &all, Some("PedModel_Manager.SKEL")),
            ("pedmodel_man.csv", &all, Some("pedmodel_man.skel")),
            ("own.anim", &all, Some("own.skel")),
            ("pedanim_dog.anim", &all, None),
            ("pedanim_dog.anim", &["pedmodel_man.skel"], Some("pedmodel_man.skel")),
            ("pedanim_dog.anim", &["pedmodel_.skel", "pedmodel_man.skel"], None),
            ("pedanim_dog.anim", &[], None),
        ] {
            let files: Vec<_> = skeletons.iter().map(|name| ((*name).to_owned(), Vec::new())).collect();
            let beside = (file, files);
            assert_eq!(Around::new(&beside).skeleton_name().as_deref(), found, "{file}");
        }
    }
}
