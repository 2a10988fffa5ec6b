//! Rotations that are not finite.

use crate::{Clip, Code, Deviation, Report, counted};

/// Reports the channels with keys whose rotation is infinite or NaN, for an encoder whose files hold only finite numbers: such a key
/// becomes [no rotation](crate::to_rotation) or the rest rotation. `code` is the code of the losses.
pub fn report_broken_rotations(clip: &Clip, code: &'static Code, report: &mut Report) {
    for channel in clip.channels.iter().filter(|channel| channel.property().is_rotation()) {
        let broken = channel.curve().broken_keys();
        if broken > 0 {
            let keys = counted(broken, "key");
            let message = format!("rotations that are not finite are replaced in the file: {keys}");
            let error = Deviation::angle(f64::INFINITY);
            report.lose(code.approximated(error, message).of_channel(clip, channel));
        }
    }
}
