//! The channels of one property of a node as one channel of the animation.

use std::borrow::Borrow;

use anim_core::merge::{self, Merged};
use anim_core::{Channel, ClipError, Curve, Deviation, counted};

use super::arcs;
use super::choice::Left;
use super::own::{self, Off};
use super::plain::{Plain, plain};
use super::writer::{Slot, Writer};
use crate::{Interpolate, codes};

/// Shorter jumps are not reported: single precision causes them anyway.
const SINGLE_PRECISION: f64 = 1e-5;

/// Writes the channels of one property; `base` has the components that they do not drive.
pub(super) fn write<'a>(
    writer: &mut Writer<'a, '_>,
    parts: &[&'a Channel],
    slot: &Slot<'_>,
    base: &[f64],
    left: &mut Vec<Left<'a>>,
) {
    if parts.is_empty() {
        return;
    }
    // Of rotations, arcs get what the merged curve leaves.
    let whole = writer.fineness(slot.property);
    let merging = if slot.property.is_rotation() { whole.half() } else { whole };
    let merged = merge::whole(parts, base, writer.clip.duration, merging);
    write_merged(writer, merged, parts, slot, left);
}

/// Writes the curve of combined channels, of which there is at least one. If they could not be combined, `left` gets them.
pub(super) fn write_merged<'a>(
    writer: &mut Writer<'a, '_>,
    merged: Result<Merged<'_>, ClipError>,
    parts: &[&'a Channel],
    slot: &Slot<'_>,
    left: &mut Vec<Left<'a>>,
) {
    let Some(&source) = parts.first() else { return };
    let (duration, fineness) = (writer.clip.duration, writer.fineness(slot.property));
    let encoded = merged.and_then(|merged| {
        let (wrap, jump, merging) = (merged.curve.wrap(), merged.jump, merged.error);
        let cubic = writer.options.interpolation == Interpolate::Cubic;
        let rest = if slot.property.is_rotation() { fineness.after(merging) } else { fineness };
        let plain = plain(merged, slot.property, duration, rest, cubic)?;
        let error = plain.error.or((merging > 0.0).then_some(0.0)).map(|error| error + merging);
        Ok((wrap, Plain { error, jump: plain.jump.max(jump), ..plain }))
    });
    writer.spent(parts);
    match encoded {
        Ok((wrap, Plain { curve, error, jump })) => {
            // Errors of curves that are not baked are only compared with the tolerance.
            let enough = if error.is_some() { 0.0 } else { fineness.tolerance };
            let Some(written) = writer.write(parts, slot, &curve, enough) else {
                return left.extend(Left::effective(parts));
            };
            let repeats = parts.iter().any(|part| part.curve().wrap() != curve.wrap());
            let (rounded, keys) = (written.rounded, written.keys);
            writer.keep_exact(parts, &[(slot.path.clone(), written)], repeats);
            writer.keep_wraps(source.node(), &slot.path, wrap, curve.wrap());
            writer.report_wraps(source, wrap);
            let whole = Off { error: error.unwrap_or(0.0), jump };
            for share in own::shares(parts) {
                let own = share.off(&curve, whole, fineness.tolerance);
                let rounded = writer.rounded_of(&share, &curve, rounded);
                if error.is_some() {
                    let error = Deviation::of(slot.property, own.error + rounded);
                    let message = format!("the curve was baked to {}", counted(keys, "key"));
                    let loss = codes::BAKED.approximated(error, message);
                    writer.report.lose(loss.of_channel(writer.clip, share.channel));
                    report_near_keys(writer, share.channel, &[&*curve]);
                } else if rounded > fineness.tolerance {
                    report_rounded(writer, share.channel, Deviation::of(slot.property, rounded));
                }
                report_jumps(writer, share.channel, own.jump);
            }
        }
        Err(error) => {
            report_unbaked(writer, source, error);
            left.extend(Left::effective(parts));
        }
    }
}

/// Reports the error of a channel in single precision.
pub(super) fn report_rounded(writer: &mut Writer<'_, '_>, source: &Channel, error: Deviation) {
    let message = "single precision moves the curve, because it rounds key times, large values or the way of a half turn";
    writer.report.lose(codes::ROUNDED.approximated(error, message).of_channel(writer.clip, source));
}

/// Reports the duration of the jumps of a channel.
pub(super) fn report_jumps(writer: &mut Writer<'_, '_>, source: &Channel, jump: f64) {
    if jump > SINGLE_PRECISION {
        let message = "each jump takes this time, because Blender merges keys that are nearer";
        let jump = Deviation::time(jump);
        writer.report.lose(codes::JUMPS.approximated(jump, message).of_channel(writer.clip, source));
    }
}

/// Reports keys of baked curves that are nearer than Blender keeps apart, in files that are to look the same there.
pub(super) fn report_near_keys(writer: &mut Writer<'_, '_>, source: &Channel, curves: &[impl Borrow<Curve>]) {
    if writer.options.interpolation != Interpolate::Auto {
        return;
    }
    let gaps = curves.iter().flat_map(|curve| {
        let times = Borrow::<Curve>::borrow(curve).times();
        times.iter().zip(times.iter().skip(1)).map(|(time, next)| next - time)
    });
    let nearest = gaps.fold(f64::INFINITY, f64::min);
    if nearest < arcs::NEAR {
        let message = format!(
            "keys are {:.4} ms apart, and Blender, which merges keys nearer than {:.4} ms, shows another motion there",
            1e3 * nearest,
            1e3 * arcs::NEAR
        );
        writer.report.lose(codes::NEAR_KEYS.kept(message).of_channel(writer.clip, source));
    }
}

/// Reports a channel that is only in the extras.
pub(super) fn report_unbaked(writer: &mut Writer<'_, '_>, source: &Channel, error: ClipError) {
    let message = format!("kept only in `extras.anim`: the channel cannot be baked, because {error}");
    writer.report.lose(codes::KEPT.kept(message).of_channel(writer.clip, source));
}
