//! Checks of the reference to a reset animation.

use super::animation::Parts;
use super::findings::Findings;
use crate::codes;
use crate::path::short;

impl Parts<'_> {
    pub(super) fn reset(&self, findings: &mut Findings<'_>) {
        let Some(reset) = &self.animation.reset_animation else { return };
        let id = reset.resolve(&self.animation.referenced_resources);
        let resource = id.and_then(|id| self.stf.resource(id));
        let alone = self.stf.form() == crate::Form::Animation;
        let (code, message) = match (id, resource) {
            (Some(_), Some(resource)) if !resource.is_animation() => {
                let message = format!(
                    "the reset animation is a `{}`, expected an `stf.animation`",
                    short(resource.kind())
                );
                (&codes::REFERENCE_TYPE, message)
            }
            (Some(id), None) if !alone => {
                (&codes::REFERENCE, format!("the document has no animation with the id `{}`", short(id)))
            }
            (None, _) => {
                (&codes::REFERENCE, "the index is beyond the end of `referenced_resources`".to_owned())
            }
            _ => return,
        };
        findings.at(code, &self.spans.reset_animation, &self.path.member("reset_animation"), message);
    }
}
