//! Which piece of the module a function belongs to, by its name and by who calls it.

use std::collections::BTreeSet;

use crate::split::Entries;

/// The pieces: reading a format, each, and making files and changing clips.
pub(crate) const PIECES: [&str; 8] = ["bvh", "gltf", "hsf-xml", "mm2-ped", "stf", "stt", "tod", "make"];

/// The number of the last one.
const MAKE: Piece = Piece::Part(PIECES.len() - 1);

/// What is loaded at the start, or one of the pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Piece {
    Start,
    Part(usize),
}

/// The piece of each function.
///
/// Names say where functions belong that are about one format or about making files. A function that its linker uses for several
/// of them, because its code is the same, belongs to the start; so does whatever is called from several parts. All else is where it
/// is called from.
pub(crate) fn assigned(names: &[String], refers: &[BTreeSet<usize>], entries: &Entries) -> Vec<Piece> {
    let mut labels: Vec<Option<Piece>> = names.iter().map(|name| labelled(name)).collect();
    for (label, is_common) in labels.iter_mut().zip(&entries.common) {
        if *is_common {
            *label = Some(Piece::Start);
        }
    }
    let mut callers: Vec<Vec<usize>> = vec![Vec::new(); names.len()];
    for (from, all) in refers.iter().enumerate() {
        all.iter().for_each(|to| callers[*to].push(from));
    }
    loop {
        let pieces = flowed(&labels, &callers, entries);
        // A function may be called from its own piece, and by what makes files or hands calls on if that is about the same format. Any
        // other caller shares its code with another function, or reads a file by what makes one.
        let is_foreign = |own: Piece, from: &usize, to: usize| {
            let hands_on = pieces[*from] == MAKE || is_border(&names[*from]);
            pieces[*from] != own
                && !(hands_on && format(&names[*from]).is_some_and(|of| Some(of) == format(&names[to])))
        };
        let mut changed = false;
        for (index, label) in labels.iter_mut().enumerate() {
            if let Some(own @ Piece::Part(_)) = *label
                && !is_door(&names[index])
                && callers[index].iter().any(|from| is_foreign(own, from, index))
            {
                *label = format(&names[index]).filter(|_| own == MAKE);
                changed = true;
            }
        }
        if !changed {
            return pieces;
        }
    }
}

/// The pieces of all functions, from those whose piece is known: where all callers are in one piece, the function is there too.
fn flowed(labels: &[Option<Piece>], callers: &[Vec<usize>], entries: &Entries) -> Vec<Piece> {
    let mut pieces: Vec<Option<Piece>> = labels.to_vec();
    for (index, piece) in pieces.iter_mut().enumerate() {
        if piece.is_none() && entries.reached[index] {
            *piece = Some(Piece::Start);
        }
    }
    let fixed: Vec<bool> = pieces.iter().map(Option::is_some).collect();
    loop {
        let mut changed = false;
        for index in (0..pieces.len()).filter(|index| !fixed[*index]) {
            let mut of_callers = callers[index].iter().filter_map(|from| pieces[*from]);
            let Some(first) = of_callers.next() else { continue };
            let met = if of_callers.all(|other| other == first) { first } else { Piece::Start };
            if pieces[index] != Some(met) && pieces[index] != Some(Piece::Start) {
                pieces[index] = Some(met);
                changed = true;
            }
        }
        if !changed {
            return pieces.into_iter().map(|piece| piece.unwrap_or(Piece::Start)).collect();
        }
    }
}

/// Whether a function hands calls on to a format: those of the table of formats.
fn is_border(name: &str) -> bool {
    name.contains("anim_core::any_format::")
}

/// Whether a function of the table of formats is asked of every format: the options of reading and of making files, each the first
/// function of its list.
fn is_asked_of_all(name: &str) -> bool {
    name.contains("::{closure#0} as ")
}

/// Whether a function is where the start enters what makes files and changes clips.
fn is_door(name: &str) -> bool {
    let doors = ["<anim_web::binding::OpenAnimation>::convert", "<anim_core::edit::Edit>::apply"];
    doors.iter().any(|door| name.starts_with(door))
}

/// The piece of the only format that a name says: `<anim_bvh::document::Bvh as anim_core::format::Format>::read`.
fn format(name: &str) -> Option<Piece> {
    let is_of = |piece: &str| name.contains(&format!("anim_{}::", piece.replace('-', "_")));
    let mut formats = (0..PIECES.len()).filter(|number| is_of(PIECES[*number]));
    formats.next().filter(|_| formats.next().is_none()).map(Piece::Part)
}

/// The piece that a name says.
fn labelled(name: &str) -> Option<Piece> {
    // Every format is asked whether it knows a file, and for its options.
    if name.contains("::sniff") || name.contains("::options::OptionSet>::LIST") {
        return Some(Piece::Start);
    }
    if is_border(name) && is_asked_of_all(name) {
        return None;
    }
    let is_made = ["anim_retarget::", "anim_core::edit::", "anim_formats::conversion::"];
    let is_written = [
        "::encode",
        "::Encode>::",
        "AnyFormat>::encoder<",
        "::write::",
        "::to_bytes",
        "::companions",
        "::Serialize>::serialize::<",
    ];
    let has = |words: &[&str]| words.iter().any(|word| name.contains(word));
    let format = format(name);
    if is_door(name) || has(&is_made) || (format.is_some() && has(&is_written)) {
        return Some(MAKE);
    }
    format
}
