//! Poses as JSON Lines.

use std::io::{self, Write};

use anim_core::{Affine, Deviation};
use anim_formats::json::SCHEMA;
use serde_json::json;

use super::Posed;
use crate::output::Output;
use crate::text::write_json_number;

/// The end of a node's entry: the errors of its channels, if any.
pub(super) fn end<'a>(errors: impl Iterator<Item = (Option<&'a str>, Deviation)>) -> String {
    let error = |(channel, error): (Option<&str>, Deviation)| {
        let size = if error.size.is_finite() { json!(error.size) } else { json!(error.size.to_string()) };
        json!({ "channel": channel, "error": size, "unit": error.unit.name() })
    };
    let errors: Vec<_> = errors.map(error).collect();
    if errors.is_empty() { "}".to_owned() } else { format!(",\"errors\":{}}}", json!(errors)) }
}

/// Writes a line.
pub(super) fn write(out: &mut Output, posed: &Posed<'_>, ends: &[String]) -> io::Result<()> {
    write!(out, "{{\"schema\":{SCHEMA}")?;
    if let Some(path) = posed.path {
        out.write_all(b",\"path\":")?;
        serde_json::to_writer(&mut *out, path)?;
    }
    out.write_all(b",\"time\":")?;
    write_json_number(out, posed.time)?;
    out.write_all(b",\"clip\":")?;
    serde_json::to_writer(&mut *out, &posed.clip.name)?;
    out.write_all(b",\"nodes\":[")?;
    for (index, (node, parent, alive, [local, world])) in posed.nodes().enumerate() {
        out.write_all(if index == 0 { b"{\"name\":" } else { b",{\"name\":" })?;
        serde_json::to_writer(&mut *out, &node.name)?;
        out.write_all(b",\"parent\":")?;
        serde_json::to_writer(&mut *out, &parent)?;
        write!(out, ",\"alive\":{alive},\"local\":")?;
        write_rows(out, local)?;
        out.write_all(b",\"world\":")?;
        write_rows(out, world)?;
        out.write_all(ends[index].as_bytes())?;
    }
    out.write_all(b"]}\n")
}

fn write_rows(out: &mut Output, map: Affine) -> io::Result<()> {
    for (index, number) in map.to_rows().into_iter().enumerate() {
        out.write_all(if index == 0 { b"[" } else { b"," })?;
        write_json_number(out, number)?;
    }
    out.write_all(b"]")
}
