//! What fifty listeners of a channel notice of peers that behave badly.
//!
//! One member sends 100 messages a second, 256 bytes each, at an even pace, and waits for nobody: a message is under way from the
//! moment it was due, however late its sender is. Each of 50 connections must have each message exactly once and in order; so many
//! deliveries make a row. First nobody else is there, then one kind of bad peer after the other ([`bad::Kind`]): their share
//! of the server is what the rows differ in.
//!
//! - The bad peers live on a thread of their own, but on the same cores as the server and the ones who listen: what they cost
//!   themselves is in the figures. The server's CPU for each delivery holds what it spent on them, too.
//! - What is sent in the first second is not measured: the bad peers arrive then, all at once.
//! - Memory is looked at every second: its most during the case against what it was with the listeners alone. For a peer that
//!   does not read the server may keep 1 MiB, so 50 MiB for fifty; what senders leave behind in the store's
//!   caches and the index of searches comes on top, as beside those who only send.
//! - Peers that the server must end are each ended once at least, and come back at once. Afterwards some of those who did not read
//!   read in the channel's history what they have missed, and hear live what is said next.

mod bad;
mod raw;

use std::collections::HashSet;
use std::io::Write as _;
use std::net::TcpStream;
use std::sync::Arc;
use std::time::{Duration, Instant};

use self::bad::{Bad, Kind, Place, Tally};
use crate::receivers::{Arrivals, Receivers};
use crate::server::Server;
use crate::stage::Stage;
use crate::stomp::Stomp;
use crate::table::{Row, Table, ratio};
use crate::{Measured, Plan, Result, fanout, memory, sends};

/// Connections that listen.
const LISTENERS: usize = 50;
/// Between two messages.
const EVERY: Duration = Duration::from_millis(10);
/// Sent before it is measured.
const WARM_UP: Duration = Duration::from_secs(1);
/// For each case at least.
const LEAST: Duration = Duration::from_secs(3);
/// For the one that the others are held against, at least: its hundredth is of twelve messages.
const LEAST_UNDISTURBED: Duration = Duration::from_secs(12);
/// Between two looks at the memory: a look takes some milliseconds, in which the process may not map any.
const LOOK: Duration = Duration::from_secs(1);
/// Time for what is freed late: an allocator keeps what was let go for some seconds.
const SETTLE: Duration = Duration::from_secs(10);
/// What has not come by then has failed.
const PATIENCE: Duration = Duration::from_secs(10);
/// Channels of the workspace for those who subscribe to everything, beside the two that every case has.
const CHANNELS: usize = 48;
/// Peers that are looked at when they are back: each reads all that was sent.
const BACK: usize = 2;

/// One case.
struct Heard {
    measured: Measured,
    /// Memory that the server took, in MiB.
    grown: f64,
    /// What the bad peers did.
    tally: Option<Tally>,
}

pub async fn measure(plan: &Plan, server: &Server, stage: &Stage, table: &mut Table) -> Result<()> {
    let mut heard = hear(plan, server, stage, None).await?;
    let alone = heard.measured.latencies.at(99.0);
    let mut row = |mut heard: Heard, beside: &str, against: String, aim: &str| {
        table.add(Row {
            what: format!("{LISTENERS} listeners hear 100 messages a second, {beside}"),
            rate: heard.measured.rate(),
            cpu: heard.measured.cpu(),
            against: format!("{against}memory {:.0} MiB more", heard.grown),
            aim: aim.to_owned(),
            ..heard.measured.latencies.row()
        });
    };
    row(heard, "undisturbed", String::new(), "");
    for kind in Kind::ALL {
        let mut heard = hear(plan, server, stage, Some(kind)).await?;
        let times = ratio(heard.measured.latencies.at(99.0), alone).unwrap_or_default();
        let did = heard.tally.as_ref().map(|tally| kind.did(tally)).unwrap_or_default();
        let against = format!("{times:.1} × undisturbed p99; ");
        row(heard, &format!("beside {} ({did})", kind.name()), against, "≤ 2 ×");
    }
    Ok(())
}

pub fn topic(channel: i64) -> String {
    format!("/topic/chat/channel/{channel}")
}

/// One case: everybody hears everything, beside bad peers of a kind or none.
async fn hear(plan: &Plan, server: &Server, stage: &Stage, kind: Option<Kind>) -> Result<Heard> {
    let beside = kind.map_or("nobody", Kind::name);
    // What the case before has left to be freed is not this one's.
    tokio::time::sleep(SETTLE).await;
    crate::progress(&format!("{LISTENERS} listeners beside {beside}"));
    let each = plan.each.max(LEAST).max(kind.map_or(LEAST_UNDISTURBED, Kind::least));
    let count = ((WARM_UP + each).as_millis() / EVERY.as_millis()) as u64;
    let place = place(server, stage, kind).await?;

    let topics = [topic(place.channel)];
    let sockets = memory::open(server, stage, &topics, LISTENERS).await?;
    let streams: std::io::Result<Vec<_>> =
        sockets.into_iter().map(|socket| socket.into_stream().into_std()).collect();
    let arrivals = Arrivals::at_most(LISTENERS, 1, count as usize);
    let receivers = Receivers::start(streams?, &arrivals)?;
    let sender = Stomp::open(server.at, &stage.members[0]).await?.into_stream().into_std()?;

    let before = server.held()?.rss;
    let bad = kind.map(|kind| Bad::start(kind, &place)).transpose()?;
    let (paced, channel) = (Arc::clone(&arrivals), place.channel);
    let mut pacing = tokio::task::spawn_blocking(move || pace(sender, channel, &paced, count));
    tokio::time::sleep(WARM_UP).await;
    receivers.latencies()?;
    let (started, spent) = (Instant::now(), server.spent()?);
    let mut most = before;
    let (sender, latest) = loop {
        tokio::select! {
            paced = &mut pacing => break paced??,
            () = tokio::time::sleep(LOOK) => most = most.max(server.held()?.rss),
        }
        receivers.check()?;
    };
    fanout::wait(&arrivals, &receivers, count).await?;
    drop(sender);
    // It only sleeps and writes: where it is late, the machine has more to do than this.
    crate::progress(&format!("the sender was up to {} ms late", latest.as_millis()));
    let (took, spent) = (started.elapsed(), server.spent()? - spent);
    most = most.max(server.held()?.rss);

    let tally = match bad {
        Some(bad) => Some(bad.stop().await?),
        None => None,
    };
    let latencies = tokio::task::spawn_blocking(move || receivers.finish(count)).await??;
    if let (Some(kind), Some(tally)) = (kind, &tally) {
        check(server, stage, &place, kind, tally).await?;
    }
    let measured = Measured { count: latencies.len() as u64, latencies, took, spent: Some(spent) };
    Ok(Heard { measured, grown: (most - before) as f64 / 1024.0, tally })
}

/// New channels for a case.
async fn place(server: &Server, stage: &Stage, kind: Option<Kind>) -> Result<Arc<Place>> {
    let (channel, other) = (stage.channel(server).await?, stage.channel(server).await?);
    let mut all = vec![channel, other];
    if matches!(kind, Some(Kind::Everything)) {
        for _ in 0..CHANNELS {
            all.push(stage.channel(server).await?);
        }
    }
    Ok(Arc::new(Place { at: server.at, members: stage.members.clone(), channel, other, all }))
}

/// Sends at an even pace. On a thread of its own, which sleeps more exactly than a runtime's timers do; answers are not
/// asked for: whether a message was taken is seen where it arrives. Gives the connection back, since what is sent last may be
/// dropped with one that is closed at once, and how late it was at most.
fn pace(
    mut sender: TcpStream,
    channel: i64,
    arrivals: &Arrivals,
    count: u64,
) -> Result<(TcpStream, Duration)> {
    sender.set_nonblocking(false)?;
    sender.set_write_timeout(Some(PATIENCE))?;
    let (started, destination) = (Instant::now(), sends::destination(channel));
    let mut latest = Duration::ZERO;
    for number in 0..count {
        let body = sends::body(&format!("paced-{channel}-{number}"), number);
        let frame = format!("SEND\ndestination:{destination}\ncontent-type:application/json\n\n{body}\0");
        let frame = raw::masked(&frame)?;
        let due = started + EVERY.mul_f64(number as f64);
        std::thread::sleep(due.saturating_duration_since(Instant::now()));
        latest = latest.max(due.elapsed());
        arrivals.due(number, due);
        sender.write_all(&frame)?;
    }
    Ok((sender, latest))
}

/// Who had to be ended was, and nothing that was answered is lost, neither to others nor to those who were ended.
async fn check(server: &Server, stage: &Stage, place: &Place, kind: Kind, tally: &Tally) -> Result<()> {
    let never = tally.ended.iter().filter(|ended| ended.get() == 0).count();
    if kind.must_end() && never > 0 {
        return Err(format!("{never} of {} were never ended", kind.name()).into());
    }
    if tally.sent.is_empty() {
        return Ok(());
    }
    let mut marks: HashSet<String> = HashSet::new();
    for (who, sent) in tally.sent.iter().enumerate() {
        marks.extend((0..sent.get()).map(|number| place.mark(who, number)));
    }
    if !kind.must_end() {
        return sends::verify(server, stage, place.other, 1, marks).await;
    }
    let mut sender = Stomp::open(server.at, &stage.members[0]).await?;
    for who in 0..BACK {
        let token = place.peer(who);
        let mut peer = Stomp::open(server.at, token).await?;
        peer.subscribe(&topic(place.other)).await?;
        let mut reader = stage.clone();
        token.clone_into(&mut reader.owner);
        sends::verify(server, &reader, place.other, 1, marks.clone()).await?;
        let mark = format!("back-{}-{who}", place.other);
        sender.send(&sends::destination(place.other), &sends::body(&mark, who as u64)).await?;
        let heard = tokio::time::timeout(PATIENCE, peer.read()).await;
        if !heard.map_err(|_| "who is back hears nothing")??.contains(&mark) {
            return Err(format!("who is back does not hear {mark}").into());
        }
        marks.insert(mark);
    }
    Ok(())
}
