//! Colours that people with any kind of colour vision can distinguish, on light and on dark backgrounds.

use crate::Theme;

/// The eight colours of Okabe and Ito, ordered so that x, y, z and w differ clearly; dark backgrounds have lighter ones where the
/// original would be too dark.
const LINES: [[&str; 2]; 8] = [
    ["#d55e00", "#f0762a"],
    ["#009e73", "#1fbf92"],
    ["#0072b2", "#56b4e9"],
    ["#b4558f", "#d98fbc"],
    ["#b98500", "#f0e442"],
    ["#56b4e9", "#9ad7ff"],
    ["#000000", "#ffffff"],
    ["#8a6d00", "#e69f00"],
];

/// The colours of everything else: a CSS property, its class, the colour on light and on dark.
const OTHERS: [(&str, &str, [&str; 2]); 9] = [
    ("fill", ".page", ["#ffffff", "#14171c"]),
    ("fill", ".plot", ["#f6f7f9", "#1c2027"]),
    ("stroke", ".t", ["#1b1f26", "#e8eaee"]),
    ("stroke", ".m", ["#5a6472", "#9aa5b4"]),
    ("stroke", ".grid", ["#dfe3e9", "#2e343e"]),
    ("stroke", ".zero", ["#b9c1cc", "#4b5462"]),
    ("fill", ".wrap", ["#e9edf3", "#242a34"]),
    ("fill", ".on", ["#0072b2", "#56b4e9"]),
    ("fill", ".event", ["#d55e00", "#f0762a"]),
];

/// Style rules without colours.
const SHAPES: &str = "\
path{fill:none;stroke-linejoin:round}\
.t{stroke-width:1.5;stroke-linecap:round}\
.b{stroke-width:2.3}\
.grid,.zero{stroke-width:1}\
.l{stroke-width:1.5}\
.l.w{stroke-width:1.2;opacity:.5}\
.h{stroke-width:.8;opacity:.7}\
.d1{stroke-dasharray:6 2}\
.d2{stroke-dasharray:2 2}\
";

/// The style sheet of a picture.
pub(crate) fn style(theme: Theme) -> String {
    match theme {
        Theme::Light => format!("{SHAPES}{}", colors(0)),
        Theme::Dark => format!("{SHAPES}{}", colors(1)),
        Theme::Auto => format!("{SHAPES}{}@media(prefers-color-scheme:dark){{{}}}", colors(0), colors(1)),
    }
}

fn colors(ground: usize) -> String {
    let others = OTHERS.iter().map(|(property, class, colors)| {
        let color = colors[ground];
        format!("{class}{{{property}:{color}}}")
    });
    let lines = LINES.iter().enumerate().map(|(index, colors)| {
        let color = colors[ground];
        format!(".c{index}{{stroke:{color}}}.k{index}{{fill:{color}}}")
    });
    others.chain(lines).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The relative luminance of WCAG 2.
    fn luminance(color: &str) -> f64 {
        let channel = |at: usize| {
            let value = f64::from(u8::from_str_radix(&color[at..at + 2], 16).unwrap()) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
    }

    fn contrast(a: &str, b: &str) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn text_and_the_first_lines_stand_out_from_their_ground() {
        let color = |class: &str| OTHERS.iter().find(|(_, known, _)| *known == class).unwrap().2;
        for ground in [0, 1] {
            let plot = color(".plot")[ground];
            assert!(contrast(color(".t")[ground], plot) > 7.0);
            assert!(contrast(color(".m")[ground], plot) > 4.5, "{ground}");
            for line in &LINES[..5] {
                assert!(contrast(line[ground], plot) >= 3.0, "{} on {plot}", line[ground]);
            }
        }
    }
}
