//! One run of a test program, in a process group of its own.

use std::fs::{self, File};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::crates::Place;
use super::told;

/// How often to look whether a run has ended.
const PAUSE: Duration = Duration::from_millis(1);

/// Whom a kill hits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Victims {
    /// The test program alone; its children live on.
    Process,
    /// The test program and its children.
    Group,
}

/// A run that has begun. What is left of its process group is killed when it is dropped.
pub(super) struct Run<'p> {
    place: &'p Place,
    child: Child,
    /// The leader of the group. As long as it is not reaped, the number of the group is no other's.
    leader: Child,
    number: u32,
}

/// What came of a run that was not killed.
#[derive(Debug)]
pub(super) struct Ended {
    /// `None` if it took too long and was killed after all.
    pub(super) status: Option<ExitStatus>,
    pub(super) stdout: String,
    pub(super) stderr: String,
}

impl<'p> Run<'p> {
    /// Starts the test of a property under a seed. Runs of one trial have different numbers.
    pub(super) fn start(
        place: &'p Place,
        property: &str,
        seed: u64,
        variables: &[(&str, &str)],
        number: u32,
    ) -> Result<Run<'p>, String> {
        let file = |stream: &str| {
            let path = place.folder.join(format!("{stream}-{number}"));
            File::create(&path).map_err(|error| told("cannot create", &path, &error))
        };
        let kept = ["PATH", "HOME"].into_iter().filter_map(|name| Some((name, std::env::var_os(name)?)));
        // It ends at the end of its input, so also when this process is killed.
        let leader = Command::new("cat")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .process_group(0)
            .spawn()
            .map_err(|error| format!("cannot start `cat`: {error}"))?;
        let child = Command::new(&place.program)
            .args([property, "--exact"])
            .current_dir(&place.package)
            .env_clear()
            .envs(kept)
            // As Cargo has it: `forall` goes by it.
            .env("CARGO_MANIFEST_DIR", &place.package)
            .env("TMPDIR", place.temporary())
            .env("FAILURE_FOUND", place.marker())
            .env("MIRRORCHECK_SEED", seed.to_string())
            .envs(variables.iter().copied())
            .stdin(Stdio::null())
            .stdout(file("stdout")?)
            .stderr(file("stderr")?)
            .process_group(group(&leader))
            .spawn()
            .map_err(|error| told("cannot start", &place.program, &error))?;
        Ok(Run { place, child, leader, number })
    }

    /// Kills it and waits until it is dead.
    pub(super) fn kill(&mut self, victims: Victims) {
        match victims {
            // If it has ended already, there is nothing to do.
            Victims::Process => drop(self.child.kill()),
            Victims::Group => self.kill_group(),
        }
        let _ = self.child.wait();
    }

    /// Whether the test program has ended.
    pub(super) fn is_over(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }

    /// Waits for its end, for at most so long.
    pub(super) fn end(mut self, limit: Duration) -> Result<Ended, String> {
        let start = Instant::now();
        while !self.is_over() && start.elapsed() < limit {
            sleep(PAUSE);
        }
        let status = self.child.try_wait().map_err(|error| format!("cannot wait for a test program: {error}"))?;
        let text = |stream: &str| {
            let path = self.place.folder.join(format!("{stream}-{}", self.number));
            fs::read(&path).map_or_else(|_| String::new(), |bytes| String::from_utf8_lossy(&bytes).into_owned())
        };
        Ok(Ended { status, stdout: text("stdout"), stderr: text("stderr") })
    }

    fn kill_group(&self) {
        // SAFETY: a system call without pointers. The leader is not reaped, so the number is that of our group.
        unsafe { libc::killpg(group(&self.leader), libc::SIGKILL) };
    }
}

impl Drop for Run<'_> {
    fn drop(&mut self) {
        self.kill_group();
        let _ = self.child.wait();
        let _ = self.leader.wait();
    }
}

fn group(leader: &Child) -> libc::pid_t {
    // The system's numbers of processes fit.
    leader.id() as libc::pid_t
}
