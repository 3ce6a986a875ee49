//! The store: tables, declared once each, and the repositories over them.
//!
//! The engine (`engine`) offers a dozen verbs and knows no area; an area's repository is written once over them, for
//! all engines. All times are epoch milliseconds. Nothing blocks the caller's thread: engines work on threads of their
//! own behind bounded queues, and answer [`Error::Busy`] if those are full.

// Machinery, independent of areas.
pub mod platform;

// What areas use for their declarations, and their list.
pub mod areas;
pub mod prelude;

// The areas.
pub mod accounts;
pub mod administration;
pub mod articles;
pub mod audit;
pub mod bookings;
pub mod calendar;
pub mod chat;
pub mod contacts;
pub mod courses;
pub mod entities;
pub mod feed;
pub mod files;
pub mod guides;
pub mod imports;
pub mod infopoints;
pub mod invitations;
pub mod ledger;
pub mod links;
pub mod lunch;
pub mod messages;
pub mod moderation;
pub mod newsletters;
pub mod notifications;
pub mod occupancy;
pub mod push;
pub mod search;
pub mod seats;
pub mod tasks;
pub mod tokens;
pub mod vacation;
pub mod webhooks;

use std::path::Path;
use std::sync::Arc;

use crate::platform::slugs::Slugs;

/// Short paths for other crates: `storage::ids`, `storage::engine`, …
pub use platform::{
    activity, area, changes, check, engine, idempotency, ids, jobs, migrations, nodes, outages, record,
    table, time, value, walk,
};

pub use accounts::{Accounts, CreateUser, ProfileChange, Session, Token, TokenPurpose, User, UserStatus};
pub use area::Area;
pub use calendar::Calendars;
pub use changes::Changes;
pub use chat::{
    Append, Appended, Channel, ChannelFacts, ChannelRole, ChannelType, Chat, Decision, EventKind, EventRow,
    Located, Member, Message, MessagePage, MessageState, NotifyLevel, Page, Reaction, Reader, UpdateChannel,
    Workspace, WorkspaceFacts,
};
pub use contacts::{Block, Bond, BondState, Contacts, EventSetting, FeedSetting};
pub use engine::cql::CqlSettings;
pub use engine::{Db, Engine};
pub use entities::{
    Application, ApplicationState, Entities, Entity, EntityType, Invitation, MembershipMode, Relation,
    RelationType,
};
pub use feed::Feed;
pub use files::Files;
pub use idempotency::{Begin, Idempotency};
pub use ids::{
    AttachmentId, BlockId, ChannelId, ContactId, EntityId, EventId, FollowId, HookId, Ids, JobId, MessageId,
    NotificationId, RequestId, SessionId, UserId, WebhookId, WorkspaceId,
};
pub use imports::{HistoryItem, ImportRef, Imports};
pub use jobs::{Job, Jobs};
pub use links::Links;
pub use messages::Messages;
pub use moderation::Moderation;
pub use nodes::{NodeLease, Nodes};
pub use notifications::{Notification, Notifications};
pub use outages::Outages;
pub use platform::error::{Error, Result};
pub use push::{Push, PushSubscription};
pub use seats::Seats;
pub use tokens::Tokens;
pub use webhooks::Webhooks;

/// The whole store: one field per repository. Cheap to clone.
#[derive(Clone)]
pub struct Storage {
    engine: Db,
    slugs: Slugs,
    /// Areas beside the product's own.
    more: Vec<&'static Area>,
    /// People, their sessions and one-time tokens.
    pub accounts: Accounts,
    /// Access tokens of programs.
    pub tokens: Tokens,
    /// Organisations and their relations to people.
    pub entities: Entities,
    /// Workspaces, channels, messages.
    pub chat: Chat,
    /// Conversations between people.
    pub messages: Messages,
    /// Calendars and events.
    pub calendars: Calendars,
    /// Limited seats and enrolments.
    pub seats: Seats,
    /// Contacts and blocks.
    pub contacts: Contacts,
    /// Incoming and outgoing webhooks.
    pub webhooks: Webhooks,
    pub links: Links,
    /// Posts and timelines.
    pub feed: Feed,
    pub moderation: Moderation,
    /// Files of messages.
    pub files: Files,
    /// Notifications.
    pub notifications: Notifications,
    /// Push subscriptions of browsers.
    pub push: Push,
    /// Leases of node numbers.
    pub nodes: Nodes,
    /// Times in which nodes could not reach each other.
    pub outages: Outages,
    /// Idempotency keys with their answers.
    pub idempotency: Idempotency,
    /// What imports have created.
    pub imports: Imports,
    /// Jobs and dead letters.
    pub jobs: Jobs,
    /// The change feed.
    pub changes: Changes,
}

impl Storage {
    /// Opens or creates the embedded store in the file `path` and brings its tables up to date: the product's, and
    /// those of `more` areas. Blocks while the disk works: call it at the start of a process.
    pub fn open_sqlite(path: &Path, more: &[&'static Area]) -> Result<Self> {
        let engine = engine::sqlite::Sqlite::open(path, areas::tables(more), areas::SCHEMA_VERSION)?;
        Ok(Self::with(Arc::new(engine), more))
    }

    /// Opens the embedded store in the file `path` read-only: nothing is created or written, so that it works on a full
    /// disk. For `check` and `backup`.
    pub fn open_sqlite_to_read(path: &Path, more: &[&'static Area]) -> Result<Self> {
        let tables = areas::tables(more);
        let engine = engine::sqlite::Sqlite::open_to_read(path, tables, areas::SCHEMA_VERSION)?;
        Ok(Self::with(Arc::new(engine), more))
    }

    /// Connects to a ScyllaDB or Cassandra cluster and creates or updates its keyspace and tables; any number of
    /// processes may do that at once. [`Error::Unavailable`]: it cannot be reached, or a newer program created the
    /// tables.
    pub async fn open_cql(settings: &CqlSettings, more: &[&'static Area]) -> Result<Self> {
        let engine = engine::cql::Cql::open(settings, areas::tables(more), areas::SCHEMA_VERSION).await?;
        Ok(Self::with(Arc::new(engine), more))
    }

    /// The repositories over an engine whose tables are up to date.
    pub fn new(engine: Db) -> Self {
        Self::with(engine, &[])
    }

    /// As [`Storage::new`], with `more` areas beside the product's own.
    pub fn with(engine: Db, more: &[&'static Area]) -> Self {
        let slugs = Slugs::new(Arc::clone(&engine), areas::BEARERS);
        let chat = Chat::new(Arc::clone(&engine));
        Self {
            accounts: Accounts::new(Arc::clone(&engine), slugs.clone()),
            tokens: Tokens::new(Arc::clone(&engine)),
            entities: Entities::new(Arc::clone(&engine), slugs.clone()),
            imports: Imports::new(Arc::clone(&engine), chat.clone()),
            messages: Messages::new(Arc::clone(&engine), chat.clone()),
            calendars: Calendars::new(Arc::clone(&engine)),
            seats: Seats::new(Arc::clone(&engine)),
            contacts: Contacts::new(Arc::clone(&engine)),
            webhooks: Webhooks::new(Arc::clone(&engine)),
            links: Links::new(Arc::clone(&engine)),
            chat,
            feed: Feed::new(Arc::clone(&engine)),
            moderation: Moderation::new(Arc::clone(&engine)),
            files: Files::new(Arc::clone(&engine)),
            notifications: Notifications::new(Arc::clone(&engine)),
            push: Push::new(Arc::clone(&engine)),
            nodes: Nodes::new(Arc::clone(&engine)),
            outages: Outages::new(Arc::clone(&engine)),
            idempotency: Idempotency::new(Arc::clone(&engine)),
            jobs: Jobs::new(Arc::clone(&engine)),
            changes: Changes::new(Arc::clone(&engine)),
            engine,
            slugs,
            more: more.to_vec(),
        }
    }

    /// The engine, for the repositories of areas beside the product's own.
    pub fn engine(&self) -> &Db {
        &self.engine
    }

    /// Migrates the stored data to what this program expects, or waits for another process that does. To be called at
    /// the start, before anything is read; logs its progress and continues where a killed process stopped.
    pub async fn migrate_data(&self) -> Result<()> {
        migrations::run(&self.engine, &areas::migrations(&self.more), migrations::LEASE).await
    }

    /// Progress of all migrations.
    pub async fn migrations(&self) -> Result<Vec<migrations::Progress>> {
        migrations::list(&self.engine).await
    }

    /// Copies everything consistently into the new file `path`, while the store is in use.
    pub async fn backup(&self, path: &Path) -> Result<()> {
        self.engine.backup(path).await
    }

    /// Verifies the store's own file; answers one line per damage, none if it is sound.
    pub async fn verify(&self) -> Result<Vec<String>> {
        self.engine.verify().await
    }

    /// Whether reads and writes are served (readiness).
    pub async fn ping(&self) -> Result<()> {
        self.engine.ping().await
    }

    /// Bytes on disk.
    pub async fn size(&self) -> Result<u64> {
        self.engine.size().await
    }

    /// Checks the invariants of the whole store; answers one line per violation, none if all hold. Meant for a store at
    /// rest: concurrent writes may be reported as violations.
    pub async fn check(&self) -> Result<Vec<String>> {
        check::run(&self.engine, &self.slugs, areas::checks(&self.more)).await
    }
}
