use jiff::civil::{Date, DateTime, Time, date, time};
use jiff::{SignedDuration, Timestamp, ToSpan};
use mirrorcheck::prelude::*;

use crate::laws;

#[test]
fn laws_hold() {
    laws::check(laws::erased(any::<Date>()));
    laws::check(laws::erased(any::<Time>()));
    laws::check_large(laws::erased(any::<DateTime>()));
    laws::check_large(laws::erased(any::<Timestamp>()));
    laws::check_large(laws::erased(any::<SignedDuration>()));
}

#[test]
fn all_of_the_range_is_made() {
    for given in [Date::MIN, Date::MAX, date(0, 2, 29), date(1900, 2, 28), date(2000, 2, 29)] {
        assert_eq!(any::<Date>().reflect(&given).count(), 1, "{given}");
    }
    // Day by day over a leap year and another.
    let mut day = date(2023, 12, 1);
    while day < date(2026, 1, 1) {
        assert!(any::<Date>().contains(&day), "{day}");
        day = day.checked_add(1.day()).unwrap();
    }
    assert!(any::<Time>().contains(&Time::MIN) && any::<Time>().contains(&Time::MAX));
    assert!(any::<DateTime>().contains(&DateTime::MIN) && any::<DateTime>().contains(&DateTime::MAX));
    for nanos in [0, 1, -1, 999_999_999, -1_000_000_001] {
        let given = Timestamp::from_nanosecond(nanos).unwrap();
        assert_eq!(any::<Timestamp>().reflect(&given).count(), 1, "{given}");
        let given = SignedDuration::from_nanos(nanos as i64);
        assert_eq!(any::<SignedDuration>().reflect(&given).count(), 1, "{given}");
    }
    for given in [Timestamp::MIN, Timestamp::MAX] {
        assert_eq!(any::<Timestamp>().reflect(&given).count(), 1, "{given}");
    }
    for given in [SignedDuration::MIN, SignedDuration::MAX, SignedDuration::from_secs(i64::MIN)] {
        assert_eq!(any::<SignedDuration>().reflect(&given).count(), 1, "{given}");
    }
}

#[test]
fn what_is_simplest_comes_first_and_ends_are_met() {
    assert_eq!(any::<Date>().all_values().next(), Some(date(2000, 1, 1)));
    assert_eq!(any::<Time>().all_values().next(), Some(time(0, 0, 0, 0)));
    assert_eq!(any::<Timestamp>().all_values().next(), Some(Timestamp::UNIX_EPOCH));
    let last_days = any::<Date>().samples(1).take(1_000).filter(|date| date.day() == date.days_in_month()).count();
    assert!((90..160).contains(&last_days), "{last_days}");
}
