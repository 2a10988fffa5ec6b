//! Channels made of keys, which are baked or written out, and what is lost in them.

use std::collections::HashSet;

use anim_core::{Channel, Clip, Code, Deviation, Ease, Location, Loss, Property as Drives, Report, Wrap};

use super::bake::{Bake, Turn};
use super::budget::Budget;
use super::driver::{Driver, When, breaks};
use super::formula::Formula;
use super::plain::{Plain, Runs, Unrolled};
use crate::program::Program;
use crate::{ClipOptions, codes};

/// The number of keys of straight lines that a key of a curve or of a rotation counts as if a loop adds it: formats without curves or
/// angles make many keys of it.
const CURVED: usize = 8;

/// Makes the clips of a program.
pub(super) struct Maker<'p, 'r> {
    pub(super) program: &'p Program,
    pub(super) options: ClipOptions,
    pub(super) budget: Budget,
    pub(super) report: &'r mut Report,
    /// Losses of the current clip, with the node and the property.
    losses: Vec<(usize, Drives, Loss)>,
    /// The nodes that start from values which no file states.
    current: HashSet<String>,
    is_repeating: bool,
    /// The formulas of the current clip's channels whose curves are only approximate, with the indices of the channels.
    pub(super) formulas: Vec<(usize, Formula)>,
}

/// The channel that keys are baked for.
pub(super) struct Goal {
    pub(super) node: usize,
    pub(super) drives: Drives,
    pub(super) component: usize,
    pub(super) width: usize,
    /// The part of the tolerance that the error may have, above 0, at most 1.
    pub(super) share: f64,
}

impl Goal {
    /// The rotation of a node.
    pub(super) fn rotation(node: usize) -> Self {
        Self { node, drives: Drives::Rotation, component: 0, width: 4, share: 1.0 }
    }

    /// Three numbers of a node.
    pub(super) fn vector(node: usize, drives: Drives) -> Self {
        Self { node, drives, component: 0, width: 3, share: 1.0 }
    }
}

impl<'p, 'r> Maker<'p, 'r> {
    pub(super) fn new(
        program: &'p Program,
        options: ClipOptions,
        budget: Budget,
        report: &'r mut Report,
    ) -> Self {
        Self {
            program,
            options,
            budget,
            report,
            losses: Vec::new(),
            current: HashSet::new(),
            is_repeating: false,
            formulas: Vec::new(),
        }
    }

    /// From here on, findings about a node are not reported again for further clips.
    pub(super) fn repeats(&mut self) {
        self.is_repeating = true;
    }

    /// Reports a finding about a node of a clip.
    pub(super) fn find(&mut self, clip: &Clip, node: usize, code: &'static Code, message: &str) {
        let name = &clip.nodes[node].name;
        let is_new = self.current.insert(name.clone());
        if is_new || !self.is_repeating {
            let at = Location::path(format!("{}/{name}", clip.name));
            self.report.push(code.at(at, message));
        }
    }

    /// Records a loss, which is reported when the channels of the clip are known.
    pub(super) fn lose(&mut self, node: usize, drives: &Drives, loss: Loss) {
        self.losses.push((node, drives.clone(), loss));
    }

    /// Reports the losses of a clip, each with its property if the clip has a channel for it.
    pub(super) fn settle(&mut self, clip: &Clip) {
        let channels = clip.channels.iter().map(|channel| (channel.node(), channel.property().name()));
        let driven: HashSet<_> = channels.collect();
        for (node, drives, loss) in self.losses.drain(..) {
            let loss = loss.of_node(clip, node);
            let has_channel = driven.contains(&(node, drives.name()));
            self.report.lose(if has_channel { loss.of_property(&drives) } else { loss });
        }
    }

    /// The baking of a formula, over ticks of one run (each of `seconds` seconds) or over seconds.
    fn baking<'f>(
        &self,
        goal: &Goal,
        turn: Option<Turn<'f>>,
        seconds: f64,
        at: &'f dyn Fn(f64) -> Vec<f64>,
    ) -> Bake<'f> {
        let ClipOptions { tolerance, tolerance_angle, .. } = self.options;
        let tolerance = if goal.drives.is_rotation() { tolerance_angle } else { tolerance };
        let keys = self.budget.keys.min(self.budget.baked).min(self.options.channel_keys.get());
        Bake { width: goal.width, tolerance: goal.share * tolerance.get(), keys, seconds, at, turn }
    }

    /// Bakes one run of a formula whose tracks run together.
    pub(super) fn bake_run(&mut self, clip: &mut Clip, goal: &Goal, formula: Formula) {
        let error = self.bake_part(clip, goal, formula);
        self.lose_baked(goal.node, &goal.drives, error);
    }

    /// Bakes one run of a formula that is a part of its property. Returns a bound on the error, which is not reported yet.
    pub(super) fn bake_part(&mut self, clip: &mut Clip, goal: &Goal, formula: Formula) -> f64 {
        let drivers = formula.drivers();
        let Some(Driver { runs, .. }) = drivers.first() else { return 0.0 };
        let breaks = breaks(&drivers);
        let at = |tick: f64| formula.at(When::Tick(tick));
        let seconds = runs.tick / runs.ticks_per_second;
        let (plain, error) = self.baking(goal, formula.turn(true), seconds, &at).keys(&breaks);
        self.budget.baked = self.budget.baked.saturating_sub(plain.keys.len().saturating_sub(breaks.len()));
        self.baked(clip, goal, plain, *runs, formula, self.losses.len());
        error
    }

    /// Bakes the result of several tracks over the complete clip. Returns a bound on the error, which is not reported yet.
    pub(super) fn bake(&mut self, clip: &mut Clip, goal: &Goal, formula: Formula) -> f64 {
        let earlier = self.losses.len();
        let breaks = self.followed(clip.duration, goal, &formula.drivers());
        let at = |time: f64| formula.at(When::Seconds(time));
        let (plain, error) = self.baking(goal, formula.turn(false), 1.0, &at).keys(&breaks);
        self.budget.baked = self.budget.baked.saturating_sub(plain.keys.len());
        self.baked(clip, goal, plain, Runs::whole(), formula, earlier);
        error
    }

    /// Bakes a function of the seconds of a clip whose direction may change at these times. Returns a bound on the error, which is not
    /// reported yet.
    pub(super) fn bake_between(
        &mut self,
        clip: &mut Clip,
        goal: &Goal,
        breaks: &[f64],
        at: &dyn Fn(f64) -> Vec<f64>,
    ) -> f64 {
        let (plain, error) = self.baking(goal, None, 1.0, at).keys(breaks);
        self.budget.baked = self.budget.baked.saturating_sub(plain.keys.len());
        self.add(clip, goal, plain, Runs::whole(), &[]);
        error
    }

    /// Reports the error of a property's baked keys.
    pub(super) fn lose_baked(&mut self, node: usize, drives: &Drives, error: f64) {
        let between =
            if *drives == Drives::Rotation { "great arcs" } else { "straight lines or cubic curves" };
        let message = format!("the interpolation becomes {between} between added keys");
        self.lose(node, drives, codes::BAKED.approximated(Deviation::of(drives, error), message));
    }

    /// Adds a channel of baked keys, whose losses are those after `earlier` ones.
    fn baked(
        &mut self,
        clip: &mut Clip,
        goal: &Goal,
        plain: Plain,
        runs: Runs,
        formula: Formula,
        earlier: usize,
    ) {
        let index = clip.channels.len();
        self.add(clip, goal, plain, runs, &formula.before());
        if clip.channels.len() > index {
            self.evaluate(index, formula, earlier);
        }
    }

    /// Lets a formula evaluate a channel. It has what the curve lacks: the losses after `earlier` ones.
    fn evaluate(&mut self, channel: usize, formula: Formula, earlier: usize) {
        self.formulas.push((channel, formula));
        self.losses.iter_mut().skip(earlier).for_each(|(_, _, loss)| loss.is_evaluated = true);
    }

    /// [`add`](Self::add), and the formula that evaluates the channel where its curve is only approximate.
    pub(super) fn add_with(
        &mut self,
        clip: &mut Clip,
        goal: &Goal,
        plain: Plain,
        runs: Runs,
        before: &[f64],
        formula: Formula,
    ) {
        let (index, earlier) = (clip.channels.len(), self.losses.len());
        let says_all = self.add(clip, goal, plain, runs, before);
        if !says_all && clip.channels.len() > index {
            self.evaluate(index, formula, earlier);
        }
    }

    /// Adds a channel of keys over one run. `before` is the value before the first run; empty if that is not known. Returns
    /// false if the curve lacks loops or the value before an endless loop, or jumps between loops.
    pub(super) fn add(
        &mut self,
        clip: &mut Clip,
        goal: &Goal,
        mut plain: Plain,
        runs: Runs,
        before: &[f64],
    ) -> bool {
        let (node, drives) = (goal.node, &goal.drives);
        let count = plain.keys.len();
        // A run has no ticks before the first one; seconds of the clip may be before its start.
        if runs.span.length.is_finite() {
            plain.cut_start();
        }
        let is_curved = drives.is_rotation() || plain.keys.iter().any(|key| key.ease == Ease::Bezier);
        let size = if is_curved { CURVED } else { 1 };
        let (added, channel) = (self.budget.added / size, self.options.channel_keys.get());
        let Unrolled { plain, wrap, is_complete, jumps } = plain.unroll(&runs, added.min(channel));
        let more = plain.keys.len().saturating_sub(count);
        self.budget.added = self.budget.added.saturating_sub(size.saturating_mul(more));
        let (plain, wrap, runs) = plain.begin(wrap, runs);
        let is_long = plain.keys.len() > self.budget.keys;
        self.budget.keys = self.budget.keys.saturating_sub(plain.keys.len());
        if is_long {
            let message =
                "there is no channel, because all clips have more keys than the option `keys` allows";
            self.lose(node, drives, codes::CUT.dropped(message));
            return false;
        }
        if !is_complete {
            let message = if added < channel {
                "the last loops are left out, because all loops have more keys than the option `added-keys` allows"
            } else {
                "the last loops are left out, because they have more keys than the option `channel-keys` allows"
            };
            self.lose(node, drives, codes::CUT.dropped(message));
        }
        // The path from a key before the start of the clip would be visible during a delay.
        let runs =
            if wrap == Wrap::Hold && plain.keys.len() == 1 { Runs { current: 0.0, ..runs } } else { runs };
        let jump = if runs.start > 0.0 { plain.jump_from(before) } else { 0.0 };
        let mut before = Some(before).filter(|_| jump > 1e-9);
        let begins_early = wrap != Wrap::Hold && before.take().is_some();
        if begins_early {
            let message =
                "an endless loop has its first value before it starts, instead of the target's own value";
            self.lose(node, drives, codes::DELAY.approximated(Deviation::of(drives, jump), message));
        }
        let channel = plain
            .curve(&runs, wrap, before)
            .and_then(|curve| Channel::part(node, drives.clone(), goal.component, curve).ok());
        if channel.is_none() {
            let message =
                "there is no channel, because the times or values of its keys do not form a valid curve";
            self.lose(node, drives, codes::CUT.dropped(message));
        }
        clip.channels.extend(channel);
        is_complete && !jumps && !begins_early
    }
}
