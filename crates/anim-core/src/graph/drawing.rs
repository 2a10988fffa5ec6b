//! Graphs as text for drawing programs.

use std::fmt::Write;

use super::{Graph, GraphNode};

impl Graph {
    /// The graph in DOT, the language of Graphviz.
    pub fn to_dot(&self) -> String {
        let mut text = String::from("digraph {\n  node [shape=box];\n");
        self.grouped(|group, nodes| {
            let indent = if let Some((index, name)) = &group {
                let _ = writeln!(text, "  subgraph cluster_{index} {{\n    label={};", quoted(name));
                "    "
            } else {
                "  "
            };
            for (index, node) in nodes {
                let _ = writeln!(text, "{indent}n{index} [label={}];", quoted(&node.label()));
            }
            if group.is_some() {
                text.push_str("  }\n");
            }
        });
        for edge in &self.edges {
            let style = if edge.is_dashed() { ", style=dashed" } else { "" };
            let label = quoted(&edge.label());
            let _ = writeln!(text, "  n{} -> n{} [label={label}{style}];", edge.from, edge.to);
        }
        text + "}\n"
    }

    /// The graph as a Mermaid flowchart.
    pub fn to_mermaid(&self) -> String {
        let mut text = String::from("flowchart LR\n");
        self.grouped(|group, nodes| {
            let indent = if let Some((index, name)) = &group {
                let _ = writeln!(text, "  subgraph g{index} [\"{}\"]", escaped(name));
                "    "
            } else {
                "  "
            };
            for (index, node) in nodes {
                let _ = writeln!(text, "{indent}n{index}[\"{}\"]", escaped(&node.label()));
            }
            if group.is_some() {
                text.push_str("  end\n");
            }
        });
        for edge in &self.edges {
            let arrow = if edge.is_dashed() { "-.->" } else { "-->" };
            let label = edge.label();
            let label = if label.is_empty() { label } else { format!("|\"{}\"|", escaped(&label)) };
            let _ = writeln!(text, "  n{} {arrow}{label} n{}", edge.from, edge.to);
        }
        text
    }

    /// Calls a function for each group with its nodes, and last for the nodes outside any group.
    fn grouped<'a>(&'a self, mut show: impl FnMut(Option<(usize, String)>, &[(usize, &'a GraphNode)])) {
        let mut members: Vec<Vec<_>> = vec![Vec::new(); self.groups.len()];
        let mut alone = Vec::new();
        for (index, node) in self.nodes.iter().enumerate() {
            let group = node.group.and_then(|group| members.get_mut(group));
            group.unwrap_or(&mut alone).push((index, node));
        }
        for (index, (group, members)) in self.groups.iter().zip(&members).enumerate() {
            show(Some((index, group.label())), members);
        }
        show(None, &alone);
    }
}

/// A quoted string in DOT. Control characters, which no drawing shows, are escaped.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        if c.is_control() {
            // The label contains a backslash here.
            quoted.push('\\');
            quoted.extend(c.escape_default());
        } else {
            quoted.extend(matches!(c, '"' | '\\').then_some('\\'));
            quoted.push(c);
        }
    }
    quoted + "\""
}

/// A text to be quoted in Mermaid: characters with a meaning in Mermaid are replaced by their numbers.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        if c.is_control() {
            escaped.extend(c.escape_default());
        } else if matches!(c, '"' | '#' | '&' | '<' | '>' | '`' | ';' | '\\') {
            let _ = write!(escaped, "#{};", u32::from(c));
        } else {
            escaped.push(c);
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::super::{Edge, EdgeKind, Group, NodeKind};
    use super::*;

    fn graph() -> Graph {
        let node = |name: &str| GraphNode::new(NodeKind::State, name);
        let mut graph = Graph::default();
        graph.groups.push(Group::new("say \"x\""));
        graph.nodes = vec![node("a\\b"), node("#1").in_group(0), node("l\nm").in_group(0)];
        let transition = EdgeKind::Transition { seconds: 2.0, morph: true };
        graph.edges =
            vec![Edge::new(1, 2, transition), Edge { active: false, ..Edge::new(2, 0, EdgeKind::Contains) }];
        graph
    }

    #[test]
    fn dot_has_groups_as_clusters() {
        let expected = r##"digraph {
  node [shape=box];
  subgraph cluster_0 {
    label="say \"x\"";
    n1 [label="#1"];
    n2 [label="l\\nm"];
  }
  n0 [label="a\\b"];
  n1 -> n2 [label="2 s, morph"];
  n2 -> n0 [label="", style=dashed];
}
"##;
        assert_eq!(graph().to_dot(), expected);
    }

    #[test]
    fn mermaid_has_groups_as_subgraphs() {
        let expected = r##"flowchart LR
  subgraph g0 ["say #34;x#34;"]
    n1["#35;1"]
    n2["l\nm"]
  end
  n0["a#92;b"]
  n1 -->|"2 s, morph"| n2
  n2 -.-> n0
"##;
        assert_eq!(graph().to_mermaid(), expected);
    }
}
