//! The list of animations of the root.

use crate::Stf;
use crate::json::Style;
use crate::write::{Members, splice_member};

impl Stf {
    pub(super) fn list_at_root(&mut self, added: &[String]) {
        let _ = self.change_root(|root, style| {
            let lists = Members::of(root)?;
            let read = |name: &str| lists.value(name).map(|at| &root[at]);
            let mut ids = read("referenced_resources").map_or(Some(Vec::new()), ids)?;
            let mut animations = read("animations").map_or(Some(Vec::new()), values)?;
            // Old exporters write ids instead of indices.
            if animations.iter().any(serde_json::Value::is_string) {
                animations.extend(added.iter().map(|id| id.as_str().into()));
                return splice_member(root, "animations", &print(&animations, style), style);
            }
            animations.extend((ids.len()..ids.len() + added.len()).map(serde_json::Value::from));
            ids.extend_from_slice(added);
            let root = splice_member(root, "animations", &print(&animations, style), style)?;
            let ids: Vec<_> = ids.into_iter().map(serde_json::Value::from).collect();
            splice_member(&root, "referenced_resources", &print(&ids, style), style)
        });
    }

    pub(super) fn unlist_at_root(&mut self, id: &str) {
        let _ = self.change_root(|root, style| {
            let lists = Members::of(root)?;
            let read = |name: &str| lists.value(name).map(|at| &root[at]);
            let ids = read("referenced_resources").map_or(Some(Vec::new()), ids)?;
            let mut animations = values(read("animations")?)?;
            // The list of references is kept, so that other indices remain valid.
            animations.retain(|animation| {
                let referenced = animation.as_u64().and_then(|index| ids.get(index as usize));
                animation.as_str() != Some(id) && referenced.is_none_or(|other| other != id)
            });
            splice_member(root, "animations", &print(&animations, style), style)
        });
    }

    /// Changes the text of the root prefab.
    fn change_root(&mut self, change: impl FnOnce(&str, Style) -> Option<String>) -> Option<()> {
        let root = self.resource(self.root()?)?;
        if root.kind() != "stf.prefab" {
            return None;
        }
        let at = root.at.clone();
        let text = &self.text[at.clone()];
        let changed = change(text, Style::of(text))?;
        self.splice(at, &changed);
        Some(())
    }
}

fn ids(text: &str) -> Option<Vec<String>> {
    serde_json::from_str(text).ok()
}

fn values(text: &str) -> Option<Vec<serde_json::Value>> {
    serde_json::from_str(text).ok()
}

fn print(values: &[serde_json::Value], style: Style) -> String {
    let values: Vec<_> = values.iter().map(ToString::to_string).collect();
    format!("[{}]", values.join(style.comma()))
}
