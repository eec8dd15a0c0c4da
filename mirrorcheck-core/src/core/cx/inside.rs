//! Runs inside of others, on the same value or with other weights.

use super::{Attempt, Cx, Handled, Innermost, NOTHING_WEIGHS, SearchMode, Stop, Weigher};
use crate::core::choice::Ask;
use crate::core::choices::Mark;
use crate::core::cursor::Port;
use crate::core::generator::Rejected;
use crate::core::journal::Journal;
use crate::core::rng::Rng;

/// Where a run was before something that may panic.
pub(crate) struct Before<'a> {
    limit: usize,
    size: u32,
    room: u32,
    stacks: u32,
    port: Port,
    written: usize,
    handled: Handled,
    cold: Option<ColdBefore<'a>>,
}

struct ColdBefore<'a> {
    weigher: Option<&'a dyn Weigher>,
    search: SearchMode,
    innermost: Innermost,
    chained: usize,
    epoch: u64,
    open: usize,
}

/// What one run hands on to another.
pub(crate) struct Along {
    limit: usize,
    pub(crate) size: u32,
    room: u32,
    stacks: u32,
    port: Port,
    out: String,
    handled: Handled,
    journal: Option<Box<Journal>>,
}

impl<'a> Cx<'a> {
    /// Where the run is.
    pub(crate) fn bearings(&self) -> Before<'a> {
        Before {
            limit: self.cold.as_ref().map_or(self.limit, |cold| cold.limit),
            size: self.size,
            room: self.room,
            stacks: self.stacks,
            port: self.port,
            written: self.out.len(),
            handled: self.handled,
            cold: self.cold.as_ref().map(|cold| ColdBefore {
                weigher: cold.weigher,
                search: cold.search,
                innermost: cold.circles.innermost,
                chained: cold.circles.chain.len(),
                epoch: cold.epoch,
                open: cold.forest.as_ref().map_or(0, |forest| forest.depth()),
            }),
        }
    }

    /// Goes back to where the run was before a panic.
    #[cold]
    pub(crate) fn go_back_to(&mut self, before: Before<'a>) {
        // It may have come from another stack.
        self.set_limit(before.limit);
        (self.size, self.room, self.stacks) = (before.size, before.room, before.stacks);
        (self.port, self.handled) = (before.port, before.handled);
        self.out.truncate(before.written);
        if let (Some(cold), Some(before)) = (self.cold_mut(), before.cold) {
            (cold.weigher, cold.search, cold.epoch) = (before.weigher, before.search, before.epoch);
            cold.circles.innermost = before.innermost;
            cold.circles.chain.truncate(before.chained);
            if let Some(forest) = &mut cold.forest {
                forest.leave_to(before.open);
            }
        }
    }

    /// Makes the choice with other weights.
    #[cold]
    pub(super) fn choose_weighed(
        &mut self,
        weigher: &'a dyn Weigher,
        ask: &Ask<'_>,
        shown: Option<u128>,
    ) -> Result<u128, Rejected> {
        let answer = weigher.weigh(ask, &mut |ask| match ask {
            Some(ask) => self.choose(ask, shown),
            None => Err(self.reject(|| NOTHING_WEIGHS.to_owned())),
        });
        if let Some(cold) = self.cold_mut() {
            cold.weigher = Some(weigher);
        }
        answer
    }

    /// What a run inside of this one, on the same value and the same text, goes on with; and back again.
    #[inline]
    pub(crate) fn take_along(&mut self) -> Along {
        Along {
            limit: self.cold.as_ref().map_or(self.limit, |cold| cold.limit),
            size: self.size,
            room: self.room,
            stacks: self.stacks,
            port: self.port,
            out: std::mem::take(&mut self.out),
            handled: self.handled,
            journal: self.journal.take(),
        }
    }

    #[inline]
    pub(crate) fn give_along(&mut self, along: Along) {
        let Along { limit, size, room, stacks, port, out, handled, journal } = along;
        self.set_limit(limit);
        (self.size, self.room, self.stacks, self.port, self.out) = (size, room, stacks, port, out);
        (self.handled, self.journal) = (handled, journal);
    }

    /// Passes on what becomes of an attempt in a run inside of this one; gives the mark where it begins.
    pub(crate) fn follow_attempt(&mut self, attempt: Attempt, before: Option<Mark>) -> Option<Mark> {
        let cold = self.cold_mut()?;
        match attempt {
            Attempt::Begins => return cold.begin_attempt(),
            Attempt::Failed => cold.undo_attempt(before),
            Attempt::Ends => cold.end_attempts(),
        }
        None
    }

    /// Takes over what a run inside of this one found out.
    #[inline]
    pub(crate) fn learn(&mut self, gave_up: bool, stop: Option<Stop>, size_was_read: bool) {
        self.gave_up |= gave_up;
        if let Some(cold) = self.cold_mut() {
            cold.size_was_read |= size_was_read;
            if let Some(stop) = stop {
                cold.stop(stop);
            }
        }
    }

    /// Makes a value once more that is known to be in range, without writing anything down.
    pub(crate) fn again<T>(size: u32, run: impl FnOnce(&mut Cx<'_>) -> Result<T, Rejected>) -> Result<T, Rejected> {
        let mut cx = Cx::cold(Rng::new(0, 0), size, SearchMode::Complete);
        if let Some(cold) = cx.cold_mut() {
            cold.only_value = true;
        }
        run(&mut cx)
    }

    /// Whether it is made for its value alone; see [`again`](Self::again).
    #[inline]
    pub(crate) fn is_again(&self) -> bool {
        self.cold.as_ref().is_some_and(|cold| cold.only_value)
    }
}
