//! One sender or several, many subscribers of one channel: what a delivery costs the server, beside a bare loop of `send()`.

use std::cell::Cell;
use std::time::{Duration, Instant};

use crate::receivers::{Arrivals, Receivers};
use crate::server::Server;
use crate::stage::Stage;
use crate::stomp::Stomp;
use crate::table::{Row, Table, micros, ratio, thousands};
use crate::{Measured, Plan, Result, bare, memory, sends};

/// How fast messages follow each other.
#[derive(Clone, Copy)]
pub enum Pace {
    /// The next one when everybody has the last.
    Singly,
    /// As fast as answers come, with so many under way that somebody does not have yet.
    Fastest,
    /// … by so many senders at once.
    Together,
}

impl Pace {
    /// Messages under way.
    pub fn window(self) -> u64 {
        match self {
            Self::Singly => 1,
            Self::Fastest => 64,
            Self::Together => 256,
        }
    }

    fn senders(self) -> usize {
        match self {
            Self::Singly | Self::Fastest => 1,
            Self::Together => 64,
        }
    }
}

pub async fn measure(plan: &Plan, server: &Server, stage: &Stage, table: &mut Table) -> Result<()> {
    let count = plan.subscribers;
    for (name, pace, aim) in [
        ("one at a time", Pace::Singly, "≤ 1.2 ×"),
        ("as fast as one sender can", Pace::Fastest, "≤ 1.2 ×"),
        ("as fast as 64 senders can", Pace::Together, "≤ 0.15 ×"),
    ] {
        crate::progress(&format!("deliveries to {count} subscribers, {name}"));
        let channel = stage.channel(server).await?;
        let mut served = deliveries(server, stage, channel, count, pace, plan.each).await?;
        let frame = sample(server, stage, channel, "full").await?;
        let (size, lean) = (frame.len(), sample(server, stage, channel, "lean").await?.len());
        crate::progress(&format!("bare send() to {count} sockets, {name}"));
        let each = plan.each;
        let numbered = move |number| renumbered(&frame, number);
        let bare = tokio::task::spawn_blocking(move || bare::send_loop(count, numbered, pace, each));
        let mut bare = bare.await??;
        let per = |measured: &Measured| {
            measured.spent.unwrap_or_default().as_secs_f64() / measured.count.max(1) as f64
        };
        let times = ratio(Duration::from_secs_f64(per(&served)), Duration::from_secs_f64(per(&bare)));
        table.add(Row {
            what: format!(
                "delivery to {} subscribers, {name} ({size} B frames, lean {lean} B)",
                thousands(count as f64)
            ),
            rate: served.rate(),
            cpu: micros(per(&served)),
            against: times.map(|times| format!("{times:.1} × bare send()")).unwrap_or_default(),
            aim: aim.to_owned(),
            ..served.latencies.row()
        });
        table.add(Row {
            what: format!("bare send() of the same frame, {name}"),
            rate: bare.rate(),
            cpu: micros(per(&bare)),
            ..bare.latencies.row()
        });
    }
    Ok(())
}

/// Every subscriber must have every message exactly once and in order.
pub async fn deliveries(
    server: &Server,
    stage: &Stage,
    channel: i64,
    count: usize,
    pace: Pace,
    each: Duration,
) -> Result<Measured> {
    let topic = format!("/topic/chat/channel/{channel}");
    let sockets = memory::open(server, stage, std::slice::from_ref(&topic), count).await?;
    let streams: std::io::Result<Vec<_>> =
        sockets.into_iter().map(|socket| socket.into_stream().into_std()).collect();
    let arrivals = Arrivals::new(count, pace.senders());
    let receivers = Receivers::start(streams?, &arrivals)?;
    let mut senders = Vec::new();
    for member in &stage.members[..pace.senders()] {
        let mut sender = Stomp::open(server.at, member).await?;
        sender.subscribe("/user/queue/reply").await?;
        senders.push(sender);
    }
    let destination = sends::destination(channel);

    let (started, spent) = (Instant::now(), server.spent()?);
    let sent = Cell::new(0);
    let sending = senders.iter_mut().enumerate().map(async |(who, sender)| {
        for own in 0.. {
            if started.elapsed() >= each {
                break;
            }
            let number = own * pace.senders() as u64 + who as u64;
            let body = sends::body(&format!("fan-{channel}-{number}"), number);
            arrivals.sent(number);
            sender.send(&destination, &body).await?;
            sent.set(sent.get() + 1);
            let answer = sender.read().await?;
            if !answer.contains(r#""success":true"#) {
                return Err(answer.as_str().into());
            }
            wait(&arrivals, &receivers, sent.get() + 1 - pace.window().min(sent.get() + 1)).await?;
        }
        Result::Ok(())
    });
    futures_util::future::try_join_all(sending).await?;
    let sent = sent.get();
    wait(&arrivals, &receivers, sent).await?;
    let took = started.elapsed();
    let spent = server.spent()? - spent;
    let latencies = tokio::task::spawn_blocking(move || receivers.finish(sent)).await??;
    Ok(Measured { latencies, count: sent * count as u64, took, spent: Some(spent) })
}

/// Waits until everybody has `wanted` messages.
pub async fn wait(arrivals: &Arrivals, receivers: &Receivers, wanted: u64) -> Result<()> {
    let mut waited = Duration::ZERO;
    loop {
        let mut next = std::pin::pin!(arrivals.next());
        next.as_mut().enable();
        if arrivals.complete() >= wanted {
            return Ok(());
        }
        receivers.check()?;
        let pause = Duration::from_millis(100);
        if tokio::time::timeout(pause, next).await.is_err() {
            waited += pause;
        } else {
            waited = Duration::ZERO;
        }
        if waited > Duration::from_secs(10) {
            return Err(format!("{} of {wanted} messages arrived everywhere", arrivals.complete()).into());
        }
    }
}

/// A delivery as it comes from the server, as a WebSocket frame; its body in this form.
async fn sample(server: &Server, stage: &Stage, channel: i64, form: &str) -> Result<Vec<u8>> {
    let mut socket = Stomp::open(server.at, &stage.members[1]).await?;
    socket.subscribe_as(&format!("/topic/chat/channel/{channel}"), &format!("body:{form}")).await?;
    socket.send(&sends::destination(channel), &sends::body(&format!("fan-{channel}-{form}"), 0)).await?;
    let payload = socket.read().await?;
    let mut frame = vec![0x81, 126];
    frame.extend_from_slice(&u16::try_from(payload.len())?.to_be_bytes());
    frame.extend_from_slice(payload.as_bytes());
    Ok(frame)
}

/// The same frame with another number in its text.
fn renumbered(frame: &[u8], number: u64) -> Vec<u8> {
    let mut frame = frame.to_vec();
    let digits = format!("{number:0width$}", width = crate::receivers::DIGITS);
    let before = crate::receivers::BEFORE_NUMBER;
    if let Some(at) = memchr::memmem::find(&frame, before) {
        frame[at + before.len()..][..digits.len()].copy_from_slice(digits.as_bytes());
    }
    frame
}
