//! Numbers from text.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

mod decimal;
mod long;
mod nearest;
mod short;
mod word;

/// The finite number that a complete text represents; `None` if it does not represent one.
#[inline]
pub fn parse(text: &[u8]) -> Option<f64> {
    let (number, len) = prefix(text)?;
    (len == text.len()).then_some(number)
}

/// The finite number at the beginning of a text, and its length in bytes (the longest possible); `None` if there is none.
///
/// An `e` without digits is not part of a number: `1e` begins with `1`, as C reads it.
#[expect(clippy::inline_always, reason = "a number that comes back through memory takes half as long again")]
#[inline(always)]
pub fn prefix(text: &[u8]) -> Option<(f64, usize)> {
    short::read(text, may_follow).or_else(|| found(longer(text)))
}

/// [`prefix`], if the number ends the text or `ends` holds for the byte after it. This is faster than a separate check.
///
/// `ends` must not hold for a digit, a point or the `e` of an exponent.
#[expect(clippy::inline_always, reason = "see `prefix`")]
#[inline(always)]
pub fn word(text: &[u8], ends: impl Fn(u8) -> bool + Copy) -> Option<(f64, usize)> {
    short::read(text, ends).or_else(|| followed(longer(text), text, ends))
}

/// A number without an exponent in JSON syntax, and its length: it begins with a digit, or with `-` and a digit, has no leading
/// zeros, and has digits after its point. `None` for any other number, and for some rare ones.
#[expect(clippy::inline_always, reason = "see `prefix`")]
#[inline(always)]
pub fn plain(text: &[u8]) -> Option<(f64, usize)> {
    // Numbers without an exponent mostly have a point.
    if let Some(found) = decimal::read(text) {
        return Some(found);
    }
    found(whole(text))
}

/// A number in JSON syntax that [`decimal`] does not read; the length is 0 if there is none.
#[inline(never)]
fn whole(text: &[u8]) -> (f64, usize) {
    let leading_zero = matches!(text, [b'0', b'0'..=b'9', ..] | [b'-', b'0', b'0'..=b'9', ..]);
    let (number, len) = short::read(text, may_follow).unwrap_or_default();
    let last = text.get(len.wrapping_sub(1));
    if leading_zero || !last.is_some_and(u8::is_ascii_digit) { (0.0, 0) } else { (number, len) }
}

/// Whether this byte, which is neither a digit nor a point, certainly ends a number.
#[inline]
fn may_follow(byte: u8) -> bool {
    !matches!(byte, b'e' | b'E')
}

/// A number that [`short`] does not read; the length is 0 if there is none. Unlike an `Option`, this is returned in registers.
#[inline(never)]
fn longer(text: &[u8]) -> (f64, usize) {
    decimal::read(text).or_else(|| long::read(text)).unwrap_or_else(|| any(text))
}

#[inline]
fn found((number, len): (f64, usize)) -> Option<(f64, usize)> {
    (len > 0).then_some((number, len))
}

#[inline]
fn followed(pair: (f64, usize), text: &[u8], ends: impl Fn(u8) -> bool) -> Option<(f64, usize)> {
    found(pair).filter(|(_, len)| text.get(*len).is_none_or(|byte| ends(*byte)))
}

/// A number in any form and its length; the length is 0 if there is no finite number.
#[cold]
#[inline(never)]
fn any(text: &[u8]) -> (f64, usize) {
    let number = mantissa(text).and_then(|mantissa| {
        let len = mantissa.saturating_add(exponent(text.get(mantissa..)?));
        let number: f64 = std::str::from_utf8(text.get(..len)?).ok()?.parse().ok()?;
        number.is_finite().then_some((number, len))
    });
    number.unwrap_or_default()
}

/// The length of the number without its exponent.
fn mantissa(text: &[u8]) -> Option<usize> {
    let sign = usize::from(matches!(text.first(), Some(b'-' | b'+')));
    let unsigned = text.get(sign..)?;
    let whole = digits(unsigned);
    let behind = unsigned.get(whole..)?.strip_prefix(b".");
    let decimals = behind.map_or(0, digits);
    let point = usize::from(behind.is_some());
    (whole > 0 || decimals > 0)
        .then(|| [whole, point, decimals].into_iter().fold(sign, usize::saturating_add))
}

/// The length of the exponent at the beginning of a text; 0 if there is none.
fn exponent(text: &[u8]) -> usize {
    let (e, behind) = text.split_at_checked(1).unwrap_or_default();
    let sign = usize::from(matches!(behind.first(), Some(b'-' | b'+')));
    let count = digits(behind.get(sign..).unwrap_or_default());
    if is_exponent(e.first()) && count > 0 { sign.saturating_add(count).saturating_add(1) } else { 0 }
}

fn is_exponent(byte: Option<&u8>) -> bool {
    matches!(byte, Some(b'e' | b'E'))
}

fn digits(text: &[u8]) -> usize {
    text.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(text.len())
}

#[cfg(test)]
mod tests;
