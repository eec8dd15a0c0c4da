//! Reads files in pieces: several threads each find the lines that begin in their piece, and one puts them together.
//!
//! Nothing is mapped into memory, because files may become shorter while they are read.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use super::batch::Batch;

/// Bytes of a piece: few enough to stay in a core's cache from reading to the end.
const PIECE: u64 = 1 << 18;
/// No line is longer, but for files that are none of ours.
const LONGEST: usize = 1 << 28;
/// Pieces of each thread that may wait for being put together.
const WAITING: usize = 4;

/// Reads a part of a file that begins where a line does, and hands over what is in it, in order.
pub(crate) fn read(path: &Path, from: u64, to: u64, take: &mut dyn FnMut(Batch)) -> io::Result<()> {
    let pieces = (to - from).div_ceil(PIECE);
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(8).min(pieces as usize);
    if threads <= 1 {
        let mut reader = Pieces { file: File::open(path)?, from, to, buffer: Vec::new() };
        for piece in 0..pieces {
            take(reader.piece(piece)?);
        }
        return Ok(());
    }
    std::thread::scope(|scope| {
        let mut results: Vec<Receiver<io::Result<Batch>>> = Vec::new();
        for thread in 0..threads {
            let reader = Pieces { file: File::open(path)?, from, to, buffer: Vec::new() };
            let (sender, receiver) = sync_channel(WAITING);
            scope.spawn(move || reader.every((thread as u64..pieces).step_by(threads), &sender));
            results.push(receiver);
        }
        for piece in 0..pieces as usize {
            match results[piece % threads].recv() {
                Ok(batch) => take(batch?),
                Err(_) => return Err(io::Error::other("a reader thread stopped")),
            }
        }
        Ok(())
    })
}

struct Pieces {
    file: File,
    from: u64,
    to: u64,
    buffer: Vec<u8>,
}

impl Pieces {
    fn every(mut self, pieces: impl Iterator<Item = u64>, sender: &SyncSender<io::Result<Batch>>) {
        for piece in pieces {
            let batch = self.piece(piece);
            let failed = batch.is_err();
            // Nobody listens any more after an error elsewhere.
            if sender.send(batch).is_err() || failed {
                return;
            }
        }
    }

    /// The lines that begin in a piece; the last one may end beyond it.
    fn piece(&mut self, piece: u64) -> io::Result<Batch> {
        let begin = self.from + piece * PIECE;
        let end = (begin + PIECE).min(self.to);
        // With the byte before, which tells whether a line begins right here.
        let before = u64::from(piece > 0);
        let base = begin - before;
        self.fill(base, (end - base) as usize)?;
        let mut batch = Batch::default();
        let mut start = 0;
        if piece > 0 {
            match memchr::memchr(b'\n', &self.buffer) {
                Some(newline) => start = newline + 1,
                None => return Ok(batch),
            }
        }
        let inside = self.buffer.len();
        while let Some(long) = memchr::memchr(b'\n', &self.buffer[start..]) {
            batch.line(&self.buffer[start..start + long], base + start as u64);
            start += long + 1;
        }
        if start < inside {
            self.last(&mut batch, base, start)?;
        }
        Ok(batch)
    }

    /// The line that begins in a piece but does not end there.
    fn last(&mut self, batch: &mut Batch, base: u64, start: usize) -> io::Result<()> {
        let at = base + start as u64;
        loop {
            let known = self.buffer.len();
            let left = self.to - base - known as u64;
            if left == 0 {
                if !batch.last_line(&self.buffer[start..], at) {
                    batch.unfinished = Some(at);
                }
                return Ok(());
            }
            if known - start > LONGEST {
                batch.lines += 1;
                batch.broken_line(format!("the line is longer than {LONGEST} bytes"));
                return Ok(());
            }
            // Twice as much each time, so that a long line is not read in quadratic time.
            let more = left.min((known as u64).max(1 << 16)) as usize;
            self.buffer.resize(known + more, 0);
            self.file.read_exact(&mut self.buffer[known..])?;
            if let Some(newline) = memchr::memchr(b'\n', &self.buffer[known..]) {
                batch.line(&self.buffer[start..known + newline], at);
                return Ok(());
            }
        }
    }

    fn fill(&mut self, at: u64, length: usize) -> io::Result<()> {
        // What a long line has left behind is given back.
        self.buffer.truncate(length);
        self.buffer.shrink_to(2 * PIECE as usize);
        self.buffer.resize(length, 0);
        self.file.seek(SeekFrom::Start(at))?;
        self.file.read_exact(&mut self.buffer)
    }
}
