//! JSON to the values of animations.

use std::borrow::Cow;
use std::ops::Range;

use crate::json::{Fault, Scan, Scanner, What};
use crate::{Loop, Member, Reference, Step, Target};

/// A value, or `None` for `null`.
pub(super) fn optional<'a, T>(
    scanner: &mut Scanner<'a>,
    read: impl FnOnce(&mut Scanner<'a>) -> Scan<T>,
) -> Scan<Option<T>> {
    if scanner.null() { Ok(None) } else { read(scanner).map(Some) }
}

/// A member that animations can play without: a value of another shape is skipped, and its fault kept.
pub(super) fn minor<'a, T>(
    scanner: &mut Scanner<'a>,
    faults: Option<&mut Vec<Fault>>,
    read: impl FnOnce(&mut Scanner<'a>) -> Scan<T>,
) -> Scan<Option<T>> {
    let mut attempt = scanner.clone();
    match optional(&mut attempt, read) {
        Ok(value) => {
            *scanner = attempt;
            Ok(value)
        }
        Err(fault) if matches!(fault.what(), What::Shape(_)) => {
            scanner.skip()?;
            if let Some(faults) = faults {
                faults.push(fault);
            }
            Ok(None)
        }
        Err(fault) => Err(fault),
    }
}

pub(super) fn text(scanner: &mut Scanner<'_>) -> Scan<String> {
    scanner.string().map(Cow::into_owned)
}

/// A list of elements, with spans if requested; `null` counts as an empty list.
pub(super) fn list<T, S: Default>(
    scanner: &mut Scanner<'_>,
    mut spans: Option<&mut Vec<S>>,
    mut element: impl FnMut(&mut Scanner<'_>, Option<&mut S>) -> Scan<T>,
) -> Scan<Vec<T>> {
    let mut elements = Vec::new();
    // If several members have the same name, the last one is used.
    if let Some(spans) = &mut spans {
        spans.clear();
    }
    if scanner.null() {
        return Ok(elements);
    }
    scanner.array(|scanner| {
        let own = spans.as_deref_mut().and_then(|spans| {
            spans.push(S::default());
            spans.last_mut()
        });
        elements.push(element(scanner, own)?);
        Ok(())
    })?;
    Ok(elements)
}

/// A list of strings; `null` counts as an empty list.
pub(super) fn strings(scanner: &mut Scanner<'_>) -> Scan<Vec<String>> {
    list(scanner, None::<&mut Vec<()>>, |scanner, _| text(scanner))
}

/// A list of numbers; `null` counts as an empty list.
pub(super) fn numbers(
    scanner: &mut Scanner<'_>,
    numbers: &mut Vec<f64>,
    mut spans: Option<&mut Vec<Range<usize>>>,
) -> Scan<()> {
    if scanner.null() {
        return Ok(());
    }
    if let Some(spans) = &mut spans {
        spans.clear();
    }
    scanner.array(|scanner| {
        scanner.peek();
        let start = scanner.at();
        numbers.push(scanner.number()?);
        if let Some(spans) = &mut spans {
            spans.push(start..scanner.at());
        }
        Ok(())
    })?;
    Ok(())
}

pub(super) fn pair(scanner: &mut Scanner<'_>) -> Scan<[f64; 2]> {
    let start = scanner.at();
    let mut both = Vec::new();
    numbers(scanner, &mut both, None)?;
    both.try_into().map_err(|_| scanner.shape(start, "two numbers"))
}

pub(super) fn repeat(scanner: &mut Scanner<'_>) -> Scan<Loop> {
    if scanner.peek() == Some(b'"') {
        scanner.string().map(|word| Loop::from(&*word))
    } else {
        scanner.boolean().map(Loop::Switch)
    }
}

/// A reference by index or by id.
pub(super) fn reference(scanner: &mut Scanner<'_>) -> Scan<Reference> {
    if scanner.peek() == Some(b'"') {
        text(scanner).map(Reference::Id)
    } else {
        scanner.index().map(Reference::Index)
    }
}

pub(super) fn target(scanner: &mut Scanner<'_>) -> Scan<Target> {
    let mut steps = Vec::new();
    scanner.array(|scanner| {
        steps.push(if scanner.peek() == Some(b'"') {
            Step::Name(text(scanner)?)
        } else {
            Step::Index(scanner.index()?)
        });
        Ok(())
    })?;
    Ok(Target(steps))
}

pub(super) fn member(scanner: &mut Scanner<'_>, name: &str) -> Scan<Member> {
    let span = scanner.skip()?;
    Ok(Member::scanned(name, scanner.slice(span)))
}
