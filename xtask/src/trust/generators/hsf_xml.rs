//! HSF XML: elements, attributes, lists, and references that multiply.

use super::{Generator, noise, parts, repeat};

pub(super) const ALL: &[Generator] = &[
    Generator::new("hsf-xml", "xml", "elements of one letter", |size| document(size, |_| "<a/>".to_owned())),
    Generator::new("hsf-xml", "xml", "elements with an attribute", |size| {
        document(size, |_| "<a b=\"\"/>".to_owned())
    }),
    Generator::new("hsf-xml", "xml", "comments", |size| document(size, |_| "<!---->".to_owned())),
    Generator::new("hsf-xml", "xml", "instructions", |size| document(size, |_| "<?a?>".to_owned())),
    Generator::new("hsf-xml", "xml", "words between elements", |size| document(size, |_| "a<a/>".to_owned())),
    Generator::new("hsf-xml", "xml", "animations of nothing", |size| {
        document(size, |index| format!("<Animation Name=\"{index}\"/>"))
    }),
    Generator::new("hsf-xml", "xml", "a timeline of digits", |size| {
        let half = size / 2;
        let times = parts(half, "", "", |index| format!("{index} "));
        let values = parts(half, "", "", |index| format!("[{index} 0 0]"));
        animation(&format!("<Timeline>{times}</Timeline><PosInterpolator>{values}</PosInterpolator>"))
    }),
    Generator::new("hsf-xml", "xml", "values that are stars", |size| {
        animation(&format!("<Timeline>0 1</Timeline><PosInterpolator>{}</PosInterpolator>", "*".repeat(size)))
    }),
    Generator::new("hsf-xml", "xml", "values of one digit", |size| {
        animation(&format!(
            "<Timeline>0 1</Timeline><ColorMorphInterpolator>{}</ColorMorphInterpolator>",
            "0 ".repeat(size / 2)
        ))
    }),
    Generator::new("hsf-xml", "xml", "values with modifiers", |size| {
        let values = parts(size, "", "", |_| "[[t 0 0 0] 0 0 0]".to_owned());
        animation(&format!("<Timeline>0 1</Timeline><PosInterpolator>{values}</PosInterpolator>"))
    }),
    Generator::new("hsf-xml", "xml", "angles about a pivot", |size| {
        let half = size / 2;
        let times = parts(half, "", "", |index| format!("{} ", index * 40));
        let values = parts(half, "", "", |index| format!("{:.1} ", noise(index)));
        format!("<Animdef TicksPerSecond=\"20\"><TargetObject Name=\"a\" Path=\"SPATH: a\" Pivot=\"[0 2 0]\"/><Animation Name=\"a\" Target=\"TOB: a\"><Timeline>{times}</Timeline><AxisRotInterpolator Modifiers=\"[v 1 0 0]\">{values}</AxisRotInterpolator></Animation></Animdef>")
            .into_bytes()
    }),
    Generator::new("hsf-xml", "xml", "curves in loops", |size| {
        let keys = size / 14;
        let ticks = repeat(keys, |index| format!("{index} "));
        let values = repeat(keys, |index| {
            let at = |part: usize| (noise(index * 3 + part) * 4.0) as i32 / 8;
            format!("[{} {} {}]", at(0), at(1), at(2))
        });
        let start = "<Animdef TicksPerSecond=\"1\"><Animation Target=\"a\" Loop=\"10000\"><Timeline>";
        let end = "</PosInterpolator></Animation></Animdef>";
        format!("{start}{ticks}</Timeline><PosInterpolator Modifiers=\"T\">{values}{end}").into_bytes()
    }),
    Generator::new("hsf-xml", "xml", "animations within one that others instance", |size| {
        // Half of the file is parts, half is instances of all of them.
        let inside = parts(size / 2, "", "", |index| {
            format!(
                "<Animation Name=\"{index}\" Target=\"{index}\"><PosInterpolator>[0 0 0][1 0 0]</PosInterpolator></Animation>"
            )
        });
        let start = format!("<Animdef><Animation Name=\"a\"><Timeline>0 1</Timeline>{inside}</Animation>");
        parts(size, &start, "</Animdef>", |index| {
            format!("<Animation Name=\"i{index}\" Target=\"t{index}\" InstanceOf=\"a\"/>")
        })
        .into_bytes()
    }),
    Generator::new("hsf-xml", "xml", "sensors", |size| {
        document(size, |index| {
            format!(
                "<Sensor Name=\"{index}\"><Condition Event=\"ONTICK\"/><Action Target=\"SSR: 0\" Type=\"RESET\"/></Sensor>"
            )
        })
    }),
];

fn document(size: usize, part: impl Fn(usize) -> String) -> Vec<u8> {
    parts(size, "<Animdef>", "</Animdef>", part).into_bytes()
}

fn animation(content: &str) -> Vec<u8> {
    format!("<Animdef><Animation Name=\"a\" Target=\"SPATH: a\">{content}</Animation></Animdef>").into_bytes()
}
