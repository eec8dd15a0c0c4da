//! Properties that fail rarely, each in a test program of its own, and runs of them that can be killed.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use super::fixture::{Fixture, Ran, Run};

/// A property with a test program that no other property runs: they have different records.
pub(super) struct Subject {
    pub(super) property: &'static str,
    /// Where its program is, and what it leaves behind besides saved failures.
    pub(super) folder: PathBuf,
    pub(super) program: PathBuf,
    /// Whether its runs wait for the disk.
    waits: bool,
}

fn fixture() -> &'static (Fixture, PathBuf) {
    static BUILT: OnceLock<(Fixture, PathBuf)> = OnceLock::new();
    BUILT.get_or_init(|| {
        let fixture = Fixture::copied("killed");
        let program = fixture.program();
        (fixture, program)
    })
}

impl Subject {
    pub(super) fn new(property: &'static str) -> Subject {
        let (fixture, built) = fixture();
        let folder = fixture.folder.join("runs").join(property.replace("::", "."));
        let program = folder.join("debug/deps/killed");
        fs::create_dir_all(program.parent().unwrap()).unwrap();
        // Another test may be running it, or copying it at this moment.
        static COPIES: AtomicUsize = AtomicUsize::new(0);
        let number = COPIES.fetch_add(1, Ordering::Relaxed);
        let copy = program.with_extension(format!("{}-{number}", std::process::id()));
        fs::copy(built, &copy).unwrap();
        fs::rename(copy, &program).unwrap();
        Subject { property, folder, program, waits: true }
    }

    /// One whose runs do not wait for the disk: what they have written is there for the next run all the same.
    pub(super) fn quick(property: &'static str) -> Subject {
        Subject { waits: false, ..Subject::new(property) }
    }

    /// Where its failures are saved.
    pub(super) fn failures(&self) -> PathBuf {
        fixture().0.folder_of(self.property)
    }

    /// The file in which the property writes that it fails.
    pub(super) fn marker(&self) -> PathBuf {
        self.folder.join("failure-found")
    }

    /// Forgets what earlier runs have left.
    pub(super) fn clean(&self) {
        fixture().0.forget(self.property);
        let _ = fs::remove_file(self.marker());
        for folder in ["debug/mirrorcheck", "temporary"] {
            let _ = fs::remove_dir_all(self.folder.join(folder));
        }
        fs::create_dir_all(self.folder.join("temporary")).unwrap();
    }

    /// Its test under a seed.
    pub(super) fn run(&self, seed: u32) -> Run {
        self.running(self.program.as_os_str(), [self.property, "--exact"]).env("MIRRORCHECK_SEED", seed.to_string())
    }

    /// Another command with what its own program gets.
    pub(super) fn running<const N: usize>(&self, program: &OsStr, arguments: [&str; N]) -> Run {
        let Fixture { folder: package } = &fixture().0;
        let run = fixture().0.command(program, arguments).env("FAILURE_FOUND", self.marker());
        // As Cargo has it: `forall` goes by it.
        let run = run.env("CARGO_MANIFEST_DIR", package).env("TMPDIR", self.folder.join("temporary"));
        // The folder of all failures has those of other tests, too.
        let run = run.env("MIRRORCHECK_FAULT_FOLDER", self.property.replace("::", "."));
        if self.waits { run } else { run.env("MIRRORCHECK_FAULT_SYNC", "skip") }
    }

    /// Whether a run fails with a report of the property.
    pub(super) fn is_reported(&self, ran: &Ran) -> bool {
        ran.code == Some(101) && ran.stdout.contains(&format!("property `{}` failed", self.property))
    }

    /// A seed under which the property fails, and one under which it passes.
    pub(super) fn seeds(&self) -> (u32, u32) {
        let (mut failing, mut passing) = (None, None);
        for seed in 1..1000 {
            self.clean();
            drop(self.killed_when_it_fails(seed));
            *(if self.marker().exists() { &mut failing } else { &mut passing }) = Some(seed);
            if let (Some(failing), Some(passing)) = (failing, passing) {
                return (failing, passing);
            }
        }
        panic!("{failing:?} {passing:?}");
    }

    /// Waits until the property fails or the run ends. What is left is killed when what is returned is dropped.
    pub(super) fn killed_when_it_fails(&self, seed: u32) -> Group {
        let mut group = Group::start(self.run(seed));
        while group.program.try_wait().unwrap().is_none() && !self.marker().exists() {
            thread::sleep(Duration::from_millis(1));
        }
        group
    }

    /// Kills a run, with its children or without. Orphans live as long as what is returned.
    pub(super) fn killed(&self, seed: u32, delay: Duration, with_children: bool) -> Group {
        let mut group = Group::start(self.run(seed));
        thread::sleep(delay);
        if with_children {
            group.kill();
        } else {
            let _ = group.program.kill();
        }
        group.program.wait().unwrap();
        group
    }
}

/// A run in a process group of its own. What is left of it is killed when it is dropped.
pub(super) struct Group {
    program: Child,
    /// The leader of the group. As long as it is not waited for, the number of the group is no other's.
    leader: Child,
}

impl Group {
    fn start(mut run: Run) -> Group {
        // It ends at the end of its input, so also when this process is killed.
        let mut leader = Command::new("cat");
        let leader = leader.stdin(Stdio::piped()).stdout(Stdio::null()).process_group(0).spawn().unwrap();
        let group = i32::try_from(leader.id()).unwrap();
        let program = run.command.stdout(Stdio::null()).stderr(Stdio::null()).process_group(group).spawn().unwrap();
        Group { program, leader }
    }

    fn kill(&self) {
        let line = format!("kill -9 -{}", self.leader.id());
        let _ = Command::new("sh").args(["-c", &line]).stderr(Stdio::null()).status();
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.kill();
        let _ = self.program.wait();
        let _ = self.leader.wait();
    }
}
