//! Reads the file line by line.

use std::io::{BufRead, Read as _};

use super::shapes::Line;
use crate::transfer::imports::ImportError;
use crate::transfer::imports::pack::Pack;

/// Maximum length of a line in bytes: a post with all its replies.
const LINE_MAX: u64 = 64 << 20;

/// Calls `each` for every line until it returns false. Empty lines are skipped.
pub fn read(
    pack: &mut Pack,
    index: usize,
    mut each: impl FnMut(&Line<'_>) -> Result<bool, ImportError>,
) -> Result<(), ImportError> {
    pack.with(index, u64::MAX, |name, reader| {
        let mut bytes = Vec::new();
        let mut number = 0_u64;
        loop {
            bytes.clear();
            number += 1;
            let entry = || format!("line {number} of {name}");
            let many = (&mut *reader).take(LINE_MAX + 1).read_until(b'\n', &mut bytes);
            let many =
                many.map_err(|why| ImportError::Unreadable { entry: entry(), why: why.to_string() })?;
            if many == 0 {
                return Ok(());
            }
            if bytes.len() as u64 > LINE_MAX {
                return Err(ImportError::TooLarge { entry: entry(), limit: LINE_MAX >> 20 });
            }
            let text = String::from_utf8_lossy(&bytes);
            let text = text.trim_start_matches('\u{feff}').trim();
            if text.is_empty() {
                continue;
            }
            let line = serde_json::from_str(text)
                .map_err(|why| ImportError::Json { entry: entry(), why: why.to_string() })?;
            if !each(&line)? {
                return Ok(());
            }
        }
    })
}
