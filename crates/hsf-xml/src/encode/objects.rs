//! The targets that need an element.

use super::stated::Stated;
use crate::{Content, Element, Key, Tag, Target};

/// The `TargetObject`s of a document.
#[derive(Default)]
pub(super) struct Objects {
    elements: Vec<Element>,
}

impl Objects {
    /// The target with a path, in the form that animations name. A target with subtargets becomes an element, once.
    pub(super) fn target(&mut self, path: &str, stated: &mut Stated) -> String {
        let target = Target { kind: stated.kind, has_prefix: true, name: path }.to_string();
        if stated.subtargets.is_empty() {
            return target;
        }
        let subtargets = std::mem::take(&mut stated.subtargets);
        for number in 1.. {
            let name = if number == 1 { path.to_owned() } else { format!("{path} ({number})") };
            let mut object = Element::new(Tag::TargetObject)
                .with(Key::Name, name.as_str())
                .with(Key::Path, target.as_str());
            for subtarget in &subtargets {
                object.push(Content::Element(subtarget.clone()));
            }
            let known = self.elements.iter().find(|known| known.get(Key::Name) == Some(&name));
            if known.is_some_and(|known| *known != object) {
                continue;
            }
            if known.is_none() {
                self.elements.push(object);
            }
            return format!("TOB: {name}");
        }
        target
    }

    pub(super) fn into_elements(self) -> Vec<Element> {
        self.elements
    }
}
