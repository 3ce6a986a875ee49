//! A board with many cards: fetched whole, its cards moved by several people at once, a move seen by somebody else; beside
//! Planka.
//!
//! `BENCH_PLANKA` (`host:port email password`): a Planka that runs there, whose terms this administrator has accepted.
//! Left out: ours alone.

use std::cell::Cell;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::http::Http;
use crate::server::Server;
use crate::stage::Stage;
use crate::stomp::Stomp;
use crate::table::{Latencies, Row, Table};
use crate::{Measured, Plan, Result, closed, progress, sends};

/// Cards of the two boards.
const CARDS: [usize; 2] = [2_000, 4_000];
const LISTS: usize = 8;
/// People who move cards at the same time.
const CLIENTS: usize = 8;
/// Whole boards that are fetched one after the other.
const FETCHES: usize = 30;

pub async fn measure(plan: &Plan, server: &Server, stage: &Stage, table: &mut Table) -> Result<()> {
    let planka = match std::env::var("BENCH_PLANKA") {
        Ok(which) => Some(Planka::sign_in(&which).await?),
        Err(_) => None,
    };
    let mut smaller = None;
    for cards in CARDS {
        progress(&format!("a board of {cards} cards"));
        let ours = Board::ours(server, stage, cards).await?;
        let mut fetched = ours.fetched(&stage.owner).await?;
        let p50 = fetched.took.at(50.0);
        let first = *smaller.get_or_insert(p50);
        let mut against = format!("{:.1} × of {}", p50.as_secs_f64() / first.as_secs_f64(), CARDS[0]);
        let mut moved = ours.moved(plan, &stage.members).await?;
        let mut faster = String::new();
        let mut peer = None;
        if let (Some(planka), true) = (&planka, cards == CARDS[0]) {
            progress(&format!("a board of {cards} cards in Planka"));
            let theirs = planka.board(cards).await?;
            let mut their_fetched = theirs.fetched("").await?;
            against = format!(
                "{:.2} × Planka, {:.2} × its bytes",
                p50.as_secs_f64() / their_fetched.took.at(50.0).as_secs_f64(),
                fetched.bytes as f64 / their_fetched.bytes as f64
            );
            let their_moved = theirs.moved(plan, &vec![String::new(); CLIENTS]).await?;
            faster = format!("{:.1} × Planka", moved.per_second() / their_moved.per_second());
            peer = Some((their_fetched, their_moved));
        }
        let aim = if cards == CARDS[0] { "≤ 0.15 ×; bytes ≤ 0.25 ×" } else { "≤ 1.5 × of 2000" };
        table.add(Row {
            what: format!("a board of {cards} cards, whole ({} KiB)", fetched.bytes / 1_024),
            against,
            aim: aim.to_owned(),
            ..fetched.took.row()
        });
        table.add(Row {
            what: format!("moves on a board of {cards} cards, {CLIENTS} at once"),
            rate: moved.rate(),
            cpu: moved.cpu(),
            against: faster,
            aim: "≥ 5 ×".to_owned(),
            ..moved.latencies.row()
        });
        if let Some((mut fetched, mut moved)) = peer {
            let what = format!("a board of {cards} cards in Planka, whole ({} KiB)", fetched.bytes / 1_024);
            table.add(Row { what, ..fetched.took.row() });
            let what = format!("moves on a board of {cards} cards in Planka, {CLIENTS} at once");
            table.add(Row { what, rate: moved.rate(), ..moved.latencies.row() });
        }
        if cards == CARDS[0] {
            on_another_screen(plan, server, stage, &ours, table).await?;
        }
    }
    Ok(())
}

/// Where the cards are: whose program, by which addresses.
struct Board<'a> {
    server: Option<&'a Server>,
    at: SocketAddr,
    /// Of each request's head, besides a session.
    lines: String,
    path: String,
    id: Value,
    lists: Vec<Value>,
    cards: Vec<Value>,
}

/// Whole boards: how long each took, and its length.
struct Fetched {
    took: Latencies,
    bytes: usize,
}

impl<'a> Board<'a> {
    async fn ours(server: &'a Server, stage: &Stage, cards: usize) -> Result<Self> {
        let mut http = Http::open(server.at, &stage.owner).await?;
        let new = json!({"name": "Planering", "idEntity": stage.entity, "entityRole": "editor"});
        let board = http.ask("POST", "/api/v1/boards", &new).await?;
        let path = format!("/api/v1/boards/{}", board["idBoard"]);
        let mut lists = Vec::with_capacity(LISTS);
        for n in 0..LISTS {
            let list = json!({"name": format!("Lista {n}")});
            let after = http.ask("POST", &format!("{path}/lists"), &list).await?;
            lists.push(
                after["lists"].as_array().and_then(|all| all.last()).ok_or("no list")?["idList"].clone(),
            );
        }
        let mut ids = Vec::with_capacity(cards);
        for n in 0..cards {
            let card = json!({"idList": lists[n % LISTS], "txTitle": title(n)});
            let made = http.ask("POST", &format!("{path}/cards"), &card).await?;
            ids.push(made["cards"][0]["idTask"].clone());
        }
        Ok(Self {
            server: Some(server),
            at: server.at,
            lines: String::new(),
            path,
            id: board["idBoard"].clone(),
            lists,
            cards: ids,
        })
    }

    async fn connection(&self, token: &str) -> Result<Http> {
        match self.server {
            Some(server) => Http::open(server.at, token).await,
            None => Http::to_other(self.at, &self.lines).await,
        }
    }

    async fn fetched(&self, token: &str) -> Result<Fetched> {
        let mut http = self.connection(token).await?;
        let mut fetched = Fetched { took: Latencies::default(), bytes: 0 };
        for _ in 0..FETCHES {
            let one = Instant::now();
            let (status, body) = http.call("GET", &self.path, "").await?;
            fetched.took.add(one.elapsed());
            fetched.bytes = body.len();
            if status != 200 || memchr::memmem::find_iter(body, title(0).as_bytes()).count() != 1 {
                return Err(format!("{}: {status}", self.path).into());
            }
        }
        Ok(fetched)
    }

    /// Moves the nth card to the end of another list.
    async fn moves(&self, http: &mut Http, n: usize) -> Result<()> {
        let (card, list) =
            (&self.cards[n % self.cards.len()], &self.lists[(n + 1 + n / self.cards.len()) % LISTS]);
        if self.server.is_some() {
            let to = json!({ "idList": list });
            http.ask("POST", &format!("{}/cards/{card}/move", self.path), &to).await?;
        } else {
            let to = json!({"listId": list, "position": 65_536 + n});
            http.ask("PATCH", &format!("/api/cards/{}", text(card)?), &to).await?;
        }
        Ok(())
    }

    async fn moved(&self, plan: &Plan, tokens: &[String]) -> Result<Measured> {
        let mut clients = Vec::with_capacity(CLIENTS);
        for token in tokens.iter().take(CLIENTS) {
            clients.push(self.connection(token).await?);
        }
        let next = Cell::new(0);
        let spent = self.server.map(Server::spent).transpose()?;
        let mut measured = closed::measure(clients, plan.each, async |http| {
            self.moves(http, next.replace(next.get() + 1)).await
        })
        .await?;
        let after = self.server.map(Server::spent).transpose()?;
        measured.spent = after.zip(spent).map(|(after, before)| after - before);
        Ok(measured)
    }
}

/// As long as titles of tasks are.
fn title(n: usize) -> String {
    format!("Kort {n}: boka lokal och ring vaktmästaren")
}

fn text(id: &Value) -> Result<&str> {
    id.as_str().ok_or_else(|| "an id is missing".into())
}

/// From a move to its arrival at somebody who looks at the board, beside a message in a channel.
async fn on_another_screen(
    plan: &Plan,
    server: &Server,
    stage: &Stage,
    board: &Board<'_>,
    table: &mut Table,
) -> Result<()> {
    progress("moves on another screen");
    let channel = stage.channel(server).await?;
    let mut viewer = Stomp::open(server.at, &stage.members[1]).await?;
    viewer.subscribe(&format!("/topic/board/{}", board.id)).await?;
    let mut listener = Stomp::open(server.at, &stage.members[1]).await?;
    listener.subscribe(&format!("/topic/chat/channel/{channel}")).await?;
    let mut http = Http::open(server.at, &stage.members[0]).await?;
    let (mut moves, mut messages, started) = (Latencies::default(), Latencies::default(), Instant::now());
    let mut n = 0;
    while started.elapsed() < plan.each {
        let card = format!("\"idTask\":{}", board.cards[n % board.cards.len()]);
        moves.add(until(&mut viewer, &card, board.moves(&mut http, n)).await?);
        let (mark, path) =
            (format!("board-{n}-{channel}"), format!("/api/v1/chat/channels/{channel}/messages"));
        let body = sends::body(&mark, n as u64);
        let sent = async { http.call("POST", &path, &body).await.map(drop) };
        messages.add(until(&mut listener, &mark, sent).await?);
        n += 1;
    }
    let times = moves.at(95.0).as_secs_f64() / messages.at(95.0).as_secs_f64();
    table.add(Row {
        what: "a move to its arrival on another screen".to_owned(),
        against: format!("{times:.2} × a message, p95"),
        aim: "≤ 1.3 ×".to_owned(),
        ..moves.row()
    });
    let what = "a message by REST to its arrival, one after each move above".to_owned();
    table.add(Row { what, ..messages.row() });
    Ok(())
}

/// From the beginning of an act to the frame with `mark`; both are waited for.
async fn until(listener: &mut Stomp, mark: &str, act: impl Future<Output = Result<()>>) -> Result<Duration> {
    let began = Instant::now();
    let arrival = async {
        while !listener.read().await?.contains(mark) {}
        Ok(began.elapsed())
    };
    let (took, ()) = tokio::try_join!(arrival, act)?;
    Ok(took)
}

struct Planka {
    at: SocketAddr,
    lines: String,
}

impl Planka {
    async fn sign_in(which: &str) -> Result<Self> {
        let named: Vec<&str> = which.split(' ').collect();
        let [at, email, password] = named.as_slice() else {
            return Err("BENCH_PLANKA is 'host:port email password'".into());
        };
        let at = at.parse()?;
        let json_lines = "content-type: application/json\r\n";
        let mut http = Http::to_other(at, json_lines).await?;
        let who = json!({"emailOrUsername": email, "password": password});
        let token = http.ask("POST", "/api/access-tokens", &who).await?;
        Ok(Self { at, lines: format!("{json_lines}authorization: Bearer {}\r\n", text(&token["item"])?) })
    }

    async fn board(&self, cards: usize) -> Result<Board<'static>> {
        let mut http = Http::to_other(self.at, &self.lines).await?;
        let mut made = async |path: &str, what: Value| -> Result<Value> {
            Ok(http.ask("POST", path, &what).await?["item"]["id"].clone())
        };
        let project = made("/api/projects", json!({"name": "Planering", "type": "private"})).await?;
        let path = format!("/api/projects/{}/boards", text(&project)?);
        let id = made(&path, json!({"name": "Planering", "position": 65_536})).await?;
        let mut lists = Vec::with_capacity(LISTS);
        for n in 0..LISTS {
            let list = json!({"type": "active", "name": format!("Lista {n}"), "position": 65_536 * (n + 1)});
            lists.push(made(&format!("/api/boards/{}/lists", text(&id)?), list).await?);
        }
        let mut ids = Vec::with_capacity(cards);
        for n in 0..cards {
            let card = json!({"type": "project", "name": title(n), "position": 65_536 * (n + 1)});
            ids.push(made(&format!("/api/lists/{}/cards", text(&lists[n % LISTS])?), card).await?);
        }
        let path = format!("/api/boards/{}", text(&id)?);
        Ok(Board { server: None, at: self.at, lines: self.lines.clone(), path, id, lists, cards: ids })
    }
}
