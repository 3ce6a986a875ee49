//! A Redis of our own: what it takes by itself, as a measure of what our nodes add to it.

use std::fs::File;
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use futures_util::StreamExt as _;
use redis::aio::{MultiplexedConnection, PubSubSink, PubSubStream};

use crate::server::{Running, free_port, listens};
use crate::table::Latencies;
use crate::{Measured, Plan, Result};

/// What it keeps.
pub enum Keeps<'a> {
    /// Only in memory.
    Nothing,
    /// Everything that it has answered for: a log in this folder, synced before each answer.
    All(&'a Path),
}

pub async fn start(keeps: Keeps<'_>) -> Result<(Running, SocketAddr)> {
    let at = free_port()?;
    let mut command = Command::new("redis-server");
    command.args(["--port", &at.port().to_string(), "--bind", "127.0.0.1", "--save", ""]);
    match keeps {
        Keeps::Nothing => command.args(["--appendonly", "no"]),
        Keeps::All(folder) => {
            std::fs::create_dir_all(folder)?;
            command.args(["--appendonly", "yes", "--appendfsync", "always", "--dir"]).arg(folder)
        }
    };
    let child = command
        .stdout(Stdio::from(File::create("/dev/null")?))
        .spawn()
        .map_err(|error| format!("redis-server (Debian's package) cannot be started: {error}"))?;
    let mut running = Running(child);
    listens(&mut running.0, at, "Redis").await?;
    Ok((running, at))
}

/// From a PUBLISH to the message at a subscriber, with the client library that the nodes use.
pub struct Line {
    publisher: MultiplexedConnection,
    heard: PubSubStream,
    _subscribed: PubSubSink,
    publish: redis::Cmd,
}

impl Line {
    /// For messages of so many bytes.
    pub async fn open(redis: SocketAddr, size: usize) -> Result<Self> {
        let client = redis::Client::open(format!("redis://{redis}"))?;
        let publisher = client.get_multiplexed_async_connection().await?;
        let (mut sink, heard) = client.get_async_pubsub().await?.split();
        sink.subscribe("bare").await?;
        let mut publish = redis::cmd("PUBLISH");
        publish.arg("bare").arg(vec![b'x'; size]);
        Ok(Self { publisher, heard, _subscribed: sink, publish })
    }

    pub async fn round_trip(&mut self) -> Result<Duration> {
        let started = Instant::now();
        let said = self.publish.query_async::<i64>(&mut self.publisher);
        let (said, message) = tokio::join!(said, self.heard.next());
        said?;
        message.ok_or("Redis has closed a connection")?;
        Ok(started.elapsed())
    }

    /// One after the other, as fast as they go.
    pub async fn round_trips(&mut self, plan: &Plan) -> Result<Latencies> {
        let mut latencies = Latencies::default();
        let started = Instant::now();
        while started.elapsed() < plan.each {
            latencies.add(self.round_trip().await?);
        }
        Ok(latencies)
    }
}

/// `senders` append 256 B each to a stream, every one waiting for its answer, on a Redis that syncs before it answers: the
/// same promise as a durable send, without anything that it means.
pub async fn appends(plan: &Plan, folder: &Path, senders: usize) -> Result<Measured> {
    let (_redis, at) = start(Keeps::All(folder)).await?;
    let client = redis::Client::open(format!("redis://{at}"))?;
    let mut lines = Vec::new();
    for _ in 0..senders {
        lines.push(client.get_multiplexed_async_connection().await?);
    }
    let mut append = redis::cmd("XADD");
    append.arg("channel").arg("*").arg("content").arg(&[b'x'; 256]);
    let started = Instant::now();
    let sending = lines.iter_mut().map(async |line| {
        let mut latencies = Latencies::default();
        while started.elapsed() < plan.each {
            let one = Instant::now();
            append.query_async::<String>(line).await?;
            latencies.add(one.elapsed());
        }
        Result::Ok(latencies)
    });
    let mut measured = Measured::default();
    for latencies in futures_util::future::try_join_all(sending).await? {
        measured.count += latencies.len() as u64;
        measured.latencies.append(latencies);
    }
    measured.took = started.elapsed();
    Ok(measured)
}
