//! Poses as comma-separated values: a row for each node and time.

use std::io::{self, Write};

use anim_core::Affine;

use super::Posed;
use crate::csv;
use crate::output::Output;
use crate::text::write_number;

/// Writes the column names. `m12` is the third number of the second row.
pub(super) fn write_header(out: &mut Output, has_paths: bool) -> io::Result<()> {
    out.write_all(if has_paths {
        b"path,time,clip,node,parent,alive"
    } else {
        b"time,clip,node,parent,alive"
    })?;
    for map in ["local", "world"] {
        for (row, column) in (0..3).flat_map(|row| (0..4).map(move |column| (row, column))) {
            write!(out, ",{map}_m{row}{column}")?;
        }
    }
    writeln!(out)
}

/// Writes the rows of a time.
pub(super) fn write(out: &mut Output, posed: &Posed<'_>) -> io::Result<()> {
    let mut start = Vec::new();
    if let Some(path) = posed.path {
        write!(start, "{},", csv::field(path))?;
    }
    write_number(&mut start, posed.time)?;
    write!(start, ",{}", csv::field(&posed.clip.name))?;
    for (node, parent, alive, maps) in posed.nodes() {
        let parent = parent.and_then(|parent| posed.clip.nodes.get(parent));
        let parent = parent.map_or("", |parent| parent.name.as_str());
        out.write_all(&start)?;
        write!(out, ",{},{},{alive}", csv::field(&node.name), csv::field(parent))?;
        for number in maps.into_iter().flat_map(Affine::to_rows) {
            out.write_all(b",")?;
            write_number(out, number)?;
        }
        writeln!(out)?;
    }
    Ok(())
}
