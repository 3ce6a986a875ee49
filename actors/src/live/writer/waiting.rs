//! The frames that wait for one socket.

use std::collections::VecDeque;
use std::io::IoSlice;

use bytes::Bytes;

use super::AT_ONCE;

/// Queued frames; the first may be partly written. Clones of a frame share its bytes.
#[derive(Default)]
pub(super) struct Waiting {
    frames: VecDeque<Bytes>,
    pub(super) bytes: usize,
}

impl Waiting {
    pub(super) fn is_empty(&self) -> bool {
        self.bytes == 0
    }

    pub(super) fn push(&mut self, frames: Bytes) {
        if !frames.is_empty() {
            self.bytes += frames.len();
            self.frames.push_back(frames);
        }
    }

    /// Passes the first queued frames to the function.
    pub(super) fn with_parts<T>(&self, use_parts: impl FnOnce(&[IoSlice<'_>]) -> T) -> T {
        let mut parts = [IoSlice::new(&[]); AT_ONCE];
        let mut count = 0;
        for (part, frames) in parts.iter_mut().zip(&self.frames) {
            *part = IoSlice::new(frames);
            count += 1;
        }
        use_parts(&parts[..count])
    }

    /// Removes this many bytes from the front.
    pub(super) fn taken(&mut self, mut bytes: usize) {
        self.bytes -= bytes;
        while let Some(first) = self.frames.front_mut() {
            if bytes < first.len() {
                *first = first.slice(bytes..);
                return;
            }
            bytes -= first.len();
            self.frames.pop_front();
        }
        // An emptied queue would keep its memory.
        self.frames = VecDeque::new();
    }
}
