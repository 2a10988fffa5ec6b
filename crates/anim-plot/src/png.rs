//! Pictures as PNG.

use std::io::{self, Write as _};

use png::{BitDepth, ColorType, Encoder};
use resvg::render_node;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use crate::{Error, Picture};

/// The largest number of pixels of a PNG: drawing them takes seconds.
const MOST_PIXELS: u64 = 1 << 27;

/// The number of pixels of a band, besides the rows above and below it: 16 MB.
const BAND: u32 = 1 << 22;

/// The number of rows that are drawn above and below a band, because thin lines are cut at the edge of what is drawn.
const MARGIN: u32 = 16;

impl Picture {
    /// The picture as a PNG. `scale` is the number of pixels for each CSS pixel, above 0.
    ///
    /// Errors: [`Error::Scale`], and [`Error::TooLarge`] for a picture of more than 2²⁷ pixels.
    pub fn png(&self, scale: f64) -> Result<Vec<u8>, Error> {
        if scale.is_nan() || scale <= 0.0 {
            return Err(Error::Scale(scale));
        }
        let [width, height] = self.size.map(|length| (length * scale).round().max(1.0));
        let pixels = (width * height) as u64;
        if pixels > MOST_PIXELS {
            return Err(Error::TooLarge { pixels, most: MOST_PIXELS });
        }
        let tree = Tree::from_str(&self.svg, &Options::default());
        let tree = tree.map_err(|error| Error::Drawing(error.to_string()))?;
        let drawn = in_bands(&tree, [width as u32, height as u32], scale as f32, BAND);
        drawn.map_err(|error| Error::Drawing(error.to_string()))
    }
}

/// Draws a picture of this size band by band, so that neither its pixels nor a copy of them are in memory as a whole.
fn in_bands(tree: &Tree, [width, height]: [u32; 2], scale: f32, band: u32) -> io::Result<Vec<u8>> {
    let mut png = Vec::new();
    let mut encoder = Encoder::new(&mut png, width, height);
    encoder.set_color(ColorType::Rgba);
    encoder.set_depth(BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    let mut pixels = writer.stream_writer()?;
    let all = tree.root().children();
    let placed: Vec<_> = all.iter().filter_map(|node| Some((node, node.abs_layer_bounding_box()?))).collect();
    let rows = (band / width).max(1);
    for top in (0..height).step_by(rows as usize) {
        let rows = rows.min(height - top);
        let mut pixmap = Pixmap::new(width, rows + 2 * MARGIN).ok_or(io::ErrorKind::OutOfMemory)?;
        let first = top as f32 - MARGIN as f32;
        let seen = first / scale..=(first + pixmap.height() as f32) / scale;
        for (node, place) in &placed {
            if place.bottom() >= *seen.start() && place.top() <= *seen.end() {
                let shift = Transform::from_row(scale, 0.0, 0.0, scale, 0.0, -first);
                render_node(node, shift.pre_translate(place.x(), place.y()), &mut pixmap.as_mut());
            }
        }
        let row = 4 * width as usize;
        let drawn = pixmap.take_demultiplied();
        let inside = drawn.chunks(row).skip(MARGIN as usize).take(rows as usize);
        for row in inside {
            pixels.write_all(row)?;
        }
    }
    pixels.finish()?;
    writer.finish()?;
    Ok(png)
}

#[cfg(test)]
mod tests {
    use anim_core::{Channel, Clip, Curve, Ease, Event, Node, Property, Times};

    use super::*;
    use crate::{Options as PlotOptions, Theme, plot};

    /// A clip with odd names and odd numbers.
    fn odd() -> Clip {
        let times = || Times::keys([0.0, 1.0, 2.0]).unwrap();
        let curve = |values: [f64; 3]| Curve::new(times(), 1, values.to_vec(), Ease::Linear).unwrap();
        let channel = |name: &str, values| Channel::new(0, Property::named(name, 1), curve(values)).unwrap();
        Clip::new("<clip> & \"more\"\u{0}\u{ffff}")
            .with_duration(2.0)
            .with_nodes(vec![Node::new("電 Hüfte ]]> 'x'")])
            .with_channels(vec![
                channel("not a number", [f64::NAN, 1.0, f64::INFINITY]),
                channel("everything", [f64::MIN, 0.0, f64::MAX]),
                channel("next to nothing", [0.0, 5e-324, 0.0]),
                Channel::new(0, Property::Alive, curve([0.0, 1.0, f64::NAN])).unwrap(),
            ])
            .with_events(vec![Event::named(1.0, "<e>", vec![])])
    }

    /// Width and height of a PNG.
    fn size(png: &[u8]) -> [u32; 2] {
        assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
        [16, 20].map(|at| u32::from_be_bytes(png[at..at + 4].try_into().unwrap()))
    }

    #[test]
    fn any_clip_is_drawn() {
        for clips in [vec![], vec![Clip::default()], vec![odd()]] {
            let options =
                PlotOptions { title: "t".into(), still: true, width: 400, ..PlotOptions::default() };
            let picture = plot(&clips, &options).unwrap();
            let [width, height] = size(&picture.png(0.5).unwrap());
            assert_eq!(
                [f64::from(width), f64::from(height)],
                picture.size.map(|length| (length / 2.0).round())
            );
        }
    }

    #[test]
    fn bands_fit_together() {
        let options = PlotOptions { title: "t".into(), still: true, width: 400, ..PlotOptions::default() };
        let picture = plot(&[odd(), odd()], &options).unwrap();
        let tree = Tree::from_str(&picture.svg, &Options::default()).unwrap();
        for scale in [0.7, 2.0] {
            let size = picture.size.map(|length| (length * f64::from(scale)).round() as u32);
            let mut whole = Pixmap::new(size[0], size[1]).unwrap();
            resvg::render(&tree, Transform::from_scale(scale, scale), &mut whole.as_mut());
            for rows in [100, 10_000] {
                let png = in_bands(&tree, size, scale, rows * size[0]).unwrap();
                let found = Pixmap::decode_png(&png).unwrap();
                // Rounding may move an edge by a line of the four that are drawn for each row of pixels.
                let differs = |(a, b): &(&u8, &u8)| a.abs_diff(**b) > 64;
                let differing = found.data().iter().zip(whole.data()).filter(differs).count();
                assert_eq!(found.data().len(), whole.data().len());
                assert_eq!(differing, 0, "{rows} rows at scale {scale}");
            }
        }
    }

    #[test]
    fn the_ground_is_light_or_dark() {
        let corner = |theme: Theme| {
            let picture = plot(&[], &PlotOptions { theme, ..PlotOptions::default() }).unwrap();
            Pixmap::decode_png(&picture.png(1.0).unwrap()).unwrap().pixel(0, 0).unwrap().red()
        };
        assert_eq!([Theme::Auto, Theme::Light].map(corner), [255; 2]);
        assert!(corner(Theme::Dark) < 40);
    }

    #[test]
    fn a_picture_that_is_too_large_is_refused() {
        let picture = plot(&[], &PlotOptions::default()).unwrap();
        for scale in [1e4, f64::INFINITY] {
            assert!(matches!(picture.png(scale), Err(Error::TooLarge { .. })), "{scale}");
        }
    }

    #[test]
    fn a_scale_is_a_number_above_0() {
        let picture = plot(&[], &PlotOptions::default()).unwrap();
        for scale in [0.0, -0.0, -1.0, f64::NEG_INFINITY, f64::NAN] {
            let error = picture.png(scale).unwrap_err();
            assert!(matches!(error, Error::Scale(_)), "{scale}: {error}");
            assert!(error.to_string().contains(&scale.to_string()), "{error}");
        }
    }
}
