//! Figures and how they are shown.

use std::fmt;
use std::time::Duration;

use crate::Result;

/// How long each of many things took.
#[derive(Default)]
pub struct Latencies {
    nanos: Vec<u64>,
    sorted: bool,
}

impl Latencies {
    pub fn add(&mut self, took: Duration) {
        self.nanos.push(took.as_nanos() as u64);
        self.sorted = false;
    }

    pub fn len(&self) -> usize {
        self.nanos.len()
    }

    pub fn append(&mut self, mut other: Self) {
        self.nanos.append(&mut other.nanos);
        self.sorted = false;
    }

    /// The nearest rank: so many per cent took this long or less.
    pub fn at(&mut self, percent: f64) -> Duration {
        if !self.sorted {
            self.nanos.sort_unstable();
            self.sorted = true;
        }
        let rank = (percent / 100.0 * self.nanos.len() as f64).ceil() as usize;
        Duration::from_nanos(self.nanos.get(rank.saturating_sub(1)).copied().unwrap_or_default())
    }

    pub fn mean(&self) -> Duration {
        let sum: u64 = self.nanos.iter().sum();
        Duration::from_nanos(sum / (self.nanos.len().max(1) as u64))
    }

    /// A row with the percentiles alone.
    pub fn row(&mut self) -> Row {
        let [p50, p95, p99] = [50.0, 95.0, 99.0].map(|percent| millis(self.at(percent)));
        Row { p50, p95, p99, ..Row::default() }
    }
}

/// One case.
#[derive(Default)]
pub struct Row {
    pub what: String,
    /// Per second.
    pub rate: String,
    pub p50: String,
    pub p95: String,
    pub p99: String,
    /// The server's CPU for each.
    pub cpu: String,
    pub against: String,
    pub aim: String,
}

/// All of a run.
#[derive(Default)]
pub struct Table(Vec<Row>);

impl Table {
    pub fn add(&mut self, row: Row) {
        self.0.push(row);
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "| case | per second | p50 ms | p95 ms | p99 ms | CPU each | against | aim |")?;
        writeln!(f, "|---|--:|--:|--:|--:|--:|---|---|")?;
        for Row { what, rate, p50, p95, p99, cpu, against, aim } in &self.0 {
            writeln!(f, "| {what} | {rate} | {p50} | {p95} | {p99} | {cpu} | {against} | {aim} |")?;
        }
        Ok(())
    }
}

fn millis(took: Duration) -> String {
    format!("{:.3}", took.as_secs_f64() * 1_000.0)
}

pub fn micros(seconds: f64) -> String {
    format!("{:.1} µs", seconds * 1e6)
}

/// Times one is of the other; none where nothing was measured.
pub fn ratio(one: Duration, other: Duration) -> Option<f64> {
    (other > Duration::ZERO).then(|| one.as_secs_f64() / other.as_secs_f64())
}

/// A whole number in groups of three.
pub fn thousands(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// The machine, without names or paths.
pub fn machine() -> Result<String> {
    let read = |path: &str| std::fs::read_to_string(path);
    let cpu = read("/proc/cpuinfo")?;
    let model = cpu.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let memory = read("/proc/meminfo")?;
    let kib = memory.lines().find_map(|line| line.strip_prefix("MemTotal:")?.trim().strip_suffix(" kB"));
    let gib = kib.and_then(|kib| kib.parse::<f64>().ok()).map_or(0.0, |kib| kib / 1_048_576.0);
    let load = read("/proc/loadavg")?;
    Ok(format!(
        "- {}, {} cores, {gib:.0} GiB, Linux {}, {}, load {}",
        model.map_or("unknown CPU", |(_, name)| name.trim()),
        std::thread::available_parallelism()?,
        read("/proc/sys/kernel/osrelease")?.trim(),
        jiff::Timestamp::now().strftime("%Y-%m-%d %H:%M UTC"),
        load.split(' ').take(3).collect::<Vec<_>>().join(" "),
    ))
}
