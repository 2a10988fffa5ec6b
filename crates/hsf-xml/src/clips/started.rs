//! Resolves animations that start from their targets' current values.

use super::driver::{Driver, When};
use crate::eval::lane::Lane;
use crate::eval::track::{about, at_rest};
use crate::program::ResolvedTarget;
use crate::{Property, Tag};

/// Lets the tracks of a property that start from their target's own value start from the value of the earlier drivers at that
/// time; the drivers are in the order of their starts. Each keyframe that depends on such a value takes 1 from the budget.
///
/// Returns whether a value is used that only the rest of the target provides, or that exceeds the budget.
pub(super) fn start(drivers: &mut [Driver], target: Option<&ResolvedTarget>, budget: &mut usize) -> bool {
    let mut from_rest = false;
    // The last driver of each component, of quaternions or vectors and of angles: the ones that rotate the target.
    let mut last: [[Option<usize>; 4]; 2] = [[None; 4]; 2];
    let mut turning = None;
    for index in 0..drivers.len() {
        let driver = &drivers[index];
        let last = &mut last[usize::from(driver.track.property == Property::Angle)];
        if driver.starts_from_target() {
            let tag = driver.track.tag;
            let mut own = target.map_or_else(|| at_rest(tag), |target| target.rest(tag));
            let start = When::Seconds(driver.runs.start / driver.runs.ticks_per_second);
            // A quaternion continues from an angle about an axis, but not the reverse.
            let angle = turning.filter(|&source: &usize| {
                tag == Tag::QuatRotInterpolator && drivers[source].track.tag == Tag::AxisRotInterpolator
            });
            if let Some(source) = angle {
                let angle = &drivers[source];
                let axis = angle.track.axis(angle.tick(start), angle.runs.span.gentle);
                own = about(axis, angle.at(start, target)[0]);
                *last = [Some(source); 4];
            } else {
                for (part, own) in own.iter_mut().enumerate() {
                    if let Some(source) = last[part] {
                        *own = drivers[source].at(start, target)[part];
                    }
                }
            }
            let depends = |lane: &Lane| lane.keys.first().is_some_and(|key| key.hold || key.style.relative);
            let lanes = driver.track.lanes.iter().filter(|lane| depends(lane));
            let mut parts = lanes.flat_map(|lane| lane.first..(lane.first + lane.width).min(4));
            from_rest |= parts.any(|part| last[part].is_none());
            if own != at_rest(tag) {
                let keys = driver.track.lanes.iter().map(|lane| lane.keys.len()).sum();
                match budget.checked_sub(keys) {
                    Some(left) => {
                        *budget = left;
                        drivers[index].start_from(own);
                    }
                    None => from_rest = true,
                }
            }
        }
        if drivers[index].turns() {
            turning = Some(index);
        }
        let components = drivers[index].components();
        for (last, _) in last.iter_mut().zip(components).filter(|(_, drives)| *drives) {
            *last = Some(index);
        }
    }
    from_rest
}
