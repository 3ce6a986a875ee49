//! What the store's driver could do without us: the statements of a sent message and of a page of fifty, by the bare
//! driver and through the repositories, in one run on one server.
//!
//! `storage/tests/cassandra/with.sh cargo bench -p kalender-storage --bench driver` prints a table; the column "against" is
//! the bare driver's rate divided by ours.

#![allow(clippy::unwrap_used, reason = "a measurement that cannot go on should say where")]

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

use futures_util::future::try_join;
use scylla::client::execution_profile::ExecutionProfile;
use scylla::client::session::Session;
use scylla::client::session_builder::SessionBuilder;
use scylla::serialize::row::SerializeRow;
use scylla::statement::batch::{Batch, BatchType};
use scylla::statement::prepared::PreparedStatement;
use scylla::statement::{Consistency, SerialConsistency};
use scylla::value::{CqlTimestamp, Row};
use storage::table::Table;
use storage::{
    Append, Channel, ChannelId, ChannelType, CqlSettings, EntityId, EventId, Ids, Message, MessageId, Page,
    Storage, UserId, Workspace, WorkspaceId, areas,
};

const FOR: Duration = Duration::from_secs(3);
const CHANNEL: ChannelId = ChannelId(100);
const WORKSPACE: WorkspaceId = WorkspaceId(800);
const WEEK_MS: i64 = 7 * 86_400_000;

/// Rates and times of one case.
struct Measured {
    per_second: f64,
    p50: Duration,
    p95: Duration,
}

/// Repeats the work in so many tasks for a while.
async fn measure<F>(tasks: usize, work: impl Fn(usize) -> F + Clone + Send + 'static) -> Measured
where
    F: Future<Output = ()> + Send,
{
    let until = Instant::now() + FOR;
    let running: Vec<_> = (0..tasks)
        .map(|task| {
            let work = work.clone();
            tokio::spawn(async move {
                let mut times = Vec::new();
                while Instant::now() < until {
                    let begun = Instant::now();
                    work(task).await;
                    times.push(begun.elapsed());
                }
                times
            })
        })
        .collect();
    let mut times = Vec::new();
    for task in running {
        times.extend(task.await.unwrap());
    }
    times.sort_unstable();
    let at = |part: usize| times.get(times.len() * part / 100).copied().unwrap_or_default();
    Measured { per_second: times.len() as f64 / FOR.as_secs_f64(), p50: at(50), p95: at(95) }
}

fn now() -> i64 {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_millis() as i64
}

/// Everybody who sends has marks of their own, which the store decides one at a time.
fn message(id: i64, sender: usize) -> Message {
    Message {
        message_id: MessageId(id),
        channel_id: CHANNEL,
        user_id: UserId(1 + sender as i64),
        parent_id: None,
        content: "Vi ses i matsalen klockan tre, ta med pärmen.".repeat(5),
        formatted: None,
        mentions: Vec::new(),
        mention_all: false,
        client_message_id: Some(format!("mark-{id}")),
        created: now(),
        updated: now(),
        edited: false,
        deleted: false,
        threaded: false,
        priority: storage::chat::Priority::Normal,
        asked: None,
        poll: None,
        card: None,
        attachments: Vec::new(),
        version: 1,
    }
}

fn channel(id: ChannelId) -> Channel {
    Channel {
        channel_id: id,
        workspace_id: WORKSPACE,
        entity_id: EntityId(900),
        name: "mätning".to_owned(),
        display_name: "mätning".to_owned(),
        description: String::new(),
        topic: String::new(),
        channel_type: ChannelType::Public,
        archived: false,
        general: true,
        read_only: false,
        allow_followers: true,
        visible_to_guests: false,
        require_moderation: false,
        auto_approve_members: true,
        relation_types: Vec::new(),
        created_by: UserId(1),
        created: now(),
    }
}

/// The statements that `append` and `page` make, prepared by hand.
struct Bare {
    session: Session,
    note: PreparedStatement,
    claim: PreparedStatement,
    /// Everything that is written after the claim.
    batch: Batch,
    /// The same with the mark among it, which nobody decides.
    undecided: Batch,
    week: PreparedStatement,
    weeks: PreparedStatement,
    stamp: AtomicI64,
}

const NOTE: &str = "INSERT INTO unfinished_decisions (shard, stamp, salt, look, is_removal, statements) \
     VALUES (?, ?, ?, ?, ?, ?) USING TIMESTAMP ?";
const CLAIM: &str = "INSERT INTO client_messages (user_id, client_message_id, message_id, channel_id, by_decision) \
     VALUES (?, ?, ?, ?, ?) IF NOT EXISTS USING TTL 86400";
const MARK: &str = "INSERT INTO client_messages (user_id, client_message_id, message_id, channel_id) \
     VALUES (?, ?, ?, ?) USING TTL 86400 AND TIMESTAMP ?";
const DONE: &str =
    "DELETE FROM unfinished_decisions USING TIMESTAMP ? WHERE shard = ? AND stamp = ? AND salt = ?";
const ROWS: [&str; 8] = [
    "INSERT INTO messages (channel_id, bucket, message_id, user_id, content, mention_all, client_message_id, created, \
     updated, edited, deleted, threaded, version) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) USING TIMESTAMP ?",
    "INSERT INTO message_locations (message_id, channel_id) VALUES (?, ?) USING TIMESTAMP ?",
    "INSERT INTO channel_events (channel_id, bucket, event_id, kind, message_id, user_id, added, at) \
     VALUES (?, ?, ?, ?, ?, ?, ?, ?) USING TTL 691200 AND TIMESTAMP ?",
    "INSERT INTO changes (shard, hour, at, kind, subject) VALUES (?, ?, ?, ?, ?) USING TTL 2592000 AND TIMESTAMP ?",
    "UPDATE channel_heads USING TIMESTAMP ? SET message_id = ? WHERE workspace_id = ? AND channel_id = ?",
    "UPDATE channel_heads USING TIMESTAMP ? SET shown = ? WHERE workspace_id = ? AND channel_id = ?",
    "UPDATE readers USING TIMESTAMP ? SET last_read = ? WHERE user_id = ? AND workspace_id = ? AND channel_id = ?",
    "UPDATE readers USING TIMESTAMP ? SET last_read_at = ? WHERE user_id = ? AND workspace_id = ? AND channel_id = ?",
];
/// About what a note of these rows takes.
const NOTED: [u8; 1_200] = [1; 1_200];

fn table(name: &str) -> &'static Table {
    areas::tables(&[]).into_iter().find(|table| table.name == name).unwrap()
}

fn names(table: &Table) -> String {
    table.all().map(|column| column.name).collect::<Vec<_>>().join(", ")
}

impl Bare {
    async fn open(settings: &CqlSettings) -> Self {
        let profile = ExecutionProfile::builder()
            .consistency(Consistency::LocalQuorum)
            .serial_consistency(Some(SerialConsistency::Serial))
            .build();
        let builder =
            SessionBuilder::new().known_nodes(&settings.nodes).use_keyspace(&settings.keyspace, false);
        let session = builder.default_execution_profile_handle(profile.into_handle()).build().await.unwrap();
        let together = async |last: &str| {
            let mut batch = Batch::new(BatchType::Logged);
            for text in ROWS.into_iter().chain([last]) {
                batch.append_statement(session.prepare(text).await.unwrap());
            }
            batch
        };
        let (batch, undecided) = (together(DONE).await, together(MARK).await);
        let select = async |name: &str, rows: &str, page: i32| {
            let text = format!("SELECT {} FROM {name} WHERE {rows}", names(table(name)));
            let mut statement = session.prepare(text).await.unwrap();
            statement.set_use_cached_result_metadata(true);
            statement.set_page_size(page);
            statement
        };
        let week = select("messages", "channel_id = ? AND bucket = ?", 51).await;
        let weeks = select("message_buckets", "channel_id = ?", 1_000).await;
        let note = session.prepare(NOTE).await.unwrap();
        let claim = session.prepare(CLAIM).await.unwrap();
        Self { session, note, claim, batch, undecided, week, weeks, stamp: AtomicI64::new(now() * 1_000) }
    }

    /// As ours: noted, claimed by a lightweight transaction, written with the note taken away.
    async fn append(&self, id: i64, sender: usize) {
        let message = message(id, sender);
        let stamp = self.stamp.fetch_add(10, Ordering::Relaxed);
        let (shard, salt) = ((stamp % 8) as i32, 1_i64);
        let note = (shard, stamp, salt, &NOTED[..100], false, &NOTED[..], stamp);
        self.session.execute_unpaged(&self.note, note).await.unwrap();
        let mark = message.client_message_id.as_deref();
        let claim = (message.user_id.0, mark, id, CHANNEL.0, &NOTED[..16]);
        self.session.execute_unpaged(&self.claim, claim).await.unwrap();
        self.write(&self.batch, &message, stamp, (stamp + 1, shard, stamp, salt)).await;
    }

    /// Everything in one batch, the mark as well: of two sends of the same both are written.
    async fn append_undecided(&self, id: i64, sender: usize) {
        let message = message(id, sender);
        let stamp = self.stamp.fetch_add(10, Ordering::Relaxed);
        let mark = message.client_message_id.as_deref();
        let mark = (message.user_id.0, mark, id, CHANNEL.0, stamp);
        self.write(&self.undecided, &message, stamp, mark).await;
    }

    async fn write(&self, batch: &Batch, message: &Message, stamp: i64, last: impl SerializeRow) {
        let (id, channel, user) = (message.message_id.0, CHANNEL.0, message.user_id.0);
        let (workspace, created) = (WORKSPACE.0, message.created);
        let (at, mark) = (CqlTimestamp(created), message.client_message_id.as_deref());
        let week = (message.message_id.millis() / WEEK_MS) as i32;
        let text = message.content.as_str();
        let row = (channel, week, id, user, text, false, mark, at, at, false, false, false, 1_i64, stamp);
        let shard = (((id >> 12) ^ id).rem_euclid(4)) as i32;
        let values = (
            row,
            (id, channel, stamp),
            (channel, week, id, "CREATE", id, user, false, at, stamp),
            (shard, created / 3_600_000, at, "MESSAGE", id, stamp),
            (id, id, workspace, channel),
            (id, id, workspace, channel),
            (id, id, user, workspace, channel),
            (created, created, user, workspace, channel),
            last,
        );
        self.session.batch(batch, values).await.unwrap();
    }

    async fn page(&self) {
        let week = (now() / WEEK_MS) as i32;
        let start = scylla::response::PagingState::start;
        let (page, weeks) = try_join(
            self.session.execute_single_page(&self.week, (CHANNEL.0, week), start()),
            self.session.execute_single_page(&self.weeks, (CHANNEL.0,), start()),
        )
        .await
        .unwrap();
        let (page, weeks) = (page.0.into_rows_result().unwrap(), weeks.0.into_rows_result().unwrap());
        let rows: Vec<Row> = page.rows::<Row>().unwrap().map(Result::unwrap).collect();
        assert!(!rows.is_empty() && weeks.rows_num() > 0);
    }
}

fn main() {
    let Ok(server) = std::env::var("KALENDER_TEST_CQL") else {
        println!(
            "a server is needed: storage/tests/cassandra/with.sh cargo bench -p kalender-storage --bench driver"
        );
        std::process::exit(2);
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(run(CqlSettings {
        nodes: vec![server],
        keyspace: format!("bench_{}", std::process::id()),
        replication: 1,
        ..CqlSettings::default()
    }));
}

async fn run(settings: CqlSettings) {
    let storage = Storage::open_cql(&settings, &[]).await.unwrap();
    let home = Workspace {
        workspace_id: WORKSPACE,
        entity_id: EntityId(900),
        workspace_name: "mätning".to_owned(),
        created: now(),
    };
    storage.chat.create_workspace(&home, &channel(CHANNEL)).await.unwrap();
    let bare = Arc::new(Bare::open(&settings).await);
    let ids = Arc::new(Ids::new(1));
    println!(
        "| case | bare driver per second | p50 ms | p95 ms | ours per second | p50 ms | p95 ms | against |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|--:|");
    // Both orders, so that a server that warms up favours neither.
    for tasks in [1, 16, 64, 64, 16, 1] {
        let (driver, next) = (Arc::clone(&bare), Arc::clone(&ids));
        let theirs = measure(tasks, move |task| {
            let (driver, id) = (Arc::clone(&driver), next.next(now()));
            async move { driver.append(id, task).await }
        });
        let theirs = theirs.await;
        let (chat, next) = (storage.chat.clone(), Arc::clone(&ids));
        let ours = measure(tasks, move |task| {
            let (chat, id) = (chat.clone(), next.next(now()));
            let append = Append {
                message: message(id, task),
                workspace_id: WORKSPACE,
                inboxes: Vec::new(),
                event_id: EventId(id),
                notifications: Vec::new(),
                tells: false,
                pushes: None,
            };
            async move { drop(chat.append(&append).await.unwrap()) }
        });
        let ours = ours.await;
        print("a message is sent", tasks, &theirs, &ours);
        let (driver, next) = (Arc::clone(&bare), Arc::clone(&ids));
        let undecided = measure(tasks, move |task| {
            let (driver, id) = (Arc::clone(&driver), next.next(now()));
            async move { driver.append_undecided(id, task).await }
        });
        print("… without a lightweight transaction", tasks, &undecided.await, &ours);
        let driver = Arc::clone(&bare);
        let theirs = measure(tasks, move |_| {
            let driver = Arc::clone(&driver);
            async move { driver.page().await }
        });
        let theirs = theirs.await;
        let chat = storage.chat.clone();
        let ours = measure(tasks, move |_| {
            let chat = chat.clone();
            async move {
                let page = chat.page(CHANNEL, Page::Newest { offset: 0 }, 50).await.unwrap();
                assert_eq!(page.messages.len(), 50);
            }
        });
        print("a page of 50 messages", tasks, &theirs, &ours.await);
    }
}

fn print(case: &str, tasks: usize, theirs: &Measured, ours: &Measured) {
    let side = |measured: &Measured| {
        let ms = |time: Duration| time.as_secs_f64() * 1_000.0;
        format!("{:.0} | {:.3} | {:.3}", measured.per_second, ms(measured.p50), ms(measured.p95))
    };
    let against = theirs.per_second / ours.per_second;
    println!("| {case}, {tasks} at once | {} | {} | {against:.2} × |", side(theirs), side(ours));
}
