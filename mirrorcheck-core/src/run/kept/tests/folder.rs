//! Real folders, with several who write and read at the same time.

use std::env;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, SystemTime};

use super::super::{Folder, Kept};
use super::{EXAMPLE, example};

const PROPERTY: &str = "tests::insert_keeps_order";

/// Says in a child process where to write, and from which number on.
const WHERE: &str = "KEPT_TESTS_WHERE";
const FROM: &str = "KEPT_TESTS_FROM";

/// How many failures each writer keeps.
const EACH: usize = 40;

/// A folder that goes away.
struct Crate(PathBuf);

impl Crate {
    fn new() -> Crate {
        static MADE: AtomicU32 = AtomicU32::new(0);
        let name = format!("mirrorcheck-kept-{}-{}", std::process::id(), MADE.fetch_add(1, Ordering::Relaxed));
        let path = env::temp_dir().join(name);
        fs::create_dir_all(&path).expect("a folder");
        Crate(path)
    }

    fn folder(&self) -> Folder {
        Folder::new(&self.0, PROPERTY)
    }

    fn path(&self) -> PathBuf {
        self.0.join("mirrorcheck-failures").join("tests.insert_keeps_order")
    }
}

impl Drop for Crate {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn numbered(number: usize) -> Kept {
    // Long enough for a write to be seen half done, if it could be.
    Kept { choices: number.to_string(), panic: "again and ".repeat(2000) + "again", ..example() }
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// The choices of all that is kept; nothing may be broken.
fn choices(folder: &Folder) -> Vec<usize> {
    let loaded = folder.load().into_iter();
    let choices = loaded.map(|loaded| loaded.kept.expect("a failure").choices.parse().expect("a number"));
    let mut choices: Vec<usize> = choices.collect();
    choices.sort_unstable();
    choices
}

#[test]
fn nothing_is_kept_at_first() {
    let here = Crate::new();
    assert!(here.folder().load().is_empty());
    assert_eq!(names(&here.0), Vec::<String>::new());
}

#[test]
fn what_is_kept_is_loaded_in_the_order_of_names() {
    let here = Crate::new();
    let mut paths: Vec<PathBuf> = (0..9).map(|number| here.folder().keep(&numbered(number)).expect("a path")).collect();
    paths.sort();
    let loaded = here.folder().load();
    assert_eq!(loaded.iter().map(|loaded| loaded.path.clone()).collect::<Vec<_>>(), paths);
    assert!(paths.iter().all(|path| path.parent() == Some(&here.path())), "{paths:?}");
    assert_eq!(choices(&here.folder()), (0..9).collect::<Vec<_>>());
    assert_eq!(names(&here.path()).len(), 9);
}

#[test]
fn the_same_failure_is_kept_once_and_its_file_left_alone() {
    let here = Crate::new();
    let path = here.folder().keep(&example()).expect("a path");
    assert_eq!(fs::read_to_string(&path).expect("a text"), EXAMPLE);
    // As git writes it on Windows.
    fs::write(&path, EXAMPLE.replace('\n', "\r\n")).expect("a file");
    assert_eq!(here.folder().keep(&example()), Ok(path.clone()));
    assert!(fs::read_to_string(&path).expect("a text").contains('\r'));
    // What it says has changed: what it fails on has not.
    let changed = Kept { panic: "another".to_owned(), ..example() };
    assert_eq!(here.folder().keep(&changed), Ok(path));
    assert_eq!(here.folder().load().pop().expect("one").kept, Ok(changed));
}

/// A hash map is written in another order in each process.
#[test]
fn the_order_of_entries_makes_no_other_failure() {
    let here = Crate::new();
    let with = |map: &str| {
        let (values, panic) = (vec![("map".to_owned(), map.to_owned())], format!("left: {map}"));
        Kept { values, panic, ..example() }
    };
    let path = here.folder().keep(&with("{1: {\"a\", \"b\"}, 2: {}}")).expect("a path");
    let text = fs::read_to_string(&path).expect("a text");
    assert_eq!(here.folder().keep(&with("{2: {}, 1: {\"b\", \"a\"}}")), Ok(path.clone()));
    assert_eq!(fs::read_to_string(&path).expect("a text"), text);
    assert_ne!(here.folder().keep(&with("{1: {}, 2: {}}")), Ok(path));
}

#[test]
fn a_failure_with_new_choices_takes_the_place_of_the_old() {
    let here = Crate::new();
    let old = here.folder().keep(&numbered(1)).expect("a path");
    let new = here.folder().replace(&old, &numbered(2)).expect("a path");
    assert_eq!(choices(&here.folder()), [2]);
    // With the same choices, it stays; and who comes second finds nothing to remove.
    assert_eq!(here.folder().replace(&new, &numbered(2)), Ok(new.clone()));
    assert_eq!(here.folder().replace(&old, &numbered(2)), Ok(new));
    assert_eq!(choices(&here.folder()), [2]);
}

#[test]
fn a_broken_file_is_named_and_the_others_are_loaded() {
    let here = Crate::new();
    here.folder().keep(&numbered(1)).expect("a path");
    fs::write(here.path().join("broken.txt"), EXAMPLE.replace("any:", "anny:")).expect("a file");
    fs::create_dir(here.path().join("folder.txt")).expect("a folder");
    fs::write(here.path().join("notes.md"), "of no interest").expect("a file");
    let (good, bad): (Vec<_>, Vec<_>) = here.folder().load().into_iter().partition(|loaded| loaded.kept.is_ok());
    assert_eq!((good.len(), bad.len()), (1, 2));
    let place = here.path().display().to_string();
    let said = bad.iter().map(|bad| bad.kept.as_ref().expect_err("an error").to_string().replace(&place, "HERE"));
    let said: Vec<String> = said.map(|said| said.replace('\\', "/")).collect();
    assert_eq!(
        said,
        [
            "HERE/broken.txt:12: `anny:` is an unknown key; a later version may have written it; update Mirrorcheck, or \
             delete it",
            "HERE/folder.txt: it cannot be read: it is not a file; make it a readable file, or delete it",
        ]
    );
}

#[test]
fn a_file_of_another_property_is_named() {
    let here = Crate::new();
    let write = |name: &str, property: &str| {
        fs::create_dir_all(here.path()).expect("a folder");
        fs::write(here.path().join(name), EXAMPLE.replace(PROPERTY, property)).expect("a file");
    };
    write("a.txt", "tests::renamed");
    // This one shares the folder where file names do not tell upper from lower case.
    write("b.txt", "tests::Insert_keeps_order");
    let loaded = here.folder().load();
    assert_eq!(loaded.len(), 1);
    let said = loaded[0].kept.as_ref().expect_err("an error").to_string();
    assert!(
        said.ends_with(
            "a.txt: it belongs to the property \"tests::renamed\", but is in the folder of \"tests::insert_keeps_order\"; if \
             the property was renamed, change that line; otherwise delete the file"
        ),
        "{said}"
    );
}

/// A file stands where a folder should be: nobody can write there, not even who may do everything.
#[test]
fn a_folder_that_cannot_be_is_an_error() {
    let here = Crate::new();
    fs::write(here.0.join("mirrorcheck-failures"), "").expect("a file");
    let loaded = here.folder().load();
    let [loaded] = &loaded[..] else { panic!("{loaded:?}") };
    let said = loaded.kept.as_ref().expect_err("an error").to_string();
    assert!(said.contains("tests.insert_keeps_order: ") && said.contains("; make it a readable folder"), "{said}");
    let said = here.folder().keep(&example()).expect_err("an error").to_string();
    let advice = "; remove what is in its place, or set `keep = false`";
    assert!(said.contains(".txt: the failure could not be saved: ") && said.ends_with(advice), "{said}");
    assert_eq!(fs::read(here.0.join("mirrorcheck-failures")).expect("a file"), b"");
}

#[test]
fn a_failed_write_leaves_nothing_behind() {
    let here = Crate::new();
    let path = here.folder().keep(&example()).expect("a path");
    fs::remove_file(&path).expect("a file");
    // Nothing can be renamed to a folder that is not empty.
    fs::create_dir_all(path.join("inside")).expect("a folder");
    assert!(here.folder().keep(&example()).is_err());
    assert_eq!(names(&here.path()).len(), 1);
}

/// Nobody wrote such a file for a review, and to read it would take all memory.
#[test]
fn a_huge_file_is_named_and_not_read() {
    let here = Crate::new();
    fs::create_dir_all(here.path()).expect("a folder");
    let file = File::create_new(here.path().join("huge.txt")).expect("a file");
    file.set_len(1 << 40).expect("a file with a hole");
    let loaded = here.folder().load();
    let error = loaded[0].kept.as_ref().expect_err("an error").to_string();
    assert!(error.contains("huge.txt: it cannot be read: it is larger than 64 MiB"), "{error}");
}

#[test]
fn what_a_killed_process_left_is_ignored_and_goes_away_after_a_day() {
    let here = Crate::new();
    fs::create_dir_all(here.path()).expect("a folder");
    for (name, days) in [(".old-1-0-0.tmp", 3), (".new-1-0-0.tmp", 0), ("of-a-user.tmp", 3)] {
        let file = File::create_new(here.path().join(name)).expect("a file");
        let then = SystemTime::now() - Duration::from_secs(days * 24 * 60 * 60);
        file.set_modified(then).expect("a time");
    }
    assert!(here.folder().load().is_empty());
    let kept = here.folder().keep(&example()).expect("a path");
    let kept = kept.file_name().expect("a name").to_string_lossy().into_owned();
    assert_eq!(names(&here.path()), [".new-1-0-0.tmp", &kept, "of-a-user.tmp"]);
}

#[test]
fn threads_at_once_lose_nothing() {
    let here = Crate::new();
    let folder = here.folder();
    thread::scope(|scope| {
        let writers: Vec<_> = (0..4)
            .map(|writer| {
                let folder = &folder;
                // Neighbours keep half of the same failures.
                scope.spawn(move || keep_some(folder, writer * EACH / 2))
            })
            .collect();
        while writers.iter().any(|writer| !writer.is_finished()) {
            // Everything that is there is whole.
            choices(&folder);
        }
    });
    assert_eq!(choices(&folder), (0..5 * EACH / 2).collect::<Vec<_>>());
    assert_eq!(names(&here.path()).len(), 5 * EACH / 2);
}

fn keep_some(folder: &Folder, from: usize) {
    for number in from..from + EACH {
        folder.keep(&numbered(number)).expect("a path");
    }
}

#[test]
fn processes_at_once_lose_nothing() {
    // Each child runs this very test, and is told so.
    if let (Some(folder), Ok(from)) = (env::var_os(WHERE), env::var(FROM)) {
        return keep_some(&Folder::new(Path::new(&folder), PROPERTY), from.parse().expect("a number"));
    }
    let here = Crate::new();
    let start = |from: usize| {
        let mut command = Command::new(env::current_exe().expect("the path of this program"));
        command.args(["--exact", "run::kept::tests::folder::processes_at_once_lose_nothing"]);
        command.env(WHERE, &here.0).env(FROM, from.to_string()).stdout(Stdio::null());
        command.spawn().expect("a process")
    };
    let mut children: Vec<Child> = [0, EACH / 2, EACH].map(start).into();
    while children.iter_mut().any(|child| child.try_wait().expect("a state").is_none()) {
        choices(&here.folder());
    }
    assert!(children.iter_mut().all(|child| child.wait().expect("an end").success()));
    assert_eq!(choices(&here.folder()), (0..2 * EACH).collect::<Vec<_>>());
}
