//! Checks of a document's data besides resources.

use super::findings::Findings;
use crate::path::{Path, short};
use crate::write::Members;
use crate::{Form, Stf, codes};

/// The members of `stf`, apart from `root`, that other readers require.
const REQUIRED: &[&str] = &["generator", "generator_version", "timestamp", "metric_multiplier"];

/// Reports members that other readers require and that the document lacks.
pub(super) fn check(stf: &Stf, findings: &mut Findings<'_>) {
    if stf.form() == Form::Animation {
        return;
    }
    let document = Path::Root;
    let path = document.member("stf");
    if let Some(head) = &stf.outline.head {
        let members = stf.json().get(head.clone()).and_then(Members::of);
        for name in REQUIRED {
            if members.as_ref().is_some_and(|members| members.value(name).is_none()) {
                findings.at(&codes::MISSING, head, &path, format!("the document has no `{name}`"));
            }
        }
    }
    if let Some(span) = stf.head_member("metric_multiplier")
        && stf.metres().is_none()
    {
        let found = stf.json().get(span.clone()).map(short).unwrap_or_default();
        let message = format!("expected a number above 0, found {found}: the unit is a metre");
        findings.at(&codes::SHAPE, &span, &path.member("metric_multiplier"), message);
    }
    if stf.outline.buffers_at.is_none() {
        findings.at(&codes::MISSING, &(0..1), &document, "the document has no `buffers`");
    }
}
