//! One of the people: a live connection, a kept one for calls, and what they do next.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rand::Rng as _;
use rand::rngs::StdRng;
use serde_json::{Value, json};

use super::Waited;
use crate::http::Http;
use crate::stage::Stage;
use crate::stomp::Stomp;
use crate::{Result, sends};

/// What is not there by then has failed.
const PATIENCE: Duration = Duration::from_secs(10);

/// A line of calls that was quiet for so long may be closed by the server at any moment: browsers then take another.
const QUIET: Duration = Duration::from_secs(3);

/// Where people are.
pub struct Place {
    pub at: SocketAddr,
    pub stage: Stage,
    pub channels: Vec<i64>,
}

/// What people do, and how often in a minute.
#[derive(Clone, Copy)]
enum Act {
    Post,
    Open,
    Back,
    React,
    Type,
    Return,
}

const OFTEN: [(Act, f64); 6] = [
    (Act::Post, 1.0),
    (Act::Open, 6.0),
    (Act::Back, 2.0),
    (Act::React, 1.0),
    (Act::Type, 1.0),
    (Act::Return, 0.15),
];

fn acts_a_minute() -> f64 {
    OFTEN.iter().map(|(_, often)| often).sum()
}

pub struct Person {
    place: Arc<Place>,
    token: String,
    http: Http,
    /// When it was called last.
    called: Instant,
    live: Stomp,
    dice: StdRng,
    channel: i64,
    /// The number of the subscription to it.
    listens: Option<usize>,
    /// Messages of the channel that are on the page: the oldest and the newest.
    seen: (i64, i64),
    said: u64,
}

impl Person {
    /// Comes and looks at a channel.
    pub async fn come(place: &Arc<Place>, token: String, mut dice: StdRng) -> Result<Self> {
        let channel = place.channels[dice.random_range(0..place.channels.len())];
        let mut person = Self {
            http: Http::open(place.at, &token).await?,
            called: Instant::now(),
            live: connected(place, &token).await?,
            place: Arc::clone(place),
            token,
            dice,
            channel,
            listens: None,
            seen: (0, 0),
            said: 0,
        };
        person.open(channel).await?;
        Ok(person)
    }

    /// Does what people do, until the measurement ends.
    pub async fn live(mut self, waited: &Waited) {
        loop {
            let pause = -self.dice.random_range(f64::EPSILON..1.0).ln() * 60.0 / acts_a_minute();
            let due = tokio::time::Instant::now() + Duration::from_secs_f64(pause);
            if let Err(why) = self.hear_until(due).await {
                waited.went_wrong(why.to_string());
                let _ = self.come_back().await;
                continue;
            }
            let act = self.act();
            let one = Instant::now();
            let done = tokio::time::timeout(PATIENCE, self.does(act)).await;
            match done {
                // Nobody waits for a sign of typing.
                Ok(Ok(())) if matches!(act, Act::Type) => {}
                Ok(Ok(())) => waited.add(one.elapsed()),
                Ok(Err(why)) => waited.went_wrong(why.to_string()),
                Err(_) => waited.went_wrong("nothing within ten seconds".to_owned()),
            }
        }
    }

    fn act(&mut self) -> Act {
        let mut lot = self.dice.random_range(0.0..acts_a_minute());
        for (act, often) in OFTEN {
            if lot < often {
                return act;
            }
            lot -= often;
        }
        Act::Open
    }

    /// Reads what comes by itself.
    async fn hear_until(&mut self, due: tokio::time::Instant) -> Result<()> {
        loop {
            match tokio::time::timeout_at(due, self.live.read()).await {
                Ok(frame) => drop(frame?),
                Err(_) => return Ok(()),
            }
        }
    }

    async fn does(&mut self, act: Act) -> Result<()> {
        match act {
            Act::Post => self.post().await,
            Act::Open => {
                let channel = self.place.channels[self.dice.random_range(0..self.place.channels.len())];
                self.open(channel).await
            }
            Act::Back => self.back().await,
            Act::React => self.react().await,
            Act::Type => {
                let body = json!({"channelId": self.channel, "isTyping": true});
                self.live.send("/app/typing", &body.to_string()).await
            }
            Act::Return => self.come_back().await,
        }
    }

    /// Says something, and waits until it is stored.
    async fn post(&mut self) -> Result<()> {
        self.said += 1;
        let mark = format!("{}-{}", self.token.get(self.token.len() - 24..).unwrap_or("people"), self.said);
        let body = sends::body(&mark, self.said);
        self.live.send(&sends::destination(self.channel), &body).await?;
        loop {
            let frame = self.live.read().await?;
            if frame.contains(&mark) && frame.contains(r#""success":"#) {
                let stored = frame.contains(r#""success":true"#);
                return if stored { Ok(()) } else { Err(frame.as_str().into()) };
            }
        }
    }

    /// Looks at a channel: its newest page, what is new from now on, and that it is read.
    async fn open(&mut self, channel: i64) -> Result<()> {
        if let Some(number) = self.listens.take() {
            self.live.unsubscribe(number).await?;
        }
        self.listens = Some(self.live.subscribe_as(&topic(channel), "body:lean").await?);
        self.channel = channel;
        self.seen = self.page("").await?;
        let read = json!({"lastReadMessageId": self.seen.1});
        self.call("POST", &format!("/api/v1/chat/channels/{channel}/read"), &read).await?;
        Ok(())
    }

    async fn call(&mut self, method: &str, path: &str, body: &Value) -> Result<Value> {
        if self.called.elapsed() > QUIET {
            self.http = Http::open(self.place.at, &self.token).await?;
        }
        let answer = self.http.ask(method, path, body).await?;
        self.called = Instant::now();
        Ok(answer)
    }

    async fn back(&mut self) -> Result<()> {
        let before = format!("&before={}", self.seen.0);
        let (oldest, _) = self.page(&before).await?;
        if oldest != 0 {
            self.seen.0 = oldest;
        }
        Ok(())
    }

    async fn react(&mut self) -> Result<()> {
        let emoji = ["👍", "🎉", "❤️", "👀"][self.dice.random_range(0..4)];
        let path = format!("/api/v1/chat/messages/{}/reactions/{}", self.seen.1, encoded(emoji));
        self.call("PUT", &path, &Value::Null).await?;
        Ok(())
    }

    /// The line breaks, and is there again with what was missed.
    async fn come_back(&mut self) -> Result<()> {
        self.live = connected(&self.place, &self.token).await?;
        self.http = Http::open(self.place.at, &self.token).await?;
        self.called = Instant::now();
        self.listens = Some(self.live.subscribe_as(&topic(self.channel), "body:lean").await?);
        self.seen = self.page("").await?;
        Ok(())
    }

    /// A page of the channel: its oldest and newest message.
    async fn page(&mut self, more: &str) -> Result<(i64, i64)> {
        let path = format!("/api/v1/chat/channels/{}/messages?limit=50{more}", self.channel);
        let page = self.call("GET", &path, &Value::Null).await?;
        let messages = page["data"].as_array().ok_or("a page without messages")?;
        let id =
            |message: Option<&Value>| message.and_then(|message| message["id"].as_i64()).unwrap_or_default();
        Ok((id(messages.first()), id(messages.last())))
    }
}

fn topic(channel: i64) -> String {
    format!("/topic/chat/channel/{channel}")
}

/// What the web app listens to beside the channel that is looked at.
async fn connected(place: &Place, token: &str) -> Result<Stomp> {
    let mut live = Stomp::open(place.at, token).await?;
    let workspace = format!("/topic/workspace/{}", place.stage.workspace);
    live.subscribe_as(&format!("{workspace}/notifications"), "body:lean\nmode:digest").await?;
    for topic in ["typing", "presence"] {
        live.subscribe(&format!("{workspace}/{topic}")).await?;
    }
    for queue in ["/user/queue/notifications", "/user/queue/reply"] {
        live.subscribe(queue).await?;
    }
    Ok(live)
}

/// A path's part in percents.
fn encoded(text: &str) -> String {
    use std::fmt::Write as _;
    text.bytes().fold(String::new(), |mut out, byte| {
        let _ = write!(out, "%{byte:02X}");
        out
    })
}
