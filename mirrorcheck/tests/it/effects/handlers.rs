//! What handlers can do, where they are asked, and that they are out of the way afterwards.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};

use mirrorcheck::effects::{self, Group, on_discard, on_group, on_label, on_next, on_shrink, on_size};
use mirrorcheck::prelude::*;
use mirrorcheck::{Checker, Cx, Rejected, Shrinker};

#[test]
fn next_is_one_choice() {
    let coin = from_fn(|| effects::next(1, 3));
    let heads = coin.samples(1).take(4_000).filter(|&heads| heads).count();
    assert!((2_900..3_100).contains(&heads), "{heads}");
    assert_eq!(coin.all_values().collect::<Vec<_>>(), [false, true]);
    assert_eq!(coin.randomness(1).sequence().count(), 1);
    assert!((0..100).all(|seed| from_fn(|| effects::next(0, 5)).sample(seed)));
    assert!(from_fn(|| effects::next(u64::MAX, u64::MAX)).try_sample(1).is_ok());
    let error = from_fn(|| effects::next(0, 0)).try_sample(1).unwrap_err();
    assert!(error.to_string().contains("nothing to choose from"), "{error}");
}

#[test]
fn outside_of_a_run_effects_say_where_they_belong() {
    type Use = (&'static str, fn());
    let uses: [Use; 7] = [
        ("effects::next", || _ = effects::next(1, 1)),
        ("effects::discard", || effects::discard()),
        ("effects::size", || _ = effects::size()),
        ("effects::label", || effects::label("x")),
        ("effects::shrink", || _ = effects::shrink(1)),
        ("effects::with", || effects::with(on_size(|| 1), || ())),
        ("draw", || _ = draw(0..=9)),
    ];
    for (name, run) in uses {
        let panic = catch_unwind(run).unwrap_err();
        let text = panic.downcast_ref::<String>().unwrap();
        assert!(text.starts_with(&format!("`{name}` was called outside of a run")), "{text}");
        assert!(text.contains("#[property]") && text.contains("`forall`") && text.contains("`from_fn`"), "{text}");
    }
    // A group can stand anywhere: a body may run without a generator around it.
    effects::group(|| ());
}

#[test]
fn inside_of_a_handler_effects_mean_what_they_meant_outside() {
    let log = RefCell::new(Vec::new());
    let generator = from_fn(|| {
        log.borrow_mut().clear();
        let outer = on_next(|w0, w1| {
            log.borrow_mut().push(format!("outer {w0} {w1}"));
            true
        });
        effects::with(outer, || {
            let inner = on_next(|w0, w1| {
                log.borrow_mut().push(format!("inner {w0} {w1}"));
                !effects::next(w1, w0)
            });
            let both = effects::with(inner, || (effects::next(1, 2), draw(0..=1)));
            (both, effects::next(5, 6))
        })
    });
    assert_eq!(generator.sample(1), ((false, 0), true));
    assert_eq!(*log.borrow(), ["inner 1 2", "outer 2 1", "inner 1 1", "outer 1 1", "outer 5 6"]);
}

#[test]
fn a_handler_of_another_effect_leaves_choices_alone() {
    let plain = from_fn(|| draw((any::<i32>(), vec('a'..='z', ..))));
    let handled = from_fn(|| {
        effects::with(on_label(|_| ()), || {
            effects::with(on_group(Group::open), || {
                effects::with(on_shrink(effects::shrink), || draw((any::<i32>(), vec('a'..='z', ..))))
            })
        })
    });
    for seed in 0..50 {
        assert_eq!(plain.sample(seed), handled.sample(seed));
        assert_eq!(plain.randomness(seed), handled.randomness(seed));
    }
}

#[test]
fn sizes_are_asked_for_draws_and_by_name() {
    let sizes = from_fn(|| {
        let around = on_size(|| effects::size() / 2);
        effects::with(around, || {
            let nested = from_fn(|| (effects::size(), draw(sized(exact))));
            let fewer = effects::with(on_size(|| effects::size() - 1), || draw(sized(exact)));
            let seen = effects::with(on_next(|_, _| false), || (effects::size(), draw(sized(exact))));
            (effects::size(), draw(&nested), draw(nested.resize(3)), fewer, seen)
        })
    });
    assert_eq!(sizes.sample(1), (50, (50, 50), (3, 3), 49, (50, 50)));
    let after = from_fn(|| (effects::with(on_size(|| 3), || draw(sized(exact))), effects::size(), draw(sized(exact))));
    assert_eq!(after.sample(1), (3, 100, 100));
    let lists = from_fn(|| effects::with(on_size(|| 2), || draw(vec(any::<bool>(), ..))));
    assert!(lists.samples(1).take(200).all(|list| list.len() < 20));
}

#[test]
fn room_that_was_divided_stays_so() {
    // Lists in lists divide their room; a handler that passes sizes on does not give any back.
    let inner = || from_fn(|| effects::with(on_size(effects::size), || draw(vec(any::<bool>(), ..)).len()));
    let plain = || from_fn(|| draw(vec(any::<bool>(), ..)).len());
    for seed in 0..20 {
        assert_eq!(vec(inner(), ..).sample(seed), vec(plain(), ..).sample(seed));
    }
}

#[test]
fn labels_reach_the_handler_from_anywhere() {
    struct Labelled;
    impl Generator for Labelled {
        type Value = ();
        fn run(&self, cx: &mut Cx<'_>, _: Focus<'_, ()>) -> Result<(), Rejected> {
            cx.label("generator");
            Ok(())
        }
    }
    let labels = from_fn(|| {
        let mut labels = Vec::new();
        effects::label("nobody listens");
        effects::with(on_label(|text| labels.push(text.to_owned())), || {
            effects::label("body");
            draw(from_fn(|| effects::label("nested")));
            effects::with(on_next(|_, _| true), || draw(vec(Labelled, 1..=2)));
            effects::with(on_label(|text| effects::label(&format!("<{text}>"))), || effects::label("inner"));
        });
        effects::label("nobody listens");
        labels
    });
    assert_eq!(labels.sample(1), ["body", "nested", "generator", "generator", "<inner>"]);
    assert_eq!(labels.replay(&labels.randomness(1)).unwrap().len(), 5);
}

#[test]
fn discards_reach_the_handler_once_and_are_final() {
    let count = Cell::new(0);
    let tell = || count.set(count.get() + 1);
    let run = |body: &dyn Fn()| {
        count.set(0);
        let generator = from_fn(|| effects::with(on_discard(tell), body));
        let made = generator.replay(&"()".parse().unwrap());
        assert!(made.is_err());
        count.get()
    };
    // Replaying runs once more to find out why.
    let once = run(&|| effects::discard());
    assert!(once > 0);
    assert_eq!(run(&|| assume(false)), once);
    assert_eq!(run(&|| _ = draw(exact(0).such_that(|_| false))), once);
    assert_eq!(run(&|| draw(from_fn(|| assume(false)))), once);
    assert_eq!(run(&|| effects::with(on_size(|| 5), || assume(false))), once);
    // A handler that rejects itself.
    assert_eq!(run(&|| effects::with(on_discard(|| effects::discard()), || assume(false))), once);
    assert_eq!(run(&|| _ = effects::with(on_size(|| effects::discard()), || draw(0..=9))), once);
    // In the middle of a draw, the draw comes to nothing, too.
    assert_eq!(run(&|| _ = effects::with(on_next(|_, _| effects::discard()), || draw(0..=9))), 2 * once);
    assert_eq!(run(&|| effects::with(on_label(|_| effects::discard()), || effects::label("x"))), once);
}

#[test]
fn why_it_was_rejected_is_told_from_inside_of_a_handler() {
    let never = from_fn(|| effects::with(on_next(effects::next), || draw((0..=9).such_that(|n| *n > 9))));
    let plain = from_fn(|| draw((0..=9).such_that(|n| *n > 9)));
    let reason = |error: String| error.rsplit(": ").next().unwrap().to_owned();
    let (told, expected) = (never.try_sample(1).unwrap_err(), plain.try_sample(1).unwrap_err());
    assert_eq!(reason(told.to_string()), reason(expected.to_string()));
}

#[test]
fn a_panic_in_a_handler_leaves_everything_as_it_was() {
    let generator = from_fn(|| {
        let answers = effects::with(on_size(|| 7), || {
            let panics = catch_unwind(AssertUnwindSafe(|| {
                effects::with(on_next(|_, _| panic!("no")), || draw(0..=9));
            }));
            let panics_too = catch_unwind(AssertUnwindSafe(|| {
                effects::with(on_size(|| panic!("no")), || draw(0..=9));
            }));
            (panics.is_err(), panics_too.is_err(), effects::size(), draw(sized(exact)))
        });
        (answers, effects::size(), draw(3..=3))
    });
    assert_eq!(generator.sample(1), ((true, true, 7, 7), 100, 3));
}

#[test]
fn groups_are_seen_and_close_where_they_opened() {
    let pairs = from_fn(|| {
        let mut groups = 0;
        let handler = on_group(|| {
            groups += 1;
            Group::open()
        });
        effects::with(handler, || {
            effects::group(|| effects::with(on_next(effects::next), || effects::group(|| (draw(0..=1), draw(0..=1)))));
            draw(0..=1)
        });
        groups
    });
    assert_eq!(pairs.sample(1), 2);
    let text = pairs.randomness(1).to_string();
    assert_eq!(text.chars().filter(|c| *c == '(').count(), 2, "{text}");
    assert_eq!(pairs.replay(&text.parse().unwrap()), Ok(2));
}

#[test]
fn a_group_that_outlives_its_run_does_nothing() {
    let kept = RefCell::new(Vec::new());
    let generator = from_fn(|| {
        kept.borrow_mut().push(Group::open());
        draw(0..=9)
    });
    let choices = generator.randomness(1);
    assert!(generator.replay(&choices).is_ok());
    let closes = from_fn(|| {
        let first = draw(0..=9);
        kept.borrow_mut().clear();
        first + draw(0..=9)
    });
    assert_eq!(closes.randomness(1).sequence().count(), 2);
}

/// Under a handler of `next` the record is that of its own decisions.
#[test]
fn what_a_handler_passes_on_is_replayed_and_shrunk() {
    let numbers = from_fn(|| effects::with(on_next(effects::next), || draw(vec(0..=1023, 0..=8))));
    for seed in 0..20 {
        let choices = numbers.randomness(seed);
        assert_eq!(numbers.replay(&choices), Ok(numbers.sample(seed)), "{choices}");
    }
    let report = Checker::new(&numbers).examine(|list| list.iter().all(|&n| n < 100));
    let failure = &report.failures[0];
    assert!(failure.is_minimal);
    // The simplest by halves: each decision of it that could be `false` leads to less than 100.
    assert_eq!(failure.value, [128]);
    assert_eq!(numbers.replay(&failure.choices), Ok(vec![128]));
}

#[test]
fn attempts_that_fail_are_not_part_of_the_record() {
    let even = || from_fn(|| draw((0..=99).such_that(|n| n % 7 == 0)));
    let handled = from_fn(move || effects::with(on_next(effects::next), || (draw(even()), draw(even()), draw(0..=9))));
    for seed in 0..50 {
        let choices = handled.randomness(seed);
        assert_eq!(handled.replay(&choices), Ok(handled.sample(seed)), "{choices}");
    }
}

#[test]
fn shrinking_is_disabled_for_a_part() {
    // Once with ordinary choices, once with decisions.
    let ordinary = from_fn(|| {
        let kept = effects::with(on_shrink(|_| None), || (draw(0..=1000), draw(vec(0..=9, 0..=5))));
        (kept, draw(0..=1000))
    });
    let decided = from_fn(|| {
        let kept = effects::with(on_next(effects::next), || {
            effects::with(on_shrink(|_| None), || (draw(0..=1023), draw(vec(0..=7, 0..=3))))
        });
        (kept, draw(0..=1000))
    });
    for seed in 1..6 {
        for (choices, generator) in
            [(ordinary.randomness(seed), &ordinary as &dyn Generator<Value = _>), (decided.randomness(seed), &decided)]
        {
            let (kept, n) = generator.replay(&choices).unwrap();
            let shrunk = Shrinker::new(&generator).shrink_choices(&choices, |(_, n)| *n >= 3);
            if n >= 3 { assert_eq!(shrunk.unwrap().value, (kept, 3)) } else { assert!(shrunk.is_err()) }
        }
    }
}

#[test]
fn a_handler_decides_what_to_shrink_to() {
    let asked = RefCell::new(Vec::new());
    let word = from_fn(|| {
        let word = draw(string('a'..='z', 4));
        let last = on_shrink(|count| {
            asked.borrow_mut().push(count);
            effects::shrink(count).map(|_| count - 1)
        });
        match effects::with(last, || effects::shrink(3)) {
            Some(2) => "two".to_owned(),
            Some(_) => unreachable!("the handler says otherwise"),
            None => word,
        }
    });
    let choices = word.randomness(1);
    let shrunk = Shrinker::new(&word).shrink_choices(&choices, |word| word.len() >= 3).unwrap();
    assert_eq!(shrunk.value, "two");
    assert!(asked.borrow().iter().all(|&count| count == 3));
}

#[test]
fn effects_work_in_the_body_of_a_property() {
    let report = Checker::new(0..=9).cases(50).examine(|n| {
        let m = effects::with(on_next(|_, _| false), || draw(5..=9));
        effects::label("seen");
        assert_eq!(m, 5);
        n < 7 || !effects::next(1, 1)
    });
    assert_eq!(report.failures.len(), 1);
    assert_eq!(report.failures[0].value, 7);
}
