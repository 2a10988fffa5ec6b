//! Whether the colours of text can be read, by the contrast that WCAG 2.2 defines.

use std::collections::HashMap;

const COLORS: &str = include_str!("page/style/colors.css");

/// The grounds on which text stands.
const GROUNDS: [&str; 4] = ["ground", "panel", "stage-top", "stage-bottom"];

/// The least contrast of small text at level AA.
const LEAST: f64 = 4.5;

/// The colours of a theme by name, those of the light one where it has none.
fn theme(is_dark: bool) -> HashMap<&'static str, &'static str> {
    let (light, dark) = COLORS.split_once("@media").unwrap();
    let declarations = light.lines().chain(dark.lines().filter(|_| is_dark));
    declarations
        .filter_map(|line| line.trim().strip_prefix("--")?.strip_suffix(';')?.split_once(": "))
        .collect()
}

/// The relative luminance of a colour, from 0 to 1.
fn luminance(colors: &HashMap<&str, &str>, name: &str) -> f64 {
    let mut color = colors[name];
    while let Some(other) = color.strip_prefix("var(--") {
        color = colors[other.strip_suffix(')').unwrap()];
    }
    let part = |at: usize| {
        let part = f64::from(u8::from_str_radix(&color[at..at + 2], 16).unwrap()) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
}

fn contrast(colors: &HashMap<&str, &str>, text: &str, ground: &str) -> f64 {
    let [a, b] = [text, ground].map(|name| luminance(colors, name) + 0.05);
    a.max(b) / a.min(b)
}

#[test]
fn black_on_white_has_the_largest_contrast() {
    let colors = HashMap::from([("black", "#000000"), ("white", "#ffffff"), ("orange", "#d55e00")]);
    assert!((contrast(&colors, "black", "white") - 21.0).abs() < 1e-9);
    assert!((contrast(&colors, "orange", "white") - 3.86).abs() < 0.01);
}

#[test]
fn text_can_be_read_on_light_and_dark_ground() {
    for is_dark in [false, true] {
        let colors = theme(is_dark);
        let lines = (0..8).map(|line| format!("t{line}"));
        for text in ["text", "muted", "accent"].map(str::to_owned).into_iter().chain(lines) {
            for ground in GROUNDS {
                let found = contrast(&colors, &text, ground);
                assert!(found >= LEAST, "--{text} on --{ground}: {found:.2}, dark: {is_dark}");
            }
        }
        assert!(contrast(&colors, "accent-text", "accent") >= LEAST);
    }
}

/// Elements take their colours from names that the test above knows.
#[test]
fn no_text_has_the_colour_of_a_line() {
    let styles = ["layout", "controls", "panels", "graph"].map(|name| {
        std::fs::read_to_string(format!("{}/src/page/style/{name}.css", env!("CARGO_MANIFEST_DIR"))).unwrap()
    });
    let known = ["text", "muted", "accent", "accent-text", "ink"];
    for color in styles.iter().flat_map(|style| style.split("\n  color: var(--").skip(1)) {
        let (name, _) = color.split_once(')').unwrap();
        assert!(known.contains(&name), "--{name}");
    }
}
