//! Short hashes of bytes.

use sha2::{Digest, Sha256};

/// A short name for content: 12 hexadecimal digits.
pub fn short_hash(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes)[..6])
}

/// A number for content, of 53 bits like ids.
pub fn number(bytes: &[u8]) -> i64 {
    Sha256::digest(bytes).iter().take(7).fold(0, |number, byte| number << 8 | i64::from(*byte)) >> 3
}

/// Lowercase hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
