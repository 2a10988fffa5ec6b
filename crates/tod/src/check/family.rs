//! Which objects exist, and their parents.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::collections::HashMap;

/// The objects that exist and the parents of objects, which need not exist.
pub(super) struct Family {
    alive: Box<[u64; 1024]>,
    parents: HashMap<u16, u16>,
    /// The remaining steps of the search for cycles. It grows with the file, which keeps checks linear in time.
    steps: usize,
}

impl Family {
    /// No objects.
    pub(super) fn new() -> Self {
        Self { alive: Box::new([0; 1024]), parents: HashMap::new(), steps: 1 << 16 }
    }

    /// Allows the search for cycles more steps.
    pub(super) fn allow_steps(&mut self, steps: usize) {
        self.steps = self.steps.saturating_add(steps);
    }

    #[inline]
    pub(super) fn set_alive(&mut self, id: u16, alive: bool) {
        if let Some((word, bit)) = self.slot(id)
            && (*word & bit != 0) != alive
        {
            *word ^= bit;
        }
    }

    pub(super) fn is_alive(&mut self, id: u16) -> bool {
        self.slot(id).is_some_and(|(word, bit)| *word & bit != 0)
    }

    pub(super) fn set_parent(&mut self, id: u16, parent: Option<u16>) {
        match parent {
            Some(parent) => self.parents.insert(id, parent),
            None => self.parents.remove(&id),
        };
    }

    pub(super) fn parent(&self, id: u16) -> Option<u16> {
        self.parents.get(&id).copied()
    }

    pub(super) fn is_own_ancestor(&mut self, id: u16) -> bool {
        let mut ancestor = self.parents.get(&id).copied();
        // The bound ends the search in a cycle that does not contain the object.
        for _ in 0..self.parents.len() {
            self.steps = self.steps.saturating_sub(1);
            match ancestor {
                Some(ancestor) if ancestor == id => return true,
                Some(next) if self.steps > 0 => ancestor = self.parents.get(&next).copied(),
                _ => return false,
            }
        }
        false
    }

    #[inline]
    fn slot(&mut self, id: u16) -> Option<(&mut u64, u64)> {
        let bit = 1u64.checked_shl(u32::from(id) & 63)?;
        self.alive.get_mut(usize::from(id >> 6)).map(|word| (word, bit))
    }
}
