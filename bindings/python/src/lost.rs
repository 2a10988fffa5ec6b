//! The losses of clips in reading and operations.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use anim_core::{Clip, Deviation, Fate, Loss, Unit};

use crate::held::Held;

/// The losses of a clip in reading and operations, with lengths in its unit.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lost {
    /// Losses of the clip itself.
    own: Arc<[Loss]>,
    /// Losses of all clips of its file, which share them.
    common: Arc<[Loss]>,
    /// Whether an operation has reported them.
    pub(crate) is_told: bool,
}

impl Lost {
    /// The losses of each clip of a file.
    pub(crate) fn of_each(clips: &[Clip], losses: &[Loss]) -> Vec<Self> {
        let mut by_clip: HashMap<&str, Vec<Loss>> = HashMap::new();
        for loss in losses {
            if let Some(clip) = &loss.clip {
                by_clip.entry(clip).or_default().push(loss.clone());
            }
        }
        let common: Arc<[Loss]> = losses.iter().filter(|loss| loss.clip.is_none()).cloned().collect();
        let of_clip = |clip: &Clip| by_clip.remove(clip.name.as_str()).unwrap_or_default().into();
        clips
            .iter()
            .map(of_clip)
            .map(|own| Self { own, common: Arc::clone(&common), is_told: false })
            .collect()
    }

    /// The losses of a renamed clip.
    pub(crate) fn renamed(&self, name: &str) -> Self {
        let renamed = |loss: &Loss| {
            let mut loss = loss.clone();
            loss.clip = Some(name.to_owned());
            loss
        };
        Self { own: self.own.iter().map(renamed).collect(), ..self.clone() }
    }

    /// Losses that operations have reported, or not.
    pub(crate) fn of(losses: Vec<Loss>, is_told: bool) -> Self {
        let (own, common): (Vec<_>, Vec<_>) = losses.into_iter().partition(|loss| loss.clip.is_some());
        Self { own: own.into(), common: common.into(), is_told }
    }

    /// All of them.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Loss> {
        self.common.iter().chain(&*self.own)
    }
}

/// The losses of clips in reading and operations, each loss once, with lengths in a unit of `metres`, for clips that became `size` times
/// as large.
pub(crate) fn lost_of<'a>(
    clips: impl IntoIterator<Item = &'a Held>,
    unit: Option<f64>,
    size: f64,
) -> Vec<Loss> {
    let (mut lost, mut counted, mut known) = (Vec::new(), HashSet::new(), HashSet::new());
    for held in clips {
        let Lost { own, common, .. } = &held.lost;
        let scale = size * held.clip.space.unit.zip(unit).map_or(1.0, |(own, unit)| own / unit);
        // Clips of one file, or of one operation, have the same losses.
        let [common, own] = [common, own].map(|losses| {
            let texts: Vec<_> = losses.iter().map(ToString::to_string).collect();
            if counted.insert(texts) { &**losses } else { &[] }
        });
        let scaled: Vec<_> = common.iter().chain(own).map(|loss| scaled(loss, scale)).collect();
        lost.extend(scaled.into_iter().filter(|loss| loss.clip.is_some() || known.insert(loss.to_string())));
    }
    lost
}

/// A loss of a clip that became `scale` times as large.
fn scaled(loss: &Loss, scale: f64) -> Loss {
    let mut loss = loss.clone();
    if let Fate::Approximated(Deviation { size, unit: Unit::Length, .. }) = &mut loss.fate {
        *size *= scale;
    }
    loss
}
