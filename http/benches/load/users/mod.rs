//! People who use the chat as people do: more and more of them, until something is slow or goes wrong. Organisations of a
//! hundred, ten channels each; everybody has the web app's subscriptions and looks at a channel.
//!
//! What somebody does in a minute, at moments by lot: one message, six channels opened, two pages back, a reaction, a sign of
//! typing, and 0.15 times the line breaks and comes back. Measured is what they wait for: a message until it is stored, a page,
//! a subscription until it holds, a reaction, being back.

mod person;

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rand::rngs::StdRng;
use rand::{Rng as _, SeedableRng as _};
use tokio::task::JoinSet;

use self::person::{Person, Place};
use crate::server::Server;
use crate::stage::Stage;
use crate::table::{Latencies, Row, Table, micros, thousands};
use crate::{Result, progress, sends};

/// People of an organisation, and its channels.
const GROUP: usize = 100;
const CHANNELS: usize = 10;
/// Messages of a channel before anybody comes.
const SAID: usize = 96;
/// People who come at a time.
const MORE: usize = 500;
/// How long so many people are looked at.
const EACH: Duration = Duration::from_secs(20);
const SETTLE: Duration = Duration::from_secs(5);
/// More do not fit into the open files of one load generator.
const MOST: usize = 8_000;
/// What ends it: mean, p99, and how many of a hundred thousand go wrong.
const MEAN: Duration = Duration::from_millis(100);
const P99: Duration = Duration::from_secs(2);
const WRONG: f64 = 0.000_25;

/// What people have waited for.
#[derive(Default)]
pub struct Waited {
    latencies: Mutex<Latencies>,
    wrong: Mutex<Vec<String>>,
}

impl Waited {
    pub fn add(&self, took: Duration) {
        self.latencies.lock().unwrap_or_else(PoisonError::into_inner).add(took);
    }

    pub fn went_wrong(&self, why: String) {
        self.wrong.lock().unwrap_or_else(PoisonError::into_inner).push(why);
    }

    /// What has come since this was asked last.
    fn take(&self) -> (Latencies, Vec<String>) {
        let latencies = std::mem::take(&mut *self.latencies.lock().unwrap_or_else(PoisonError::into_inner));
        (latencies, std::mem::take(&mut *self.wrong.lock().unwrap_or_else(PoisonError::into_inner)))
    }
}

pub async fn measure(folder: &Path, table: &mut Table) -> Result<()> {
    let server = Server::start(folder, Vec::new()).await?;
    let waited = Arc::new(Waited::default());
    let mut people = JoinSet::new();
    let mut dice = StdRng::seed_from_u64(1);
    while people.len() < MOST {
        progress(&format!("{} people", people.len() + MORE));
        for _ in 0..MORE / GROUP {
            let place = group(&server, people.len() / GROUP).await?;
            for token in &place.stage.members[..GROUP] {
                let person =
                    Person::come(&place, token.clone(), StdRng::seed_from_u64(dice.random())).await?;
                let waited = Arc::clone(&waited);
                people.spawn(async move { person.live(&waited).await });
            }
        }
        tokio::time::sleep(SETTLE).await;
        waited.take();
        let spent = server.spent()?;
        tokio::time::sleep(EACH).await;
        let spent = (server.spent()? - spent).as_secs_f64() / EACH.as_secs_f64();
        let (mut latencies, wrong) = waited.take();
        let (count, mean) = (latencies.len().max(1) as f64, latencies.mean());
        let wrong_share = wrong.len() as f64 / count;
        let ended = wrong_share > WRONG || mean > MEAN || latencies.at(99.0) > P99;
        let each = people.len() as f64 / spent;
        if let Some(why) = wrong.first() {
            progress(&format!("    {} of {count} went wrong, such as {why}", wrong.len()));
        }
        table.add(Row {
            what: format!(
                "{} people who use the chat{}",
                thousands(people.len() as f64),
                if ended { " (too many)" } else { "" }
            ),
            rate: thousands(count / EACH.as_secs_f64()),
            cpu: micros(spent * EACH.as_secs_f64() / count),
            against: format!(
                "mean {:.1} ms, {:.3} % wrong, {:.0} % of a core: {} on a whole one",
                mean.as_secs_f64() * 1e3,
                wrong_share * 100.0,
                spent * 100.0,
                thousands(each)
            ),
            aim: "2,150 a core".to_owned(),
            ..latencies.row()
        });
        if ended {
            break;
        }
    }
    people.shutdown().await;
    server.stop()
}

/// An organisation with its people, and what was said in its channels.
async fn group(server: &Server, number: usize) -> Result<Arc<Place>> {
    let stage = Stage::of(server, &format!("grupp-{number}"), GROUP).await?;
    let mut channels = Vec::with_capacity(CHANNELS);
    for _ in 0..CHANNELS {
        let channel = stage.channel(server).await?;
        sends::fill(server, &stage, channel, SAID).await?;
        channels.push(channel);
    }
    Ok(Arc::new(Place { at: server.at, stage, channels }))
}
