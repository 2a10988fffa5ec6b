//! Rotations that are no numbers.

use crate::{Clip, Code, Deviation, Property, Report};

/// Reports the channels that have keys with angles that are infinite or NaN, for an encoder whose files hold finite numbers only: such
/// a key [turns nothing](crate::to_rotation). The code is that of the losses.
pub fn report_broken_angles(clip: &Clip, code: &'static Code, report: &mut Report) {
    let is_angles = |property: &Property| matches!(property, Property::Euler(_) | Property::Angle { .. });
    for channel in clip.channels.iter().filter(|channel| is_angles(channel.property())) {
        let broken = channel.curve().broken_keys();
        if broken > 0 {
            let message = format!("keys whose angles are not finite turn the node not at all: {broken}");
            let error = Deviation::angle(f64::INFINITY);
            report.lose(code.approximated(error, message).of_channel(clip, channel));
        }
    }
}
