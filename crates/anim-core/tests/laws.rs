//! The laws, with a format that obeys them and breaks each of them.

#![cfg(feature = "laws")]
#![allow(clippy::unwrap_used, missing_docs, reason = "tests")]

use std::borrow::Cow;
use std::fmt;

use anim_core::{
    AnyFormat, Axis, Beside, Channel, Clip, ClipSampler, Code, Confidence, Curve, Ease, Encode, ErrorKind,
    Evaluator, Extent, Format, FormatInfo, Location, Node, Options, Positive, Property, Report, Sink, Space,
    Times, Wrap, laws,
};

static REFUSED: Code = Code::error("toy::refused", "the file is refused");
static MILD: Code = Code::warning("toy::mild", "the file is refused, though nothing is wrong");
static ODD: Code = Code::note("toy::odd", "something is odd");
static ROUNDED: Code = Code::note("toy::rounded", "values are rounded");
static FULL: Code = Code::error("toy::full", "the clips do not fit");
static STRANGE: Code = Code::error("toy::strange", "no list has this code");
static READING: &[&Code] = &[&REFUSED, &MILD, &ODD];
static CONVERSION: &[&Code] = &[&ROUNDED, &FULL, &REFUSED];

/// A file of one word, which names the broken law.
#[derive(Clone, Debug, PartialEq)]
pub struct Toy(String);

/// Why a word is not read.
#[derive(Debug)]
pub struct Refused(&'static Code);

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("refused")
    }
}

impl ErrorKind for Refused {
    fn code(&self) -> &'static Code {
        self.0
    }
}

anim_core::options! {
    /// Nothing to choose.
    pub struct ReadOptions {}
}

anim_core::options! {
    /// What axes mean.
    pub struct ClipOptions in source space {}
}

impl Format for Toy {
    const INFO: FormatInfo = FormatInfo::new("toy", "Toy", &["toy"]).exact().with_codes(READING, CONVERSION);
    type Error = anim_core::Error<Refused>;
    type ReadOptions = ReadOptions;
    type ClipOptions = ClipOptions;

    fn sniff(bytes: &[u8]) -> Confidence {
        if bytes == b"unlikely" { Confidence::No } else { Confidence::Maybe }
    }

    fn extent(bytes: &[u8]) -> Extent {
        let len = match bytes {
            b"empty" => 0,
            b"longer" => 7,
            b"behind" | b"behin" => 5,
            bytes => bytes.len(),
        };
        Extent::Complete { len, evidence: bytes.len() as u32 }
    }

    fn read(bytes: &[u8], _: &ReadOptions, _: &dyn Beside, sink: &mut dyn Sink) -> Result<Self, Self::Error> {
        let refuse = |code| Err(anim_core::Error::new(Refused(code), Location::default()));
        match bytes {
            b"refused" => return refuse(&REFUSED),
            b"mild" => return refuse(&MILD),
            b"strange error" => return refuse(&STRANGE),
            b"strange finding" => sink.report(STRANGE.at(Location::default(), "strange")),
            _ => sink.report(ODD.at(Location::default(), "odd")),
        }
        Ok(Self(String::from_utf8_lossy(bytes).into_owned()))
    }

    fn inspect(
        bytes: &[u8],
        options: &ReadOptions,
        beside: &dyn Beside,
        sink: &mut dyn Sink,
    ) -> Result<(), Self::Error> {
        let document = Self::read(bytes, options, beside, sink)?;
        if document.0 != "uninspected" {
            document.check_with(sink);
        }
        Ok(())
    }

    fn to_bytes(&self) -> Cow<'_, [u8]> {
        Cow::Borrowed(if self.0 == "changed" { b"change" } else { self.0.as_bytes() })
    }

    fn check_with(&self, sink: &mut dyn Sink) {
        sink.report(ODD.at(Location::default(), "odd again"));
    }

    fn lower(&self, _: &ClipOptions, report: &mut Report) -> Vec<Clip> {
        if self.0 == "none" {
            return Vec::new();
        }
        report.lose(match &*self.0 {
            "strange loss" => STRANGE.dropped("gone"),
            "lost clip" => ROUNDED.dropped("gone").in_clip_named("b"),
            "lost node" => ROUNDED.dropped("gone").of_node(&clip("a", moving(3.0)), 0).in_clip_named("still"),
            _ => ROUNDED.dropped("gone").in_clip_named("a"),
        });
        let second = if self.0 == "twins" { "a" } else { "still" };
        let mut still = Clip::new(second).with_nodes(vec![Node::new("other")]);
        still.metadata.push((WORD.to_owned(), self.0.clone()));
        vec![clip("a", moving(3.0)), still]
    }

    fn evaluators<'a>(&'a self, _: &ClipOptions, clips: &[Clip]) -> Vec<Option<Box<dyn Evaluator + 'a>>> {
        let square = || -> Box<dyn Evaluator> { Box::new(Square { silent: self.0 == "silent" }) };
        clips.iter().map(|clip| (clip.name == "a").then(square)).collect()
    }
}

/// The metadata with the word of the file.
const WORD: &str = "toy.word";

anim_core::options! {
    /// Nothing to choose.
    #[derive(PartialEq)]
    pub struct EncodeOptions {
        /// The figure to which clips are retargeted.
        onto: Option<String> = None,
    }
}

impl Encode for Toy {
    type EncodeOptions = EncodeOptions;
    const REFUSALS: &'static [&'static Code] = &[&FULL];

    fn retargets(options: &EncodeOptions) -> bool {
        options.onto.is_some()
    }

    fn encode(clips: &[Clip], _: &EncodeOptions, report: &mut Report) -> Result<Self, Self::Error> {
        let refuse = |code| Err(anim_core::Error::new(Refused(code), Location::default()));
        let word = clips.iter().find_map(|clip| clip.metadata(WORD)).unwrap_or_default();
        match word {
            _ if clips.is_empty() => return refuse(&REFUSED),
            "full" => return refuse(&FULL),
            "unwilling" => return refuse(&REFUSED),
            "twice" => report.lose(ROUNDED.dropped("gone").of_space(Space::UNKNOWN.in_metres(7.0))),
            _ => {}
        }
        Ok(Self("good".to_owned()))
    }
}

/// The square of the time, unless it is silent.
#[derive(Debug)]
struct Square {
    silent: bool,
}

impl Evaluator for Square {
    fn has(&self, channel: usize) -> bool {
        channel == 0
    }

    fn sample(&mut self, _: usize, time: f64, out: &mut [f64]) {
        if !self.silent {
            out[0] = time * time;
        }
    }
}

fn moving(end: f64) -> Curve {
    Curve::new(Times::keys([1.0, end]).unwrap(), 1, vec![10.0, 14.0], Ease::Linear).unwrap()
}

fn clip(name: &str, curve: Curve) -> Clip {
    Clip::new(name)
        .with_duration(4.0)
        .with_nodes(vec![Node::new("n")])
        .with_channels(vec![Channel::new(0, Property::named("x", 1), curve).unwrap()])
}

#[test]
fn a_file_that_breaks_a_law_is_told_which() {
    let format = AnyFormat::reader::<Toy>();
    for word in ["good", "refused"] {
        assert_eq!(laws::file(&format, word.as_bytes(), &()), Ok(()), "{word}");
    }
    for (word, expected) in [
        ("empty", "a file of 0 bytes in 5"),
        ("longer", "a file of 7 bytes in 6"),
        ("behind", "what comes behind a file matters"),
        ("mild", "refused without an error"),
        ("strange error", "the code toy::strange is not listed"),
        ("strange finding", "the code toy::strange is not listed"),
        ("unlikely", "sniffing denies what reading accepts"),
        ("uninspected", "reading and checking say"),
        ("changed", "written bytes differ from byte 6 on (7 bytes expected, 6 written)"),
        ("twins", "two clips are named \"a\""),
        ("silent", "clip \"a\": channel 0 (x) has no value at -1 s"),
        ("lost clip", "there is no clip \"b\""),
        ("lost node", "there is no such node"),
        ("strange loss", "the conversion code toy::strange is not listed"),
    ] {
        let broken = laws::file(&format, word.as_bytes(), &()).unwrap_err();
        assert!(broken.contains(expected), "{word}: {broken}");
    }
}

#[test]
fn an_encoder_makes_documents_or_refuses_clips_with_a_code_that_it_declares() {
    let format = AnyFormat::encoder::<Toy>();
    for (word, expected) in [
        ("good", Ok(())),
        ("full", Ok(())),
        ("none", Ok(())),
        ("unwilling", Err("clips of a document are refused: error[toy::refused]: refused")),
        ("twice", Err("encoded again: 2 losses have `unit` of the clip \"a\"")),
    ] {
        let found = laws::file(&format, word.as_bytes(), &());
        assert_eq!(found, expected.map_err(str::to_owned), "{word}");
    }
}

#[test]
fn losses_have_the_axes_and_the_unit_that_a_file_does_not_record() {
    let format = AnyFormat::encoder::<Toy>();
    let space = Space::right_handed(Axis::Z).facing(Axis::X).in_metres(0.5);
    let mut report = Report::new();
    let clips = [clip("a", moving(3.0)).with_space(space)];
    format.encode(&clips, &Options::default(), &(), &mut report).unwrap();
    let [loss] = &report.losses[..] else { panic!("{report}") };
    assert_eq!(loss.space, Some(Space::stated(Some(Axis::Z), Some(Axis::X), Some(Positive::literal(0.5)))));
    assert!(loss.message.ends_with("`up=+z` `forward=+x` `unit=0.5`"), "{loss}");
}

#[test]
fn options_decide_whether_clips_are_retargeted() {
    let format = AnyFormat::encoder::<Toy>();
    let options = format.encode_options().unwrap();
    assert!(!format.retargets(&options, &()));
    assert!(format.retargets(&options.clone().with("onto", "figure").unwrap(), &()));
    assert!(!AnyFormat::reader::<Toy>().retargets(&options, &()));
}

#[test]
fn a_document_without_its_type_computes_what_it_defines() {
    let format = AnyFormat::reader::<Toy>();
    let document = format.read(b"good", &format.options(), &(), &mut ()).unwrap();
    let [first, second] = document.clips().try_into().unwrap();
    let evaluator = |clip| document.evaluator_with(&Options::default(), &(), clip).unwrap();
    let mut sampler = ClipSampler::new(&first).with_evaluator(evaluator(&first));
    let mut value = [0.0];
    sampler.sample(0, 3.5, &mut value);
    assert_eq!(value, [12.25]);
    assert!(evaluator(&second).is_none());
}

#[test]
fn clips_of_every_wrap_obey_the_laws() {
    let wraps = [Wrap::Hold, Wrap::Repeat, Wrap::PingPong, Wrap::RepeatWithOffset];
    for (before, after) in wraps.into_iter().flat_map(|before| wraps.map(|after| (before, after))) {
        let clip = clip("c", moving(3.0).with_wrap(before, after));
        assert_eq!(laws::clip(&clip), Ok(()), "{before:?} {after:?}");
        let one = Curve::constant(&[7.0]).unwrap().with_wrap(before, after);
        assert_eq!(laws::clip(&self::clip("c", one)), Ok(()), "one key, {before:?} {after:?}");
    }
    assert!(laws::clip(&clip("c", moving(3.0)).with_nodes(Vec::new())).is_err());
}

/// At such times, rounding decides the value two periods later.
#[test]
fn periods_that_rounding_changes_are_no_part_of_the_laws() {
    // Above 2²⁰ the spacing of doubles is 2⁻³², below it half of this.
    let (million, step) = (f64::from(1 << 20), 2f64.powi(-32));
    for times in [vec![million - step, million, million + step], vec![1e308, 1.7e308]] {
        let values = (0..times.len()).map(|key| f64::from(key as u32 % 2)).collect();
        let curve = Curve::new(Times::keys(&*times).unwrap(), 1, values, Ease::Linear).unwrap();
        let clip = clip("c", curve.with_wrap(Wrap::Repeat, Wrap::Repeat));
        assert_eq!(laws::clip(&clip), Ok(()), "{times:?}");
    }
}
