//! Failures are kept beside the crate, run first, and never lost.

use std::fs;

use super::fixture::{Fixture, shared, snapshot};

#[test]
fn a_failure_is_kept_in_a_file_for_people() {
    let name = "kept::is_kept";
    shared().forget(name);
    let report = shared().test(name).fails().report();
    let (path, text) = shared().only_kept(name);
    snapshot("kept_file", &text);
    let file = path.strip_prefix(&shared().folder).unwrap().to_str().unwrap().replace('\\', "/");
    assert!(report.contains(&format!("To discard it: rm {file}\n")), "{report}");
    // The next run finds it there, and leaves it as it is.
    let report = shared().test(name).fails().report();
    assert!(report.contains(&format!("\n  failed again on the case saved in {file}; ")), "{report}");
    assert_eq!(shared().only_kept(name), (path, text));
}

/// The entries of a hash map come in any order. They are the same failure, in the same file, which stays as it is.
#[test]
fn the_order_of_a_map_makes_no_other_file() {
    let name = "kept::has_a_map";
    shared().forget(name);
    shared().test(name).fails();
    let path = shared().only_kept(name).0;
    // A case that is run again may lose the size that it was found at.
    shared().test(name).fails();
    let (again, text) = shared().only_kept(name);
    assert_eq!(again, path);
    for _ in 0..3 {
        shared().test(name).fails();
        assert_eq!(shared().only_kept(name), (path.clone(), text.clone()));
    }
    shared().forget(name);
    shared().test(name).fails();
    assert_eq!(shared().only_kept(name).0, path);
}

#[test]
fn what_is_kept_is_run_first() {
    let name = "kept::fails_on_one";
    shared().forget(name);
    shared().test(name).passes();
    shared().test(name).env("MIRRORCHECK_REPLAY", "123456789012").fails();
    let report = shared().test(name).fails().report();
    assert!(
        report.contains("  n: 123456789012\n") && report.contains("\n  failed again on the case saved in "),
        "{report}"
    );
    // Also where no more would be kept.
    shared().test(name).env("MIRRORCHECK_KEEP", "false").fails().says("failed again on the case saved in ");
}

/// Another way to write the generator has other choices for the same value.
#[test]
fn a_value_survives_another_generator() {
    let name = "kept::survives_a_rewrite";
    shared().forget(name);
    shared().test(name).fails();
    assert!(shared().only_kept(name).1.contains(" 700\nany: "));
    // One case alone does not find it by chance.
    let run = || shared().test(name).env("FIXTURE_VERSION", "1").env("MIRRORCHECK_CASES", "1");
    let report = run().fails().report();
    assert!(
        report.contains("  level: Level(700)\n") && report.contains("\n  failed again on the case saved in "),
        "{report}"
    );
    let (_, text) = shared().only_kept(name);
    assert!(text.contains("choices: high(700)\n"), "{text}");
    assert_eq!(run().env("FIXTURE_WORST", "0").passes().remarks(), [""; 0]);
}

/// Of a generator that only runs forward, the choices of the value are found by experiment.
#[test]
fn a_value_survives_another_forward_generator() {
    let name = "kept::only_runs_forward";
    shared().forget(name);
    shared().test(name).fails();
    assert!(shared().only_kept(name).1.contains("Total { cents: 700, is_paid: false }"));
    let run = |version| shared().test(name).env("FIXTURE_VERSION", version).env("MIRRORCHECK_CASES", "1");
    let report = run("1").fails().report();
    assert!(
        report.contains("  total: Total { cents: 700, is_paid: false }\n")
            && report.contains("\n  failed again on the case saved in "),
        "{report}"
    );
    assert_eq!(run("1").env("FIXTURE_WORST", "0").passes().remarks(), [""; 0]);
    // No choices make it, which is a doubt and no more.
    let ran = run("2").passes();
    let [remark] = ran.remarks()[..] else { panic!("{ran}") };
    assert!(remark.contains("; no choices for its value were found in 3000 runs, though there may be some"), "{ran}");
}

/// Each value that was drawn is found again in the generator that is drawn from now.
#[test]
fn what_was_drawn_survives_another_generator() {
    let name = "kept::draws_a_level";
    shared().forget(name);
    shared().test(name).fails();
    let (_, text) = shared().only_kept(name);
    snapshot("kept_draws", &text);
    // One case alone does not find it by chance.
    let run = |version: &str| shared().test(name).env("FIXTURE_VERSION", version).env("MIRRORCHECK_CASES", "1");
    let report = run("1").fails().report();
    assert!(report.contains("  n: 3\n  first: Level(700)\n  more: 50\n"), "{report}");
    assert!(report.contains("\n  failed again on the case saved in "), "{report}");
    assert!(shared().only_kept(name).1.contains("choices: (2 (high(700) 49))\n"), "{}", shared().only_kept(name).1);
    // Mended, it draws more, and is what was kept nevertheless.
    assert_eq!(run("1").env("FIXTURE_WORST", "0").passes().remarks(), [""; 0]);
    let ran = run("2").passes();
    assert_eq!(ran.remarks().len(), 1, "{ran}");
    snapshot("out_of_date_draws", ran.remarks()[0]);
}

#[test]
fn choices_that_make_another_value_are_not_taken_for_it() {
    let name = "kept::keeps_its_value";
    shared().forget(name);
    shared().test(name).fails();
    let report = shared().test(name).env("FIXTURE_VERSION", "1").env("MIRRORCHECK_CASES", "1").fails().report();
    assert!(report.contains("  n: 50\n") && report.contains("\n  failed again on the case saved in "), "{report}");
    assert!(shared().only_kept(name).1.contains("choices: 49\n"), "{}", shared().only_kept(name).1);
}

#[test]
fn a_failure_met_on_the_way_does_not_take_the_place_of_another() {
    let name = "kept::fails_in_two_ways";
    shared().forget(name);
    shared().test(name).env("FIXTURE_WORST", "0").fails();
    let (large, _) = shared().only_kept(name);
    shared().test(name).fails();
    assert!(large.exists(), "the failure that was kept first is gone");
    assert_eq!(large.parent().unwrap().read_dir().unwrap().count(), 2);
}

#[test]
fn what_is_out_of_date_is_said_and_stays() {
    let name = "kept::goes_out_of_date";
    shared().forget(name);
    shared().test(name).fails();
    let kept = shared().only_kept(name);
    for _ in 0..2 {
        let ran = shared().test(name).env("FIXTURE_VERSION", "2").passes();
        assert_eq!(ran.remarks().len(), 1, "{ran}");
        snapshot("out_of_date", ran.remarks()[0]);
        assert_eq!(shared().only_kept(name), kept);
    }
}

#[test]
fn a_corrupt_file_is_named_and_skipped() {
    let name = "kept::has_a_corrupt_file";
    shared().forget(name);
    fs::create_dir_all(shared().folder_of(name)).unwrap();
    let headed =
        |rest: &str| format!("# A failure of a property, found by Mirrorcheck (format 1).\n{rest}").into_bytes();
    let files: [(&str, Vec<u8>); 5] = [
        ("a-empty.txt", Vec::new()),
        ("b-binary.txt", vec![0xff, 0, 0xfe, b'\n', 7]),
        ("c-other.txt", headed("property: kept::another\nvalue n: 5\npanic: no\nchoices: 5\n")),
        ("d-choices.txt", headed("property: kept::has_a_corrupt_file\nvalue n: 5\npanic: no\nchoices: ((5\n")),
        ("e-key.txt", headed("property: kept::has_a_corrupt_file\nvalues: 5\n")),
    ];
    for (file, bytes) in &files {
        fs::write(shared().folder_of(name).join(file), bytes).unwrap();
    }
    let ran = shared().printing(name).passes();
    assert_eq!(ran.cases().len(), 300, "{ran}");
    let remarks = ran.remarks();
    assert_eq!(remarks.len(), files.len(), "{ran}");
    for ((file, bytes), remark) in files.iter().zip(&remarks) {
        assert!(remark.contains(&format!("mirrorcheck-failures/kept.has_a_corrupt_file/{file}")), "{remark}");
        assert_eq!(fs::read(shared().folder_of(name).join(file)).unwrap(), *bytes);
    }
    snapshot("corrupt_files", &remarks.join("\n"));
}

#[test]
fn a_folder_that_cannot_be_written_is_a_warning() {
    let name = "kept::has_no_folder";
    shared().forget(name);
    let folder = shared().folder_of(name);
    fs::create_dir_all(folder.parent().unwrap()).unwrap();
    fs::write(&folder, "a file").unwrap();
    let ran = shared().test(name).fails();
    snapshot("no_folder", &ran.report());
    assert_eq!(fs::read_to_string(&folder).unwrap(), "a file");
    // The same one level up, where another crate is needed.
    let fixture = Fixture::small("unwritable");
    fs::write(fixture.folder.join("mirrorcheck-failures"), "a file").unwrap();
    fixture.test("fails").fails().says("  n: 100\n").says("the failure could not be saved");
    assert!(!fixture.test("shows_its_cases").passes().remarks().is_empty());
}

#[test]
fn a_folder_that_is_only_for_reading_is_a_warning() {
    use std::os::unix::fs::PermissionsExt;
    let name = "kept::has_a_folder_to_read";
    let folder = shared().folder_of(name);
    let set = |mode| fs::set_permissions(&folder, fs::Permissions::from_mode(mode));
    // An earlier run may have left it so.
    let _ = set(0o755);
    shared().forget(name);
    fs::create_dir_all(&folder).unwrap();
    set(0o555).unwrap();
    if fs::write(folder.join("probe"), "").is_ok() {
        set(0o755).unwrap();
        return eprintln!("skipped: this user may write everywhere");
    }
    let ran = shared().test(name).fails();
    set(0o755).unwrap();
    ran.says("  n: 100\n").says("the failure could not be saved: Permission denied");
}

#[test]
fn nothing_is_kept_where_it_is_not_wanted() {
    for name in ["kept::keeps_nothing", "kept::keeps_nothing_expected"] {
        shared().forget(name);
        shared().test(name).ends().says("running 1 test\n");
        assert!(!shared().folder_of(name).exists());
    }
}

#[test]
fn the_command_of_the_report_forgets_it() {
    let name = "kept::is_forgotten";
    shared().forget(name);
    let report = shared().test(name).fails().report();
    // Mended, it passes, and is still kept.
    let mended = || shared().test(name).env("FIXTURE_VERSION", "1").passes();
    assert_eq!(mended().remarks(), [""; 0]);
    shared().only_kept(name);
    let command = report.lines().find_map(|line| line.split_once("To discard it: ")).unwrap().1;
    assert_eq!(shared().shell(command).ends().code, Some(0));
    assert_eq!(shared().kept(name), []);
    mended();
}

#[test]
fn serdes_form_is_kept_and_read() {
    let name = "kept::is_in_serdes_form";
    shared().forget(name);
    shared().test(name).fails();
    let (path, text) = shared().only_kept(name);
    snapshot("kept_by_serde", &text);
    // Where choices mean nothing any more, the value is still known.
    let lines = text.lines().filter(|line| !line.starts_with("any: "));
    let lines = lines.map(|line| if line.starts_with("choices: ") { "choices: unknown" } else { line });
    fs::write(&path, lines.map(|line| format!("{line}\n")).collect::<String>()).unwrap();
    let report = shared().test(name).env("MIRRORCHECK_CASES", "1").fails().report();
    assert!(
        report.contains("  list: [0, 0]\n") && report.contains("\n  failed again on the case saved in "),
        "{report}"
    );
}
