//! The times at which a value that several tracks drive may change its direction, loop by loop.

use super::driver::Driver;
use super::maker::{Goal, Maker};
use super::plain::{Runs, gap};
use crate::codes;

impl Maker<'_, '_> {
    /// The seconds of a clip at which the direction of a value may change. Reports motion that is not followed: too many loops, long
    /// motion before the start, and endless motion after the end.
    pub(super) fn followed(&mut self, duration: f64, goal: &Goal, drivers: &[Driver]) -> Vec<f64> {
        let early = drivers.iter().map(|driver| driver.runs.begin()).fold(0.0, f64::min);
        let from = if -early <= duration { early } else { 0.0 };
        if from != early {
            let message =
                "the motion before the start of the clip is left out, because it is longer than the clip";
            self.lose(goal.node, &goal.drives, codes::OVERLAP.dropped(message));
        }
        let (breaks, short) = self.breaks([from, duration], drivers);
        if let Some(option) = short {
            let message = format!(
                "the later loops are not followed, because there are more than the option `{option}` allows"
            );
            self.lose(goal.node, &goal.drives, codes::CUT.dropped(message));
        }
        if drivers.iter().any(|driver| driver.runs.span.total() == f64::INFINITY) {
            let message = "endless motion stops at the end of the clip";
            self.lose(goal.node, &goal.drives, codes::OVERLAP.dropped(message));
        }
        breaks
    }

    /// The seconds of a span at which the direction of a value may change, and the option that allows more if there are too many to
    /// search.
    fn breaks(&self, [from, to]: [f64; 2], drivers: &[Driver]) -> (Vec<f64>, Option<&'static str>) {
        let (mut breaks, mut short) = (vec![from, 0.0, to], None);
        let (channel, turns) = (self.options.channel_keys.get(), self.options.turns.get());
        let keys = if self.budget.keys < channel { "keys" } else { "channel-keys" };
        for driver in drivers {
            let (runs, cycle, ticks) = (driver.runs, driver.runs.span.cycle(), driver.breaks());
            breaks.push(runs.start / runs.ticks_per_second);
            // A number of loops that is not whole ends within one.
            breaks.extend(Some(runs.seconds(runs.span.total())).filter(|end| end.is_finite()));
            let [first, last] = loops(&runs, [from, to]);
            let room = self.budget.keys.min(channel).saturating_sub(breaks.len());
            let each = ticks.len() * if runs.span.back { 2 } else { 1 };
            let for_keys = room.div_ceil(each.max(1));
            let most = for_keys.min(turns);
            if last - first >= most as f64 {
                short.get_or_insert(if for_keys < turns { keys } else { "turns" });
            }
            for turn in 0..most.min((last - first + 1.0) as usize) {
                let start = (first + turn as f64) * cycle;
                for &tick in &ticks {
                    breaks.push(runs.seconds(start + tick));
                    if runs.span.back {
                        breaks.push(runs.seconds(start + cycle - tick));
                    }
                }
            }
        }
        breaks.retain(|time| (from..=to).contains(time));
        breaks.sort_by(f64::total_cmp);
        breaks.dedup_by(|b, a| *b - *a < 4.0 * gap(*b));
        (breaks, short)
    }
}

/// The first and the last loop in a span of seconds, counted from the start of the timeline.
fn loops(runs: &Runs, [from, to]: [f64; 2]) -> [f64; 2] {
    let cycle = runs.span.cycle();
    let loops = |time: f64| (time - runs.seconds(0.0)) / (runs.seconds(cycle) - runs.seconds(0.0));
    if cycle > 0.0 {
        let begin = if runs.start > 0.0 { runs.begin() } else { from };
        let all = runs.span.loops.unwrap_or(f64::INFINITY);
        [loops(begin).floor().max(0.0), loops(to).min(all).ceil()]
    } else {
        [0.0; 2]
    }
}
