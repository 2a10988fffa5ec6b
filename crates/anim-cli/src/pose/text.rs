//! Poses for people.

use std::io::{self, Write};

use super::Posed;
use crate::output::Output;
use crate::text::visible;

/// Writes a paragraph.
pub(super) fn write(out: &mut Output, posed: &Posed<'_>) -> io::Result<()> {
    let path = posed.path.map_or_else(String::new, |path| format!("{}: ", visible(path)));
    writeln!(out, "{path}{} at {} s", visible(&posed.clip.name), posed.time)?;
    for (index, (node, parent, alive, maps)) in posed.nodes().enumerate() {
        let parent = parent.map_or_else(|| "no parent".to_owned(), |parent| format!("parent {parent}"));
        let alive = if alive { "" } else { ", not alive" };
        writeln!(out, "  {index} {}: {parent}{alive}", visible(&node.name))?;
        for (row, words) in ["local", "     ", "     "].iter().enumerate() {
            let [local, world] = maps.map(|map| map.0[row].map(|number| format!("{number:>12.6}")).join(" "));
            let between = if row == 0 { "world" } else { "     " };
            writeln!(out, "    {words} {local}   {between} {world}")?;
        }
    }
    Ok(())
}
