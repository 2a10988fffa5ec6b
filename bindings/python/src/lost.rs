//! The losses of clips in reading and operations.

use std::collections::HashMap;
use std::sync::Arc;

use anim_core::{Clip, Loss};

/// The losses of a clip in reading and operations, with lengths in its unit.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lost {
    /// Losses of the clip itself.
    own: Arc<[Loss]>,
    /// Losses of all clips of its file, which share them.
    common: Arc<[Loss]>,
    /// What the clip lacks only without the others of its file.
    pub(crate) apart: Arc<[Loss]>,
    /// Whether an operation has reported them.
    pub(crate) is_told: bool,
}

impl Lost {
    /// The losses of each clip of a file, and those that it has only `apart` from the others.
    pub(crate) fn of_each(clips: &[Clip], losses: &[Loss], apart: &[Loss]) -> Vec<Self> {
        let [mut own, mut apart] = [losses, apart].map(by_clip);
        let common: Arc<[Loss]> = losses.iter().filter(|loss| loss.clip.is_none()).cloned().collect();
        let of_clip = |clip: &Clip| {
            let [own, apart] =
                [&mut own, &mut apart].map(|each| each.remove(clip.name.as_str()).unwrap_or_default().into());
            Self { own, common: Arc::clone(&common), apart, is_told: false }
        };
        clips.iter().map(of_clip).collect()
    }

    /// The losses of a renamed clip.
    pub(crate) fn renamed(&self, name: &str) -> Self {
        let renamed = |loss: &Loss| {
            let mut loss = loss.clone();
            loss.clip = Some(name.to_owned());
            loss
        };
        let [own, apart] = [&self.own, &self.apart].map(|losses| losses.iter().map(renamed).collect());
        Self { own, apart, ..self.clone() }
    }

    /// Losses that operations have reported, or not.
    pub(crate) fn of(losses: Vec<Loss>, is_told: bool) -> Self {
        let (own, common): (Vec<_>, Vec<_>) = losses.into_iter().partition(|loss| loss.clip.is_some());
        Self { own: own.into(), common: common.into(), apart: Arc::default(), is_told }
    }

    /// Those of all clips of its file, and those of the clip itself.
    pub(crate) fn lists(&self) -> [&[Loss]; 2] {
        [&self.common, &self.own]
    }

    /// All of them, for a clip without the others of its file.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Loss> {
        self.common.iter().chain(&*self.own).chain(&*self.apart)
    }
}

/// The losses that name a clip.
fn by_clip(losses: &[Loss]) -> HashMap<&str, Vec<Loss>> {
    let mut by_clip: HashMap<&str, Vec<Loss>> = HashMap::new();
    for loss in losses {
        if let Some(clip) = &loss.clip {
            by_clip.entry(clip).or_default().push(loss.clone());
        }
    }
    by_clip
}
