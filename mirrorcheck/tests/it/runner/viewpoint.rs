//! Paths and commands can be pasted where the user is.

use std::path::Path;

use super::fixture::{Fixture, Ran, shared};

/// Runs a line where a user is, as a shell does.
fn shell(fixture: &Fixture, folder: &Path, line: &str) -> Ran {
    let mut run = fixture.shell(line);
    run.command.current_dir(folder).env("PWD", folder);
    run.ends()
}

fn line<'r>(report: &'r str, before: &str) -> &'r str {
    report.lines().find_map(|line| line.trim().strip_prefix(before)).unwrap_or_else(|| panic!("{report}"))
}

#[test]
fn in_a_workspace_lines_can_be_pasted_where_the_user_is() {
    let fixture = Fixture::member("viewpoint");
    let member = fixture.folder.clone();
    let root = member.parent().unwrap();
    for (folder, place, file, command) in [
        (root, "member/src/lib.rs:", "member/mirrorcheck-failures/fails/", "cargo test -p viewpoint fails -- --exact"),
        (&member, "src/lib.rs:", "mirrorcheck-failures/fails/", "cargo test fails -- --exact"),
        (&member.join("src"), "lib.rs:", "../mirrorcheck-failures/fails/", "cargo test -p viewpoint fails -- --exact"),
    ] {
        let run = "cargo test --offline -p viewpoint fails -- --exact";
        let report = shell(&fixture, folder, run).report();
        assert!(report.contains(&format!("\n  panic: 100 is too much ({place}")), "{report}");
        let rm = line(&report, "saved; runs first next time. To discard it: ");
        assert!(rm.starts_with(&format!("rm {file}")), "{report}");
        let replay = line(&report, "replay: ");
        assert!(replay.ends_with(command), "{report}");
        let replayed = shell(&fixture, folder, replay).report();
        assert!(replayed.contains("\n  n: 100\n") && replayed.contains("failed on the first case"), "{replayed}");
        assert_eq!(shell(&fixture, folder, rm).code, Some(0));
        assert_eq!(fixture.kept("fails"), []);
    }
}

#[test]
fn a_test_outside_of_the_library_is_run_alone() {
    let run = shared().cargo(["test", "--offline", "--test", "outside"]);
    let report = run.env("MIRRORCHECK_KEEP", "false").fails().report();
    let replay = line(&report, "replay: ");
    assert!(replay.ends_with(" cargo test --test outside is_in_a_file_of_its_own -- --exact"), "{report}");
    let ran = shared().shell(replay).env("MIRRORCHECK_KEEP", "false").fails();
    assert_eq!(ran.stdout.matches("test result:").count(), 1, "{ran}");
}
