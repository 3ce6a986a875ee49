//! The load generator behind `make bench`: starts the release binary, measures it beside what the machine itself can
//! do, and prints one table. Timings are never judged; the run fails only when something is wrong (a message is
//! missing, doubled or out of order).
//!
//! Settings: `KALENDER_BIN` (the binary; left out: the one cargo has built), `BENCH_SECONDS` per case (5),
//! `BENCH_SUBSCRIBERS` (1000), `BENCH_IDLE` connections (2000), and `BENCH_ONLY`: parts to measure, of
//! `disk,rest,stomp,history,public,bookings,boards,memory,fanout,disturbed,deflate,digest,cluster,peers,users,growth`. Peers ask for what
//! `peers/setup.sh` brings; growth takes `BENCH_MESSAGES` messages of a channel (10000000).

mod bare;
mod boards;
mod bookings;
mod closed;
mod cluster;
mod deflate;
mod digest;
mod disturbed;
mod fanout;
mod growth;
mod http;
mod memory;
mod peers;
mod plot;
mod public;
mod reads;
mod receivers;
mod redis_server;
mod sends;
mod server;
mod stage;
mod stat;
mod stomp;
mod table;
mod users;

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use self::server::Server;
use self::stage::Stage;
use self::table::{Row, Table, micros, ratio};

/// What went wrong, for the one who reads it.
pub type Failure = Box<dyn std::error::Error + Send + Sync>;
pub type Result<T> = std::result::Result<T, Failure>;

/// How many send at once.
const SENDERS: [usize; 3] = [1, 8, MOST_SENDERS];
const MOST_SENDERS: usize = 64;
/// How many read at once.
const READERS: [usize; 2] = [1, 8];

/// What to measure, from the environment.
pub struct Plan {
    /// For each case.
    pub each: Duration,
    pub subscribers: usize,
    pub idle: usize,
    /// That may be open.
    pub files: usize,
    /// Of the longest history.
    pub messages: usize,
    only: Option<String>,
}

impl Plan {
    fn read() -> Result<Self> {
        let number = |name: &str, default: usize| -> Result<usize> {
            std::env::var(name).map_or(Ok(default), |text| {
                text.parse().map_err(|_| format!("{name} is a number, not {text}").into())
            })
        };
        Ok(Self {
            each: Duration::from_secs(number("BENCH_SECONDS", 5)?.max(1) as u64),
            subscribers: number("BENCH_SUBSCRIBERS", 1_000)?.max(1),
            idle: number("BENCH_IDLE", 2_000)?.max(1),
            files: usize::try_from(server::raise_open_files()?)?,
            messages: number("BENCH_MESSAGES", 10_000_000)?,
            only: std::env::var("BENCH_ONLY").ok(),
        })
    }

    fn has(&self, part: &str) -> bool {
        self.only.as_ref().is_none_or(|only| only.split(',').any(|named| named.trim() == part))
    }
}

fn main() -> Result<()> {
    // `cargo bench` and `cargo test --benches` pass flags of their own; `--test` asks that nothing be measured.
    if std::env::args().any(|argument| argument == "--test" || argument == "--list") {
        return Ok(());
    }
    let plan = Plan::read()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let (mut table, mut more) = (Table::default(), String::new());
    // Whoever breaks it off leaves no server running.
    let ended = runtime.block_on(async {
        tokio::select! {
            ended = run(&plan, &mut table, &mut more) => ended,
            _ = tokio::signal::ctrl_c() => Err("broken off".into()),
        }
    });
    // What was measured before something went wrong took its time, too.
    println!("{}", table::machine()?);
    println!(
        "- load generator and server share these cores; {} s a case, at most {} open files\n\n{table}\n{more}",
        plan.each.as_secs(),
        plan.files
    );
    ended
}

async fn run(plan: &Plan, table: &mut Table, more: &mut String) -> Result<()> {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR"))?;
    server::refuse_memory_disk(folder.path())?;
    let server = Server::start(&folder.path().join("one"), Vec::new()).await?;
    let stage = Stage::set(&server, MOST_SENDERS).await?;

    let machine = machine(plan, folder.path(), table).await?;
    sends_and_pages(plan, &server, &stage, "", machine, table).await?;
    if plan.has("public") {
        public::measure(plan, &server, &stage, table).await?;
    }
    if plan.has("bookings") {
        bookings::measure(plan, &server, &stage, table).await?;
    }
    if plan.has("boards") {
        boards::measure(plan, &server, &stage, table).await?;
    }
    if plan.has("fanout") {
        fanout::measure(plan, &server, &stage, table).await?;
    }
    if plan.has("disturbed") {
        disturbed::measure(plan, &server, &stage, table).await?;
    }
    if plan.has("deflate") {
        deflate::measure(plan, &server, &stage, table).await?;
    }
    if plan.has("digest") {
        digest::measure(plan, &server, &stage, table).await?;
    }
    server.stop()?;
    if plan.has("memory") {
        memory::measure(plan, &folder.path().join("memory"), table).await?;
    }
    if plan.has("cluster") {
        cluster::measure(plan, &folder.path().join("cluster"), table).await?;
    }
    if plan.has("users") {
        users::measure(&folder.path().join("users"), table).await?;
    }
    if plan.has("peers") {
        *more += &peers::measure(&folder.path().join("peers")).await?;
        more.push('\n');
    }
    if plan.has("growth") {
        *more += &growth::measure(plan, &folder.path().join("growth")).await?;
    }
    Ok(())
}

/// Durable sends and pages of history on one server; `place` is added to the names of the cases.
async fn sends_and_pages(
    plan: &Plan,
    server: &Server,
    stage: &Stage,
    place: &str,
    machine: Machine,
    table: &mut Table,
) -> Result<()> {
    for (name, part) in [("REST", sends::Way::Rest), ("STOMP", sends::Way::Stomp)] {
        if plan.has(&name.to_lowercase()) {
            durable(plan, server, stage, (name, part), place, machine, table).await?;
        }
    }
    if plan.has("history") {
        let channel = stage.channel(server).await?;
        sends::fill(server, stage, channel, 2_000).await?;
        for readers in READERS {
            progress(&format!("history, {readers} at once{place}"));
            let path = reads::page(channel, "");
            let members = &stage.members[..readers.min(stage.members.len())];
            let mut measured = reads::measure(server, members, &path, plan.each, reads::is_page).await?;
            table.add(Row {
                what: format!("page of 50 messages, {readers} at once{place}"),
                rate: measured.rate(),
                cpu: measured.cpu(),
                ..measured.latencies.row()
            });
        }
    }
    Ok(())
}

/// What the machine does by itself, the measure of durable sends; nothing where that is not asked for.
#[derive(Clone, Copy, Default)]
struct Machine {
    /// The median of an `fdatasync`.
    sync: Duration,
    /// Appends a second of a Redis that syncs each, by as many at once as send at most.
    redis: f64,
}

async fn machine(plan: &Plan, folder: &std::path::Path, table: &mut Table) -> Result<Machine> {
    if !plan.has("disk") {
        return Ok(Machine::default());
    }
    progress("fdatasync");
    let mut measured = bare::fdatasync(&folder.join("fdatasync"), plan.each)?;
    let sync = measured.latencies.at(50.0);
    table.add(Row {
        what: "bare append of 256 B + fdatasync".to_owned(),
        rate: measured.rate(),
        ..measured.latencies.row()
    });
    progress(&format!("appends to Redis, {MOST_SENDERS} at once"));
    let mut measured = redis_server::appends(plan, &folder.join("redis"), MOST_SENDERS).await?;
    table.add(Row {
        what: format!("append of 256 B to a Redis that syncs before it answers, {MOST_SENDERS} at once"),
        rate: measured.rate(),
        ..measured.latencies.row()
    });
    Ok(Machine { sync, redis: measured.per_second() })
}

async fn durable(
    plan: &Plan,
    server: &Server,
    stage: &Stage,
    (name, way): (&str, sends::Way),
    place: &str,
    machine: Machine,
    table: &mut Table,
) -> Result<()> {
    for senders in SENDERS {
        progress(&format!("durable sends, {name}, {senders} at once{place}"));
        let channel = stage.channel(server).await?;
        let mut measured = sends::measure(server, stage, way, channel, senders, plan.each).await?;
        let (against, aim) = match (senders, way) {
            (MOST_SENDERS, _) if machine.redis > 0.0 => {
                (format!("{:.2} × Redis", measured.per_second() / machine.redis), "≥ 0.5 ×")
            }
            (1, sends::Way::Stomp) => (times_a_sync(&mut measured, machine), "≤ 3 ×"),
            (1, sends::Way::Rest) => (times_a_sync(&mut measured, machine), "≤ 4 ×"),
            _ => (times_a_sync(&mut measured, machine), ""),
        };
        table.add(Row {
            what: format!("durable send by {name}, {senders} at once{place}"),
            rate: measured.rate(),
            cpu: measured.cpu(),
            against,
            aim: if place.is_empty() { aim.to_owned() } else { String::new() },
            ..measured.latencies.row()
        });
    }
    Ok(())
}

fn times_a_sync(measured: &mut Measured, machine: Machine) -> String {
    let times = ratio(measured.latencies.at(50.0), machine.sync);
    times.map(|times| format!("{times:.1} × fdatasync p50")).unwrap_or_default()
}

/// Says on standard error what is going on, and after how many seconds; the table alone goes to standard output.
pub fn progress(what: &str) {
    static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);
    eprintln!("{:6} s  {what}", BEGAN.elapsed().as_secs());
}

/// Latencies, how many there were in which time, and what the server spent on them.
#[derive(Default)]
pub struct Measured {
    pub latencies: table::Latencies,
    pub count: u64,
    pub took: Duration,
    pub spent: Option<Duration>,
}

impl Measured {
    pub fn per_second(&self) -> f64 {
        self.count as f64 / self.took.as_secs_f64()
    }

    pub fn rate(&self) -> String {
        table::thousands(self.per_second())
    }

    /// The server's CPU for each.
    pub fn cpu(&self) -> String {
        self.spent.map(|spent| micros(spent.as_secs_f64() / self.count.max(1) as f64)).unwrap_or_default()
    }
}
