//! World poses of all TODs in a folder as CSV: `cargo run -p anim-tod --example poses -- FOLDER`.
#![expect(clippy::print_stdout, reason = "an example prints its result")]

use anim_tod::Tod;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).ok_or("usage: poses FOLDER")?;
    println!("file,seconds,node,xx,xy,xz,x,yx,yy,yz,y,zx,zy,zz,z");
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension() == Some("tod".as_ref()) {
            for clip in Tod::open(&path)?.clips() {
                let rate = clip.rate.ok_or("every TOD has a frame rate")?;
                for time in (0..clip.frame_count(rate)).map(|frame| rate.time(frame as f64)) {
                    for (node, world) in clip.nodes.iter().zip(clip.pose(time).world) {
                        let rows = world.to_rows().map(|number| number.to_string()).join(",");
                        println!("{},{time},{},{rows}", path.display(), node.name);
                    }
                }
            }
        }
    }
    Ok(())
}
