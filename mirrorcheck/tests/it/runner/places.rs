//! Bad places: folders that cannot be written, full disks, missing folders, and files of others under our names. A failure
//! is reported all the same. The next run knows it, or the first run said that it would not.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::Write;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use super::fixture::Ran;
use super::subject::Subject;

/// A property that panics, one that aborts, and one that aborts in a child.
const PROPERTIES: [&str; 3] = ["places::panics", "places::aborts", "places::aborts_in_a_child"];

/// How a shell says that a program died of `SIGABRT`.
const ABORTED: i32 = 128 + 6;

#[test]
fn a_target_folder_that_is_read_only() {
    Place::new("a read-only target folder").mounted(|subject| read_only(&subject.folder.join("debug")));
}

#[test]
fn a_target_folder_on_a_full_disk() {
    Place::new("a target folder on a full disk").mounted(|subject| full(&records(subject)));
}

#[test]
fn a_folder_of_failures_that_is_read_only() {
    Place::new("a read-only folder of failures").mounted(|subject| {
        fs::create_dir_all(subject.failures()).unwrap();
        read_only(subject.failures().parent().unwrap())
    });
}

#[test]
fn a_folder_of_failures_on_a_full_disk() {
    Place::new("a folder of failures on a full disk").mounted(|subject| full(&subject.failures()));
}

#[test]
fn a_full_disk() {
    Place::new("a full disk").mounted(|subject| {
        let folders = [records(subject), subject.failures(), subject.folder.join("temporary")];
        folders.map(|folder| full(&folder)).join(" && ")
    });
}

#[test]
fn no_folder_for_temporary_files() {
    Place::new("no folder for temporary files").with("env TMPDIR=/nonexistent").made(|_| ());
}

#[test]
fn a_link_to_nowhere_as_the_folder_of_failures() {
    Place::new("a link to nowhere as the folder of failures").made(|subject| {
        fs::create_dir_all(subject.failures().parent().unwrap()).unwrap();
        symlink("/nonexistent", subject.failures()).unwrap();
    });
}

/// What the link leads to is not changed.
#[test]
fn a_link_where_the_failure_goes() {
    let target = |subject: &Subject| subject.folder.join("of-another");
    let place = Place::new("a link where the failure goes");
    place.made(|subject| {
        fs::write(target(subject), "not ours\n").unwrap();
        let name = saved_name(subject);
        fs::create_dir_all(subject.failures()).unwrap();
        symlink(target(subject), subject.failures().join(name)).unwrap();
    });
    for property in PROPERTIES {
        assert_eq!(fs::read_to_string(target(&Subject::quick(property))).unwrap(), "not ours\n", "{property}");
    }
}

#[test]
fn a_folder_where_the_failure_goes() {
    Place::new("a folder where the failure goes").made(|subject| {
        let name = saved_name(subject);
        fs::create_dir_all(subject.failures().join(name)).unwrap();
    });
}

#[test]
fn a_file_as_the_folder_of_failures() {
    Place::new("a file as the folder of failures").made(|subject| {
        fs::create_dir_all(subject.failures().parent().unwrap()).unwrap();
        fs::write(subject.failures(), "not ours\n").unwrap();
    });
}

#[test]
fn a_file_as_the_folder_of_records() {
    let make = |subject: &Subject| fs::write(records(subject), "not ours\n").unwrap();
    Place::new("a file as the folder of records").made(make);
}

/// In a namespace of its own, the numbers of processes are known in advance.
#[test]
fn folders_where_records_go() {
    Place::new("folders where records go").numbered().mounted(|subject| {
        for process in 1..40 {
            for name in [format!("{process}.new"), format!("{process}-0.running")] {
                fs::create_dir_all(records(subject).join(name).join("not-ours")).unwrap();
            }
        }
        "true".to_owned()
    });
}

/// Whoever can write into the shared folder for temporary files cannot say that a property passes.
#[test]
fn answers_of_others() {
    Place::new("answers of others").numbered().mounted(|subject| {
        for process in 1..40 {
            for number in 0..8 {
                let name = format!("temporary/mirrorcheck-{process}-{number}.said");
                fs::write(subject.folder.join(name), "passes\n").unwrap();
            }
        }
        "true".to_owned()
    });
}

#[test]
fn folders_of_another_user() {
    const OTHER: &str = "setpriv --reuid=54321 --regid=54321 --clear-groups";
    let place = Place::new("folders of another user").with(OTHER);
    let subject = Subject::quick(PROPERTIES[0]);
    if !shell(&format!("{OTHER} '{}' --list", subject.program.display())) {
        return place.skip("this user cannot run the program as another one");
    }
    place.made(|subject| {
        fs::create_dir_all(subject.failures()).unwrap();
        fs::create_dir_all(records(subject)).unwrap();
        // Only these two are not of another user.
        fs::write(subject.marker(), "").unwrap();
        for path in [subject.marker(), subject.folder.join("temporary")] {
            std::os::unix::fs::chown(path, Some(54_321), Some(54_321)).unwrap();
        }
    });
}

/// A place in which each property is run twice: first it fails, then it would pass if the failure were not known.
struct Place {
    name: &'static str,
    /// The beginning of the command that runs the test program.
    with: &'static str,
    /// Whether processes are numbered from 1.
    is_numbered: bool,
}

impl Place {
    fn new(name: &'static str) -> Place {
        Place { name, with: "", is_numbered: false }
    }

    fn with(self, with: &'static str) -> Place {
        Place { with, ..self }
    }

    fn numbered(self) -> Place {
        Place { is_numbered: true, ..self }
    }

    fn skip(&self, why: &str) {
        // Not `eprintln!`, which is captured.
        let _ = writeln!(std::io::stderr(), "skipped: {}: {why}", self.name);
    }

    /// Runs them in a place that this makes with files and folders.
    fn made(&self, make: impl Fn(&Subject)) {
        self.runs("sh", |subject| {
            make(subject);
            "true".to_owned()
        });
    }

    /// Runs them in a namespace in which a line for the shell mounts what is needed.
    fn mounted(&self, line: impl Fn(&Subject) -> String) {
        let numbers = if self.is_numbered { " --pid --fork --mount-proc" } else { "" };
        let namespaces = ["", " --map-root-user"].map(|user| format!("unshare --mount{user}{numbers} sh"));
        let works = |namespace: &&String| shell(&format!("{namespace} -c 'mount -t tmpfs none /tmp'"));
        match namespaces.iter().find(works) {
            Some(namespace) => self.runs(namespace, line),
            None => self.skip("no file system can be mounted here"),
        }
    }

    fn runs(&self, shell: &str, prepare: impl Fn(&Subject) -> String) {
        // The places share the folders of saved failures.
        static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
        let _one = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
        let mut wrong = String::new();
        for property in PROPERTIES {
            let subject = Subject::quick(property);
            let (failing, passing) = subject.seeds();
            forget(&subject);
            let prepared = prepare(&subject);
            let [first, second] = runs(&subject, shell, &prepared, self.with, [failing, passing]);
            wrong.push_str(&complaints(&subject, &first, &second));
            forget(&subject);
        }
        assert!(wrong.is_empty(), "{}:\n{wrong}", self.name);
    }
}

/// Runs a property under two seeds, one after the other, behind a line for the shell.
fn runs(subject: &Subject, shell: &str, prepared: &str, with: &str, seeds: [u32; 2]) -> [Ran; 2] {
    let said = |name: &str| subject.folder.join(name);
    let mut script = format!("{{ {prepared}; }} || exit 1\n");
    for (number, seed) in seeds.iter().enumerate() {
        let [out, error, code] = ["out", "error", "code"].map(|name| said(&format!("{name}-{number}")));
        let (program, property) = (subject.program.display(), subject.property);
        script.push_str(&format!("MIRRORCHECK_SEED={seed} {with} '{program}' {property} --exact"));
        script.push_str(&format!(" >'{}' 2>'{}'\n", out.display(), error.display()));
        script.push_str(&format!("echo $? >'{}'\n", code.display()));
    }
    let line = format!("exec {shell} -c \"$0\"");
    let run = subject.running(OsStr::new("sh"), ["-c", &line, &script]);
    let ran = run.ends();
    assert_eq!(ran.code, Some(0), "{ran}");
    [0, 1].map(|number| {
        let read = |name: &str| fs::read_to_string(said(&format!("{name}-{number}"))).unwrap();
        Ran { code: read("code").trim().parse().ok(), stdout: read("out"), stderr: read("error") }
    })
}

/// What is wrong with what two runs in a bad place said.
fn complaints(subject: &Subject, first: &Ran, second: &Ran) -> String {
    let mut wrong = Vec::new();
    let fails = match subject.property {
        // In the process of the test there is no other way to fail.
        "places::aborts" => first.code == Some(ABORTED),
        // Without a record, nobody knows the case.
        name => subject.is_reported(first) || first.stdout.contains(&format!("property `{name}` ended its process")),
    };
    if !fails {
        wrong.push("the first run does not report the failure");
    }
    let speaks = first.stderr.lines().any(|line| line.starts_with("mirrorcheck:"));
    if !subject.is_reported(second) && !speaks {
        wrong.push("the second run does not know the failure, and the first did not say that it would not");
    }
    if !matches!(second.code, Some(0 | 101)) {
        wrong.push("the second run dies");
    }
    let texts = [&first.stdout, &first.stderr, &second.stdout, &second.stderr];
    if texts.iter().any(|text| text.contains("mirrorcheck-core/src/") || text.contains("bug in Mirrorcheck")) {
        wrong.push("the library panics");
    }
    if wrong.is_empty() {
        return String::new();
    }
    format!("## {}: {}\n# first: {first}\n# second: {second}\n", subject.property, wrong.join("; "))
}

/// The folder of records.
fn records(subject: &Subject) -> PathBuf {
    subject.folder.join("debug/mirrorcheck")
}

/// The name of the file in which the failure of a property is saved where nothing is wrong.
fn saved_name(subject: &Subject) -> OsString {
    let (failing, passing) = subject.seeds();
    forget(subject);
    for seed in [failing, passing] {
        subject.run(seed).ends();
    }
    let saved = subject.failures().read_dir().unwrap().next().unwrap().unwrap().file_name();
    forget(subject);
    saved
}

/// Forgets what earlier runs and places have left.
fn forget(subject: &Subject) {
    let _ = fs::remove_file(records(subject));
    subject.clean();
}

/// A line that makes a folder read-only.
fn read_only(folder: &Path) -> String {
    format!("mount --bind '{0}' '{0}' && mount -o remount,ro,bind '{0}'", folder.display())
}

/// A line that makes a folder a file system without room.
fn full(folder: &Path) -> String {
    fs::create_dir_all(folder).unwrap();
    // The filler is as long as there is room.
    format!(
        "mount -t tmpfs -o size=64k none '{0}' && {{ head -c 1000000 /dev/zero >'{0}/filler' 2>/dev/null; true; }}",
        folder.display()
    )
}

/// Whether a line for the shell ends well.
fn shell(line: &str) -> bool {
    Command::new("sh").args(["-c", line]).output().is_ok_and(|output| output.status.success())
}
