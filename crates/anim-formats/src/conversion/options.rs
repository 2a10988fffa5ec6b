//! The options of the sources and of the target of a conversion.

use anim_core::{Options, Positive};

use super::Conversion;
use crate::{ConvertError, Entry, Given, Source, Tolerance, assign_options};

/// The options of a target that receive the tolerances of values and of angles.
pub(super) const TOLERANCES: [&str; 2] = ["tolerance", "tolerance-angle"];

impl Conversion<'_> {
    /// The options of a source in this format, and those given for it that belong to the target.
    ///
    /// Errors: [`ConvertError::Option`].
    pub(super) fn source_options(&self, entry: &Entry) -> Result<(Options, Vec<Given>), ConvertError> {
        let mut source = entry.options();
        let mut target = self.options.clone();
        let others = self.batch.then_some(self.registry);
        assign_options(&self.defaults, &mut source, None, Some(self.registry))?;
        assign_options(&self.given, &mut source, Some(&mut target), others)?;
        self.set_tolerances(&mut source);
        let is_targets = |given: &&Given| !source.knows(&given.key) && target.knows(&given.key);
        let for_target = self.given.iter().filter(is_targets).cloned().collect();
        Ok((source, for_target))
    }

    /// The options of the target for clips of these sources.
    pub fn options_for<'a>(&self, sources: impl IntoIterator<Item = &'a Source>) -> Options {
        let mut options = self.given_options(sources);
        self.set_tolerances(&mut options);
        options
    }

    /// Sets the tolerances that were not given and have another value.
    pub(super) fn set_tolerances(&self, options: &mut Options) {
        for (key, tolerance) in TOLERANCES.into_iter().zip([self.tolerance.value, self.tolerance.angle]) {
            let text = tolerance.to_string();
            if options.given(key).is_none() && options.text(key).is_some_and(|now| now != text) {
                let _ = options.set(key, &text);
            }
        }
    }

    /// The options of the target that were given, explicitly or among the options of these sources.
    pub(super) fn given_options<'a>(&self, sources: impl IntoIterator<Item = &'a Source>) -> Options {
        let mut options = self.options.clone();
        for Given { key, value } in sources.into_iter().flat_map(|source| &source.for_target) {
            // `source_options` has accepted the value.
            let _ = options.set(key, value);
        }
        options
    }

    /// The tolerance that decides in a strict conversion: that of the target's options if they state one.
    pub fn tolerance(&self, options: &Options) -> Tolerance {
        let stated =
            |key: &str| options.given(key).and_then(|text| text.parse().ok()).and_then(Positive::new);
        let [value, angle] = TOLERANCES.map(stated);
        let mut tolerance = self.tolerance;
        tolerance.value = value.unwrap_or(tolerance.value);
        tolerance.angle = angle.unwrap_or(tolerance.angle);
        tolerance
    }
}
