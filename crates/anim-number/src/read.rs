//! Numbers from text.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

mod decimal;
mod long;
mod nearest;
mod short;
mod word;

/// The finite number that a whole text says; `None` if it says none.
#[inline]
pub fn parse(text: &[u8]) -> Option<f64> {
    let (number, len) = prefix(text)?;
    (len == text.len()).then_some(number)
}

/// The finite number that a text begins with and how many bytes it has, as many as can be; `None` if there is none.
///
/// An `e` without digits is no part of a number: `1e` begins with `1`, as C reads it.
#[expect(clippy::inline_always, reason = "a number that comes back through memory takes half as long again")]
#[inline(always)]
pub fn prefix(text: &[u8]) -> Option<(f64, usize)> {
    short::read(text, may_follow).or_else(|| found(longer(text)))
}

/// [`prefix`], if it ends the text or `ends` holds of the byte that follows it; faster, since the two are one question.
///
/// `ends` must not hold of a digit, a point or the `e` of an exponent.
#[expect(clippy::inline_always, reason = "see `prefix`")]
#[inline(always)]
pub fn word(text: &[u8], ends: impl Fn(u8) -> bool + Copy) -> Option<(f64, usize)> {
    short::read(text, ends).or_else(|| followed(longer(text), text, ends))
}

/// A number without an exponent as JSON has it, and its length: it begins with a digit or with `-` and one, has no zeros before
/// other digits, and has digits behind its point. `None` for any other, and for some that are rare.
#[expect(clippy::inline_always, reason = "see `prefix`")]
#[inline(always)]
pub fn plain(text: &[u8]) -> Option<(f64, usize)> {
    // Where numbers have no exponent they mostly have a point.
    if let Some(found) = decimal::read(text) {
        return Some(found);
    }
    found(whole(text))
}

/// A number that [`decimal`] does not read, as JSON has it; without one its length is 0.
#[inline(never)]
fn whole(text: &[u8]) -> (f64, usize) {
    let leading_zero = matches!(text, [b'0', b'0'..=b'9', ..] | [b'-', b'0', b'0'..=b'9', ..]);
    let (number, len) = short::read(text, may_follow).unwrap_or_default();
    let last = text.get(len.wrapping_sub(1));
    if leading_zero || !last.is_some_and(u8::is_ascii_digit) { (0.0, 0) } else { (number, len) }
}

/// Whether a number is sure to be over before a byte that is neither a digit nor a point.
#[inline]
fn may_follow(byte: u8) -> bool {
    !matches!(byte, b'e' | b'E')
}

/// A number that [`short`] does not read. Without one its length is 0: unlike an option, this comes back in registers.
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

/// A number of any shape and its length; 0 if there is none that is finite.
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

/// How long the number without its exponent is.
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

/// How long the exponent is that a text begins with; 0 if there is none.
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
