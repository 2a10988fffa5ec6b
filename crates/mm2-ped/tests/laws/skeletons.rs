//! Skeletons: for a clip that becomes a file, and as separate files.

use anim_core::{
    AnyFormat, Diagnostic, Encode, EulerOrder, Fate, Loss, Node, Options, Poser, Property, Transform,
};
use anim_mm2_ped::{Clip, EncodeOptions, File, FileKind, Mm2Ped, Report, Skeleton};

use crate::figures::{bone, chain};
use crate::made::{clip, skeleton_of, still};

#[test]
fn a_skeleton_is_an_option() {
    let files = vec![
        ("man.skel".to_owned(), chain(&["root", "spine"]).to_bytes()),
        ("broken.skel".to_owned(), b"NumBones x".to_vec()),
    ];
    let own =
        clip(&["Armature", "spine", "root"], 0.1, vec![still(2, Property::Translation, &[1.0, 2.0, 3.0])]);
    let format = AnyFormat::encoder::<Mm2Ped>();
    let encode = |path: &str| {
        let options = Options::of::<EncodeOptions>().with("skel", path).unwrap();
        let clips = std::slice::from_ref(&own);
        format.encode(clips, &options, &("out.anim", &files), &mut Report::new()).map_err(Diagnostic::from)
    };
    let encoded = encode("man.skel").unwrap();
    let encoded = (&*encoded as &dyn std::any::Any).downcast_ref::<Mm2Ped>().unwrap();
    let File::Anim(anim) = &encoded.file else { panic!("{encoded:?}") };
    assert_eq!(anim.bones(), 2);
    assert_eq!(encoded.skeleton, Some(chain(&["root", "spine"])));
    assert!(encode("woman.skel").unwrap_err().message.contains("`woman.skel` cannot be read"));
    assert_eq!(encode("broken.skel").unwrap_err().code.id, "mm2-ped::syntax");
}

#[test]
fn a_name_that_ends_in_skel_makes_a_skeleton() {
    let mut own = clip(
        &["Armature", "hip bone", "", "hip_bone"],
        0.1,
        vec![still(1, Property::Translation, &[0.0; 3])],
    );
    own.nodes.push(Node::new("lamp"));
    assert_eq!(Mm2Ped::options_for("out.SKEL").kind, FileKind::Skeleton);
    assert_eq!(["skel", "out.anim", ""].map(|name| Mm2Ped::options_for(name).kind), [FileKind::Anim; 3]);
    let (made, report) = skeleton_of(&own);
    let expected = vec![
        bone("hip_bone", None, [0.0, 1.0, 0.0]),
        bone("bone_01", Some(0), [0.0, 0.5, 0.0]),
        bone("hip_bone_2", Some(1), [0.0, 0.5, 0.0]),
    ];
    assert_eq!(made, Skeleton::new(expected).unwrap());
    let seen = |loss: &Loss| {
        let becomes = loss.renamed.as_ref().map_or_else(String::new, |name| format!(": `{name}`"));
        (loss.node.clone(), format!("{}{becomes}", loss.message))
    };
    let losses: Vec<_> = report.losses.iter().map(seen).collect();
    let losses: Vec<_> = losses.iter().map(|(node, text)| (node.as_deref(), text.as_str())).collect();
    let other = "the node is not a bone: a .skel represents one tree of nodes";
    assert_eq!(
        losses,
        [
            (None, "a .skel cannot represent motion: 1 channel and 0 events are not in the file"),
            (Some("hip bone"), "the bone has another name in the file: `hip_bone`"),
            (Some(""), "the bone has another name in the file: `bone_01`"),
            (Some("hip_bone"), "the bone has another name in the file: `hip_bone_2`"),
            (Some("Armature"), other),
            (Some("lamp"), other),
        ]
    );
}

#[test]
fn the_name_of_a_file_chooses_its_kind_unless_it_is_given() {
    let own = clip(&["root"], 0.1, vec![]);
    let format = AnyFormat::encoder::<Mm2Ped>();
    for (name, kind, is_skeleton) in [
        ("a.skel", None, true),
        ("a.anim", None, false),
        ("a.skel", Some("anim"), false),
        ("a", Some("skel"), true),
    ] {
        let mut options = Options::of::<EncodeOptions>();
        if let Some(kind) = kind {
            options.set("kind", kind).unwrap();
        }
        let clips = std::slice::from_ref(&own);
        let made = format.encode(clips, &options, &(name, ()), &mut Report::new()).unwrap();
        assert_eq!(made.to_bytes().starts_with(b"NumBones"), is_skeleton, "{name} {kind:?}");
    }
}

#[test]
fn the_skeleton_of_a_skeletons_clip_is_itself() {
    let skeleton = chain(&["root", "spine", "neck"]);
    let clip = &Mm2Ped::from(skeleton.clone()).clips()[0];
    assert_eq!(skeleton_of(clip).0, skeleton);
    let mut poser = Poser::new(clip);
    assert_eq!(poser.node(2, 0.0).transform.translation, [0.0, 0.5, 0.0]);
}

#[test]
fn without_a_skeleton_the_figure_is_lost_and_reported() {
    let figure_losses = |clip: &Clip, options: EncodeOptions| {
        let mut report = Report::new();
        Mm2Ped::from_clips_with(std::slice::from_ref(clip), &options, &mut report).unwrap();
        let is_it = |loss: &&Loss| loss.code.id == "mm2-ped::figure";
        report.losses.iter().filter(is_it).cloned().collect::<Vec<_>>()
    };
    let turning = || vec![still(0, Property::Euler(EulerOrder::Yzx), &[0.1, 0.0, 0.0])];
    let clip = clip(&["hip", "spine", "head"], 0.1, turning());
    let lost = figure_losses(&clip, EncodeOptions::default());
    assert_eq!((lost.len(), lost[0].fate), (1, Fate::Dropped), "{lost:?}");
    // Three names, the parent of the head, which is not the first bone, and offsets of half a metre.
    for part in ["names of 3", "parents of 1", "up to 0.5"] {
        assert!(lost[0].message.contains(part), "{part}: {}", lost[0].message);
    }
    let (skeleton, _) = skeleton_of(&clip);
    assert_eq!(figure_losses(&clip, EncodeOptions { into: Some(skeleton), ..EncodeOptions::default() }), []);
    // A figure that the file describes completely.
    let mut plain = clip.clone();
    for (index, node) in plain.nodes.iter_mut().enumerate() {
        node.name = format!("bone_{index:02}");
        node.parent = (index > 0).then_some(0);
        node.rest = Transform::IDENTITY;
    }
    assert_eq!(figure_losses(&plain, EncodeOptions::default()), []);
}
