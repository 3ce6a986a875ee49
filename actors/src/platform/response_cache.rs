//! Cached responses that are the same for everybody, within a bound of memory, under keys that contain all they depend
//! on. A change leads to another key, on every node at once, so no invalidation is needed.

use std::time::Duration;

use bytes::Bytes;
use moka::sync::Cache;
use sha2::{Digest, Sha256};

use crate::platform::hash::hex;

/// Most cached bytes.
const BYTES: u64 = 32 << 20;
/// Largest response that is cached (bytes).
pub const LARGEST: usize = 4 << 20;
/// Time to live. Bounds the age of what depends on the clock (time zones described in a file) and of changes by nodes
/// of earlier versions, which do not change the key.
const KEPT: Duration = Duration::from_secs(5 * 60);

/// A cached response.
#[derive(Debug, Clone)]
pub struct Kept {
    pub bytes: Bytes,
    /// The ETag; differs for another response.
    pub etag: String,
}

impl Kept {
    /// A response whose ETag is a hash of its bytes.
    pub fn of(bytes: Vec<u8>) -> Self {
        let etag = hex(&Sha256::digest(&bytes)[..16]);
        Self { bytes: bytes.into(), etag }
    }
}

/// The cache.
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

    /// Caches a response that is not too large.
    pub fn keep(&self, name: String, kept: Kept) {
        if kept.bytes.len() <= LARGEST {
            self.0.insert(name, kept);
        }
    }
}
