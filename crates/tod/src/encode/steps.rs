//! The angles of the file and the steps of the console.

use crate::Degrees;

/// Of all angles in the file that the console truncates to the step nearest to `degrees`, the nearest.
pub(super) fn console_angle(degrees: f64) -> Degrees {
    let nearest = Degrees::from_degrees(degrees).to_bits();
    let step = (f64::from(nearest) / 360.0).round() as i32;
    // The console truncates toward 0, so a step covers the angles from its multiple of 360 away from 0.
    let start = step.saturating_mul(360);
    let (low, high) = match step {
        0 => (-359, 359),
        1.. => (start, start.saturating_add(359)),
        _ => (start.saturating_sub(359), start),
    };
    Degrees::from_bits(nearest.clamp(low, high))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hardware::turn_steps;

    #[test]
    fn the_console_truncates_angles_to_the_nearest_step() {
        for thousandth in -400_000..400_000 {
            let degrees = f64::from(thousandth) / 1000.0;
            let nearest = (degrees * 4096.0 / 360.0).round() as i32;
            // At a tie both steps are nearest.
            if ((degrees * 4096.0 / 360.0).fract().abs() - 0.5).abs() < 1e-2 {
                continue;
            }
            assert_eq!(i32::from(turn_steps(console_angle(degrees))), nearest, "{degrees}°");
        }
    }

    #[test]
    fn an_angle_that_the_console_truncates_to_the_nearest_step_stays_as_it_is() {
        for thousandth in -400_000..400_000 {
            let degrees = f64::from(thousandth) / 1000.0;
            let exact = Degrees::from_degrees(degrees);
            let nearest = (f64::from(exact.to_bits()) / 360.0).round() as i32;
            let found = console_angle(degrees);
            let stays = exact.to_bits() / 360 == nearest;
            assert_eq!((found == exact, found.to_bits() / 360), (stays, nearest), "{degrees}°");
        }
    }
}
