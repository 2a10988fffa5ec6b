//! The graph of a state table.

use anim_core::{Document, EdgeKind, NodeKind};
use anim_mm2_ped::{Anim, Mm2Ped, StateTable};

fn table(text: &str, clips: &[(&str, usize)]) -> Mm2Ped {
    let table = StateTable::parse(text.as_bytes()).unwrap();
    let clips =
        clips.iter().map(|(name, frames)| ((*name).to_owned(), Anim::new(1, vec![0.0; 6 * frames]).unwrap()));
    Mm2Ped { clips: clips.collect(), ..table.into() }
}

#[test]
fn states_lead_to_their_next_states_after_their_windows() {
    // Twelve frames; five of them backwards; seven of which the clip has four; thirty of a clip that is missing.
    let document = table(
        "STAND,idle,1,12,0,0,0,0,STAND\nBACK,IDLE,5,1,0,0,0,0,STAND\nHOP,hop,1,7,0,0,0,0,FLY\n\
         STAND,lost,1,30,0,0,0,0,BACK\nEND,hop,1,1,0,0,0,0",
        &[("idle", 12), ("hop", 4)],
    );
    let graph = document.graph().unwrap();
    let nodes: Vec<_> =
        graph.nodes.iter().map(|node| (node.name.as_str(), node.kind, node.clip.as_deref())).collect();
    let state = |name, clip| (name, NodeKind::State, clip);
    assert_eq!(
        nodes,
        [
            state("STAND", Some("STAND")),
            state("BACK", Some("BACK")),
            state("HOP", Some("HOP")),
            state("STAND", None),
            state("END", Some("END")),
            ("FLY", NodeKind::Missing, None),
        ]
    );
    let edges: Vec<_> = graph
        .edges
        .iter()
        .map(|edge| {
            let EdgeKind::Transition { seconds, morph: false } = edge.kind else { panic!("{edge:?}") };
            (edge.from, edge.to, (seconds * 30.0).round() as u32)
        })
        .collect();
    assert_eq!(edges, [(0, 0, 12), (1, 0, 5), (2, 5, 4), (3, 1, 30)]);
    assert_eq!(Document::graph(&document), Some(graph));
}

#[test]
fn the_clips_of_a_graph_are_those_of_the_document() {
    let document = table("A,a,1,1,0,0,0,0,A\nA,a,2,2,0,0,0,0,A\nA (2),a,1,2,0,0,0,0,A", &[("a", 2)]);
    let graph = document.graph().unwrap();
    let named: Vec<_> = graph.nodes.iter().map(|node| node.clip.clone().unwrap()).collect();
    let clips: Vec<_> = document.clips().into_iter().map(|clip| clip.name).collect();
    assert_eq!(named, clips);
}

#[test]
fn other_files_have_no_graph() {
    assert_eq!(table("# anim name,\n", &[]).graph(), None);
    assert_eq!(Mm2Ped::from(Anim::new(1, vec![0.0; 6]).unwrap()).graph(), None);
}
