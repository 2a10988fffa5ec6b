//! A warm player allocates nothing while nothing begins.

use anim_core::Pose;
use anim_hsf_xml::{Hsf, Player};

/// An endless turn about a pivot, a spline inside it, a colour, and a sensor that acts at every tick.
const TEXT: &str = r#"<Animdef TicksPerSecond="20">
  <TargetObject Path="MODEL/wheel" Pivot="[1 0 0]" Scale="[2 2 2]">
    <Animation Loop="-1"><Timeline>0 40</Timeline><AxisRotInterpolator Modifiers="[v 0 1 0]">0 360</AxisRotInterpolator></Animation>
  </TargetObject>
  <Animation Target="MODEL/wheel/cap" Loop="-1" RLoop="1">
    <Timeline>0 10 20</Timeline>
    <PosInterpolator Modifiers="[ca co]" FollowPath="1">[0 0 0] [1 2 3] [4 0 0]</PosInterpolator>
    <ColorInterpolator Type="diffuse">[0 0 0] * [1 1 1]</ColorInterpolator>
  </Animation>
  <Sensor Name="clock"><Condition Event="ONTICK" Idle="0"/></Sensor>
</Animdef>"#;

#[test]
fn a_warm_player_allocates_nothing() {
    let mut player = Player::new(Hsf::parse(TEXT.as_bytes()).unwrap());
    let mut pose = Pose::default();
    let mut play = |player: &mut Player| {
        for _ in 0..200 {
            player.advance(0.05).unwrap();
            player.pose(&mut pose);
            assert_eq!(player.values(1).count(), 3);
            assert!(player.happenings().all(|happening| happening.time > 0.0));
        }
    };
    // Everything begins at time 0.
    player.advance(0.0).unwrap();
    assert_eq!(player.happenings().len(), 2);
    play(&mut player);
    let allocated = allocation_counter::measure(|| play(&mut player));
    assert_eq!(allocated.count_total, 0);
}
