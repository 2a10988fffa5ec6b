//! What the players of all formats have in common.

#![expect(clippy::unwrap_used, reason = "tests state what they expect")]

use anim_core::{Play, Pose};
use anim_formats::{hsf_xml, mm2_ped, stt};

const STT: &[u8] = b"#MINDRENDER 1.1 3
    {walk} KEYFRAME 2 1 {left} 0 0.5 0 1 0 {left} 1 0.5 0 0 0 {right}
    {left} SINGLE 1 {foot} STATIC 0 0 1  0 0 0  0 0 0
    {right} SINGLE 1 {foot} STATIC 0 0 -1  0 0 0  0 0 0";

const TABLE: &[u8] = b"# anim name,\nHOP,hop,1,2,0,0.5,0,0,HOP\n";

const HSF: &[u8] = br#"<Animdef TicksPerSecond="10">
    <Animation Name="a" Target="SPATH: x" Loop="-1"><Timeline>0 10</Timeline><PosInterpolator>[1 0 0] [3 0 0]</PosInterpolator></Animation>
    </Animdef>"#;

fn check<P: Play>(mut player: P, format: &str) {
    assert_eq!(player.time(), 0.0, "{format}");
    let first: Vec<_> = player.clone().happenings().collect();
    assert!(!first.is_empty() && first.iter().all(|event| event.time == 0.0), "{format}");
    for nothing in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        player.advance(nothing).unwrap();
        assert_eq!(player.time(), 0.0, "{format}");
    }
    assert_eq!(player.happenings().collect::<Vec<_>>(), first, "{format}: time has not advanced");
    assert_eq!(player.happenings().len(), 0, "{format}: they were taken");
    let (mut copy, mut pose, mut other) = (player.clone(), Pose::default(), Pose::default());
    let (mut seen, mut before) = (Vec::new(), 0.0);
    for quarter in 1..=20u8 {
        player.advance(0.25).unwrap();
        assert!((player.time() - 0.25 * f64::from(quarter)).abs() < 1e-9, "{format}");
        player.pose(&mut pose);
        let parents: Vec<_> = player.nodes().iter().map(|node| node.parent).collect();
        assert_eq!((&pose.parent, pose.world.len()), (&parents, parents.len()), "{format}");
        for event in player.happenings() {
            assert!(event.time >= before && event.time <= 0.25 * f64::from(quarter) + 1e-9, "{format}");
            before = event.time;
            seen.push(event);
        }
    }
    assert!(!pose.world.is_empty(), "{format}");
    copy.advance(5.0).unwrap();
    copy.pose(&mut other);
    assert_eq!(copy.happenings().map(|event| event.what).collect::<Vec<_>>(), {
        seen.into_iter().map(|event| event.what).collect::<Vec<_>>()
    });
    for (a, b) in pose.world.iter().zip(&other.world) {
        assert!(a.distance(b) < 1e-9, "{format}");
    }
}

#[test]
fn players_of_all_formats_are_alike() {
    let options = stt::ClipOptions::default();
    check(stt::Player::new(stt::Stt::parse(STT).unwrap(), &options).unwrap(), "stt");
    let frame = |height| [0.0, height, 0.0, 0.0, 0.0, 0.0];
    let hop = mm2_ped::Anim::new(1, [frame(0.0), frame(0.25)].concat()).unwrap();
    let table = mm2_ped::StateTable::parse(TABLE).unwrap();
    let document = mm2_ped::Mm2Ped { clips: vec![("hop".to_owned(), hop)], ..table.into() };
    check(mm2_ped::Player::new(document, &mm2_ped::ClipOptions::default()).unwrap(), "mm2-ped");
    check(hsf_xml::Player::new(hsf_xml::Hsf::parse(HSF).unwrap()), "hsf-xml");
}
