mod noise;
mod oracle;
mod places;

use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;

use super::{Doubts, NO_LIMIT, NO_MEMORY_LIMIT, Named, Observe, Options, Settings, SettingsError, resolve};

/// What a file, variables (`NAME=value`, without the prefix where it is ours) and the code come to.
fn settle(file: &str, variables: &str, code: &Options) -> Result<Settings, SettingsError> {
    let file = (!file.is_empty()).then_some((Path::new("mirrorcheck.toml"), file));
    let variables = variables.split_whitespace().map(|variable| {
        let (name, value) = variable.split_once('=').expect("NAME=value");
        (OsString::from(name), OsString::from(value))
    });
    resolve(file, variables, code)
}

fn settled(file: &str, variables: &str) -> Settings {
    settle(file, variables, &Options::default()).expect("settings")
}

fn refused(file: &str, variables: &str) -> String {
    settle(file, variables, &Options::default()).expect_err("an error").to_string()
}

#[test]
fn what_is_built_in() {
    let built_in = Settings {
        cases: 300,
        cases_are_default: true,
        seed: None,
        jobs: 1,
        time: None,
        shrink: 5000,
        shrink_time: Some(Duration::from_secs(10)),
        discards: 10,
        fork: false,
        timeout: None,
        hang_limit: Duration::from_secs(10),
        memory: None,
        keep: true,
        strategy: None,
        forces_strategy: false,
        doubts: Doubts::Show,
        verbose: 0,
        observe: Observe::Off,
        replay: None,
        is_ci: false,
    };
    assert_eq!(settled("", ""), built_in);
    assert_eq!(settled("# nothing", "PATH=/bin MIRRORCHECK_CASES="), built_in);
    assert_eq!(settled("", "MIRRORCHECK_CHILD=3"), built_in);
}

#[test]
fn observations_go_to_a_folder_or_to_the_usual_one() {
    let observe = |file, variables| settled(file, variables).observe;
    assert_eq!(observe("", "MIRRORCHECK_OBSERVE=/some/where"), Observe::In("/some/where".into()));
    assert_eq!(observe("[default]\nobserve = true", ""), Observe::On);
    assert_eq!(observe("[default]\nobserve = true", "MIRRORCHECK_OBSERVE=0"), Observe::Off);
    assert!(refused("", "MIRRORCHECK_OBSERVE=perhaps").contains("yes or no"));
    assert!(refused("[default]\nobserve = \"/some/where\"", "").contains("yes or no"));
}

#[test]
fn every_key_is_read_from_both_places() {
    let file = r#"
        [default]
        cases = 1_000
        seed = 7
        jobs = 2
        time = "500ms"
        shrink = 60
        shrink_time = "1.5s"
        discards = 3
        fork = true
        timeout = "3min"
        hang_limit = "1min"
        memory = "1.5GB"
        keep = false
        strategy = "ordered"
        doubts = "fail"
        verbose = 2
        observe = true
    "#;
    let variables = "MIRRORCHECK_CASES=1_000 MIRRORCHECK_SEED=7 MIRRORCHECK_JOBS=2 MIRRORCHECK_TIME=500ms \
                     MIRRORCHECK_SHRINK=60 MIRRORCHECK_SHRINK_TIME=1.5s MIRRORCHECK_DISCARDS=3 MIRRORCHECK_FORK=1 \
                     MIRRORCHECK_TIMEOUT=3min MIRRORCHECK_HANG_LIMIT=1min MIRRORCHECK_MEMORY=1.5GB \
                     MIRRORCHECK_KEEP=off MIRRORCHECK_STRATEGY=ordered MIRRORCHECK_DOUBTS=fail MIRRORCHECK_VERBOSE=2 MIRRORCHECK_OBSERVE=1";
    let expected = Settings {
        cases: 1000,
        cases_are_default: false,
        seed: Some(7),
        jobs: 2,
        time: Some(Duration::from_millis(500)),
        shrink: 60,
        shrink_time: Some(Duration::from_millis(1500)),
        discards: 3,
        fork: true,
        timeout: Some(Duration::from_secs(180)),
        // The timeout counts.
        hang_limit: Duration::from_secs(180),
        memory: Some(1_500_000_000),
        keep: false,
        strategy: Some(Named::Ordered),
        forces_strategy: false,
        doubts: Doubts::Fail,
        verbose: 2,
        observe: Observe::On,
        replay: None,
        is_ci: false,
    };
    assert_eq!(settled(file, ""), expected);
    // What the environment says, the code cannot change.
    assert_eq!(settled("", variables), Settings { forces_strategy: true, ..expected });
}

#[test]
fn a_file_of_windows_is_read_the_same() {
    let file = "\u{feff}[default]\r\ncases = 5\r\njobs = 2\r\n";
    assert_eq!((settled(file, "").cases, settled(file, "").jobs), (5, 2));
    assert!(refused(&file.replace("jobs", "job"), "").starts_with("mirrorcheck.toml:3:1: unknown key `job`"));
}

#[test]
fn every_spelling_of_toml_is_read() {
    let plain = settled("[default]\ncases = 1000\ntime = \"20ms\"\nfork = true", "");
    for file in [
        "default.cases = 1_000\ndefault . time = '20ms'\n\"default\".'fork' = true",
        "default = { cases = +1000, time = \"\"\"20ms\"\"\", fork = true }",
        "default = {\n  cases = 0x3e8, # a comment\n  time = \'\'\'\n20ms\'\'\',\n  fork = true,\n}",
        "[ \"def\\u0061ult\" ] # a comment\n\ncases=0o1750 # another\n\ttime = \"20\\x6ds\"\nfork\t=\ttrue",
        "# a comment\r\n['default']\r\ncases = 0b1111101000\r\ntime = \"\"\"\\\r\n  20ms\"\"\"\r\nfork = true",
    ] {
        assert_eq!(settled(file, ""), plain, "{file}");
    }
}

#[test]
fn the_stronger_place_counts() {
    let file = "[default]\ncases = 1\n[thorough]\ncases = 2\n";
    let code = Options { cases: Some(3), ..Options::default() };
    let cases = |file, variables, code: &Options| settle(file, variables, code).expect("settings").cases;
    assert_eq!(cases("", "", &Options::default()), 300);
    assert_eq!(cases(file, "", &Options::default()), 1);
    assert_eq!(cases(file, "MIRRORCHECK_PROFILE=thorough", &Options::default()), 2);
    assert_eq!(cases(file, "MIRRORCHECK_PROFILE=thorough", &code), 3);
    assert_eq!(cases(file, "MIRRORCHECK_PROFILE=thorough MIRRORCHECK_CASES=4", &code), 4);
    // What a place leaves open is open.
    let fork = settle("[default]\nfork = true", "MIRRORCHECK_CASES=4", &code).expect("settings").fork;
    assert!(fork);
}

#[test]
fn profiles() {
    let file = "[default]\ncases = 5\njobs = 3\n[nightly]\ncases = 6\n";
    assert_eq!(settled("", "MIRRORCHECK_PROFILE=thorough").cases, 10_000);
    assert_eq!(settled(file, "MIRRORCHECK_PROFILE=thorough").cases, 10_000);
    let nightly = settled(file, "MIRRORCHECK_PROFILE=nightly");
    assert_eq!((nightly.cases, nightly.jobs), (6, 3));
    assert_eq!(settled(file, "MIRRORCHECK_PROFILE=default").cases, 5);
    assert_eq!(
        refused(file, "MIRRORCHECK_PROFILE=nightyl"),
        "the variable MIRRORCHECK_PROFILE: unknown profile `nightyl`; did you mean `nightly`? There are `default`, \
         `ci`, `thorough` and `nightly`; a table `[nightyl]` in mirrorcheck.toml makes one"
    );
    assert_eq!(
        refused("", "MIRRORCHECK_PROFILE=weekend"),
        "the variable MIRRORCHECK_PROFILE: unknown profile `weekend`; choose from `default`, `ci` and `thorough`; a \
         table `[weekend]` in a mirrorcheck.toml makes one"
    );
}

#[test]
fn continuous_integration_is_the_same_each_time() {
    let of = |variables| (settled("", variables).seed, settled("", variables).is_ci);
    assert_eq!(of("CI=true"), (Some(0), true));
    assert_eq!(of("CI=1"), (Some(0), true));
    assert_eq!(of("GITHUB_ACTIONS=true"), (Some(0), true));
    assert_eq!(of("JENKINS_URL=http://localhost"), (Some(0), true));
    assert_eq!(of("CI=false"), (None, false));
    assert_eq!(of("CI=0"), (None, false));
    assert_eq!(of("CI="), (None, false));
    assert_eq!(of("CI=false GITHUB_ACTIONS=true"), (None, false));
    // The profile can be tried at home.
    assert_eq!(of("MIRRORCHECK_PROFILE=ci"), (Some(0), false));
    // Another profile does not make it random, a seed makes it another.
    assert_eq!(of("CI=true MIRRORCHECK_PROFILE=thorough"), (Some(0), true));
    assert_eq!(of("CI=true MIRRORCHECK_SEED=9"), (Some(9), true));
    assert_eq!(settled("[default]\nseed = 4", "CI=true").seed, Some(4));
    let file = "[default]\ncases = 1\n[ci]\ncases = 2";
    assert_eq!((settled(file, "CI=true").cases, settled(file, "").cases), (2, 1));
}

#[test]
fn time_takes_the_place_of_cases() {
    assert_eq!(settled("", "MIRRORCHECK_TIME=10s").cases, u64::MAX);
    assert_eq!(settled("[default]\ncases = 20", "MIRRORCHECK_TIME=10s").cases, 20);
    assert_eq!(settled("", "MIRRORCHECK_TIME=none").cases, 300);
}

#[test]
fn a_limit_can_be_taken_back() {
    let file = "[default]\ntime = \"1s\"\ntimeout = \"1s\"\nshrink_time = \"1s\"\n[ci]\ntime = \"none\"";
    let settings = settled(file, "CI=1 MIRRORCHECK_TIMEOUT=none");
    assert_eq!((settings.time, settings.timeout, settings.fork), (None, None, false));
    assert_eq!(settings.shrink_time, Some(Duration::from_secs(1)));
    let code = Options { shrink_time: Some(NO_LIMIT), ..Options::default() };
    assert_eq!(settle(file, "", &code).expect("settings").shrink_time, None);
}

#[test]
fn a_timeout_needs_a_child() {
    assert!(settled("", "MIRRORCHECK_TIMEOUT=1s").fork);
    assert!(settled("[default]\nfork = false\ntimeout = \"1s\"", "MIRRORCHECK_FORK=0").fork);
}

#[test]
fn a_limit_of_memory_needs_a_child() {
    assert!(settled("", "MIRRORCHECK_MEMORY=1GB").fork);
    assert!(settled("[default]\nfork = false\nmemory = \"1GB\"", "MIRRORCHECK_FORK=0").fork);
    let taken_back = settled("[default]\nmemory = \"1GB\"", "MIRRORCHECK_MEMORY=none");
    assert_eq!((taken_back.memory, taken_back.fork), (None, false));
    let code = Options { memory: Some(NO_MEMORY_LIMIT), ..Options::default() };
    assert_eq!(settle("[default]\nmemory = \"1GB\"", "", &code).expect("settings").memory, None);
    let code = Options { memory: Some(1 << 20), ..Options::default() };
    assert_eq!(settle("[default]\nmemory = \"1GB\"", "", &code).expect("settings").memory, Some(1 << 20));
}

#[test]
fn a_timeout_is_the_limit_of_a_hang() {
    let limit = |file, variables| settled(file, variables).hang_limit;
    assert_eq!(limit("[default]\nhang_limit = \"3s\"", ""), Duration::from_secs(3));
    assert_eq!(limit("[default]\nhang_limit = \"3s\"", "MIRRORCHECK_HANG_LIMIT=1.5s"), Duration::from_millis(1500));
    assert_eq!(limit("[default]\nhang_limit = \"3s\"", "MIRRORCHECK_TIMEOUT=1h"), Duration::from_secs(3600));
    assert_eq!(limit("[default]\ntimeout = \"1s\"", "MIRRORCHECK_TIMEOUT=none"), Duration::from_secs(10));
    // A moment that far ahead exists on every clock, so that nobody has to ask whether it does.
    assert_eq!(limit("", "MIRRORCHECK_HANG_LIMIT=none"), Duration::from_secs(365 * 24 * 60 * 60));
}

#[test]
fn durations() {
    let time = |text: &str| settled("", &format!("MIRRORCHECK_TIME={text}")).time;
    let nanos = |nanos| Some(Duration::from_nanos(nanos));
    assert_eq!(time("10us"), nanos(10_000));
    assert_eq!(time("10µs"), nanos(10_000));
    assert_eq!(time("500ms"), nanos(500_000_000));
    assert_eq!(time("2s"), nanos(2_000_000_000));
    assert_eq!(time("1.5s"), nanos(1_500_000_000));
    assert_eq!(time("0.000000001s"), nanos(1));
    assert_eq!(time("1.0000000019999s"), nanos(1_000_000_001));
    assert_eq!(time("3min"), nanos(180_000_000_000));
    assert_eq!(time("1h"), nanos(3_600_000_000_000));
    assert_eq!(settled("[default]\ntime = \"2 s\"", "").time, nanos(2_000_000_000));
    assert_eq!(settled("", "MIRRORCHECK_TIME=8760h").time, nanos(8760 * 3_600_000_000_000));
}

#[test]
fn amounts_of_memory() {
    let memory = |text: &str| settled("", &format!("MIRRORCHECK_MEMORY={text}")).memory;
    assert_eq!(memory("10KB"), Some(10_000));
    assert_eq!(memory("0.5MB"), Some(500_000));
    assert_eq!(memory("1GB"), Some(1_000_000_000));
    assert_eq!(memory("1.5GB"), Some(1_500_000_000));
    assert_eq!(memory("2KiB"), Some(2048));
    assert_eq!(memory("64MiB"), Some(64 << 20));
    assert_eq!(memory("1.25GiB"), Some(5 << 28));
    assert_eq!(memory("none"), None);
    assert_eq!(settled("[default]\nmemory = \"2 GB\"", "").memory, Some(2_000_000_000));
}

#[test]
fn flags_of_variables() {
    for (text, flag) in [("1", true), ("true", true), ("Yes", true), ("ON", true)] {
        assert_eq!(settled("", &format!("MIRRORCHECK_FORK={text}")).fork, flag);
    }
    for text in ["0", "false", "no", "Off"] {
        assert!(!settled("", &format!("MIRRORCHECK_KEEP={text}")).keep);
    }
    assert_eq!(settled("", "MIRRORCHECK_VERBOSE=yes").verbose, 1);
    assert_eq!(settled("[default]\nverbose = true", "").verbose, 1);
    assert_eq!(settled("[default]\nverbose = 2", "MIRRORCHECK_VERBOSE=off").verbose, 0);
}

#[test]
fn a_seed_may_be_any() {
    let most = u64::MAX;
    assert_eq!(settled("", &format!("MIRRORCHECK_SEED={most}")).seed, Some(most));
    assert_eq!(settled(&format!("[default]\nseed = \"{most}\""), "").seed, Some(most));
}

#[test]
fn what_to_replay_is_only_a_variable() {
    let variables = [("MIRRORCHECK_REPLAY", "@0 (node(0 leaf) 0)")];
    let variables = variables.map(|(name, value)| (OsString::from(name), OsString::from(value)));
    let settings = resolve(None, variables.into_iter(), &Options::default()).expect("settings");
    assert_eq!(settings.replay.as_deref(), Some("@0 (node(0 leaf) 0)"));
    assert_eq!(
        refused("[default]\nreplay = \"0\"", ""),
        "mirrorcheck.toml:2:1: `replay` cannot be set in a file; set the variable MIRRORCHECK_REPLAY instead"
    );
}

/// What is wrong in a file, without its name.
#[test]
fn mistakes_in_a_file() {
    let said = |file: &str| refused(file, "").strip_prefix("mirrorcheck.toml:").expect("the place").to_owned();
    for (file, expected) in [
        ("[default]\ncase = 3", "2:1: unknown key `case`; did you mean `cases`?"),
        ("[default]\nshrink-time = \"1s\"", "2:1: unknown key `shrink-time`; did you mean `shrink_time`?"),
        (
            "[ci]\n  colour = 3",
            "2:3: unknown key `colour`; choose from `cases`, `seed`, `jobs`, `time`, `shrink`, `shrink_time`, \
             `discards`, `fork`, `timeout`, `hang_limit`, `memory`, `keep`, `strategy`, `doubts`, `verbose` and `observe`",
        ),
        ("\ncases = 3", "2:1: `cases` is outside of any table; put it below a line `[default]`"),
        ("cass = 3", "1:1: unknown key `cass`; did you mean `cases`? And put it below a line `[default]`"),
        ("[[nightly]]\ncases = 3", "1:3: the profile `nightly` is a list; write `[nightly]`, once"),
        (
            "[default]\ncases = \"3\"",
            "2:10: `cases` must be a whole number, not \"3\"; write all of its digits, as in `10_000`, without quotes",
        ),
        (
            "[default]\ncases = 1e4",
            "2:9: `cases` must be a whole number, not 10000; write all of its digits, as in `10_000`, without quotes",
        ),
        ("[default]\ncases = -3", "2:9: `cases` must be a whole number, not -3; write 0 or more"),
        ("[default]\njobs = 0", "2:8: `jobs` must not be 0; write 1 for one thread"),
        ("[default]\nkeep = 1", "2:8: `keep` must be yes or no, not 1; write `true` or `false`, without quotes"),
        (
            "[default]\nseed = \"x\"",
            "2:9: `seed` must be a whole number, not \"x\"; write all of its digits, as in `10_000`",
        ),
        ("[default]\ntime = 5", "2:8: `time` must be a length of time, not 5; say the unit, in quotes, as in `\"5s\"`"),
        (
            "[default]\ntime = \"5\"",
            "2:9: `time` must be a length of time, not \"5\"; say the unit, as in `5s`: us, ms, s, min or h",
        ),
        ("[default]\ntime = \"5m\"", "2:9: `time` must be a length of time, not \"5m\"; write `5min` for minutes"),
        (
            "[default]\ntime = \"soon\"",
            "2:9: `time` must be a length of time, not \"soon\"; write a number and a unit: us, ms, s, min or h, as in \
             `1.5s`, or `none`",
        ),
        ("[default]\ntime = \"0s\"", "2:9: `time` must be more than zero; write `none` for no limit"),
        (
            "[default]\nshrink_time = \"0ms\"",
            "2:16: `shrink_time` must be more than zero; write `shrink = 0` not to shrink, or `none` for no limit",
        ),
        ("[default]\ntime = \"9999h\"", "2:9: `time` is longer than a year; write `none` for no limit"),
        (
            "[default]\ntime = \"99999999999999999999999h\"",
            "2:9: `time` is longer than a year; write `none` for no limit",
        ),
        ("[default]\nhang_limit = \"0s\"", "2:15: `hang_limit` must be more than zero; write `none` for no limit"),
        (
            "[default]\nmemory = 512",
            "2:10: `memory` must be an amount of memory, not 512; say the unit, in quotes, as in `\"512MB\"`",
        ),
        (
            "[default]\nmemory = true",
            "2:10: `memory` must be an amount of memory, not true; write a number and a unit in quotes, as in \
             `\"1.5GB\"`",
        ),
        (
            "[default]\nmemory = \"512\"",
            "2:11: `memory` must be an amount of memory, not \"512\"; say the unit, as in `512MB`: KB, MB, GB, KiB, \
             MiB or GiB",
        ),
        ("[default]\nmemory = \"1gb\"", "2:11: `memory` must be an amount of memory, not \"1gb\"; write `1GB`"),
        ("[default]\nmemory = \"1.5G\"", "2:11: `memory` must be an amount of memory, not \"1.5G\"; write `1.5GB`"),
        (
            "[default]\nmemory = \"much\"",
            "2:11: `memory` must be an amount of memory, not \"much\"; write a number and a unit: KB, MB, GB, KiB, \
             MiB or GiB, as in `1.5GB`, or `none`",
        ),
        ("[default]\nmemory = \"0.0GB\"", "2:11: `memory` must be more than zero; write `none` for no limit"),
        (
            "[default]\nmemory = \"99999999999999999999GB\"",
            "2:11: `memory` is more than any machine has; write `none` for no limit",
        ),
        (
            "[default]\nmemory = \"9999999999GB\"",
            "2:11: `memory` is more than any machine has; write `none` for no limit",
        ),
        ("[default]\nstrategy = \"orderd\"", "2:13: unknown strategy `orderd`; did you mean `ordered`?"),
        ("[default]\nstrategy = \"zigzag\"", "2:13: unknown strategy `zigzag`; choose from `random` and `ordered`"),
        ("[default]\nstrategy = 1", "2:12: `strategy` must be a word, not 1; write one of random, ordered in quotes"),
        ("[default]\ndoubts = \"shwo\"", "2:11: unknown way with doubts `shwo`; did you mean `show`?"),
        ("[default]\nverbose = 3", "2:11: `verbose` is too high; write 0, 1 (reports in full) or 2 (also every case)"),
        (
            "[default]\nfork = [true]",
            "2:8: `fork` must be yes or no, not a list; write `true` or `false`, without quotes",
        ),
        (
            "[default]\n[default.cases]\nx = 1",
            "2:10: `cases` must be a whole number, not a table; write all of its digits, as in `10_000`, without quotes",
        ),
    ] {
        assert_eq!(said(file), expected, "{file}");
    }
    // What stands in a profile that is not used is checked too, the first mistake first.
    assert!(said("[default]\n[b]\ncases = 1\nfrok = true\n[a]\nx = 1").starts_with("4:1: "));
}

#[test]
fn a_broken_file_names_the_line_and_the_column() {
    for (file, place) in [
        ("[default]\ncases = 10k", "2:9: "),
        ("[default]\n\nseed = 18446744073709551615", "3:8: "),
        ("[default\ncases = 1", "1:9: "),
        ("[default]\ncases = \"é", "2:9: "),
        ("[default]\ncases = 1\ncases = 2", "3:1: "),
        ("[default]\n[default]", "2:1: "),
        ("[default]\ncases", "2:6: "),
    ] {
        let said = refused(file, "");
        let expected = format!("mirrorcheck.toml:{place}this is not valid TOML: ");
        assert!(said.starts_with(&expected), "{said}");
    }
}

#[test]
fn a_broken_file_says_what_is_wrong_and_what_to_do() {
    let said = |file: &str| refused(file, "").strip_prefix("mirrorcheck.toml:").expect("the place").to_owned();
    for (file, expected) in [
        (
            "[default]\ncases = 10k",
            "2:9: this is not valid TOML: `10k` is not `true`, `false` or a number up to 9223372036854775807; write \
             out all digits of a number; put text, and a larger seed, in quotes",
        ),
        (
            "[default]\ncases =",
            "2:8: this is not valid TOML: expected a value, found the end of the line; write a number, `true`, \
             `false`, or text in quotes",
        ),
        (
            "[default\ncases = 1",
            "1:9: this is not valid TOML: expected `]`, found the end of the line; close the header, as in `[default]`",
        ),
        ("[default]\ncases: 3", "2:6: this is not valid TOML: expected `=`, found `:`; write a key, `=` and a value"),
        (
            "[default]\ncases = 3; jobs = 2",
            "2:10: this is not valid TOML: expected the end of the line, found `;`; write each key, and each \
             `[table]`, on a line of its own",
        ),
        (
            "[]",
            "1:2: this is not valid TOML: expected a key, found `]`; use letters, digits, `_` and `-`, or put the key \
             in quotes",
        ),
        (
            "default = { cases = 1",
            "1:22: this is not valid TOML: expected `,` or `}`, found the end of the line; separate the values with \
             commas, and close the bracket",
        ),
        ("[ci]\ntime = \"1s", "2:8: this is not valid TOML: unclosed string; close it with the same quotes"),
        (
            "[ci]\ntime = \"\\s\"",
            "2:9: this is not valid TOML: unknown escape in a string; write `\\\\` for a backslash, or put the text in \
             single quotes",
        ),
        (
            "[ci]\ntime = \"\u{7}\"",
            "2:9: this is not valid TOML: control character in a string; write its code, as in `\\u0007`",
        ),
        (
            "\'\'\'ci\'\'\' = 3",
            "1:1: this is not valid TOML: a key cannot be a multi-line string; write it in plain quotes",
        ),
        ("[ci]\njobs = 1\njobs = 2", "3:1: this is not valid TOML: `jobs` is defined twice; keep one of the two"),
        ("[ci]\n[default]\n[ci]", "3:1: this is not valid TOML: `ci` is defined twice; keep one of the two"),
        // An error of syntax counts before a mistake in the settings.
        (
            "[ci]\njob = 1\n[ci",
            "3:4: this is not valid TOML: expected `]`, found the end of the line; close the header, as in \
             `[default]`",
        ),
    ] {
        assert_eq!(said(file), expected, "{file}");
    }
}

#[test]
fn mistakes_in_variables() {
    for (variable, expected) in [
        ("CASE=3", "unknown variable `MIRRORCHECK_CASE`; did you mean `MIRRORCHECK_CASES`?"),
        ("CASES=10k", "`cases` must be a whole number, not \"10k\"; write `10000`"),
        ("CASES=1e4", "`cases` must be a whole number, not \"1e4\"; write `10000`"),
        ("CASES=-1", "`cases` must be a whole number, not \"-1\"; write 0 or more"),
        ("CASES=1_", "`cases` must be a whole number, not \"1_\"; write all of its digits, as in `10_000`"),
        (
            "SEED=18446744073709551616",
            "`seed` must be a number that fits, not \"18446744073709551616\"; write at most 18446744073709551615",
        ),
        (
            "FORK=perhaps",
            "`fork` must be yes or no, not \"perhaps\"; write `1` or `0` (or true, false, yes, no, on, off)",
        ),
        ("STRATEGY=Ordered", "unknown strategy `Ordered`; did you mean `ordered`?"),
        (
            "VERBOSE=very",
            "`verbose` must be yes or no, not \"very\"; write `1` or `0` (or true, false, yes, no, on, off)",
        ),
    ] {
        let name = variable.split('=').next().expect("a name");
        let place = if name == "CASE" { String::new() } else { format!("the variable MIRRORCHECK_{name}: ") };
        let expected = format!("{place}{expected}");
        assert_eq!(refused("", &format!("MIRRORCHECK_{variable}")), expected);
    }
    let far = refused("", "MIRRORCHECK_ABRACADABRA_X=1");
    assert!(far.contains("choose from `MIRRORCHECK_CASES`, ") && far.contains(" and `MIRRORCHECK_REPLAY`"), "{far}");
    // The message does not depend on the order in which the system lists them.
    let (one, other) = ("MIRRORCHECK_A=1", "MIRRORCHECK_B=1");
    assert_eq!(refused("", &format!("{one} {other}")), refused("", &format!("{other} {one}")));
}

#[test]
fn mistakes_in_the_code() {
    let second = Some(Duration::from_secs(1));
    for (code, expected) in [
        (Options { jobs: Some(0), ..Options::default() }, "`jobs` must not be 0; write 1 for one thread"),
        (
            Options { time: second, timeout: Some(Duration::ZERO), ..Options::default() },
            "`timeout` must be more than zero; write `none` for no limit",
        ),
        (
            Options { memory: Some(0), ..Options::default() },
            "`memory` must be more than zero; write `none` for no limit",
        ),
        (
            Options { hang_limit: Some(Duration::ZERO), ..Options::default() },
            "`hang_limit` must be more than zero; write `none` for no limit",
        ),
        (
            Options { verbose: Some(3), ..Options::default() },
            "`verbose` is too high; write 0, 1 (reports in full) or 2 (also every case)",
        ),
    ] {
        let error = settle("", "", &code).expect_err("an error");
        assert_eq!(error.to_string(), format!("the options of this property: {expected}"));
    }
}
