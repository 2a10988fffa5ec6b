//! A warm player allocates nothing.

#![expect(clippy::unwrap_used, reason = "tests state what they expect")]

use anim_core::Pose;
use anim_mm2_ped::{
    Anim, Bone, ClipOptions, Happened, Interpolate, Mm2Ped, Motion, Player, Skeleton, StateTable,
};

const TABLE: &[u8] = b"# anim name,mma name,first frame,last frame
STAND,still,1,3,0,0,0,0,STAND
STAND_WALK,step,1,4,0,0.5,0,0,WALK
WALK,step,1,9,0,1.5,0,0,WALK
";

/// A table with two clips of two bones.
fn walker() -> Mm2Ped {
    let values = |frames: u8| (0..9 * frames).map(f32::from).collect();
    let anim = |frames| Anim::new(2, values(frames)).unwrap();
    let clips = vec![("still".to_owned(), anim(3)), ("step".to_owned(), anim(8))];
    let bone = |name: &str, parent| Bone { name: name.to_owned(), parent, ..Bone::default() };
    let skeleton = Skeleton::new(vec![bone("hip_l", None), bone("hip_r", Some(0))]).unwrap();
    Mm2Ped { clips, skeleton: Some(skeleton), ..StateTable::parse(TABLE).unwrap().into() }
}

#[test]
fn a_warm_player_allocates_nothing() {
    let linear = ClipOptions {
        interpolate: Interpolate::Linear,
        motion: Motion::Game,
        mirror: true,
        ..ClipOptions::default()
    };
    for options in [ClipOptions::default(), linear] {
        let mut player = Player::new(walker(), &options).unwrap();
        let mut pose = Pose::default();
        let mut entered = 0;
        let mut play = |player: &mut Player| {
            for _ in 0..200 {
                player.advance(0.05);
                player.pose(&mut pose);
                let began = |happened| matches!(happened, Happened::Entered { .. });
                entered += player.happenings().filter(|happening| began(happening.what)).count();
            }
        };
        play(&mut player);
        let round = allocation_counter::measure(|| play(&mut player));
        assert_eq!(round.count_total, 0, "{options:?}");
        let request = allocation_counter::measure(|| {
            player.request("STAND_WALK").unwrap();
            play(&mut player);
            player.start("STAND").unwrap();
            play(&mut player);
        });
        assert_eq!(request.count_total, 0, "{options:?}");
        assert!(entered > 100);
    }
}
