//! Reading against the standard library.

use proptest::prelude::*;

use super::{parse, plain, prefix, word};

/// Text that follows numbers in files, and misleading text.
const AFTER: [&str; 10] = [
    "",
    " ",
    "\n{a name} SINGLE, and more",
    ", 1.5, 2.5, 3.5, 4.5, 5.5, 6.5",
    "]",
    "e",
    "E+ 12345678901234567890",
    "°1234567890123456789012345",
    "-1.5 2.5 3.5 4.5 5.5 6.5",
    "/00000000000000000000000000",
];

/// The bits of the number that the standard library reads from a text; words such as `inf` do not count.
fn expected(text: &str) -> Option<u64> {
    let plain = !text.contains(['n', 'N', 'i', 'I']);
    text.parse().ok().filter(|number: &f64| plain && number.is_finite()).map(f64::to_bits)
}

fn found(text: &str) -> Option<u64> {
    parse(text.as_bytes()).map(f64::to_bits)
}

/// The longest prefix that the standard library reads as a number, by trying all; none if it is not finite.
fn longest(text: &[u8]) -> Option<(u64, usize)> {
    let number = |len: usize| {
        let text = std::str::from_utf8(&text[..len]).ok()?;
        let sound = text.bytes().all(|byte| matches!(byte, b'+' | b'-' | b'.' | b'e' | b'E' | b'0'..=b'9'));
        Some((text.parse::<f64>().ok()?, len)).filter(|_| sound)
    };
    let (number, len) = (0..=text.len()).rev().find_map(number)?;
    number.is_finite().then_some((number.to_bits(), len))
}

fn check(text: &[u8]) {
    let bits = |found: Option<(f64, usize)>| found.map(|(number, len)| (number.to_bits(), len));
    let expected = longest(text);
    let shown = String::from_utf8_lossy(text);
    assert_eq!(bits(prefix(text)), expected, "{shown}");
    // Any byte ends a number, except those that may be part of one.
    for ends in [|byte| !matches!(byte, b'0'..=b'9' | b'.' | b'e' | b'E'), |byte| byte <= b' '] {
        let expected = expected.filter(|(_, len)| text.get(*len).is_none_or(|byte| ends(*byte)));
        assert_eq!(bits(word(text, ends)), expected, "{shown}");
    }
    if let Some((number, len)) = bits(plain(text)) {
        assert_eq!(Some((number, len)), expected, "{shown}");
        let shape = text[..len].strip_prefix(b"-").unwrap_or(&text[..len]);
        assert!(shape[0] != b'0' || shape.get(1).is_none_or(|byte| *byte == b'.'), "{shown}");
        assert!([shape.first(), shape.last()].iter().flatten().all(|byte| byte.is_ascii_digit()), "{shown}");
        assert!(!text[..=len].contains(&b'e') && !text[..=len].contains(&b'E'), "{shown}");
    }
}

/// Checks a number alone and with text after it.
fn check_number(text: &str) {
    assert_eq!(found(text), expected(text), "{text}");
    for after in AFTER {
        check(format!("{text}{after}").as_bytes());
    }
}

#[test]
fn every_way_to_write_a_number_is_read() {
    for text in [
        "0",
        "-0",
        "+5",
        ".5",
        "5.",
        "-.5e-3",
        "1E5",
        "00012",
        "1e-400",
        "-80.000000",
        "12345678.123456",
        "-1234567",
        "-1234567.12345678",
        "9999999.99999999",
        "0.00000000",
        "-0.0000000000",
        "0.500000000000",
        "-9999999.999999999999",
        "0.00000000000123456789012",
        "0.123456789012345678901234",
        "1844674.4073709551615",
        "1844674.4073709551616",
        "4.9406564584124654e-324",
        "1.7976931348623157e308",
        "9007199254740993",
        "0.9007199254740993",
        "0.1234567890123456",
        "18446744073709551616",
        "00000000000000000000000001.5",
        "123456789012345678901234567890",
        "1e-99999999999",
    ] {
        assert!(found(text).is_some(), "{text}");
        check_number(text);
    }
}

#[test]
fn what_is_no_finite_number_is_none() {
    for text in [
        "", "-", "+", ".", "-.", "e5", "1e", "1e+", "inf", "NaN", "1e999", "0x1", "--1", "1 ", " 1", "1,5",
        "1.2.3", "+-1", "1_000", "1-5", "1/5",
    ] {
        assert_eq!(found(text), None, "{text}");
        check_number(text);
    }
}

#[test]
fn a_number_is_the_longest_beginning_that_is_one() {
    for (text, len) in [
        ("1.5,2", 3),
        ("-3}", 2),
        ("1.2.3", 3),
        ("12345678901x", 11),
        ("1e5 ", 3),
        ("1e", 1),
        ("1.e+", 2),
        ("1e-x", 1),
    ] {
        let (number, end) = prefix(text.as_bytes()).unwrap();
        assert_eq!((Ok(number), end), (text[..len].parse(), len), "{text}");
    }
}

#[test]
fn a_plain_number_has_no_exponent() {
    for (text, found) in [
        ("1.5, and what is behind it, which is long", Some((1.5, 3))),
        ("-12] and what is behind it, which is long", Some((-12.0, 3))),
        ("-0.123456789012, and what is behind it, which is long", Some((-0.123_456_789_012, 15))),
        ("+1.5, and what is behind it, which is long", None),
        ("01.5, and what is behind it, which is long", None),
        ("-00, and what is behind it, which is long", None),
        ("0, and what is behind it, which is long", Some((0.0, 1))),
        (".5, and what is behind it, which is long", None),
        ("5., and what is behind it, which is long", None),
        ("1.5e3", None),
        ("1.5E3 and what is behind it, which is long", None),
        ("0.123456789012e3 and what is behind it, which is long", None),
        ("1e", None),
    ] {
        assert_eq!(plain(text.as_bytes()), found, "{text}");
    }
}

/// Lengths on both sides of every limit: eight and sixteen bytes, fifteen and nineteen digits, 2⁵³ and 2⁶⁴.
#[test]
fn a_number_may_have_any_number_of_digits() {
    for digits in ["9", "5040302010", "9007199254740993"] {
        for (whole, decimals) in (0..=21).flat_map(|whole| (0..=24).map(move |decimals| (whole, decimals))) {
            let mut cycle = digits.chars().cycle();
            let whole: String = cycle.by_ref().take(whole).collect();
            let decimals: String = cycle.take(decimals).collect();
            check_number(&format!("-{whole}.{decimals}"));
            check(format!("{whole}{decimals} 1.5 2.5 3.5 4.5 5.5 6.5").as_bytes());
        }
    }
}

/// Every byte at every position of a number, with few and with many bytes after it.
#[test]
fn what_64_bits_hold_is_read_without_the_standard_library() {
    for (text, expected) in [
        ("1234567.890123456 and more", (1_234_567.890_123_456, 17)),
        ("-12345678901234567890,1234567", (-12_345_678_901_234_567_890.0, 21)),
        ("0.000244140625\n12345678", (0.000_244_140_625, 14)),
    ] {
        assert_eq!(super::long::read(text.as_bytes()), Some(expected), "{text}");
    }
    for text in ["1.5e3 and more", "12345678901234567890123 more", "x1234567890", "1.5"] {
        assert_eq!(super::long::read(text.as_bytes()), None, "{text}");
    }
}

#[test]
fn no_byte_is_too_odd() {
    for number in ["-12345.678901", "0.12345678901234567"] {
        for at in 0..number.len() {
            for byte in 0..=255 {
                for after in ["", "1", "                        "] {
                    let mut text = format!("{number}{after}").into_bytes();
                    text[at] = byte;
                    check(&text);
                }
            }
        }
    }
}

/// Decimals at and near the midpoint of two neighbours, truncated to the number of digits of each method of reading.
#[test]
fn the_middle_of_two_numbers_goes_to_the_even_one() {
    let mut bits = 1.0_f64.to_bits();
    for _ in 0..2000 {
        bits = bits.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
        // Between 2⁻²⁰ and 2²⁰, so that the fast methods handle most of the digits.
        let number = f64::from_bits(bits % (40 << 52) + ((1023 - 20) << 52));
        let middle = format!("{:.60}", number + (number.next_up() - number) / 2.0);
        // The sum is one of the two; their exact midpoint has one more binary digit, which longer texts include.
        for len in 8..30 {
            let cut = &middle[..len];
            check_number(cut);
            check_number(&format!("{cut}5"));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    #[test]
    fn decimals_read_as_the_standard_library_reads_them(
        text in "[-+]?[0-9]{0,24}(\\.[0-9]{0,24})?([eE][-+]?[0-9]{0,4})?",
    ) {
        check_number(&text);
    }

    #[test]
    fn usual_numbers_read_as_the_standard_library_reads_them(text in "-?[0-9]{1,8}(\\.([0-9]{0,24}|[0-9]{6}))?") {
        check_number(&text);
    }

    #[test]
    fn noise_is_no_number_unless_the_standard_library_says_so(
        text in "[-+.0-9eE,x/]{0,40}",
        bytes in prop::collection::vec(prop_oneof![any::<u8>(), prop::sample::select(b"0123456789.- ".to_vec())], 0..40),
    ) {
        check_number(&text);
        check(&bytes);
    }

    #[test]
    fn numbers_are_the_nearest(
        bits in any::<u64>(),
        single in any::<u32>(),
        near in -1000.0..1000.0f64,
        digits in any::<u64>(),
        scale in -30..30,
    ) {
        for number in [f64::from_bits(bits), f64::from(f32::from_bits(single)), near, f64::from(near as f32)] {
            prop_assume!(number.is_finite());
            for text in [
                format!("{number:?}"),
                format!("{number:.9}"),
                format!("{number:e}"),
                format!("{number:.17}"),
            ] {
                check_number(&text);
            }
        }
        for digits in [digits, digits >> 11, digits >> 30] {
            check_number(&format!("{digits}e{scale}"));
            let decimals = digits.to_string();
            for point in 1..8.min(decimals.len()) {
                let (whole, decimals) = decimals.split_at(point);
                check_number(&format!("{whole}.{decimals}"));
            }
        }
    }
}
