//! Durable sends in a closed loop: each sender has a person and a connection of their own and waits for its answer.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tokio::task::JoinSet;

use crate::http::Http;
use crate::receivers::DIGITS;
use crate::server::Server;
use crate::stage::Stage;
use crate::stomp::Stomp;
use crate::table::Latencies;
use crate::{Measured, Result};

/// Length of a message's text.
const TEXT: usize = 256;
/// Sends of each sender before it is measured.
const WARM_UP: usize = 20;

#[derive(Clone, Copy)]
pub enum Way {
    Rest,
    Stomp,
}

/// A body of the POST and the SEND; its text begins with the number.
pub fn body(mark: &str, number: u64) -> String {
    let mut text = format!("{number:0DIGITS$} ");
    while text.len() < TEXT {
        text.push_str("Mötet börjar klockan nio i lärarrummet. ");
    }
    while text.len() > TEXT {
        text.pop();
    }
    format!(r#"{{"content":"{}","clientMessageId":"{mark}"}}"#, text.trim_end())
}

pub fn destination(channel: i64) -> String {
    format!("/app/chat/channel/{channel}")
}

enum Line {
    Rest { http: Box<Http>, path: String },
    Stomp { stomp: Box<Stomp>, destination: String },
}

impl Line {
    async fn open(server: &Server, way: Way, token: &str, channel: i64) -> Result<Self> {
        Ok(match way {
            Way::Rest => Self::Rest {
                http: Box::new(Http::open(server.at, token).await?),
                path: format!("/api/v1/chat/channels/{channel}/messages"),
            },
            Way::Stomp => {
                let mut stomp = Box::new(Stomp::open(server.at, token).await?);
                stomp.subscribe("/user/queue/reply").await?;
                Self::Stomp { stomp, destination: destination(channel) }
            }
        })
    }

    /// Sends and waits for the answer, which must be about this message.
    async fn send(&mut self, mark: &str, body: &str) -> Result<()> {
        let answer = match self {
            Self::Rest { http, path } => match http.call("POST", path, body).await? {
                (201, answer) => String::from_utf8_lossy(answer).into_owned(),
                (status, answer) => {
                    return Err(format!("{status} {}", String::from_utf8_lossy(answer)).into());
                }
            },
            Self::Stomp { stomp, destination } => {
                stomp.send(destination, body).await?;
                let frame = stomp.read().await?;
                if !frame.contains(r#""success":true"#) {
                    return Err(frame.as_str().into());
                }
                frame.to_string()
            }
        };
        if answer.contains(mark) { Ok(()) } else { Err(format!("{mark} was answered by {answer}").into()) }
    }
}

/// Tells the messages of one measurement from those of others in the same channel.
static MEASURED: AtomicU64 = AtomicU64::new(0);

/// `senders` send for `each` in a channel of their own; then every message must be in it exactly once.
pub async fn measure(
    server: &Server,
    stage: &Stage,
    way: Way,
    channel: i64,
    senders: usize,
    each: Duration,
) -> Result<Measured> {
    let mut marks = HashSet::new();
    let before = newest(server, stage, channel).await?;
    let of = format!("{channel}-{}", MEASURED.fetch_add(1, Ordering::Relaxed));
    // All at once: a kept connection that waits long for its neighbours is closed.
    let warm = &of;
    let lines = stage.members.iter().take(senders).enumerate().map(async |(sender, token)| {
        let mut line = Line::open(server, way, token, channel).await?;
        for number in 0..WARM_UP {
            let mark = format!("warm-{warm}-{sender}-{number}");
            line.send(&mark, &body(&mark, number as u64)).await?;
        }
        Result::Ok(line)
    });
    let lines = futures_util::future::try_join_all(lines).await?;
    for sender in 0..senders {
        marks.extend((0..WARM_UP).map(|number| format!("warm-{of}-{sender}-{number}")));
    }
    let (started, spent) = (Instant::now(), server.spent()?);
    let mut tasks = JoinSet::new();
    for (sender, mut line) in lines.into_iter().enumerate() {
        let of = of.clone();
        tasks.spawn(async move {
            let mut latencies = Latencies::default();
            let mut number = 0;
            while started.elapsed() < each {
                let mark = format!("mark-{of}-{sender}-{number}");
                let body = body(&mark, number);
                let one = Instant::now();
                line.send(&mark, &body).await?;
                latencies.add(one.elapsed());
                number += 1;
            }
            Result::Ok((sender, number, latencies))
        });
    }
    let mut measured = Measured::default();
    while let Some(task) = tasks.join_next().await {
        let (sender, count, latencies) = task??;
        measured.latencies.append(latencies);
        measured.count += count;
        marks.extend((0..count).map(|number| format!("mark-{of}-{sender}-{number}")));
    }
    measured.took = started.elapsed();
    measured.spent = Some(server.spent()? - spent);
    verify(server, stage, channel, before, marks).await?;
    Ok(measured)
}

/// The channel's last message, or an id before every message's.
async fn newest(server: &Server, stage: &Stage, channel: i64) -> Result<i64> {
    let mut http = Http::open(server.at, &stage.owner).await?;
    let path = format!("/api/v1/chat/channels/{channel}/messages?limit=1");
    let page = http.ask("GET", &path, &serde_json::Value::Null).await?;
    Ok(page["data"][0]["id"].as_i64().unwrap_or(1))
}

/// Reads what came after a message: each mark must be there once, and nothing else.
pub async fn verify(
    server: &Server,
    stage: &Stage,
    channel: i64,
    mut after: i64,
    mut marks: HashSet<String>,
) -> Result<()> {
    let mut http = Http::open(server.at, &stage.owner).await?;
    let mut path = String::new();
    loop {
        path.clear();
        write!(path, "/api/v1/chat/channels/{channel}/messages?limit=100&after={after}")?;
        let page = http.ask("GET", &path, &serde_json::Value::Null).await?;
        let messages = page["data"].as_array().ok_or("a page without messages")?;
        for message in messages {
            let mark = message["clientMessageId"].as_str().unwrap_or_default();
            if !marks.remove(mark) {
                return Err(format!("message {mark} is there twice").into());
            }
            after = message["id"].as_i64().ok_or("a message without an id")?;
        }
        if messages.is_empty() {
            break;
        }
    }
    match marks.iter().next() {
        None => Ok(()),
        Some(one) => {
            Err(format!("{} messages were answered and are missing, such as {one}", marks.len()).into())
        }
    }
}

/// Puts `count` messages into a channel.
pub async fn fill(server: &Server, stage: &Stage, channel: i64, count: usize) -> Result<()> {
    let mut tasks = JoinSet::new();
    for (sender, token) in stage.members.iter().take(16).enumerate() {
        let mut line = Line::open(server, Way::Rest, token, channel).await?;
        tasks.spawn(async move {
            for number in 0..count / 16 {
                let mark = format!("fill-{channel}-{sender}-{number}");
                line.send(&mark, &body(&mark, number as u64)).await?;
            }
            Result::Ok(())
        });
    }
    while let Some(task) = tasks.join_next().await {
        task??;
    }
    Ok(())
}
