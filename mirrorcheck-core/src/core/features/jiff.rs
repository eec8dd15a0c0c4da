//! The crate `jiff`.
//!
//! A `Zoned` is not here: two are equal if they are the same instant, whatever their time zones, so that one could not
//! be taken apart exactly. Nor is a `Span`, which has no equality of its own.

use jiff::civil::{Date, DateTime, Time};
use jiff::{SignedDuration, Timestamp};

use crate::core::arbitrary::{Arbitrary, any};
use crate::core::base::wrapped::expressed;
use crate::core::base::{Biased, RangeValue, biased};
use crate::core::choice::Names;
use crate::core::combinators::{convert, labeled, such_that};
use crate::core::cx::Cx;
use crate::core::generator::{Focus, Generator, Reflective, Rejected};
use crate::core::source;

/// The generator of `any::<Date>()`: years count from 2000, the simplest, and one day in eight is the last of its
/// month.
///
/// ```
/// use jiff::civil::{Date, date};
/// use mirrorcheck::prelude::*;
///
/// assert!(any::<Date>().contains(&date(2024, 2, 29)));
/// assert_eq!(any::<Date>().all_values().next(), Some(date(2000, 1, 1)));
/// ```
#[derive(Debug, Clone, Copy)]
pub struct CivilDates;

/// The simplest year.
const YEAR: i16 = 2000;

impl Generator for CivilDates {
    type Value = Date;

    #[inline]
    fn run(&self, cx: &mut Cx<'_>, focus: Focus<'_, Date>) -> Result<Date, Rejected> {
        let shown = match focus.resolve() {
            Focus::On(date) => Some(*date),
            Focus::Free | Focus::Sketch(_) => None,
        };
        cx.group(|cx| {
            let years = biased(Date::MIN.year() - YEAR..=Date::MAX.year() - YEAR);
            let year = YEAR + one(cx, years, shown.map(|date| date.year() - YEAR))?;
            let month = one(cx, biased(1..=12), shown.map(Date::month))?;
            let first = Date::new(year, month, 1).map_err(|error| cx.reject(|| error.to_string()))?;
            let last = first.last_of_month();
            let is_last = shown.map(|date| usize::from(date.day() == last.day()));
            match cx.pick(&[7, 1], Names::Literals(&["day", "last day"]), is_last)? {
                0 => {
                    let day = one(cx, biased(1..=last.day() - 1), shown.map(Date::day))?;
                    Date::new(year, month, day).map_err(|error| cx.reject(|| error.to_string()))
                }
                _ => Ok(last),
            }
        })
    }
}

fn one<T: RangeValue>(cx: &mut Cx<'_>, range: Biased<T>, shown: Option<T>) -> Result<T, Rejected> {
    match shown {
        Some(shown) => cx.on_temporary(|cx| range.run(cx, Focus::On(&shown))),
        None => range.run(cx, Focus::Free),
    }
}

impl Reflective for CivilDates {}

impl Arbitrary for Date {
    type Generator = CivilDates;

    #[inline]
    fn arbitrary() -> CivilDates {
        CivilDates
    }

    #[inline]
    fn source(&self) -> Option<String> {
        source::parsed("::jiff::civil::Date", self)
    }
}

const SECOND: i128 = 1_000_000_000;

expressed! {
    /// The generator of `any::<Time>()`.
    ///
    /// ```
    /// use jiff::civil::{Time, time};
    /// use mirrorcheck::prelude::*;
    ///
    /// assert!(any::<Time>().contains(&time(23, 59, 59, 999_999_999)));
    /// ```
    CivilTimes: Time = convert((biased(0..=23i8), biased(0..=59i8), biased(0..=59i8), biased(0..=999_999_999i32)),
        |(hour, minute, second, nanos)| Time::new(hour, minute, second, nanos).unwrap_or(Time::MIN),
        |time: &Time| Some((time.hour(), time.minute(), time.second(), time.subsec_nanosecond())),
    ), |time| source::parsed("::jiff::civil::Time", time);

    /// The generator of `any::<DateTime>()`.
    ///
    /// ```
    /// use jiff::civil::{DateTime, date};
    /// use mirrorcheck::prelude::*;
    ///
    /// assert!(any::<DateTime>().contains(&date(2024, 2, 29).at(12, 30, 0, 0)));
    /// ```
    CivilDateTimes: DateTime = convert((any::<Date>(), any::<Time>()),
        |(date, time)| DateTime::from_parts(date, time),
        |datetime: &DateTime| Some((datetime.date(), datetime.time())),
    ), |datetime| source::parsed("::jiff::civil::DateTime", datetime);

    /// The generator of `any::<Timestamp>()`: a whole second half of the time.
    ///
    /// ```
    /// use jiff::Timestamp;
    /// use mirrorcheck::prelude::*;
    ///
    /// assert!(any::<Timestamp>().contains(&"2024-02-29T12:30:00.5Z".parse().unwrap()));
    /// ```
    Timestamps: Timestamp = labeled((
        ("seconds", convert(biased(Timestamp::MIN.as_second()..=Timestamp::MAX.as_second()),
            |seconds| Timestamp::from_second(seconds).unwrap_or(Timestamp::UNIX_EPOCH),
            |timestamp: &Timestamp| (timestamp.subsec_nanosecond() == 0).then(|| timestamp.as_second()),
        )),
        ("nanoseconds", convert(
                such_that(biased(Timestamp::MIN.as_nanosecond()..=Timestamp::MAX.as_nanosecond()), |nanos| nanos % SECOND != 0),
                |nanos| Timestamp::from_nanosecond(nanos).unwrap_or(Timestamp::UNIX_EPOCH),
                |timestamp: &Timestamp| Some(timestamp.as_nanosecond()),
            )),
    )), |timestamp| source::parsed("::jiff::Timestamp", timestamp);

    /// The generator of `any::<SignedDuration>()`: whole seconds half of the time.
    ///
    /// ```
    /// use jiff::SignedDuration;
    /// use mirrorcheck::prelude::*;
    ///
    /// assert!(any::<SignedDuration>().contains(&SignedDuration::MIN));
    /// ```
    SignedDurations: SignedDuration = labeled((
        ("seconds", convert(any::<i64>(),
            SignedDuration::from_secs,
            |duration: &SignedDuration| (duration.subsec_nanos() == 0).then(|| duration.as_secs()),
        )),
        ("nanoseconds", convert(
                such_that(biased(SignedDuration::MIN.as_nanos()..=SignedDuration::MAX.as_nanos()), |nanos| nanos % SECOND != 0),
                |nanos| SignedDuration::new((nanos / SECOND) as i64, (nanos % SECOND) as i32),
                |duration: &SignedDuration| Some(duration.as_nanos()),
            )),
    )), |duration| {
        source::call("::jiff::SignedDuration::new", &[&duration.as_secs(), &duration.subsec_nanos()])
    };
}
