//! Maps and locks a file by the functions of the system's C library.
//!
//! They are declared by hand because a crate that declares them would add about a second to every user's build. The
//! constants are the same on every system that uses this file. They differ on Redox, QNX and the Hurd, and Solaris has
//! no `flock`, so those systems do not use it.

use std::ffi::{c_int, c_void};
use std::fs::{File, OpenOptions};
use std::io;
use std::os::fd::AsRawFd;
use std::path::Path;
use std::ptr;

use crate::run::files;

const PROT_READ: c_int = 1;
const PROT_WRITE: c_int = 2;
const MAP_SHARED: c_int = 1;
/// The address that `mmap` returns when it fails.
const MAP_FAILED: usize = usize::MAX;

const LOCK_SH: c_int = 1;
const LOCK_EX: c_int = 2;
const LOCK_NB: c_int = 4;

unsafe extern "C" {
    // The offset has 64 bits, on 32-bit targets too: musl, OpenHarmony, the BSDs and Apple's systems know no other
    // width, and Rust supports illumos only on 64-bit targets. On 32-bit targets, the offset of `mmap` in glibc, uClibc
    // and Android's C library has 32 bits, but that of their `mmap64` has 64 bits everywhere.
    #[cfg_attr(
        any(target_os = "android", all(target_os = "linux", not(any(target_env = "musl", target_env = "ohos")))),
        link_name = "mmap64"
    )]
    fn mmap(address: *mut c_void, length: usize, access: c_int, flags: c_int, file: c_int, offset: i64) -> *mut c_void;
    fn munmap(address: *mut c_void, length: usize) -> c_int;
    fn flock(file: c_int, operation: c_int) -> c_int;
}

/// A file in memory, shared with everybody who reads the file.
pub(super) struct Map {
    start: *mut u8,
    length: usize,
}

// SAFETY: the memory belongs to the process, not to a thread, and stays mapped until the map is dropped. The map only
// gives out its address; whoever accesses the memory must rule out data races.
unsafe impl Send for Map {}
// SAFETY: as above.
unsafe impl Sync for Map {}

impl Map {
    /// Maps the start of a file that is at least so long.
    pub(super) fn new(file: &File, length: usize) -> io::Result<Map> {
        // SAFETY: the system chooses a free address, so nothing that is in use is replaced.
        let start = unsafe { mmap(ptr::null_mut(), length, PROT_READ | PROT_WRITE, MAP_SHARED, file.as_raw_fd(), 0) };
        if start.addr() == MAP_FAILED {
            Err(io::Error::last_os_error())
        } else {
            Ok(Map { start: start.cast(), length })
        }
    }

    /// The address of the first byte, at the start of a page.
    pub(super) fn as_mut_ptr(&self) -> *mut u8 {
        self.start
    }
}

impl Drop for Map {
    fn drop(&mut self) {
        // SAFETY: this is exactly what was mapped, and nothing borrows from it any longer.
        unsafe { munmap(self.start.cast(), self.length) };
    }
}

/// Opens a file that no other process has locked, and locks it until it is closed. Does not wait.
pub(super) fn locked(path: &Path, options: &OpenOptions) -> io::Result<File> {
    let file = files::open(path, options)?;
    lock(&file, LOCK_EX)?;
    Ok(file)
}

/// Opens a file to look at that no process has locked. Several may look at the same time.
pub(super) fn unlocked(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    let file = files::open(path, options.read(true))?;
    lock(&file, LOCK_SH)?;
    Ok(file)
}

fn lock(file: &File, kind: c_int) -> io::Result<()> {
    // SAFETY: a system call on a descriptor that is open.
    if unsafe { flock(file.as_raw_fd(), kind | LOCK_NB) } == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}
