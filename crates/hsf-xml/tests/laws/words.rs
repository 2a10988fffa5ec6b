//! Words without a meaning that are similar to words with one.

use anim_core::Severity;
use anim_hsf_xml::{Diagnostic, Hsf};

/// The findings, except those about the document around the text.
fn found(text: &str) -> Vec<(&'static str, Option<String>)> {
    let hsf = Hsf::parse(format!("<Animdef>{text}</Animdef>").as_bytes()).unwrap();
    // Nothing plays what is outside of animations.
    let is_of_text = |finding: &Diagnostic| {
        finding.severity() == Severity::Warning && finding.code.id != "hsf-xml::no-effect"
    };
    let findings = hsf.check().into_iter().filter(is_of_text);
    findings
        .map(|finding| {
            let hint = finding.message.split_once("did you mean ");
            (finding.code.id, hint.map(|(_, hint)| hint.trim_matches(['`', '?']).to_owned()))
        })
        .collect()
}

#[test]
fn a_misspelt_word_is_a_warning_with_the_word_that_it_is_near() {
    let cases = [
        ("<Sensor Name=\"s\"><Condition Event=\"ONCLICK\"/></Sensor>", "ONLCLICK"),
        ("<Sensor Name=\"s\"><Condition/><Action Type=\"START\"/></Sensor>", "RESTART"),
        ("<PosInterpolator Modifiers=\"[linaer]\">[1 2 3]</PosInterpolator>", "linear"),
        ("<PosInterpolator>[relatve 1 2 3]</PosInterpolator>", "relative"),
        ("<Animation Target=\"TBO: x\"/>", "TOB"),
        ("<Animation Lop=\"2\"/>", "Loop"),
        ("<ColorInterpolator Type=\"difuse\">[1 1 1]</ColorInterpolator>", "diffuse"),
        ("<ColorInterpolator GeomType=\"face\">[1 1 1]</ColorInterpolator>", "faces"),
        ("<TrailInterpolator Type=\"foward\">[1 1 1]</TrailInterpolator>", "forward"),
        ("<TargetObject Path=\"SPATH: x\"><Subtarget Type=\"FACE\">1</Subtarget></TargetObject>", "FACES"),
        ("<Animaton/>", "Animation"),
    ];
    for (text, near) in cases {
        assert_eq!(found(text), [("hsf-xml::misspelt", Some(near.to_owned()))], "{text}");
    }
}

#[test]
fn words_of_the_author_are_none_of_our_business() {
    for text in [
        "<Sensor Name=\"s\"><Condition Event=\"$ONCLICK\"/><Action Type=\"PLAYSOUND\"/></Sensor>",
        "<Sensor Name=\"s\"><Condition Event=\"onlclick\"/><Action Type=\"restart\"/></Sensor>",
        "<PosInterpolator Modifiers=\"[$linaer]\">[1 2 3]</PosInterpolator>",
        "<Animation Target=\"C:/a.hsf\" Speed=\"2\"/>",
        "<ColorInterpolator Type=\"glow\">[1 1 1]</ColorInterpolator>",
        "<Sparks/>",
    ] {
        assert_eq!(found(text), [], "{text}");
    }
}

#[test]
fn ticks_before_the_start_are_a_warning() {
    assert_eq!(found("<Timeline>-10 -5 0 10</Timeline>"), [("hsf-xml::negative", None)]);
}

#[test]
fn quaternions_that_are_absolute_only_by_default_are_told_as_they_are() {
    for (list, expected) in [
        ("[0 0 0 1] [0 0 1 0]", Some("the quaternions have no modifiers and")),
        ("[a 0 0 0 1] [0 0 1 0]", Some("some quaternions have neither `a` nor `r` and")),
        ("[0 0 0 1] [r 0 0 1 0]", Some("some quaternions have neither `a` nor `r` and")),
        ("[a 0 0 0 1] [r 0 0 1 0]", None),
    ] {
        let text = format!("<QuatRotInterpolator>{list}</QuatRotInterpolator>");
        let findings = Hsf::parse(text.as_bytes()).unwrap().check();
        let found = findings.iter().find(|finding| finding.code.id == "hsf-xml::implied-relative");
        let starts = found.zip(expected).is_some_and(|(found, start)| found.message.starts_with(start));
        assert!(starts || found.is_none() && expected.is_none(), "{list}: {findings:?}");
    }
}
