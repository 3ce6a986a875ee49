//! Messages at an even pace that does not wait for anybody: what is late, is late for its readers.

use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::StreamExt as _;

use super::line::{Line, Publisher};
use super::served::{Served, name};
use super::{Case, Step};
use crate::receivers::{Arrivals, Receivers};
use crate::stomp::Stomp;
use crate::{Result, sends};

/// Connections that send to one of the others.
const PUBLISHERS: usize = 4;
/// How long a step lasts.
const EACH: Duration = Duration::from_secs(2);
/// How long one waits for what is still under way.
const PATIENCE: Duration = Duration::from_secs(3);
/// Bytes that a publisher gathers.
const BUFFER: usize = 64 * 1024;

/// The connections that send, and how many messages each topic has had.
pub struct Senders {
    each: Vec<Sender>,
    sent: u64,
}

enum Sender {
    Ours(Box<Stomp>),
    Other(Publisher),
}

impl Senders {
    pub async fn open(served: &Served) -> Result<Self> {
        let mut each = Vec::new();
        match served {
            Served::Ours { server, stage, .. } => {
                for member in &stage.members {
                    let mut stomp = Box::new(Stomp::open(server.at, member).await?);
                    stomp.subscribe("/user/queue/reply").await?;
                    each.push(Sender::Ours(stomp));
                }
            }
            Served::Other { kind, process } => {
                for _ in 0..PUBLISHERS {
                    let (publisher, mut answers) = Line::open(*kind, process.at, BUFFER).await?.split();
                    tokio::spawn(async move { while let Some(Ok(_)) = answers.next().await {} });
                    each.push(Sender::Other(publisher));
                }
            }
        }
        Ok(Self { each, sent: 0 })
    }

    /// How many senders a topic has: one where there are many topics.
    pub fn of_a_topic(&self, case: Case) -> usize {
        if case.topics == 1 { self.each.len() } else { 1 }
    }

    /// Sends so that about `rate` deliveries a second are due, and waits until they are there.
    pub async fn step(
        &mut self,
        served: &Served,
        case: Case,
        (arrivals, receivers): (&[Arc<Arrivals>], &Receivers),
        rate: f64,
    ) -> Result<Step> {
        let messages = rate / case.each as f64;
        // Each topic, or each sender of the only one, gets as many.
        let round = if case.topics == 1 { self.each.len() } else { case.topics } as u64;
        let count = ((messages * EACH.as_secs_f64()) as u64).div_ceil(round) * round;
        let every = Duration::from_secs_f64(1.0 / messages);
        let (spent, started) = (served.spent()?, Instant::now());
        let (base, senders) = (self.sent, self.each.len() as u64);
        let sending = self.each.iter_mut().enumerate().map(|(who, sender)| async move {
            for message in base..base + count {
                let (topic, number) = (message % case.topics as u64, message / case.topics as u64);
                let of = if case.topics == 1 { number } else { topic };
                if of % senders != who as u64 {
                    continue;
                }
                let due = started + every.mul_f64((message - base) as f64);
                if due > Instant::now() {
                    sender.flush().await?;
                    tokio::time::sleep_until(due.into()).await;
                }
                arrivals[topic as usize].due(number, due);
                sender.send(served, topic as usize, number).await?;
            }
            sender.flush().await
        });
        futures_util::future::try_join_all(sending).await?;
        self.sent += count;
        let arrived = arrived(arrivals, receivers, self.sent).await?;
        let (took, spent) = (started.elapsed(), served.spent()? - spent);
        let mut latencies = receivers.latencies()?;
        let deliveries = latencies.len() as f64;
        Ok(Step {
            rate: deliveries / took.as_secs_f64(),
            p50: latencies.at(50.0),
            p99: latencies.at(99.0),
            cpu: spent.as_secs_f64() / deliveries.max(1.0),
            all: arrived,
        })
    }
}

impl Sender {
    async fn send(&mut self, served: &Served, topic: usize, number: u64) -> Result<()> {
        match (self, served) {
            (Self::Ours(stomp), Served::Ours { channels, .. }) => {
                let channel = channels[topic];
                let body = sends::body(&format!("peers-{channel}-{number}"), number);
                stomp.send(&sends::destination(channel), &body).await?;
                let answer = stomp.read().await?;
                if answer.contains(r#""success":true"#) { Ok(()) } else { Err(answer.as_str().into()) }
            }
            (Self::Other(publisher), _) => {
                publisher.publish(&name(topic), &sends::body("peers", number)).await
            }
            (Self::Ours(_), Served::Other { .. }) => Err("a sender of another server".into()),
        }
    }

    async fn flush(&mut self) -> Result<()> {
        if let Self::Other(publisher) = self { publisher.flush().await } else { Ok(()) }
    }
}

/// Whether everybody has what was sent, after a while at most.
async fn arrived(arrivals: &[Arc<Arrivals>], receivers: &Receivers, sent: u64) -> Result<bool> {
    let started = Instant::now();
    loop {
        receivers.check()?;
        if arrivals.iter().map(|topic| topic.complete()).sum::<u64>() >= sent {
            return Ok(true);
        }
        if started.elapsed() > PATIENCE {
            return Ok(false);
        }
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
}
