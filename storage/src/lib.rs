//! Where things are: typed tables, one declaration each, and the repositories over them.
//!
//! The engine (`engine`) offers a dozen verbs and knows no feature; a feature's repository is written once over them.
//! All times are epoch milliseconds. Nothing here blocks the caller's thread: engines work on threads of their own
//! behind bounded queues, and answer [`Error::Busy`] when those are full.

// Machinery: it knows no area.
pub mod platform;

// What an area declares, and the list of them.
pub mod areas;
pub mod prelude;

// The areas.
pub mod accounts;
pub mod articles;
pub mod calendar;
pub mod chat;
pub mod contacts;
pub mod entities;
pub mod feed;
pub mod files;
pub mod guides;
pub mod imports;
pub mod links;
pub mod lunch;
pub mod messages;
pub mod moderation;
pub mod notifications;
pub mod push;
pub mod search;
pub mod seats;
pub mod tokens;
pub mod webhooks;

use std::path::Path;
use std::sync::Arc;

use crate::platform::slugs::Slugs;

/// What other parts write as `storage::ids`, `storage::engine`, …
pub use platform::{
    area, changes, check, engine, idempotency, ids, jobs, migrations, nodes, outages, record, table, time,
    value, walk,
};

pub use accounts::{Accounts, CreateUser, ProfileChange, Session, Token, TokenPurpose, User, UserStatus};
pub use area::Area;
pub use articles::Articles;
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
pub use guides::{GuideState, GuideStatus, Guides};
pub use idempotency::{Begin, Idempotency};
pub use ids::{
    AttachmentId, BlockId, ChannelId, ContactId, EntityId, EventId, FollowId, HookId, Ids, JobId, MessageId,
    NotificationId, RequestId, SessionId, UserId, WebhookId, WorkspaceId,
};
pub use imports::{HistoryItem, ImportRef, Imports};
pub use jobs::{Job, Jobs};
pub use links::Links;
pub use lunch::Lunch;
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
    /// What programs act with for people.
    pub tokens: Tokens,
    /// Organisations and who belongs to them.
    pub entities: Entities,
    /// Workspaces, channels, messages.
    pub chat: Chat,
    /// Conversations between people.
    pub messages: Messages,
    /// Calendars and events.
    pub calendars: Calendars,
    /// Places that are limited, and who has one.
    pub seats: Seats,
    /// Whom people know, and do not want to know.
    pub contacts: Contacts,
    /// Addresses at which programs post.
    pub webhooks: Webhooks,
    pub links: Links,
    /// What schools serve.
    pub lunch: Lunch,
    /// Posts and whose timelines they are in.
    pub feed: Feed,
    /// Longer texts of people and organisations.
    pub articles: Articles,
    pub moderation: Moderation,
    /// Files of messages.
    pub files: Files,
    /// The bell.
    pub notifications: Notifications,
    /// Browsers that take push messages.
    pub push: Push,
    /// How far people have come in the guides.
    pub guides: Guides,
    /// Leases of node numbers.
    pub nodes: Nodes,
    /// When nodes did not hear each other.
    pub outages: Outages,
    /// Answers kept for repeated requests.
    pub idempotency: Idempotency,
    /// What an import has made already.
    pub imports: Imports,
    /// What is to be done at a moment.
    pub jobs: Jobs,
    /// What has changed, for those who follow.
    pub changes: Changes,
}

impl Storage {
    /// Opens (or makes) the embedded store in the file `path` and brings its tables up to date: the product's, and those of
    /// `more` areas. Blocks for the time the disk takes: called at the start of a process.
    pub fn open_sqlite(path: &Path, more: &[&'static Area]) -> Result<Self> {
        let engine = engine::sqlite::Sqlite::open(path, areas::tables(more), areas::SCHEMA_VERSION)?;
        Ok(Self::with(Arc::new(engine), more))
    }

    /// Opens the embedded store that is in the file `path` for looking alone: nothing is made or written, whatever the disk.
    /// For `check` and `backup`.
    pub fn open_sqlite_to_read(path: &Path, more: &[&'static Area]) -> Result<Self> {
        let tables = areas::tables(more);
        let engine = engine::sqlite::Sqlite::open_to_read(path, tables, areas::SCHEMA_VERSION)?;
        Ok(Self::with(Arc::new(engine), more))
    }

    /// Connects to a ScyllaDB or Cassandra cluster and makes or brings up to date its keyspace and tables; any number of
    /// processes may do that at once. [`Error::Unavailable`]: it cannot be reached, or a newer program made the tables.
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
            lunch: Lunch::new(Arc::clone(&engine)),
            chat,
            feed: Feed::new(Arc::clone(&engine)),
            articles: Articles::new(Arc::clone(&engine)),
            moderation: Moderation::new(Arc::clone(&engine)),
            files: Files::new(Arc::clone(&engine)),
            notifications: Notifications::new(Arc::clone(&engine)),
            push: Push::new(Arc::clone(&engine)),
            guides: Guides::new(Arc::clone(&engine)),
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

    /// Brings what is stored up to what this program expects, or waits for another process that does. To be called at the
    /// start, before anything is read; logs how far it has come, and goes on where a process that was killed left it.
    pub async fn migrate_data(&self) -> Result<()> {
        migrations::run(&self.engine, &areas::migrations(&self.more), migrations::LEASE).await
    }

    /// How far every change of what is stored has come.
    pub async fn migrations(&self) -> Result<Vec<migrations::Progress>> {
        migrations::list(&self.engine).await
    }

    /// A consistent copy of everything in the new file `path`, made while the store is in use.
    pub async fn backup(&self, path: &Path) -> Result<()> {
        self.engine.backup(path).await
    }

    /// What is damaged in the store's own file, a line each; none when it is sound.
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

    /// Goes through the whole store and tells what does not hold: one line each, none when all is well.
    /// Meant for a store at rest: what is written meanwhile may be told as missing.
    pub async fn check(&self) -> Result<Vec<String>> {
        check::run(&self.engine, &self.slugs, areas::checks(&self.more)).await
    }
}
