//! Who acts: the live actors (workspace, channel, session) and each feature's commands and rules.
//!
//! [`Platform`] is all that the way in needs. A command is an async function of its feature's module: it loads the
//! facts, asks the rules (pure functions with the time passed in), does one write and announces.

pub mod accounts;
pub mod bus;
pub mod channel;
pub mod chat;
pub mod context;
pub mod days;
pub mod demo;
mod digest;
pub mod entities;
pub mod error;
pub mod event;
pub mod fanout;
pub mod features;
pub mod gate;
pub mod guides;
pub mod ids;
pub mod imports;
pub mod jobs;
mod jwt;
pub mod limits;
pub mod mail;
pub mod notifications;
pub mod people;
pub mod pictures;
pub mod places;
pub mod push;
pub mod quotas;
pub mod referrals;
pub mod registry;
pub mod repair;
pub mod search;
pub mod session;
pub mod text;
pub mod time;
pub mod wire;
pub mod workspace;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use storage::Storage;

use crate::accounts::secrets::Secrets;
use crate::bus::{Announcement, Bus, Topic};
use crate::days::Days;
use crate::event::PresenceStatus;
use crate::features::Area;
use crate::gate::Gate;
use crate::ids::{LeasedIds, Term};
use crate::jobs::Jobs;
use crate::limits::network::Network;
use crate::limits::{Limits, Rates};
use crate::mail::Mail;
use crate::people::People;
use crate::pictures::Pictures;
use crate::places::Places;
use crate::push::Push;
use crate::quotas::{Quotas, Turns};
use crate::registry::Registry;
use crate::repair::{Repair, Scope};
use crate::search::Searching;
use crate::session::Connections;
use crate::wire::Wire;

/// What the operator decides.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Where people reach the platform, without a slash at the end; links in mails begin with it.
    pub public_url: String,
    pub max_connections_per_user: usize,
    /// The rate limits of the contract; none for load tests.
    pub limits: Option<Rates>,
    /// What one person may make.
    pub quotas: Quotas,
    /// Proxies whose word about who called is taken.
    pub trusted_proxies: Vec<Network>,
    /// Signs sessions: 32 bytes or more.
    pub secret: Vec<u8>,
    /// Pictures live below this folder.
    pub files: PathBuf,
    pub push: push::Options,
}

/// Everything a command needs, shared by all threads of this node.
#[derive(Clone)]
pub struct Platform(Arc<Inner>);

/// The parts of a [`Platform`].
pub struct Inner {
    pub storage: Storage,
    pub ids: LeasedIds,
    /// Until when this node may write; put off by whoever holds its lease.
    pub term: Term,
    /// This node's leased number.
    pub node: u8,
    pub settings: Settings,
    pub secrets: Secrets,
    pub people: People,
    pub mail: Mail,
    pub jobs: Jobs,
    pub pictures: Pictures,
    pub days: Days,
    pub places: Places,
    pub search: Searching,
    pub push: Push,
    pub limits: Limits,
    pub turns: Turns,
    /// Answers that are given before their work is done: asked-for links.
    pub links: Gate,
    pub registry: Registry,
    pub connections: Connections,
    pub repair: Repair,
    pub bus: Box<dyn Bus>,
    pub wire: Box<dyn Wire>,
    /// Areas beside the product's own.
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
    /// `node` is this process's leased number; ids are made with it. `more`: areas beside the product's own.
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
        Ok(Self(Arc::new(Inner {
            ids: LeasedIds::new(node, term.clone()),
            term,
            node,
            secrets: Secrets::new(&settings.secret),
            people: People::new(storage.clone()),
            pictures: Pictures::open(&settings.files)?,
            days: Days::read().map_err(std::io::Error::other)?,
            places: Places::read().map_err(std::io::Error::other)?,
            search: Searching::default(),
            jobs: Jobs::default(),
            push: Push::new(&settings.push, &settings.secret, push::contact(&settings.public_url, &mail)),
            limits: Limits::new(settings.limits.as_ref()),
            turns: Turns::default(),
            links: Gate::new("link", 8, 500),
            registry: Registry::default(),
            connections: Connections::default(),
            repair: Repair::default(),
            frames: AtomicU64::new(1),
            sockets: AtomicU64::new(1),
            storage,
            settings,
            mail,
            bus,
            wire,
            more,
        })))
    }

    /// Every area: the product's own, then those beside them.
    pub fn areas(&self) -> impl Iterator<Item = &'static Area> {
        features::AREAS.iter().chain(&self.more).copied()
    }

    /// A number no other frame of this node has.
    pub fn next_frame(&self) -> u64 {
        self.frames.fetch_add(1, Ordering::Relaxed)
    }

    /// A number no other connection of this node has.
    pub fn next_connection(&self) -> u64 {
        self.sockets.fetch_add(1, Ordering::Relaxed)
    }

    /// Applies an announcement here and tells the other nodes.
    pub fn announce(&self, announcement: Announcement) {
        self.apply(&announcement);
        self.bus.publish(announcement);
    }

    /// Applies an announcement (of this node or another) to what this node serves.
    pub fn apply(&self, announcement: &Announcement) {
        match announcement {
            Announcement::Channel { workspace_id, channel_id, access, event, audience } => {
                self.relay(*workspace_id, *channel_id, access, event, *audience);
            }
            Announcement::Renamed { workspace_id, name } => {
                if let Some(live) = self.registry.running_workspace(*workspace_id) {
                    live.do_send(workspace::Renamed(name.clone()));
                }
            }
            Announcement::Access { entity_id, workspace_id, channel_id, access } => {
                if let Some(live) = self.registry.running_channel(*channel_id) {
                    live.do_send(channel::AccessChanged(access.clone()));
                }
                if let Some(live) = self.registry.running_workspace(*workspace_id) {
                    let (entity_id, channel_id, access) = (*entity_id, *channel_id, access.clone());
                    live.do_send(workspace::AccessChanged { channel_id, access, entity_id });
                }
            }
            Announcement::Rights { workspace_id, change } => {
                // A lost right must reach every subscription, so these wait for no room. They are rare.
                for live in self.registry.running_channels(*workspace_id) {
                    live.do_send(channel::RightsChanged(change.clone()));
                }
                if let Some(live) = self.registry.running_workspace(*workspace_id) {
                    live.do_send(workspace::RightsChanged(change.clone()));
                }
            }
            Announcement::Typing { workspace_id, access, typing } => {
                if let Some(live) = self.registry.running_workspace(*workspace_id) {
                    let changed = workspace::TypingChanged { access: access.clone(), typing: typing.clone() };
                    // Typing may be lost.
                    let _ = live.try_send(changed);
                }
            }
            Announcement::Presence { workspace_id, user_id, status, node } => {
                if let Some(live) = self.registry.running_workspace(*workspace_id) {
                    let here = *status == PresenceStatus::Online;
                    live.do_send(workspace::Elsewhere { user_id: *user_id, node: *node, here });
                }
            }
            Announcement::Present { workspace_id, node, people, ask } => {
                if let Some(live) = self.registry.running_workspace(*workspace_id) {
                    live.do_send(workspace::Present { node: *node, people: people.clone(), ask: *ask });
                }
            }
            Announcement::Uncertain { workspace_id, since } => {
                self.repair.note_uncertain();
                self.missed(Scope::Topic(Topic::Workspace(*workspace_id)), *since);
            }
            Announcement::Personal { user_id, event } => self.connections.tell(*user_id, event),
            Announcement::SessionsEnded { user_id, sessions } => {
                self.connections.end_sessions(*user_id, sessions);
            }
            Announcement::ProfileChanged { user_id } => {
                self.people.forget(*user_id);
                self.search.wake();
            }
            Announcement::EntityChanged { .. } => self.search.wake(),
        }
    }

    /// An event that some channel has already ordered: to the channel's actor if it runs here, else straight to those
    /// who listen to the whole workspace.
    fn relay(
        &self,
        workspace_id: storage::ids::WorkspaceId,
        channel_id: storage::ids::ChannelId,
        access: &chat::rules::ChannelAccess,
        event: &event::LiveNotification,
        audience: event::Audience,
    ) {
        if let Some(live) = self.registry.running_channel(channel_id) {
            if live.try_send(channel::Relay { event: event.clone(), audience }).is_err() {
                channel::fell_behind(&live, event.timestamp);
                if let Some(workspace) = self.registry.running_workspace(workspace_id) {
                    workspace::fell_behind(&workspace);
                }
            }
        } else if let Ok(body) = serde_json::to_string(event) {
            let event =
                workspace::ChannelEvent { channel_id, access: access.clone(), body: body.into(), audience };
            self.registry.tell_workspace(workspace_id, event);
        }
    }
}
