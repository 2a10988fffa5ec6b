//! A part of a document: one of its animations.

use std::collections::HashSet;
use std::ptr;

use crate::clips::clip_names;
use crate::members::members;
use crate::program::{Extent, outline, program};
use crate::{Content, Element, Hsf, Key, Tag, Whole};

/// The document without all animations except the one of a clip and those that it instances. `None` for the clip of the
/// complete document, and for a document with sensors, which may refer to any animation.
pub(crate) fn of(hsf: &Hsf, clip: usize) -> Option<Hsf> {
    let program = program(hsf);
    if !program.sensors.is_empty() {
        return None;
    }
    let elements = outline(hsf, Extent::Outline).elements;
    let (top, _) = clip_names(&program, Whole::Never).into_iter().nth(clip)?;
    let mut used = Used::default();
    for element in members(&program, top).iter().filter_map(|member| elements.get(member.animation)) {
        used.elements.insert(ptr::from_ref(*element));
        // A path, or a name with slashes.
        let path = element.value(Key::InstanceOf);
        let names = [Some(path), path.split('/').next()].into_iter().flatten();
        used.names.extend(names.map(|name| name.trim().to_ascii_lowercase()).filter(|name| !name.is_empty()));
    }
    Some(Hsf { root: used.of(&hsf.root), ..hsf.clone() })
}

/// The parts of a document that a clip uses.
#[derive(Default)]
struct Used {
    elements: HashSet<*const Element>,
    /// The names of animations that others instance, in lower case.
    names: HashSet<String>,
}

impl Used {
    /// An element without the animations in which nothing is used.
    fn of(&self, element: &Element) -> Element {
        let mut part = element.emptied();
        for content in element.content() {
            let content = match content {
                Content::Element(inner) if inner.tag() != Some(Tag::Animation) => {
                    Content::Element(self.of(inner))
                }
                Content::Element(inner) if !self.has(inner) => continue,
                content => content.clone(),
            };
            let _ = part.push(content);
        }
        part
    }

    /// Whether an animation, or one in it, is used.
    fn has(&self, element: &Element) -> bool {
        self.elements.contains(&ptr::from_ref(element))
            || element.name().is_some_and(|name| self.names.contains(&name.to_ascii_lowercase()))
            || element.elements().any(|inner| self.has(inner))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CARS: &str = r#"<Animdef TicksPerSecond="10"><Animdef><Animation Name="car" Target="SPATH: x">
        <Timeline>0 10</Timeline><PosInterpolator>[0 0 0] [1 0 0]</PosInterpolator></Animation></Animdef>
        <Animation Name="first" Target="SPATH: y" InstanceOf="car"/>
        <TargetObject Path="SPATH: z"><Animation Name="door">
        <Timeline>0 10</Timeline><PosInterpolator>[0 0 0] [0 5 0]</PosInterpolator></Animation></TargetObject></Animdef>"#;

    #[test]
    fn an_animation_stays_with_those_that_it_is_an_instance_of() {
        let hsf = Hsf::parse(CARS.as_bytes()).unwrap();
        let clips = hsf.clips();
        let names = |hsf: &Hsf| hsf.clips().iter().map(|clip| clip.name.clone()).collect::<Vec<_>>();
        assert_eq!(names(&hsf), ["car", "first", "door", "*"]);
        for (index, kept) in [&["car"][..], &["car", "first", "*"], &["door"]].into_iter().enumerate() {
            let part = of(&hsf, index).unwrap();
            assert_eq!(names(&part), kept, "{index}");
            assert!(part.clips().contains(&clips[index]), "{index}");
            // The elements around it are kept.
            assert_eq!(part.root.all(Tag::TargetObject).count(), 1);
        }
        assert_eq!(of(&hsf, 3), None, "the complete document");
        let sensors = CARS.replace("</TargetObject>", "</TargetObject><Sensor Name=\"s\" Type=\"Timer\"/>");
        assert_eq!(of(&Hsf::parse(sensors.as_bytes()).unwrap(), 0), None);
    }
}
