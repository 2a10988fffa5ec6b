//! Cameras (glTF 2.0, 3.10) and lights (`KHR_lights_punctual`).

use anim_core::scene::{Beam, Camera, Lens, Light, Scene};
use serde_json::Value;

use crate::{Node, Root, whole_number};

/// The cameras and lights at nodes that are shown.
pub(super) fn read(root: &Root, shown: &[(usize, &Node)], scene: &mut Scene) {
    let cameras = root.other.get("cameras");
    let lights = root.extensions.as_ref().and_then(|all| all.value().get(EXTENSION)?.get("lights"));
    for &(node, owner) in shown {
        let camera = owner.other.get("camera").and_then(|index| at(cameras, index));
        scene.cameras.extend(camera.and_then(lens).map(|lens| Camera { node, lens }));
        let light = owner.extensions.as_ref().and_then(|all| all.value().get(EXTENSION)?.get("light"));
        let light = light.and_then(|index| at(lights, index));
        scene.lights.extend(light.and_then(beam).map(|(color, beam)| Light { node, color, beam }));
    }
}

const EXTENSION: &str = "KHR_lights_punctual";

fn at<'a>(list: Option<&'a Value>, index: &Value) -> Option<&'a Value> {
    list?.get(whole_number::index(index)?)
}

fn number(value: &Value, name: &str) -> Option<f32> {
    value.get(name).and_then(Value::as_f64).map(|number| number as f32).filter(|number| number.is_finite())
}

fn lens(camera: &Value) -> Option<Lens> {
    match camera.get("type")?.as_str()? {
        "perspective" => {
            let lens = camera.get("perspective")?;
            Some(Lens::Perspective { angle: number(lens, "yfov")?, aspect: number(lens, "aspectRatio") })
        }
        "orthographic" => {
            let lens = camera.get("orthographic")?;
            Some(Lens::Parallel { width: number(lens, "xmag")?, height: number(lens, "ymag")? })
        }
        _ => None,
    }
}

fn beam(light: &Value) -> Option<([f32; 3], Beam)> {
    let part = |index: usize| light.get("color").and_then(|color| color.get(index)).and_then(Value::as_f64);
    let color = [0, 1, 2].map(|index| part(index).unwrap_or(1.0) as f32);
    let beam = match light.get("type")?.as_str()? {
        "directional" => Beam::Parallel,
        "point" => Beam::All,
        "spot" => {
            let outer = light.get("spot").and_then(|spot| number(spot, "outerConeAngle"));
            Beam::Cone(outer.unwrap_or(std::f32::consts::FRAC_PI_4))
        }
        _ => return None,
    };
    Some((color, beam))
}
