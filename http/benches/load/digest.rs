//! A busy channel that nobody looks at, in a workspace of many: every message told to everybody, beside one digest a second.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use tokio::io::AsyncReadExt as _;
use tokio::net::TcpStream;

use crate::server::Server;
use crate::stage::Stage;
use crate::stomp::Stomp;
use crate::table::{Row, Table, micros, ratio, thousands};
use crate::{Plan, Result, memory, receivers, sends};

/// People of the workspace.
const PEOPLE: usize = 5_000;
/// Between two messages: two thousand in a minute.
const EVERY: Duration = Duration::from_millis(30);

/// What everybody together has received.
#[derive(Default)]
struct Received {
    frames: AtomicU64,
    bytes: AtomicU64,
}

/// What one way of telling has cost.
struct Told {
    frames: u64,
    bytes: u64,
    /// The server's CPU.
    spent: Duration,
    messages: u64,
}

pub async fn measure(plan: &Plan, server: &Server, stage: &Stage, table: &mut Table) -> Result<()> {
    let all = told(plan, server, stage, "body:lean").await?;
    let brief = told(plan, server, stage, "body:lean\nmode:digest").await?;
    let idle = told_to(plan, server, stage, "body:lean", 0).await?;
    let mut row = |what: &str, Told { frames, bytes, spent, messages }: &Told, against: String| {
        let each = spent.saturating_sub(idle.spent).as_secs_f64() / *messages as f64;
        table.add(Row {
            what: format!(
                "a busy channel to {} in its workspace, {what} ({:.0} B to each for a message)",
                thousands(PEOPLE as f64),
                *bytes as f64 / (PEOPLE as u64 * messages) as f64
            ),
            rate: thousands(*frames as f64 / (EVERY.as_secs_f64() * *messages as f64)),
            cpu: micros(each),
            against,
            ..Row::default()
        });
    };
    row("each message", &all, String::new());
    let frames = brief.frames as f64 / all.frames.max(1) as f64;
    let more = |told: &Told| told.spent.saturating_sub(idle.spent);
    let cpu = ratio(more(&brief), more(&all)).unwrap_or_default();
    row("`mode:digest`", &brief, format!("{frames:.2} × the frames, {cpu:.2} × the CPU of each message"));
    Ok(())
}

async fn told(plan: &Plan, server: &Server, stage: &Stage, how: &str) -> Result<Told> {
    told_to(plan, server, stage, how, PEOPLE).await
}

/// Messages at an even pace to `people` who listen to the workspace.
async fn told_to(plan: &Plan, server: &Server, stage: &Stage, how: &str, people: usize) -> Result<Told> {
    crate::progress(&format!("a busy channel to {people}, {}", how.replace('\n', ", ")));
    let channel = stage.channel(server).await?;
    let topic = format!("/topic/workspace/{}/notifications", stage.workspace);
    let mut sockets = memory::open(server, stage, &[], people).await?;
    for socket in &mut sockets {
        socket.subscribe_as(&topic, how).await?;
    }
    let (received, over) = (Arc::new(Received::default()), Arc::new(AtomicBool::new(false)));
    let reading = std::thread::spawn({
        let (received, over) = (Arc::clone(&received), Arc::clone(&over));
        let streams: std::io::Result<Vec<_>> =
            sockets.into_iter().map(|socket| socket.into_stream().into_std()).collect();
        let streams = streams?;
        move || read_all(streams, &received, &over)
    });
    let mut sender = Stomp::open(server.at, &stage.members[0]).await?;
    sender.subscribe("/user/queue/reply").await?;
    let (spent, messages) = (server.spent()?, plan.each.as_millis() as u64 / EVERY.as_millis() as u64);
    let mut due = tokio::time::interval(EVERY);
    for number in 0..messages {
        due.tick().await;
        let body = sends::body(&format!("brief-{channel}-{number}"), number);
        sender.send(&sends::destination(channel), &body).await?;
        let answer = sender.read().await?;
        if !answer.contains(r#""success":true"#) {
            return Err(answer.as_str().into());
        }
    }
    // The last digest comes when its second ends.
    tokio::time::sleep(Duration::from_secs(2)).await;
    let spent = server.spent()? - spent;
    over.store(true, Ordering::Release);
    reading.join().map_err(|_| "the receivers have panicked")??;
    let [frames, bytes] = [&received.frames, &received.bytes].map(|it| it.load(Ordering::Acquire));
    if people > 0 && frames < people as u64 * 2 {
        return Err(format!("{frames} frames came to {people}").into());
    }
    Ok(Told { frames, bytes, spent, messages })
}

fn read_all(streams: Vec<std::net::TcpStream>, received: &Arc<Received>, over: &AtomicBool) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let tasks = tokio::task::LocalSet::new();
    for stream in streams {
        let received = Arc::clone(received);
        tasks.spawn_local(async move {
            stream.set_nonblocking(true)?;
            let mut stream = TcpStream::from_std(stream)?;
            let mut buffer = Vec::with_capacity(16 * 1024);
            while stream.read_buf(&mut buffer).await? > 0 {
                let mut done = 0;
                while let Some((_, end)) = receivers::frame(&buffer[done..]) {
                    done += end;
                    received.frames.fetch_add(1, Ordering::Relaxed);
                    received.bytes.fetch_add(end as u64, Ordering::Relaxed);
                }
                buffer.drain(..done);
            }
            std::io::Result::Ok(())
        });
    }
    tasks.block_on(&runtime, async {
        while !over.load(Ordering::Acquire) {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    });
    Ok(())
}
