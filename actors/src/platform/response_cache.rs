//! Answers that are the same for everybody, kept as they were made: within a bound of memory, under names that say all that they
//! depend on. What changes gets another name, on every node at once, so nothing has to be thrown out.

use std::time::Duration;

use bytes::Bytes;
use moka::sync::Cache;
use sha2::{Digest, Sha256};

use crate::platform::hash::hex;

/// Bytes that are kept at most.
const BYTES: u64 = 32 << 20;
/// Bytes of one answer that is kept at most.
pub const LARGEST: usize = 4 << 20;
/// How long one is kept at most: what the clock decides (which time zones a file describes) and what nodes of earlier versions
/// change without another name does not stay for good.
const KEPT: Duration = Duration::from_secs(5 * 60);

/// An answer as it was made.
#[derive(Debug, Clone)]
pub struct Kept {
    pub bytes: Bytes,
    /// Another answer has another one.
    pub etag: String,
}

impl Kept {
    /// An answer that is told from others by its bytes.
    pub fn of(bytes: Vec<u8>) -> Self {
        let etag = hex(&Sha256::digest(&bytes)[..16]);
        Self { bytes: bytes.into(), etag }
    }
}

/// All that are kept.
pub struct KeptAnswers(Cache<String, Kept>);

impl Default for KeptAnswers {
    fn default() -> Self {
        let weigh =
            |key: &String, kept: &Kept| u32::try_from(key.len() + kept.bytes.len()).unwrap_or(u32::MAX);
        Self(Cache::builder().max_capacity(BYTES).weigher(weigh).time_to_live(KEPT).build())
    }
}

impl KeptAnswers {
    pub fn get(&self, name: &str) -> Option<Kept> {
        self.0.get(name)
    }

    /// Keeps one that is not too large.
    pub fn keep(&self, name: String, kept: Kept) {
        if kept.bytes.len() <= LARGEST {
            self.0.insert(name, kept);
        }
    }
}
