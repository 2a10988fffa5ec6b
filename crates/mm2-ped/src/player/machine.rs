//! The states of a table with the clips that they show.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use anim_core::{Node, UnknownName};

use crate::clips::nodes;
use crate::limits::MAX_FRAMES;
use crate::shown::{figure, transformed};
use crate::{Anim, ClipOptions, File, Mm2Ped, Skeleton, State, Window};

/// A table and the clips that its states show. There is at least one state.
#[derive(Debug)]
pub(super) struct Machine {
    document: Arc<Mm2Ped>,
    /// The bones of the document's skeleton.
    nodes: Vec<Node>,
    /// The clips of the document, in the same order.
    clips: Vec<Shown>,
    /// The states of the table, in the same order.
    entries: Vec<Entry>,
    indices: HashMap<String, usize>,
}

/// How a clip of the document is shown.
#[derive(Debug)]
struct Shown {
    /// The clip as the options change it; `None` if they do not.
    anim: Option<Anim>,
    /// The figure and its bones, unless it is the document's skeleton.
    figure: Option<(Skeleton, Vec<Node>)>,
}

/// The window, the speed and the next state of a state.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// The index of its clip in the document.
    pub(super) clip: Option<usize>,
    pub(super) window: Window,
    pub(super) next: Option<usize>,
    /// Metres per second, forward and sideways.
    pub(super) speed: [f64; 2],
}

impl Machine {
    /// The states of a document; `None` if it is not a table or has no states.
    pub(super) fn new(document: Arc<Mm2Ped>, options: ClipOptions) -> Option<Self> {
        let File::States(table) = &document.file else { return None };
        let clips = document.clips.iter().enumerate();
        let clips: HashMap<_, _> = clips.map(|(index, (name, _))| (name.to_lowercase(), index)).collect();
        let mut indices = HashMap::new();
        for (index, state) in table.states().iter().enumerate() {
            indices.entry(state.name.clone()).or_insert(index);
        }
        // The states that show each clip.
        let mut users: Vec<Vec<&State>> = vec![Vec::new(); document.clips.len()];
        let mut entries = Vec::with_capacity(table.states().len());
        for state in table.states() {
            let clip = clips.get(&state.clip.to_lowercase()).copied();
            let frames = clip.map_or(MAX_FRAMES, |clip| document.clips[clip].1.frames());
            let next = state.next.as_ref().and_then(|next| indices.get(next)).copied();
            entries.push(Entry { clip, window: state.window(frames), next, speed: state.speed(frames) });
            if let Some(clip) = clip {
                users[clip].push(state);
            }
        }
        let skeleton = document.skeleton.as_ref();
        let clips = document.clips.iter().zip(users).map(|((_, anim), users)| Shown {
            anim: owned(transformed(anim, skeleton, options, users)),
            figure: owned(figure(skeleton, anim)).map(with_nodes),
        });
        let clips = clips.collect();
        let nodes = skeleton.map(nodes).unwrap_or_default();
        (!entries.is_empty()).then_some(Self { document, nodes, clips, entries, indices })
    }

    pub(super) fn document(&self) -> &Arc<Mm2Ped> {
        &self.document
    }

    pub(super) fn states(&self) -> &[State] {
        match &self.document.file {
            File::States(table) => table.states(),
            File::Anim(_) | File::Skeleton(_) => &[],
        }
    }

    pub(super) fn entry(&self, state: usize) -> &Entry {
        &self.entries[state]
    }

    /// The index of the first state with a name.
    pub(super) fn find(&self, state: &str) -> Result<usize, UnknownName> {
        let names = || self.states().iter().map(|state| state.name.as_str());
        self.indices.get(state).copied().ok_or_else(|| UnknownName::new("state", state, names()))
    }

    /// A clip of the document as it is shown.
    pub(super) fn anim(&self, clip: usize) -> &Anim {
        self.clips[clip].anim.as_ref().unwrap_or(&self.document.clips[clip].1)
    }

    /// The figure that a clip of the document moves; without a clip, the document's skeleton.
    pub(super) fn figure(&self, clip: Option<usize>) -> Option<&Skeleton> {
        self.own_figure(clip).map(|(figure, _)| figure).or(self.document.skeleton.as_ref())
    }

    /// The bones of [`Machine::figure`].
    pub(super) fn nodes(&self, clip: Option<usize>) -> &[Node] {
        self.own_figure(clip).map_or(&self.nodes, |(_, nodes)| nodes)
    }

    /// The figure of a clip that is not the document's skeleton.
    fn own_figure(&self, clip: Option<usize>) -> Option<&(Skeleton, Vec<Node>)> {
        self.clips[clip?].figure.as_ref()
    }

    /// The floats of the frame that a state shows first.
    pub(super) fn first_frame(&self, state: usize) -> Option<&[f32]> {
        let Entry { clip, window, .. } = *self.entry(state);
        self.anim(clip?).frame(window.first)
    }
}

/// The value, if it is not borrowed.
fn owned<T: Clone>(value: Cow<'_, T>) -> Option<T> {
    match value {
        Cow::Owned(value) => Some(value),
        Cow::Borrowed(_) => None,
    }
}

fn with_nodes(figure: Skeleton) -> (Skeleton, Vec<Node>) {
    let nodes = nodes(&figure);
    (figure, nodes)
}
