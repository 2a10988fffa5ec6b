//! A number as a decimal of the fewest digits.

/// A decimal that reads back to a number, and none with fewer digits does; of these the nearest, and the larger of two.
pub(super) struct Decimal {
    /// The first sixteen digits; the first one is not 0.
    pub(super) digits: u64,
    /// The seventeenth.
    pub(super) last: u8,
    /// The number of digits before the point; if negative, that of zeros between the point and the digits.
    pub(super) point: i32,
}

/// The shortest decimal of the size of a number from 2⁻³⁸ to below 2⁴⁹. `None` for other numbers.
///
/// One multiplication yields the number as a whole count of the smallest power of ten that is larger than the distance between
/// neighbouring numbers, and an exact fraction of it. So at most one whole count is nearer to the number than to its neighbours. Where
/// there is none, one further digit is enough, for all powers of two in this range, too.
#[inline]
pub(super) fn shortest(number: f64) -> Option<Decimal> {
    let bits = number.to_bits();
    let exponent = (bits >> MANTISSA_BITS) as usize & 0x7FF;
    let (distance, decimals) = *DISTANCES.get(exponent.wrapping_sub(FIRST))?;
    let mantissa = bits & (HIDDEN_BIT - 1) | HIDDEN_BIT;
    let product = u128::from(mantissa) * u128::from(distance);
    let (whole, fraction) = ((product >> 64) as u64, product as u64);
    // A decimal in the middle between two numbers reads as the one with the even mantissa. The numbers below a power of two are
    // twice as close as those above.
    let reach = (distance >> 1) - (mantissa & 1);
    let down = fraction <= reach >> u32::from(mantissa == HIDDEN_BIT);
    let up = !fraction < reach;
    let digit = (u128::from(fraction) * 10 + (1 << 63)) >> 64;
    // A branch would be mispredicted half of the time.
    let digit = digit as u64 & u64::from(down | up).wrapping_sub(1);
    let whole = whole + u64::from(up);
    Some(if whole < LEAST {
        Decimal { digits: whole * 10 + digit, last: 0, point: 15 - decimals }
    } else {
        Decimal { digits: whole, last: digit as u8, point: 16 - decimals }
    })
}

/// The smallest number of sixteen digits.
const LEAST: u64 = 1_000_000_000_000_000;

const MANTISSA_BITS: u32 = 52;
const HIDDEN_BIT: u64 = 1 << MANTISSA_BITS;

/// The biased exponent of the smallest numbers in the table. Half the distance of smaller ones is not a whole number of 2⁻⁶⁴.
const FIRST: usize = 1023 - 38;

/// For each exponent, the distance between neighbouring numbers in units of 2⁻⁶⁴ · 10^−decimals, and these decimals: as many as leave it
/// below 1.
const DISTANCES: [(u64, i32); 38 + 49] = {
    let mut table = [(0, 0); 38 + 49];
    let mut index = 0;
    while index < table.len() {
        // The distance is 2^−places.
        let places = 1023 + MANTISSA_BITS - (FIRST + index) as u32;
        let (mut decimals, mut fives) = (0, 1u128);
        // 10^decimals < 2^places
        while fives * 5 < 1 << (places - decimals - 1) {
            (decimals, fives) = (decimals + 1, fives * 5);
        }
        table[index] = ((fives << (64 + decimals - places)) as u64, decimals as i32);
        index += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    /// The digits and the exponent that the standard library writes.
    fn expected(number: f64) -> (u64, i32) {
        let text = format!("{number:e}");
        let (digits, exponent) = text.split_once('e').unwrap();
        let digits = format!("{:0<17}", digits.replace('.', ""));
        (digits.parse().unwrap(), exponent.parse::<i32>().unwrap() + 1)
    }

    #[test]
    fn decimals_are_those_of_the_standard_library() {
        for exponent in FIRST..FIRST + DISTANCES.len() {
            let power = (exponent as u64) << MANTISSA_BITS;
            let mut state = 0x9E37_79B9_7F4A_7C15_u64;
            let random = std::iter::repeat_with(|| {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                // From all bits to a single one: short numbers, and those in the middle between two decimals.
                state >> 12 & u64::MAX << (state % 53)
            });
            for mantissa in [0, 1, HIDDEN_BIT - 1].into_iter().chain(random.take(2000)) {
                let number = f64::from_bits(power | mantissa);
                let found = shortest(number).unwrap();
                assert!((LEAST..10 * LEAST).contains(&found.digits) && found.last < 10);
                assert_eq!((found.digits * 10 + u64::from(found.last), found.point), expected(number));
            }
        }
        for other in
            [0.0, 2f64.powi(49), 2f64.powi(-38).next_down(), f64::MIN_POSITIVE, f64::INFINITY, f64::NAN]
        {
            assert!(shortest(other).is_none());
        }
    }
}
