//! Two connected nodes over one store, and connections without a socket.

use std::io::{self, IoSlice};
use std::net::Shutdown;
use std::path::Path;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use actix::Addr;
use actors::Platform;
use actors::accounts::Who;
use actors::area::{Area, RelationChange, Way};
use actors::entities::Following;
use actors::live::body::Form;
use actors::live::bus::{Announcement, Bus, BusState, Granted, Quota, Topic};
use actors::live::session::{ClientCommand, Closed, Command, Heartbeat, SessionActor};
use actors::live::wire::Wire;
use actors::live::writer::{Sink, Writer};
use bytes::{BufMut, Bytes, BytesMut};
use futures_util::FutureExt;
use futures_util::future::{BoxFuture, ready};
use serde_json::{Value, json};
use storage::Storage;
use storage::accounts::Session;
use storage::entities::{Relation, RelationType};
use storage::ids::{EntityId, SessionId, UserId};
use tokio::sync::mpsc;

use crate::platform::{Test, node, platform};

pub const ORGANISATION: EntityId = EntityId(7);
pub const ANNA: UserId = UserId(1);
pub const BO: UserId = UserId(2);

/// Passes what one node publishes to the other, as JSON and at once.
struct Link(Arc<OnceLock<Platform>>);

impl Bus for Link {
    fn publish(&self, announcement: Announcement) {
        let text = serde_json::to_string(&announcement).unwrap();
        let heard: Announcement = serde_json::from_str(&text).unwrap();
        assert_eq!(heard.topic(), announcement.topic());
        self.0.get().unwrap().apply(&heard).unwrap();
    }

    fn spans_nodes(&self) -> bool {
        true
    }

    fn follow(&self, _: Topic) -> BoxFuture<'static, ()> {
        ready(()).boxed()
    }

    fn state(&self) -> BusState {
        BusState::Up
    }

    fn take<'a>(&'a self, _: &'a str, _: Quota) -> BoxFuture<'a, Option<Granted>> {
        ready(None).boxed()
    }

    fn give<'a>(&'a self, _: &'a str, _: Quota) -> BoxFuture<'a, ()> {
        ready(()).boxed()
    }

    fn start(&self, _: &Platform) {}

    fn stop(&self) -> BoxFuture<'static, ()> {
        ready(()).boxed()
    }
}

/// Frames that a test can read: one line of JSON each.
struct Plain;

fn line(frame: &Value) -> Bytes {
    format!("{frame}\n").into()
}

impl Wire for Plain {
    fn message(&self, out: &mut BytesMut, subscription: &str, destination: &str, _: u64, body: &str) {
        let body: Value = serde_json::from_str(body).unwrap();
        out.put(line(&json!([subscription, destination, body])));
    }

    fn receipt(&self, receipt: &str) -> Bytes {
        line(&json!([receipt, "receipt", null]))
    }

    fn error(&self, code: &str, why: &str, _: Option<&str>) -> Bytes {
        line(&json!([code, "error", why]))
    }

    fn heartbeat(&self) -> Bytes {
        line(&json!(["", "heartbeat", null]))
    }

    fn farewell(&self) -> Bytes {
        line(&json!(["", "farewell", null]))
    }
}

/// Far longer than a frame takes on a busy machine: a frame that never comes is a failure and no endless test.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

pub struct Ground {
    pub nodes: [Platform; 2],
    storage: Storage,
    /// Kept so that the folder lives as long as the test.
    _test: Test,
}

impl Ground {
    /// Anna and Bo are members of the organisation.
    pub async fn new(area: &'static Area) -> Self {
        let test = platform();
        let storage = test.platform.storage.clone();
        let ends: [Arc<OnceLock<Platform>>; 2] = Default::default();
        let make = |number: u8, other: &Arc<OnceLock<Platform>>| {
            let folder: &Path = test.folder.path();
            node(
                storage.clone(),
                folder,
                number,
                Box::new(Link(Arc::clone(other))),
                Box::new(Plain),
                vec![area],
            )
        };
        let nodes = [make(1, &ends[1]), make(2, &ends[0])];
        for (end, node) in ends.iter().zip(&nodes) {
            assert!(end.set(node.clone()).is_ok());
        }
        let ground = Self { nodes, storage, _test: test };
        ground.relate(ANNA, RelationType::Member, None).await;
        ground.relate(BO, RelationType::Member, None).await;
        ground
    }

    pub async fn relate(&self, user_id: UserId, relation_type: RelationType, expected: Option<RelationType>) {
        let relation = Relation { entity_id: ORGANISATION, user_id, relation_type, since: 0 };
        assert!(self.storage.entities.put_relation(&relation, expected).await.unwrap());
    }

    /// What follows, on the first node, when a relation to the organisation becomes another; none: it ends.
    pub async fn follows(&self, user_id: UserId, relation: Option<RelationType>) -> Following {
        let (entity_id, was, by, way) = (ORGANISATION, Some(RelationType::Member), None, Way::Role);
        let change = RelationChange { entity_id, user_id, was, relation, by, way };
        Following::of(&self.nodes[0], change).await.unwrap()
    }

    /// Ends a relation, asserting that it was `expected`.
    pub async fn part(&self, user_id: UserId, expected: RelationType) {
        let ended = self.storage.entities.remove_relation(ORGANISATION, user_id, expected, Vec::new());
        assert!(ended.await.unwrap());
    }

    /// A person's connection to one of the nodes.
    pub async fn connect(&self, node: usize, user_id: UserId) -> Peer {
        let Who { expires, session_id, .. } = who(user_id);
        let session = Session {
            user_id,
            session_id,
            created: 0,
            last_seen: 0,
            // A year from now, whenever the test runs.
            expires: actors::platform::time::now() + 365 * 86_400_000,
            user_agent: String::new(),
            address: String::new(),
        };
        self.storage.accounts.add_session(&session).await.unwrap();
        let (tell, heard) = mpsc::unbounded_channel();
        let pieces = Arc::new(AtomicUsize::new(0));
        let ear = Ear(tell, Arc::clone(&pieces));
        let writer = Writer::new(ear, Arc::clone(&self.nodes[node].backlog), 0);
        writer.open();
        let heartbeat = Heartbeat { outgoing: None, deadline: None };
        let session =
            SessionActor::open(self.nodes[node].clone(), who(user_id), expires, writer, heartbeat).unwrap();
        Peer { session, heard, pieces, serial: AtomicU64::new(0) }
    }
}

/// The requester as commands receive it.
pub fn who(user_id: UserId) -> Who {
    Who { user_id, session_id: SessionId(user_id.0), expires: i64::MAX, scopes: None }
}

/// Receives all frames and counts the writes in which they came.
struct Ear(mpsc::UnboundedSender<Value>, Arc<AtomicUsize>);

impl Sink for Ear {
    fn take(&self, parts: &[IoSlice<'_>]) -> io::Result<usize> {
        self.1.fetch_add(1, Ordering::Relaxed);
        let said = parts.iter().flat_map(|part| part.split(|byte| *byte == b'\n'));
        for line in said.filter(|line| !line.is_empty()) {
            let _ = self.0.send(serde_json::from_slice(line).unwrap());
        }
        Ok(parts.iter().map(|part| part.len()).sum())
    }

    fn room(&self) -> BoxFuture<'_, io::Result<()>> {
        ready(Ok(())).boxed()
    }

    fn shut(&self, _: Shutdown) {}
}

/// A connection.
pub struct Peer {
    session: Addr<SessionActor>,
    heard: mpsc::UnboundedReceiver<Value>,
    pieces: Arc<AtomicUsize>,
    serial: AtomicU64,
}

impl Peer {
    /// Requests a subscription.
    pub fn ask(&self, id: &str, destination: &str) {
        let rooms = actors::areas::rooms(&[&super::AREA]);
        let destination = rooms.destination(destination).unwrap();
        let serial = self.serial.fetch_add(1, Ordering::Relaxed);
        let command = Command::Subscribe { id: id.into(), serial, destination, form: Form::default() };
        self.session.do_send(ClientCommand { command, receipt: Some("r".to_owned()) });
    }

    /// Requests a subscription and waits for its receipt.
    pub async fn subscribe(&mut self, id: &str, destination: &str) {
        self.ask(id, destination);
        assert_eq!(self.next().await.1, "receipt");
    }

    /// Ends the subscription that was requested last.
    pub fn unsubscribe(&self, id: &str) {
        let serial = self.serial.load(Ordering::Relaxed) - 1;
        let command = Command::Unsubscribe { id: id.into(), serial };
        self.session.do_send(ClientCommand { command, receipt: None });
    }

    /// The socket is closed.
    pub fn close(&self) {
        self.session.do_send(Closed);
    }

    /// The next frame: subscription, destination and body. Fails the test if none comes.
    pub async fn next(&mut self) -> (String, String, Value) {
        let frame = actix::clock::timeout(LONGEST_WAIT, self.heard.recv()).await.unwrap();
        serde_json::from_value(frame.unwrap()).unwrap()
    }

    pub async fn body(&mut self) -> Value {
        self.next().await.2
    }

    /// The number of writes so far.
    pub fn pieces(&self) -> usize {
        self.pieces.load(Ordering::Relaxed)
    }

    /// True if no frame is waiting.
    pub fn heard_nothing(&mut self) -> bool {
        self.heard.try_recv().is_err()
    }
}
