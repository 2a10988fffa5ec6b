//! Prints the public items of a crate, a line each: `anim-api CRATE.json`, which is what rustdoc states of the crate as JSON.

use std::collections::HashSet;
use std::env;
use std::error::Error;
use std::io::{self, Write};

use public_api::Builder;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = env::args_os().skip(1).collect();
    let [path] = arguments.as_slice() else { return Err("usage: anim-api CRATE.json".into()) };
    // What follows from other items is left out: implementations for all types, those of `Send` and its like, and the functions
    // of a trait in the types that implement it.
    let api =
        Builder::from_rustdoc_json(path).omit_blanket_impls(true).omit_auto_trait_impls(true).build()?;
    let text = |item: &public_api::PublicItem| item.to_string();
    let of_traits: HashSet<_> = api
        .items()
        .filter(|item| text(item).starts_with("impl") && text(item).contains(" for "))
        .map(|item| item.id())
        .collect();
    let mut out = io::stdout().lock();
    for item in api.items() {
        let is_implied = item.parent_id().is_some_and(|parent| of_traits.contains(&parent));
        if !(is_implied && is_function(&text(item))) {
            writeln!(out, "{item}")?;
        }
    }
    Ok(())
}

/// Whether an item is a function, whatever stands before the word.
fn is_function(item: &str) -> bool {
    let mut words = item.split(' ').skip_while(|word| matches!(*word, "pub" | "const" | "unsafe" | "async"));
    words.next() == Some("fn")
}
