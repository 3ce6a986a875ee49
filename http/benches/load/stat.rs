//! What the machine says of a process.

use std::time::Duration;

/// A line of `/proc/PID/stat`.
pub struct Stat {
    pub group: u32,
    /// User and system.
    ticks: u64,
    /// Resident.
    pub pages: u64,
}

impl Stat {
    pub fn read(line: &str) -> Option<Self> {
        // After the name, which may hold anything: field 3 on. Group 5, utime 14, stime 15, resident pages 24.
        let fields: Vec<&str> = line.rsplit_once(')')?.1.split_whitespace().collect();
        let number = |field: usize| fields.get(field - 3)?.parse::<u64>().ok();
        Some(Self {
            group: u32::try_from(number(5)?).ok()?,
            ticks: number(14)? + number(15)?,
            pages: number(24)?,
        })
    }

    /// CPU that it has used so far, all threads, user and system.
    pub fn spent(&self) -> Duration {
        Duration::from_secs_f64(self.ticks as f64 / rustix::param::clock_ticks_per_second() as f64)
    }
}
