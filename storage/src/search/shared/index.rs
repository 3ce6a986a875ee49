//! An index on the server: its writer's lease and the stored cursor.
//!
//! Beside the documents the index holds one lease document, the place: `{term} {holder} {stored text}`. Only its holder
//! writes the index and renews the place, by compare and set on its sequence number. Candidates poll it; if it is
//! unchanged for the lease time (measured by their own clock, so clocks are not compared), its holder is gone, and a
//! candidate takes it with a higher term and continues from the stored text.
//!
//! A paused node does not know that it lost the lease, and may still send writes that are older than its successor's.
//! So each document carries the term as its external version (fencing), and the server refuses a lower one. That
//! suffices: whatever changed after the stale node read it is behind the stored cursor in the change feed, so the
//! successor writes it under its own term, before or after the stale write; everything else is unchanged. A deleted
//! document keeps its version for ten minutes ([`TOMBSTONES`]), far longer than a request takes. An unanswered write
//! may also be applied later: its sender gives up the lease and takes it again with a higher term before it writes
//! anything else.

use std::sync::Arc;
use std::time::{Duration, Instant};

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tokio::sync::Mutex;

use super::{Body, Reply, Server, WRITING, away, refused};
use crate::platform::clock;
use crate::platform::error::{Error, Result};

/// Delay until writes are searchable.
const REFRESH: &str = "400ms";
/// How long the server remembers the version of a deleted document.
pub(super) const TOMBSTONES: &str = "10m";
/// The id of the lease document, distinct from all others.
const PLACE: &str = "~place";
/// Limits of one bulk write: documents and bytes.
const DOCUMENTS: usize = 500;
const BYTES: usize = 4 * 1_024 * 1_024;
/// Documents deleted at once.
const FORGOTTEN: usize = 1_000;

/// A document, or its deletion.
pub(super) struct Change {
    pub id: String,
    pub document: Option<Value>,
}

/// An index on the server. Cheap to clone.
#[derive(Clone)]
pub struct Shared(Arc<Inner>);

struct Inner {
    server: Server,
    /// An alias, so that a write never creates an index without its field mappings by accident.
    name: String,
    /// The index's settings and mappings.
    made: Value,
    turn: Mutex<Option<Turn>>,
}

/// This node's lease.
struct Turn {
    term: u64,
    at: At,
    kept: Option<String>,
    /// When it was last renewed: before the request.
    renewed: Instant,
}

/// The place's sequence number and primary term.
#[derive(Clone, Copy, PartialEq, Eq)]
struct At(i64, i64);

impl At {
    fn of(body: &Value) -> Option<Self> {
        Some(Self(body["_seq_no"].as_i64()?, body["_primary_term"].as_i64()?))
    }
}

/// Contents of the place.
struct Place {
    at: At,
    term: u64,
    holder: String,
    kept: Option<String>,
}

fn lost() -> Error {
    away("another node has the turn to write")
}

impl Shared {
    /// `name`: of this kind and version of index. `settings` and `fields` are added to the common ones.
    pub(super) fn new(
        server: &Server,
        name: &str,
        mut settings: Value,
        source: Value,
        mut fields: Value,
    ) -> Self {
        settings["index.refresh_interval"] = REFRESH.into();
        settings["index.gc_deletes"] = TOMBSTONES.into();
        fields["place"] = json!({"type": "keyword", "index": false, "doc_values": false, "store": true});
        fields["generation"] = json!({"type": "long"});
        let name = format!("{}-{name}", server.0.prefix);
        let made = json!({
            "settings": settings,
            "mappings": {"dynamic": "strict", "_source": source, "properties": fields},
        });
        let turn = Mutex::new(None);
        Self(Arc::new(Inner { server: server.clone(), name, made, turn }))
    }

    async fn ask(&self, method: Method, path: &str, body: Body) -> Result<Reply> {
        let path = format!("{}/{path}", self.0.name);
        self.0.server.ask(method, &path, body, WRITING).await
    }

    pub(super) async fn search(&self, body: Value) -> Result<Value> {
        self.0.server.search(&self.0.name, body).await
    }

    fn beat(&self) -> Duration {
        self.0.server.0.turn / 5
    }

    /// Waits for the lease.
    pub async fn take_turn(&self) -> Result<()> {
        let mut seen: Option<(At, Instant)> = None;
        loop {
            let now = Instant::now();
            let is_ours = match self.place().await? {
                None => self.begin().await?,
                Some(place) => {
                    let since = seen.filter(|(at, _)| *at == place.at).map_or(now, |(_, since)| since);
                    seen = Some((place.at, since));
                    let is_free = place.holder == self.0.server.0.me
                        || place.holder == "-"
                        || since.elapsed() > self.0.server.0.turn;
                    is_free && self.take(place).await?
                }
            };
            if is_ours {
                return Ok(());
            }
            tokio::time::sleep(self.beat()).await;
        }
    }

    /// Renews the lease; ends when it is lost.
    pub async fn hold_turn(&self) -> Error {
        loop {
            tokio::time::sleep(self.beat()).await;
            if let Err(error) = self.renew(None).await {
                return error;
            }
        }
    }

    /// Releases the lease.
    pub async fn end_turn(&self) {
        *self.0.turn.lock().await = None;
        // Read again: this node's state may predate a request that timed out.
        if let Ok(Some(place)) = self.place().await
            && place.holder == self.0.server.0.me
        {
            let text = format!("{} - {}", place.term, place.kept.unwrap_or_default());
            let _ = self.write(place.at, &text).await;
        }
    }

    /// Reads the place; none: there is no index, or nobody has written it yet.
    async fn place(&self) -> Result<Option<Place>> {
        let path = format!("_doc/{PLACE}?stored_fields=place&_source=false");
        let reply = self.ask(Method::GET, &path, Body::None).await?;
        if reply.status == StatusCode::NOT_FOUND {
            return Ok(None);
        }
        let at = At::of(&reply.body).ok_or_else(|| refused("the place", &reply))?;
        let text = reply.body["fields"]["place"][0].as_str().unwrap_or_default();
        let mut parts = text.splitn(3, ' ');
        let term = parts.next().and_then(|term| term.parse().ok()).unwrap_or_default();
        let holder = parts.next().unwrap_or("-").to_owned();
        let kept = parts.next().filter(|kept| !kept.is_empty()).map(str::to_owned);
        Ok(Some(Place { at, term, holder, kept }))
    }

    /// Creates the index if missing, with the first lease. False: another node was faster.
    async fn begin(&self) -> Result<bool> {
        let data = format!("{}-data", self.0.name);
        let ask = async |method, path: &str, body| self.0.server.ask(method, path, body, WRITING).await;
        let made = ask(Method::PUT, &data, Body::Json(self.0.made.clone())).await?;
        let is_there = made.body["error"]["type"] == "resource_already_exists_exception";
        if !made.status.is_success() && !is_there {
            return Err(refused("an index", &made));
        }
        // The alias is added once the index is searchable: until then searches find nothing instead of failing.
        let ready = format!("_cluster/health/{data}?wait_for_status=yellow&timeout=20s");
        ask(Method::GET, &ready, Body::None).await?;
        let named = ask(Method::PUT, &format!("{data}/_alias/{}", self.0.name), Body::None).await?;
        if !named.status.is_success() {
            return Err(refused("an index's name", &named));
        }
        let (term, renewed) = (clock::now().unsigned_abs(), Instant::now());
        let path = format!("_doc/{PLACE}?require_alias=true&op_type=create");
        let place = json!({"place": format!("{term} {} ", self.0.server.0.me)});
        let reply = self.ask(Method::PUT, &path, Body::Json(place)).await?;
        if reply.status == StatusCode::CONFLICT {
            return Ok(false);
        }
        let at = At::of(&reply.body).ok_or_else(|| refused("the first place", &reply))?;
        *self.0.turn.lock().await = Some(Turn { term, at, kept: None, renewed });
        Ok(true)
    }

    /// Takes over the lease. False: another node was faster, or its holder is alive.
    async fn take(&self, place: Place) -> Result<bool> {
        // Also above the terms of a deleted index.
        let term = (place.term + 1).max(clock::now().unsigned_abs());
        let renewed = Instant::now();
        let text = format!("{term} {} {}", self.0.server.0.me, place.kept.as_deref().unwrap_or_default());
        let Some(at) = self.write(place.at, &text).await? else { return Ok(false) };
        *self.0.turn.lock().await = Some(Turn { term, at, kept: place.kept, renewed });
        Ok(true)
    }

    /// Writes the place if it is unchanged; none: it was changed.
    async fn write(&self, At(seq, primary): At, text: &str) -> Result<Option<At>> {
        let path = format!("_doc/{PLACE}?require_alias=true&if_seq_no={seq}&if_primary_term={primary}");
        let reply = self.ask(Method::PUT, &path, Body::Json(json!({"place": text}))).await?;
        match reply.status {
            StatusCode::CONFLICT | StatusCode::NOT_FOUND => Ok(None),
            _ => At::of(&reply.body).map(Some).ok_or_else(|| refused("the place", &reply)),
        }
    }

    /// Renews the lease, with a text to store. Without an answer the lease is given up: the place's state is unknown.
    async fn renew(&self, kept: Option<String>) -> Result<()> {
        let mut held = self.0.turn.lock().await;
        let mut turn = held.take().ok_or_else(lost)?;
        turn.kept = kept.or(turn.kept);
        turn.renewed = Instant::now();
        let (me, kept) = (&self.0.server.0.me, turn.kept.as_deref().unwrap_or_default());
        turn.at = self.write(turn.at, &format!("{} {me} {kept}", turn.term)).await?.ok_or_else(lost)?;
        *held = Some(turn);
        Ok(())
    }

    /// The current term for writes.
    async fn term(&self) -> Result<u64> {
        let held = self.0.turn.lock().await;
        let turn = held.as_ref().filter(|turn| turn.renewed.elapsed() < self.0.server.0.turn);
        turn.map(|turn| turn.term).ok_or_else(lost)
    }

    /// Writes documents in bulk requests of bounded size.
    pub(super) async fn change(&self, changes: impl Iterator<Item = Change>) -> Result<()> {
        let (mut lines, mut many) = (String::new(), 0);
        let mut term = self.term().await?;
        for Change { id, document } in changes {
            let about = json!({"_id": id, "version": term, "version_type": "external_gte"});
            let action = if document.is_some() { "index" } else { "delete" };
            lines.push_str(&json!({action: about}).to_string());
            lines.push('\n');
            if let Some(document) = document {
                lines.push_str(&document.to_string());
                lines.push('\n');
            }
            many += 1;
            if many >= DOCUMENTS || lines.len() > BYTES {
                self.send(std::mem::take(&mut lines)).await?;
                (many, term) = (0, self.term().await?);
            }
        }
        if many > 0 { self.send(lines).await } else { Ok(()) }
    }

    async fn send(&self, lines: String) -> Result<()> {
        let path = "_bulk?require_alias=true&filter_path=errors,items.*.status,items.*.error.type";
        let sent = self.ask(Method::POST, path, Body::Lines(lines)).await;
        let judged = sent.and_then(|reply| judge(&reply));
        if judged.is_err() {
            // It may still be applied: the next writes use a higher term.
            *self.0.turn.lock().await = None;
        }
        judged
    }

    /// Deletes entries that were last put before a generation, under this node's term.
    pub async fn forget_before(&self, generation: u64) -> Result<()> {
        loop {
            self.flush().await?;
            let older = json!({"range": {"generation": {"lt": generation}}});
            let body =
                json!({"size": FORGOTTEN, "_source": false, "track_total_hits": false, "query": older});
            let found = self.search(body).await?;
            let ids: Vec<String> = ids(&found).map(str::to_owned).collect();
            if ids.is_empty() {
                return Ok(());
            }
            self.change(ids.into_iter().map(|id| Change { id, document: None })).await?;
        }
    }

    /// Stores a text with the index: the feed cursor of its owner.
    pub async fn keep(&self, text: String) -> Result<()> {
        self.renew(Some(text)).await
    }

    /// The stored text of the last holder.
    pub async fn kept(&self) -> Result<Option<String>> {
        Ok(self.place().await?.and_then(|place| place.kept))
    }

    /// Makes everything written searchable now.
    pub async fn flush(&self) -> Result<()> {
        self.ask(Method::POST, "_refresh?ignore_unavailable=true", Body::None).await.map(|_| ())
    }

    /// Number of searchable documents.
    pub async fn len(&self) -> Result<u64> {
        let body = Body::Json(json!({"query": {"exists": {"field": "generation"}}}));
        let reply = self.ask(Method::POST, "_count?ignore_unavailable=true", body).await?;
        Ok(reply.body["count"].as_u64().unwrap_or_default())
    }
}

/// The ids of a search result, in order.
pub(super) fn ids(found: &Value) -> impl Iterator<Item = &str> {
    found["hits"]["hits"].as_array().into_iter().flatten().filter_map(|hit| hit["_id"].as_str())
}

/// Checks the answer to a bulk write. A document that can never be written is logged and skipped: it would block all
/// others.
fn judge(reply: &Reply) -> Result<()> {
    if !reply.status.is_success() {
        return Err(refused("a write", reply));
    }
    if reply.body["errors"] == false {
        return Ok(());
    }
    let each =
        reply.body["items"].as_array().into_iter().flatten().filter_map(|it| it.as_object()?.values().next());
    for item in each {
        let kind = item["error"]["type"].as_str();
        match (item["status"].as_u64().unwrap_or_default(), kind) {
            // Includes 404 for a deletion of a missing document.
            (_, None) => {}
            (409, _) => return Err(lost()),
            (404, _) => return Err(away("the index is gone")),
            (400..429, Some(kind)) => tracing::error!(kind, "a document cannot be put into the search index"),
            (status, _) => return Err(away(format!("a write was answered with {status}"))),
        }
    }
    Ok(())
}
