//! Several processes at once lose nothing.

use std::thread;

use super::fixture::shared;

#[test]
fn different_failures_are_all_kept() {
    let (name, another) = ("kept::fails_in_many_ways", "kept::fails_beside_it");
    [name, another].iter().for_each(|name| shared().forget(name));
    let values: Vec<u64> = (0..6).map(|i| 1000 + i).collect();
    thread::scope(|scope| {
        for value in &values {
            scope.spawn(move || shared().test(name).env("MIRRORCHECK_REPLAY", value.to_string()).fails());
        }
        scope.spawn(|| shared().test(another).fails());
    });
    let kept = shared().kept(name);
    let has = |value: &u64| kept.iter().any(|(_, text)| text.contains(&format!("value n: {value}\n")));
    assert!(kept.len() == values.len() && values.iter().all(has), "{kept:?}");
    shared().only_kept(another);
    // All are run, and the first is the one that is told.
    let report = shared().test(name).fails().report();
    assert!(report.contains("failed again on the case saved in "), "{report}");
    assert_eq!(shared().kept(name).len(), values.len());
}

#[test]
fn the_same_failure_is_kept_once() {
    let name = "kept::fails_in_one_way";
    shared().forget(name);
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                shared().test(name).fails().says("  n: 1000\n").says("run first from now on");
            });
        }
    });
    assert!(shared().only_kept(name).1.contains("value n: 1000\n"));
}
