//! The states or parts of a document, and the edges between them.

use anim_core::{Edge, EdgeKind, Graph, GraphNode, Group, NodeKind};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// The pickled form of an object: the callable that restores it, and its arguments.
type Reduced<'py> = PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)>;

/// The nodes and edges of a document: the states of a machine and their transitions, the parts of a scene.
#[pyclass(frozen, eq, name = "Graph", module = "animio")]
#[derive(Debug, PartialEq)]
pub(crate) struct PyGraph(pub(crate) Graph);

#[pymethods]
impl PyGraph {
    #[staticmethod]
    fn _of(nodes: Vec<PyGraphNode>, edges: Vec<PyEdge>, groups: Vec<PyGroup>) -> Self {
        let mut graph = Graph::default();
        graph.nodes = nodes.into_iter().map(|node| node.0).collect();
        graph.edges = edges.into_iter().map(|edge| edge.0).collect();
        graph.groups = groups.into_iter().map(|group| group.0).collect();
        Self(graph)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Reduced<'py> {
        let own = slf.get();
        let parts = (own.nodes(), own.edges(), own.groups()).into_pyobject(slf.py())?;
        Ok((slf.get_type().getattr("_of")?, parts))
    }

    /// The nodes, in the order of the file.
    #[getter]
    fn nodes(&self) -> Vec<PyGraphNode> {
        self.0.nodes.iter().cloned().map(PyGraphNode).collect()
    }

    /// The edges between nodes.
    #[getter]
    fn edges(&self) -> Vec<PyEdge> {
        self.0.edges.iter().cloned().map(PyEdge).collect()
    }

    /// Nodes that belong together, such as the keys of a sequence.
    #[getter]
    fn groups(&self) -> Vec<PyGroup> {
        self.0.groups.iter().cloned().map(PyGroup).collect()
    }

    fn __repr__(&self) -> String {
        format!("<Graph of {} nodes and {} edges>", self.0.nodes.len(), self.0.edges.len())
    }
}

/// A node of a graph.
#[pyclass(frozen, eq, from_py_object, name = "GraphNode", module = "animio")]
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PyGraphNode(GraphNode);

#[pymethods]
impl PyGraphNode {
    #[staticmethod]
    fn _of(
        name: String,
        kind: &str,
        clip: Option<String>,
        group: Option<usize>,
        start: bool,
        exit: bool,
    ) -> PyResult<Self> {
        use NodeKind::{Animation, Key, Missing, Outside, Sensor, State};
        let kinds = [State, Key, Animation, Sensor, Outside, Missing];
        let kind = kinds.into_iter().find(|known| known.name() == kind).ok_or_else(|| unknown(kind))?;
        let mut node = GraphNode::new(kind, name);
        (node.clip, node.group, node.start, node.exit) = (clip, group, start, exit);
        Ok(Self(node))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Reduced<'py> {
        let own = slf.get();
        let parts = (own.name(), own.kind(), own.clip(), own.group(), own.start(), own.exit());
        Ok((slf.get_type().getattr("_of")?, parts.into_pyobject(slf.py())?))
    }

    /// Its name.
    #[getter]
    fn name(&self) -> &str {
        &self.0.name
    }

    /// "state", "key" (one key of a sequence of states), "animation", "sensor", "outside" (of the file) or "missing".
    #[getter]
    fn kind(&self) -> &'static str {
        self.0.kind.name()
    }

    /// The name of the clip that shows it; None if none does.
    #[getter]
    fn clip(&self) -> Option<&str> {
        self.0.clip.as_deref()
    }

    /// The index of its group in Graph.groups; None if it is in none.
    #[getter]
    fn group(&self) -> Option<usize> {
        self.0.group
    }

    /// Whether its group begins with it.
    #[getter]
    fn start(&self) -> bool {
        self.0.start
    }

    /// Whether its group may be left from it.
    #[getter]
    fn exit(&self) -> bool {
        self.0.exit
    }

    fn __repr__(&self) -> String {
        format!("<GraphNode {:?}, {}>", self.0.name, self.0.kind.name())
    }
}

/// A connection from one node of a graph to another.
#[pyclass(frozen, eq, from_py_object, name = "Edge", module = "animio")]
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PyEdge(Edge);

#[pymethods]
impl PyEdge {
    #[staticmethod]
    fn _of(
        source: usize,
        target: usize,
        kind: &str,
        active: bool,
        seconds: Option<f64>,
        morph: Option<bool>,
        word: Option<String>,
    ) -> PyResult<Self> {
        let kind = match (kind, seconds, morph, word) {
            ("transition", Some(seconds), Some(morph), _) => EdgeKind::Transition { seconds, morph },
            ("plays", ..) => EdgeKind::Plays,
            ("contains", ..) => EdgeKind::Contains,
            ("triggers", _, _, Some(event)) => EdgeKind::Triggers { event },
            ("acts", _, _, Some(action)) => EdgeKind::Acts { action },
            _ => return Err(unknown(kind)),
        };
        let mut edge = Edge::new(source, target, kind);
        edge.active = active;
        Ok(Self(edge))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Reduced<'py> {
        let own = slf.get();
        let parts =
            (own.source(), own.target(), own.kind(), own.active(), own.seconds(), own.morph(), own.word());
        Ok((slf.get_type().getattr("_of")?, parts.into_pyobject(slf.py())?))
    }

    /// The index in Graph.nodes of the node where it begins.
    #[getter]
    fn source(&self) -> usize {
        self.0.from
    }

    /// The index in Graph.nodes of the node where it ends.
    #[getter]
    fn target(&self) -> usize {
        self.0.to
    }

    /// "transition", "plays" (a key plays a state), "contains", "triggers" (a node a sensor) or "acts" (a sensor on a node).
    #[getter]
    fn kind(&self) -> &'static str {
        self.0.kind.name()
    }

    /// Whether it is active when playing begins.
    #[getter]
    fn active(&self) -> bool {
        self.0.active
    }

    /// The seconds that the source plays before a transition; None for other edges.
    #[getter]
    fn seconds(&self) -> Option<f64> {
        match self.0.kind {
            EdgeKind::Transition { seconds, .. } => Some(seconds),
            _ => None,
        }
    }

    /// Whether the pose blends into that of the target during these seconds; None for other edges.
    #[getter]
    fn morph(&self) -> Option<bool> {
        match self.0.kind {
            EdgeKind::Transition { morph, .. } => Some(morph),
            _ => None,
        }
    }

    /// The event that a sensor waits for, or its action, in the format's words; None for other edges.
    #[getter]
    fn word(&self) -> Option<&str> {
        match &self.0.kind {
            EdgeKind::Triggers { event } => Some(event),
            EdgeKind::Acts { action } => Some(action),
            _ => None,
        }
    }

    fn __repr__(&self) -> String {
        format!("<Edge from {} to {}, {}>", self.0.from, self.0.to, self.kind())
    }
}

/// Nodes of a graph that belong together, such as the keys of a sequence.
#[pyclass(frozen, eq, from_py_object, name = "Group", module = "animio")]
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PyGroup(Group);

#[pymethods]
impl PyGroup {
    #[staticmethod]
    fn _of(name: String, detail: String, clip: Option<String>) -> Self {
        let mut group = Group::new(name);
        (group.detail, group.clip) = (detail, clip);
        Self(group)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Reduced<'py> {
        let own = slf.get();
        let parts = (own.name(), own.detail(), own.clip()).into_pyobject(slf.py())?;
        Ok((slf.get_type().getattr("_of")?, parts))
    }

    /// Its name.
    #[getter]
    fn name(&self) -> &str {
        &self.0.name
    }

    /// What kind of group it is, for people; may be empty.
    #[getter]
    fn detail(&self) -> &str {
        &self.0.detail
    }

    /// The name of the clip that shows the whole group; None if none does.
    #[getter]
    fn clip(&self) -> Option<&str> {
        self.0.clip.as_deref()
    }

    fn __repr__(&self) -> String {
        format!("<Group {:?}>", self.0.name)
    }
}

fn unknown(kind: &str) -> PyErr {
    PyValueError::new_err(format!("there is no kind `{kind}`, or a part of it is missing"))
}
