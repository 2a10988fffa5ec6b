//! Angles of many turns.

use std::f64::consts::FRAC_PI_2;

/// The number of quarter turns nearest to an angle, modulo 4, and the angle that is left, −π/4 to π/4 radians; NaN for an angle that is
/// not finite.
///
/// As many bits of 2/π take part as the angle needs, whatever its size (Payne and Hanek 1983). The angle has to be 1 or more.
pub(super) fn quarters(angle: f64) -> (u64, f64) {
    let exponent = (angle.to_bits() >> 52) as i32 - 1075;
    if exponent == 972 {
        return (0, f64::NAN);
    }
    let mantissa = u128::from(angle.to_bits() & ((1 << 52) - 1) | 1 << 52);
    // The angle is the mantissa times a power of two, and so many bits of 2/π would yield whole turns: all before the one that is
    // worth two quarters of a turn.
    let first = exponent - 2;
    let [high, middle, low] = [0, 64, 128].map(|more| u128::from(bits(first + more)));
    // Modulo four quarters, which is 2¹⁹² here. What the bits after these would add is less than 2⁻¹³⁷.
    let low = low * mantissa;
    let middle = middle * mantissa + (low >> 64);
    let high = (high * mantissa + (middle >> 64)) as u64;
    let (middle, low) = (middle as u64, low as u64);
    let count = high >> 62;
    let part = u128::from(high << 2 | middle >> 62) << 64 | u128::from(middle << 2 | low >> 62);
    // As a signed number, more than a half is less than the next quarter turn.
    let part = part as i128;
    (count + u64::from(part < 0), part as f64 * 2.0_f64.powi(-128) * FRAC_PI_2)
}

/// 64 bits of 2/π from a bit on: bit 0 is worth a half, and bits before it are 0.
fn bits(from: i32) -> u64 {
    let word = |index: i32| {
        usize::try_from(index).ok().and_then(|index| TWO_OVER_PI.get(index)).copied().unwrap_or(0)
    };
    let (index, shift) = (from.div_euclid(64), from.rem_euclid(64));
    let both = u128::from(word(index)) << 64 | u128::from(word(index + 1));
    (both >> (64 - shift)) as u64
}

/// The first 1,216 bits of 2/π after the point.
const TWO_OVER_PI: [u64; 19] = [
    0xA2F9_836E_4E44_1529,
    0xFC27_57D1_F534_DDC0,
    0xDB62_9599_3C43_9041,
    0xFE51_63AB_DEBB_C561,
    0xB724_6E3A_424D_D2E0,
    0x0649_2EEA_09D1_921C,
    0xFE1D_EB1C_B129_A73E,
    0xE882_35F5_2EBB_4484,
    0xE99C_7026_B45F_7E41,
    0x3991_D639_8353_39F4,
    0x9C84_5F8B_BDF9_283B,
    0x1FF8_97FF_DE05_980F,
    0xEF2F_118B_5A0A_6D1F,
    0x6D36_7ECF_27CB_09B7,
    0x4F46_3F66_9E5F_EA2D,
    0x7527_BAC7_EBE5_F17B,
    0x3D07_39F7_8A52_92EA,
    0x6BFB_5FB1_1F8D_5D08,
    0x5603_3046_FC7B_6BAB,
];
