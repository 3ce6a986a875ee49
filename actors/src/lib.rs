//! The application layer: the live actors (rooms, sessions) and each area's commands and rules.
//!
//! [`Platform`] is all that the HTTP layer needs. A command is an async function of its area's module: it loads the
//! facts, asks the rules (pure functions with the time passed in), does one write and announces the result to
//! subscribers.

// Machinery; it knows no area.
pub mod live;
pub mod platform;
pub mod transfer;

// What an area declares, and the list of them.
pub mod area;
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
pub mod context;
pub mod courses;
pub mod days;
pub mod entities;
pub mod feed;
pub mod files;
pub mod guides;
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
pub mod places;
pub mod push;
pub mod referrals;
pub mod search;
pub mod seats;
pub mod tasks;
pub mod tokens;
pub mod vacation;
pub mod webhooks;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use storage::Storage;
use storage::ids::UserId;

use crate::accounts::secrets::Secrets;
use crate::area::Area;
use crate::days::Days;
use crate::files::Files;
use crate::live::bus::{Announcement, Bus};
use crate::live::registry::Registry;
use crate::live::repair::{Repair, Scope};
use crate::live::room::Rooms;
use crate::live::session::Connections;
use crate::live::unread;
use crate::live::wire::Wire;
use crate::live::writer::Backlog;
use crate::places::Places;
use crate::platform::antivirus::Antivirus;
use crate::platform::coalesce::Latest;
use crate::platform::gate::Gate;
use crate::platform::ids::{LeasedIds, Term};
use crate::platform::jobs::Jobs;
use crate::platform::limits::network::Network;
use crate::platform::limits::{Limits, Rates};
use crate::platform::mail::Mail;
use crate::platform::outward::Outward;
use crate::platform::people::People;
use crate::platform::pictures::Pictures;
use crate::platform::quotas::{Quotas, Turns};
use crate::platform::recurrence::Bench;
use crate::platform::response_cache::KeptAnswers;
use crate::platform::{antivirus, mail, outward, people, sms};
use crate::push::Push;
use crate::search::Searching;
use crate::seats::Lines;

/// The operator's settings.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The platform's public address, without a trailing slash; links in mails begin with it.
    pub public_url: String,
    pub max_connections_per_user: usize,
    /// A page that has been hidden for this long no longer counts as looked at.
    pub hidden_after: Duration,
    /// The contract's rate limits; `None` for load tests.
    pub limits: Option<Rates>,
    /// How much one person may own.
    pub quotas: Quotas,
    /// Proxies whose forwarded client addresses are trusted.
    pub trusted_proxies: Vec<Network>,
    /// Key that signs sessions: 32 bytes or more.
    pub secret: Vec<u8>,
    /// Where files are stored: those of messages, pictures of people and organisations.
    pub files: files::Home,
    /// The virus scanner for files and pictures before they are stored.
    pub antivirus: antivirus::Options,
    pub push: push::Options,
    /// Hosts inside the operator's own network that outgoing calls may reach.
    pub outward: outward::hosts::Hosts,
    /// Whether previews are fetched of the pages that messages link to.
    pub link_previews: bool,
    pub sms: sms::Way,
    /// Where replies to mails are received; none: they are not.
    pub inbox: Option<mail::Inbox>,
}

/// Everything a command needs, shared by all threads of this node.
#[derive(Clone)]
pub struct Platform(Arc<Inner>);

/// The parts of a [`Platform`].
pub struct Inner {
    pub storage: Storage,
    pub ids: LeasedIds,
    /// Until when this node may write; extended when its lease is renewed.
    pub term: Term,
    /// This node's leased number.
    pub node: u8,
    pub settings: Settings,
    pub secrets: Secrets,
    pub people: People,
    pub mail: Mail,
    pub jobs: Jobs,
    pub antivirus: Arc<Antivirus>,
    pub pictures: Pictures,
    /// Files of messages.
    pub files: Files,
    pub days: Days,
    pub places: Places,
    pub search: Searching,
    pub push: Push,
    pub outward: Outward,
    pub limits: Limits,
    pub turns: Turns,
    /// The queues for places at events.
    pub lines: Lines,
    /// The queues for time of spaces.
    pub spaces: occupancy::Lines,
    /// Coalesces background publishing: one run at a time per key.
    pub latest: Latest,
    /// Gate for requests that are answered before their work is done (mailed links).
    pub links: Gate,
    /// Where series are expanded: for signed-in people, and for anonymous requests.
    pub counting: Bench,
    pub counting_open: Bench,
    /// Cached responses of public calendars.
    pub kept: KeptAnswers,
    /// Every kind of room.
    pub rooms: Rooms,
    pub registry: Registry,
    pub connections: Connections,
    pub repair: Repair,
    pub bus: Box<dyn Bus>,
    pub wire: Box<dyn Wire>,
    /// Bytes that wait to be sent to all connections of this node together.
    pub backlog: Arc<Backlog>,
    /// Areas in addition to the product's own.
    more: Vec<&'static Area>,
    frames: AtomicU64,
    sockets: AtomicU64,
}

impl std::ops::Deref for Platform {
    type Target = Inner;

    fn deref(&self) -> &Inner {
        &self.0
    }
}

impl Platform {
    /// `node` is this process's leased number, part of every id it makes. `more`: areas in addition to the product's
    /// own.
    pub fn new(
        storage: Storage,
        node: u8,
        settings: Settings,
        mail: Mail,
        bus: Box<dyn Bus>,
        wire: Box<dyn Wire>,
        more: Vec<&'static Area>,
    ) -> std::io::Result<Self> {
        let term = Term::endless();
        let store = files::Store::open(&settings.files)?;
        let antivirus = Antivirus::new(settings.antivirus.clone());
        Ok(Self(Arc::new(Inner {
            ids: LeasedIds::new(node, term.clone()),
            term,
            node,
            secrets: Secrets::new(&settings.secret),
            people: People::new(storage.clone()),
            pictures: Pictures::over(store.objects(), Arc::clone(&antivirus)),
            antivirus,
            files: Files::new(store),
            days: Days::read().map_err(std::io::Error::other)?,
            places: Places::read().map_err(std::io::Error::other)?,
            search: Searching::default(),
            jobs: Jobs::default(),
            push: Push::new(&settings.push, &settings.secret, push::contact(&settings.public_url, &mail)),
            outward: Outward::new(settings.outward.clone()),
            limits: Limits::new(settings.limits.as_ref()),
            turns: Turns::default(),
            lines: Lines::default(),
            spaces: occupancy::Lines::default(),
            latest: Latest::default(),
            links: Gate::new("link", 8, 500),
            counting: Bench::new("recurrence", 2),
            counting_open: Bench::new("recurrence-open", 1),
            kept: KeptAnswers::default(),
            rooms: areas::rooms(&more),
            registry: Registry::default(),
            connections: Connections::default(),
            repair: Repair::default(),
            frames: AtomicU64::new(1),
            sockets: AtomicU64::new(1),
            backlog: Arc::default(),
            storage,
            settings,
            mail,
            bus,
            wire,
            more,
        })))
    }

    /// Every area: the product's own, then the additional ones.
    pub fn areas(&self) -> impl Iterator<Item = &'static Area> {
        areas::all(&self.more)
    }

    /// The hooks of every area.
    pub fn hooks(&self) -> impl Iterator<Item = &'static area::Hooks> {
        self.areas().map(|area| &area.on)
    }

    /// A frame number that is unique on this node.
    pub fn next_frame(&self) -> u64 {
        self.frames.fetch_add(1, Ordering::Relaxed)
    }

    /// A connection number that is unique on this node.
    pub fn next_connection(&self) -> u64 {
        self.sockets.fetch_add(1, Ordering::Relaxed)
    }

    /// Applies an announcement on this node and publishes it to the others.
    pub fn announce(&self, announcement: impl Into<Announcement>) {
        let announcement = announcement.into();
        if self.apply(&announcement).is_err() {
            tracing::error!(?announcement, "this node cannot read its own announcement");
        }
        self.bus.publish(announcement);
    }

    /// Applies an announcement of this or another node to the live actors and caches of this node. Fails if this
    /// version cannot read it.
    pub fn apply(&self, announcement: &Announcement) -> Result<(), Unread> {
        match announcement {
            Announcement::Event(event) => {
                self.rooms.named(&event.kind).ok_or(Unread)?.receive_event(self, event)?;
            }
            Announcement::RoomMessage(message) => {
                let room = self.rooms.named(&message.kind).ok_or(Unread)?;
                room.receive_message(self, message.id, &message.body)?;
            }
            Announcement::Rights { topic, user_id } => {
                for live in self.registry.rooms(Some(*topic)) {
                    live.doubt(*user_id);
                }
            }
            Announcement::Uncertain { topic, since } => {
                self.repair.note_uncertain();
                self.missed(Scope::Topic(*topic), *since);
            }
            Announcement::Personal(event) => self.connections.deliver(event),
            Announcement::Count { user_id, of } => {
                let count = self.areas().flat_map(|area| area.counts).find(|(name, _)| name == of);
                unread::publish(self, *count.ok_or(Unread)?, *user_id);
            }
            Announcement::SessionsEnded { user_id, sessions } => {
                self.connections.end_sessions(*user_id, sessions);
            }
            Announcement::Changed { kind, id } => {
                if kind == people::CHANGED {
                    self.people.forget(UserId(*id));
                }
                let follows = self.areas().flat_map(|area| area.follows).filter(|(of, _)| of == kind);
                follows.for_each(|(_, follow)| follow(self, *id));
            }
        }
        Ok(())
    }
}

/// An announcement of a version that this one cannot read; its effects are repaired from the store.
#[derive(Debug)]
pub struct Unread;

impl From<serde_json::Error> for Unread {
    fn from(_: serde_json::Error) -> Self {
        Self
    }
}
