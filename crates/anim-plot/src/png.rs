//! Pictures as PNG.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use crate::{Error, Picture};

/// The largest number of pixels of a PNG: drawing it takes half a gigabyte of memory.
const MOST_PIXELS: u64 = 1 << 27;

impl Picture {
    /// The picture as a PNG. `scale` is the number of pixels for each CSS pixel, above 0.
    ///
    /// Errors: a picture of more than 2²⁷ pixels.
    pub fn png(&self, scale: f64) -> Result<Vec<u8>, Error> {
        let [width, height] = self.size.map(|length| (length * scale).round().max(1.0));
        let pixels = (width * height) as u64;
        if !(pixels <= MOST_PIXELS && scale > 0.0) {
            return Err(Error::TooLarge { pixels, most: MOST_PIXELS });
        }
        let drawing = |reason: String| Error::Drawing(reason);
        let tree =
            Tree::from_str(&self.svg, &Options::default()).map_err(|error| drawing(error.to_string()))?;
        let pixmap = Pixmap::new(width as u32, height as u32);
        let mut pixmap = pixmap.ok_or_else(|| drawing("it has no size".to_owned()))?;
        let scale = Transform::from_scale(scale as f32, scale as f32);
        resvg::render(&tree, scale, &mut pixmap.as_mut());
        pixmap.encode_png().map_err(|error| drawing(error.to_string()))
    }
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
}
