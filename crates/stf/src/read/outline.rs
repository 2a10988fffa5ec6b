//! JSON to outline: the locations of a document's resources and buffers.

use std::ops::Range;

use super::animation::animation;
use super::values::{optional, text};
use crate::document::{ANIMATION, Buffer, Outline, Resource};
use crate::json::{Scan, Scanner, What};

/// Finds the resources and buffers of a document, and reads the animations among them. If `alone`, the text may be a single
/// animation; the returned flag is then true.
pub(crate) fn outline(text: &str, alone: bool) -> Scan<(Outline, bool)> {
    let mut scanner = Scanner::of_file(text);
    if alone && let Some(outline) = bare(&mut scanner)? {
        return Ok((outline, true));
    }
    let mut outline = Outline::default();
    let mut known = false;
    let span = scanner.object(|scanner, name| {
        match &*name {
            "stf" => {
                outline.head = Some(head(scanner, &mut outline.root)?);
            }
            "resources" => {
                known = true;
                (outline.resources, outline.resources_at) = resources(scanner)?;
            }
            "buffers" => {
                let (buffers, span) = buffers(scanner)?;
                (outline.buffers, outline.buffers_at) = (buffers, Some(span));
            }
            _ => {
                scanner.skip()?;
            }
        }
        Ok(())
    })?;
    scanner.end()?;
    if known { Ok((outline, false)) } else { Err(scanner.shape(span.start, "a document with `resources`")) }
}

/// A single animation, possibly with its id before it; `None` for any other text.
fn bare(scanner: &mut Scanner<'_>) -> Scan<Option<Outline>> {
    let mut id = String::new();
    scanner.peek();
    let name_at = scanner.at();
    if scanner.peek() == Some(b'"') {
        id = text(scanner)?;
        if !scanner.take(b':') {
            return Err(scanner.syntax("a colon and an animation"));
        }
    } else if kind(&mut scanner.clone())? != ANIMATION {
        return Ok(None);
    }
    scanner.peek();
    let resource = resource(scanner, id, name_at)?;
    scanner.end()?;
    if resource.is_animation() {
        let resources_at = resource.at.clone();
        let mut outline = Outline::default();
        (outline.resources, outline.resources_at) = (vec![resource], resources_at);
        return Ok(Some(outline));
    }
    Err(scanner.shape(name_at, "an animation"))
}

fn head(scanner: &mut Scanner<'_>, root: &mut Option<String>) -> Scan<Range<usize>> {
    scanner.object(|scanner, name| {
        if name == "root" {
            *root = optional(scanner, text)?;
        } else {
            scanner.skip()?;
        }
        Ok(())
    })
}

fn resources(scanner: &mut Scanner<'_>) -> Scan<(Vec<Resource>, Range<usize>)> {
    let mut resources = Vec::new();
    let mut name_at = scanner.at().saturating_add(1);
    let span = scanner.object(|scanner, id| {
        // The text of a resource begins after the previous resource.
        let start = std::mem::replace(&mut name_at, scanner.at());
        let resource = resource(scanner, id.into_owned(), start)?;
        name_at = resource.at.end;
        resources.push(resource);
        Ok(())
    })?;
    Ok((resources, span))
}

fn resource(scanner: &mut Scanner<'_>, id: String, name_at: usize) -> Scan<Resource> {
    let start = scanner.at();
    let kind = kind(&mut scanner.clone())?;
    let mut found = None;
    if kind == ANIMATION {
        let mut attempt = scanner.clone();
        match animation(&mut attempt, None) {
            Ok(animation) => {
                *scanner = attempt;
                found = Some(Box::new(animation));
            }
            // An animation of another shape is kept as a resource.
            Err(fault) if matches!(fault.what(), What::Shape(_)) => {
                scanner.skip()?;
            }
            Err(fault) => return Err(fault),
        }
    } else {
        scanner.skip()?;
    }
    Ok(Resource { id, kind, name_at, at: start..scanner.at(), animation: found })
}

/// The type of a resource; empty if none is stated.
fn kind(scanner: &mut Scanner<'_>) -> Scan<String> {
    let mut kind = String::new();
    if scanner.peek() != Some(b'{') {
        return Ok(kind);
    }
    // Exporters write the type first, so the rest is not scanned twice.
    let mut first = scanner.clone();
    if first.take(b'{') && first.peek() == Some(b'"') && first.string()? == "type" && first.take(b':') {
        return Ok(if first.peek() == Some(b'"') { text(&mut first)? } else { kind });
    }
    scanner.object(|scanner, name| {
        if name == "type" && scanner.peek() == Some(b'"') {
            kind = text(scanner)?;
        } else {
            scanner.skip()?;
        }
        Ok(())
    })?;
    Ok(kind)
}

fn buffers(scanner: &mut Scanner<'_>) -> Scan<(Vec<Buffer>, Range<usize>)> {
    let mut buffers = Vec::new();
    let span = scanner.object(|scanner, id| {
        let at = scanner.at();
        let mut index = None;
        if scanner.peek() == Some(b'{') {
            scanner.object(|scanner, name| {
                let mut attempt = scanner.clone();
                match (&*name, attempt.index()) {
                    ("index", Ok(found)) => {
                        index = Some(found);
                        *scanner = attempt;
                    }
                    _ => {
                        scanner.skip()?;
                    }
                }
                Ok(())
            })?;
        } else {
            scanner.skip()?;
        }
        buffers.push(Buffer { id: id.into_owned(), index, at: at..scanner.at() });
        Ok(())
    })?;
    Ok((buffers, span))
}
