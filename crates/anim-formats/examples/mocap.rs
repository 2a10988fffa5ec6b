//! Motion capture as a pedestrian's clip, with a report of what was lost: `mocap IN.bvh MODEL.skel OUT.anim`.

#![expect(clippy::print_stdout, reason = "the report is for people")]

use std::error::Error;

use anim_formats::Report;
use anim_formats::bvh::Bvh;
use anim_formats::mm2_ped::{EncodeOptions, Mm2Ped, Skeleton};

fn main() -> Result<(), Box<dyn Error>> {
    let paths: Vec<String> = std::env::args().skip(1).collect();
    let [bvh, skel, anim] = &paths[..] else { return Err("usage: mocap IN.bvh MODEL.skel OUT.anim".into()) };
    let skeleton = Skeleton::parse(&std::fs::read(skel)?)?;
    let options = EncodeOptions { into: Some(skeleton), ..EncodeOptions::default() };
    let mut report = Report::new();
    let clips = Bvh::open(bvh)?.clips();
    Mm2Ped::from_clips_with(&clips, &options, &mut report)?.save(anim)?;
    print!("{report}");
    Ok(())
}
