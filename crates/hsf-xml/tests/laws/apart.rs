//! What a clip lacks that is taken from its document without the others.

use anim_core::Format;
use anim_hsf_xml::{ClipOptions, Hsf, Report};

/// Two animations, of which the second waits for a sensor, and what follows them.
fn document(delay: &str, sensor: &str) -> Hsf {
    let animation = |name: &str, attributes: &str| {
        format!(
            r#"<Animation Name="{name}" Target="SPATH: m/{name}" {attributes}><Timeline>0 20</Timeline>
               <PosInterpolator>[0 0 0] [1 0 0]</PosInterpolator></Animation>"#
        )
    };
    let (a, b) = (animation("a", delay), animation("b", r#"Active="0""#));
    Hsf::parse(format!(r#"<Animdef TicksPerSecond="10">{a}{b}{sensor}</Animdef>"#).as_bytes()).unwrap()
}

/// The names of a document's clips, and what is lost if this one is taken, or all.
fn lost(hsf: &Hsf, clip: Option<&str>) -> (Vec<String>, Vec<(&'static str, String)>) {
    let mut report = Report::new();
    let clips = hsf.clips_with(&ClipOptions::default(), &mut report);
    if let Some(clip) = clip {
        report.choose_clip(clip);
    }
    let losses = report.losses.into_iter().map(|loss| (loss.code.id, loss.message));
    (clips.into_iter().map(|clip| clip.name).collect(), losses.collect())
}

const DELAY: &str = r#"Delay="20""#;

#[test]
fn a_delay_that_only_the_clip_of_the_whole_file_has_is_lost_in_a_clip_taken_without_it() {
    let hsf = document(DELAY, "");
    let (names, all) = lost(&hsf, None);
    assert_eq!((names, all), (["a", "b", "*"].map(str::to_owned).to_vec(), vec![]));
    let told = "the delay of 2 s before the animation is only in the clip `*`".to_owned();
    for (clip, expected) in [("a", vec![("hsf-xml::no-channel", told)]), ("b", vec![]), ("*", vec![])] {
        assert_eq!(lost(&hsf, Some(clip)).1, expected, "{clip}");
    }
}

#[test]
fn sensors_are_lost_once_whichever_clips_are_taken() {
    let sensor = r#"<Sensor Name="s"><Condition Target="ANIM: a" Event="ONANIMFINISHED"><Action Target="ANIM: b" Type="RESTART"/></Condition></Sensor>"#;
    for delay in ["", DELAY] {
        let hsf = document(delay, sensor);
        let (names, all) = lost(&hsf, None);
        assert_eq!(names.contains(&"*".to_owned()), !delay.is_empty());
        let of_sensors =
            |losses: &[(&str, String)]| losses.iter().filter(|(code, _)| *code == "hsf-xml::sensors").count();
        assert_eq!(of_sensors(&all), 1, "{all:?}");
        for name in names {
            let losses = lost(&hsf, Some(&name)).1;
            assert_eq!(of_sensors(&losses), 1, "{name}: {losses:?}");
        }
    }
}

#[test]
fn endless_motion_after_the_end_is_lost_in_curves_only_unless_it_is_switched() {
    let moved = "<PosInterpolator>[[c 2] 1] [[c 2] 3]</PosInterpolator>";
    let switched = r#"<SegSwitchInterpolator>"p" "q"</SegSwitchInterpolator>"#;
    for (interpolator, is_evaluated) in [(moved, true), (switched, false)] {
        let animation = |attributes: &str| {
            format!(
                r#"<Animation Target="SPATH: m/x" {attributes}><Timeline>0 10</Timeline>{interpolator}</Animation>"#
            )
        };
        let text =
            ["<Animdef>", &animation(""), &animation(r#"Delay="30" Loop="-1""#), "</Animdef>"].concat();
        let (hsf, mut report) = (Hsf::parse(text.as_bytes()).unwrap(), Report::new());
        let options = ClipOptions::default();
        let clips = hsf.clips_with(&options, &mut report);
        let stops = |message: &str| message == "endless motion stops at the end of the clip";
        let loss = report.losses.iter().find(|loss| stops(&loss.message)).unwrap();
        assert_eq!(loss.is_evaluated, is_evaluated, "{report}");
        let whole = clips.last().unwrap();
        assert_eq!(loss.clip.as_ref(), Some(&whole.name));
        let evaluator = hsf.evaluators(&options, std::slice::from_ref(whole)).remove(0);
        assert_eq!(evaluator.is_some_and(|evaluator| evaluator.has(0)), is_evaluated);
    }
}
