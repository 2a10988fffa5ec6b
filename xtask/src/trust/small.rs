//! Small files that take much memory to convert: all fixtures, and all inputs on which a fuzz target failed.

use std::path::Path;

use anim_formats::Registry;

use super::heap;
use crate::bench::page::Table;
use crate::failure::Result;
use crate::tree;
use crate::{checkout, laws};

pub(super) const TABLE: Table = Table { name: "small", head: &["file", "bytes", "takes most", "memory"] };

/// The number of rows of the table.
const ROWS: usize = 12;

/// The folders of the files.
const FOLDERS: [&str; 2] = ["fixtures", "fuzz/regressions"];

/// The files whose conversions take the most memory, and how many conversions exceed the law.
pub(super) fn measure(folders: &[&str]) -> Result<(Vec<Vec<String>>, usize)> {
    let folders = if folders.is_empty() { &FOLDERS } else { folders };
    let (mut largest, mut broken) = (Vec::new(), 0);
    for folder in folders {
        for folder in tree::folders(&checkout::root().join(folder))? {
            let Some(usual) = extension(&folder.path) else { continue };
            for (name, bytes) in &folder.files {
                let peaks = heap::of_conversions(laws::extension(name).unwrap_or(usual), bytes);
                for (id, peak) in peaks.iter().filter(|(_, peak)| peak.bytes > peak.allowed) {
                    println!("does not hold: {name} to {id} takes {} bytes, of {}", peak.bytes, peak.allowed);
                    broken += 1;
                }
                if let Some((id, peak)) = peaks.into_iter().max_by_key(|(_, peak)| peak.bytes) {
                    largest.push((peak, id, name.replace('-', " ")));
                }
            }
        }
    }
    largest.sort_by_key(|(peak, ..)| std::cmp::Reverse(peak.bytes));
    let row = |(peak, id, name): &(heap::Peak, &str, String)| {
        let memory = format!("{:.1} MB", peak.bytes as f64 / 1e6);
        let memory = if peak.bytes > peak.goal { format!("**{memory}**") } else { memory };
        vec![name.clone(), peak.size.to_string(), (*id).to_owned(), memory]
    };
    let rows: Vec<_> = largest.iter().take(ROWS).map(row).collect();
    for row in &rows {
        println!("{}", row.join("  "));
    }
    Ok((rows, broken))
}

/// The usual extension of files of the format named by a part of a path.
fn extension(path: &Path) -> Option<&'static str> {
    let mut names = path.iter().rev().filter_map(|name| name.to_str());
    let entry = names.find_map(|name| Registry::builtin().by_id(name).ok())?;
    entry.info().extensions.first().copied()
}
