//! A thread that looks at the record from time to time: it notes how long each case has been running, and prints a line
//! about one that takes very long. The loop over cases only counts, so it pays nothing for this.

use std::sync::Once;
use std::sync::atomic::Ordering;
use std::time::Duration;

use super::{ALIVE, CASES, LENGTH, Ledger, SEED, SINCE, SLOTS, STOP, TEXTS, now};
use crate::run::files;

/// How often it looks.
const EVERY: Duration = Duration::from_millis(50);

/// It needs little.
const STACK: usize = 128 << 10;

/// What was running in a slot, and since when.
#[derive(Clone, Copy, Default)]
struct Seen {
    fingerprint: u64,
    since: u64,
    is_told: bool,
}

/// Starts the thread of this process. Without it, nobody knows how long a case has been running: that is no reason to
/// fail.
pub(super) fn start(ledger: &'static Ledger) {
    static STARTED: Once = Once::new();
    STARTED.call_once(|| {
        let thread = std::thread::Builder::new().name("mirrorcheck".to_owned()).stack_size(STACK);
        let _ = thread.spawn(move || {
            let mut seen = [Seen::default(); SLOTS];
            loop {
                std::thread::sleep(EVERY);
                look(ledger, &mut seen, now());
            }
        });
        super::interrupt::install(ledger);
    });
}

fn look(ledger: &Ledger, seen: &mut [Seen; SLOTS], now: u64) {
    for (slot, seen) in seen.iter_mut().enumerate() {
        let (fingerprint, is_running) = fingerprint(ledger, slot);
        if seen.fingerprint != fingerprint || !is_running {
            *seen = Seen { fingerprint, since: now, is_told: false };
            ledger.word(slot, SINCE).store(now, Ordering::Relaxed);
        }
        let elapsed = now.saturating_sub(seen.since);
        if is_running && !seen.is_told && elapsed >= ledger.notices[slot].load(Ordering::Relaxed) {
            seen.is_told = true;
            tell(ledger, slot, elapsed);
        }
    }
    ledger.header(ALIVE).store(now, Ordering::Relaxed);
}

/// What tells the cases that are running from those before, and whether there are any.
fn fingerprint(ledger: &Ledger, slot: usize) -> (u64, bool) {
    if ledger.flag(slot).load(Ordering::Relaxed) == 0 {
        return (0, false);
    }
    let (mut fingerprint, mut is_running) = (0u64, false);
    for at in SEED..=TEXTS {
        let word = ledger.word(slot, at).load(Ordering::Relaxed);
        is_running |= word != 0 && (CASES..=LENGTH).contains(&at);
        fingerprint = (fingerprint ^ word).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(29);
    }
    (fingerprint, is_running)
}

fn tell(ledger: &Ledger, slot: usize, elapsed: u64) {
    // Nobody reads what a child prints: its parent looks at the same record.
    if super::named_by_parent().is_some() {
        return;
    }
    let name = String::from_utf8_lossy(ledger.name(slot)).into_owned();
    let name = name.rsplit_once('|').map_or(name.as_str(), |(_, name)| name);
    let case = match ledger.word(slot, CASES).load(Ordering::Relaxed) {
        0 => "a case".to_owned(),
        case => format!("case {case} (seed {})", ledger.word(slot, SEED).load(Ordering::Relaxed)),
    };
    let seconds = elapsed as f64 / 1000.0;
    files::say(&format!("{name}: {case} has been running for {seconds:.0} s. {STOP}"));
}
