//! STT: many states, many nodes, many keys, and states within states.

use super::{Generator, count, noise};

pub(super) const ALL: &[Generator] = &[
    Generator::new("stt", "stt", "states without nodes", |size| {
        states(size, |index| format!("{{{index}}}\nSINGLE\n0\n"))
    }),
    Generator::new("stt", "stt", "states of one node", |size| {
        states(size, |index| format!("{{{index}}}\nSINGLE\n1\n{{a}}\nSTATIC\n{index} 0 0\n0 0 0\n0 0 0\n"))
    }),
    Generator::new("stt", "stt", "states of a node each", |size| {
        states(size, |index| format!("{{{index}}}\nSINGLE\n1\n{{{index}}}\nSTATIC\n0 0 0\n0 0 0\n0 0 0\n"))
    }),
    Generator::new("stt", "stt", "one state of many nodes", |size| {
        let node = |index: usize| format!("{{{index}}}\nSTATIC\n0 0 0\n0 0 0\n0 0 0\n");
        let nodes = count(size, node);
        let all = super::repeat(nodes, node);
        format!("#MINDRENDER 1.1\n1\n{{a}}\nSINGLE\n{nodes}\n{all}").into_bytes()
    }),
    Generator::new("stt", "stt", "nodes that swing", |size| {
        let channel = |seed| format!("{:.6} 0 0\n0 1 {:.6}\n2 0 7\n", noise(seed), noise(seed + 1));
        let node = |index: usize| {
            format!("{{{index}}}\nDYNAMIC\n{}{}{}", channel(index), channel(index + 1), channel(index + 2))
        };
        let nodes = count(size, node);
        let all = super::repeat(nodes, node);
        format!("#MINDRENDER 1.1\n1\n{{a}}\nSINGLE\n{nodes}\n{all}").into_bytes()
    }),
    Generator::new("stt", "stt", "keys that name one state", |size| {
        machine(size, |_| "1\n1 1\n1 1\n{b}\n".to_owned())
    }),
    Generator::new("stt", "stt", "keys that take no time", |size| {
        machine(size, |_| "0\n0 0\n0 0\n{b}\n".to_owned())
    }),
    Generator::new("stt", "stt", "machines of machines", |size| {
        let state = |index: usize| {
            let next = if index == 0 {
                "0".to_owned()
            } else {
                (index - 1).min(index - index / 50 * 50).to_string()
            };
            if index.is_multiple_of(50) {
                format!("{{{index}}}\nSINGLE\n1\n{{n}}\nSTATIC\n0 0 0\n0 0 0\n0 0 0\n")
            } else {
                format!(
                    "{{{index}}}\nKEYFRAME\n2\n1\n{{{next}}}\n1\n1 1\n1 1\n{{{next}}}\n0\n1 1\n0 0\n{{{next}}}\n"
                )
            }
        };
        states(size, state)
    }),
    Generator::new("stt", "stt", "machines over one state of many nodes", |size| {
        // Half of the file is nodes, half is states that show all of them.
        let node = |index: usize| format!("{{{index}}}\nSTATIC\n0 0 0\n0 0 0\n0 0 0\n");
        let machine = |index: usize| format!("{{m{index}}}\nKEYFRAME\n1\n1\n{{a}}\n1\n1 1\n1 1\n{{a}}\n");
        let (nodes, machines) = (count(size / 2, node), count(size / 2, machine));
        let nodes_text = super::repeat(nodes, node);
        let machines_text = super::repeat(machines, machine);
        format!("#MINDRENDER 1.1\n{}\n{{a}}\nSINGLE\n{nodes}\n{nodes_text}{machines_text}", machines + 1)
            .into_bytes()
    }),
];

fn states(size: usize, state: impl Fn(usize) -> String) -> Vec<u8> {
    let states = count(size, &state);
    let all = super::repeat(states, state);
    format!("#MINDRENDER 1.1\n{states}\n{all}").into_bytes()
}

/// A state of many keys, and a state of one node that they play.
fn machine(size: usize, key: impl Fn(usize) -> String) -> Vec<u8> {
    let keys = count(size, &key);
    let all = super::repeat(keys, key);
    let single =
        "{b}\nSINGLE\n1\n{n}\nDYNAMIC\n0 0 0\n1 0 0\n1 0 7\n0 0 0\n0 0 0\n0 0 8\n0 0 0\n0 90 0\n3 0 7\n";
    format!("#MINDRENDER 1.1\n2\n{single}{{a}}\nKEYFRAME\n{keys}\n1\n{{b}}\n{all}").into_bytes()
}
