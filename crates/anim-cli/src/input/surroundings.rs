//! The files next to an input.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anim_core::{Beside, Folder, Listing, escaped_name, inner_path};

use super::archive;
use super::limit::{MOST_STREAMED, most_streamed};
use super::place::Place;
use crate::paths::label;

/// An input's name and the files in its folder, on disk or in an archive.
struct Surroundings {
    name: Option<String>,
    files: Files,
}

/// The source of the files next to an input.
enum Files {
    None,
    Folder(Folder),
    /// Those in this folder of an archive; its path ends with `/` or is empty.
    Archive(PathBuf, String),
}

/// The files next to an input at this place. A stream and a part of an image have none.
pub(super) fn beside(path: &Path, place: Place, listing: &Listing) -> Box<dyn Beside> {
    let name = place.file_name(path).map(|name| escaped_name(&name));
    let files = match place {
        Place::Stream | Place::Part { .. } => Files::None,
        Place::File => Files::Folder(Folder::listed(path, listing)),
        Place::Member { archive, name } => {
            let folder = name.rfind('/').map_or("", |slash| &name[..=slash]).to_owned();
            Files::Archive(archive, folder)
        }
    };
    Box::new(Surroundings { name, files })
}

impl Beside for Surroundings {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        match &self.files {
            Files::None => None,
            Files::Folder(folder) => folder.read(path),
            Files::Archive(archive, folder) => {
                let inner = inner_path(path)?.components().filter_map(|part| match part {
                    std::path::Component::Normal(part) => part.to_str(),
                    _ => None,
                });
                let name = format!("{folder}{}", inner.collect::<Vec<_>>().join("/"));
                let (mut bytes, most) = (Vec::new(), most_streamed(MOST_STREAMED).ok()?);
                archive::read(archive, &name, &mut bytes, most, &label(archive)).ok()?;
                Some(bytes)
            }
        }
    }

    fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    fn names(&self, extension: &str) -> Arc<[String]> {
        match &self.files {
            Files::None => Arc::default(),
            Files::Folder(folder) => folder.names(extension),
            Files::Archive(archive, folder) => archive::members_in(archive, folder, extension),
        }
    }

    fn given(&self, path: &str) -> Option<Vec<u8>> {
        fs::read(path).ok()
    }
}
