//! The same deliveries by other servers, side by side in one run: messages at an even pace, faster and faster, until a
//! hundredth of them takes more than a tenth of a second. Ours signs in, authorises and stores each message durably; the
//! others keep nothing and let everybody do everything.

mod line;
mod pace;
mod process;
mod served;

use std::path::Path;
use std::time::Duration;

use self::pace::Senders;
use self::served::Served;
use crate::plot::{self, Axis, Panel};
use crate::receivers::{Arrivals, Receivers};
use crate::table::{micros, thousands};
use crate::{Result, progress};

/// The servers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Ours,
    Nats,
    Centrifugo,
    Artemis,
    RabbitMq,
}

const KINDS: [Kind; 5] = [Kind::Ours, Kind::Nats, Kind::Centrifugo, Kind::Artemis, Kind::RabbitMq];

impl Kind {
    pub fn name(self) -> &'static str {
        match self {
            Self::Ours => "Kalender",
            Self::Nats => "NATS",
            Self::Centrifugo => "Centrifugo",
            Self::Artemis => "Artemis",
            Self::RabbitMq => "RabbitMQ",
        }
    }

    /// Of its line in the picture.
    fn colour(self) -> &'static str {
        match self {
            Self::Ours => "#0b7285",
            Self::Nats => "#e8590c",
            Self::Centrifugo => "#862e9c",
            Self::Artemis => "#5c940d",
            Self::RabbitMq => "#c92a2a",
        }
    }
}

/// Who listens to what.
#[derive(Clone, Copy)]
pub struct Case {
    pub topics: usize,
    /// Subscribers of each topic.
    pub each: usize,
}

const CASES: [Case; 3] =
    [Case { topics: 1, each: 1_000 }, Case { topics: 1, each: 5_000 }, Case { topics: 1_000, each: 5 }];

impl Case {
    fn name(self) -> String {
        let topics = if self.topics == 1 { "one topic" } else { "1,000 topics" };
        format!("{topics} × {} subscribers", thousands(self.each as f64))
    }

    /// Messages that a topic may have in all steps.
    fn most(self) -> usize {
        if self.topics == 1 { 1 << 17 } else { 1 << 13 }
    }
}

/// The first pace, in deliveries a second; each one after it is faster by this.
const FIRST: f64 = 20_000.0;
const FASTER: f64 = 1.3;
/// Who delivers less than this part of what was asked is at the end.
const KEEPS_UP: f64 = 0.85;
/// What a hundredth of the deliveries may exceed.
const P99: Duration = Duration::from_millis(100);
/// Time until a server that was just connected to is quiet.
const SETTLE: Duration = Duration::from_secs(3);
const IDLE: Duration = Duration::from_secs(5);

/// What one pace showed.
#[derive(Clone, Copy)]
pub struct Step {
    /// Deliveries a second.
    pub rate: f64,
    pub p50: Duration,
    pub p99: Duration,
    /// The server's, in seconds for each delivery.
    pub cpu: f64,
    /// Whether everybody had everything in the end.
    pub all: bool,
}

impl Step {
    fn is_kept(&self) -> bool {
        self.p99 <= P99
    }
}

/// One server in one case.
pub struct Line {
    pub kind: Kind,
    /// Memory of an idle connection.
    kib: f64,
    /// CPU of a thousand idle connections: of a second, in seconds.
    idle: f64,
    /// The paces at which everybody had everything in the end.
    pub steps: Vec<Step>,
}

/// Measures all of it; answers the tables. The plot is written beside the sources.
pub async fn measure(folder: &Path) -> Result<String> {
    let mut cases = Vec::new();
    for case in CASES {
        let mut lines = Vec::new();
        for kind in KINDS {
            let place = folder.join(format!("{}-{}-{}", kind.name(), case.topics, case.each));
            lines.push(line(kind, case, &place).await?);
        }
        cases.push((case, lines));
    }
    let panels: Vec<Panel> = cases.iter().map(|(case, lines)| panel(*case, lines)).collect();
    let picture = plot::drawn("CPU of the server for each delivery, by deliveries a second", &panels);
    std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/benches/peers.svg"), picture)?;
    Ok(cases.iter().map(|(case, lines)| table(*case, lines)).collect::<Vec<_>>().join("\n"))
}

/// Deliveries a second, and microseconds of each.
fn panel(case: Case, lines: &[Line]) -> Panel {
    let drawn = |line: &Line| plot::Line {
        name: line.kind.name(),
        colour: line.kind.colour(),
        points: line.steps.iter().map(|step| (step.rate, step.cpu * 1e6)).collect(),
    };
    Panel {
        title: case.name(),
        x: Axis { ends: (1e4, 4e6), marks: vec![(1e4, "10,000"), (1e5, "100,000"), (1e6, "1,000,000/s")] },
        y: Axis {
            ends: (0.1, 200.0),
            marks: vec![(0.1, "0.1"), (1.0, "1"), (10.0, "10"), (100.0, "100 µs")],
        },
        lines: lines.iter().map(drawn).collect(),
    }
}

async fn line(kind: Kind, case: Case, folder: &Path) -> Result<Line> {
    progress(&format!("{}: {}", case.name(), kind.name()));
    let served = Served::start(kind, case, folder).await?;
    let mut senders = Senders::open(&served).await?;
    let of = senders.of_a_topic(case);
    let arrivals: Vec<_> = (0..case.topics).map(|_| Arrivals::at_most(case.each, of, case.most())).collect();
    // Neighbours listen to different topics, as people come in.
    let topics: Vec<usize> =
        (0..case.topics * case.each).map(|subscriber| subscriber % case.topics).collect();
    tokio::time::sleep(SETTLE).await;
    let before = served.rss()?;
    let streams = served.subscribers(&topics).await?;
    tokio::time::sleep(SETTLE).await;
    let of_thousand = topics.len() as f64 / 1_000.0;
    let kib = (served.rss()? as f64 - before as f64) / topics.len() as f64;
    let spent = served.spent()?;
    tokio::time::sleep(IDLE).await;
    let idle = (served.spent()? - spent).as_secs_f64() / IDLE.as_secs_f64() / of_thousand;

    let listeners = streams.into_iter().zip(topics.iter().map(|topic| arrivals[*topic].clone()));
    let receivers = Receivers::start_each(listeners.collect())?;
    let all = (arrivals.as_slice(), &receivers);
    // What is compiled or allocated the first time is not what a delivery costs.
    senders.step(&served, case, all, FIRST).await?;
    let (mut steps, mut rate) = (Vec::new(), FIRST);
    loop {
        let step = match senders.step(&served, case, all, rate).await {
            Ok(step) => step,
            Err(why) => {
                progress(&format!("    at {}/s: {why}", thousands(rate)));
                break;
            }
        };
        let (p99, cpu) = (step.p99.as_secs_f64() * 1e3, micros(step.cpu));
        progress(&format!("    {}/s of {}, p99 {p99:.1} ms, {cpu}", thousands(step.rate), thousands(rate)));
        if step.all {
            steps.push(step);
        }
        if !step.all || step.rate < KEEPS_UP * rate {
            break;
        }
        rate *= FASTER;
    }
    Ok(Line { kind, kib, idle, steps })
}

fn table(case: Case, lines: &[Line]) -> String {
    use std::fmt::Write as _;
    let mut out = format!(
        "| {} | KiB a connection | idle CPU of 1,000 | CPU each at 20,000/s | … at its limit | at its limit, a second | p50 ms | p99 ms |\n\
         |---|--:|--:|--:|--:|--:|--:|--:|\n",
        case.name()
    );
    for Line { kind, kib, idle, steps } in lines {
        let (name, idle) = (kind.name(), idle * 100.0);
        let at_first = steps.first().map_or_else(|| "–".to_owned(), |step| micros(step.cpu));
        let Some(last) = steps.iter().rev().find(|step| step.is_kept()) else {
            let p99 =
                steps.first().map_or_else(String::new, |step| format!("{:.1}", step.p99.as_secs_f64() * 1e3));
            let _ = writeln!(out, "| {name} | {kib:.1} | {idle:.2} % | {at_first} | – | none | – | {p99} |");
            continue;
        };
        let [p50, p99] = [last.p50, last.p99].map(|took| took.as_secs_f64() * 1e3);
        let _ = writeln!(
            out,
            "| {name} | {kib:.1} | {idle:.2} % | {at_first} | {} | {} | {p50:.1} | {p99:.1} |",
            micros(last.cpu),
            thousands(last.rate),
        );
    }
    out
}
