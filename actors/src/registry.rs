//! Which live actors run on this node. An actor that has ended or panicked is started anew from the store.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use actix::{Actor, Addr, ArbiterHandle, Context};
use storage::chat::Channel;
use storage::ids::{ChannelId, EventId, WorkspaceId};

use crate::Platform;
use crate::bus::Topic;
use crate::channel::ChannelActor;
use crate::error::Result;
use crate::workspace::{ChannelEvent, WorkspaceActor};

#[derive(Default)]
pub struct Registry {
    channels: Mutex<HashMap<ChannelId, (WorkspaceId, Addr<ChannelActor>)>>,
    workspaces: Mutex<HashMap<WorkspaceId, Addr<WorkspaceActor>>>,
    /// Threads of their own for live actors, so that a busy channel does not starve its neighbours.
    arbiters: Mutex<Vec<ArbiterHandle>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Registry {
    /// Live actors started from now on are spread over `arbiters`.
    pub fn spread_over(&self, arbiters: Vec<ArbiterHandle>) {
        *lock(&self.arbiters) = arbiters;
    }

    fn start<A: Actor<Context = Context<A>> + Send>(&self, key: i64, actor: A) -> Addr<A> {
        let arbiters = lock(&self.arbiters);
        // Ids differ in their time part first; the low bits are mostly zero.
        let spread = (key ^ (key >> 12)) as usize;
        match arbiters.get(spread % arbiters.len().max(1)) {
            Some(arbiter) => A::start_in_arbiter(arbiter, move |_| actor),
            None => actor.start(),
        }
    }

    /// The channel's live actor, started if it is not running.
    pub async fn channel(&self, platform: &Platform, channel: &Channel) -> Result<Addr<ChannelActor>> {
        let id = channel.channel_id;
        if let Some(addr) = self.running_channel(id) {
            return Ok(addr);
        }
        // Heard before it is read: what is written from now on comes either way.
        platform.bus.follow(Topic::Workspace(channel.workspace_id)).await;
        let floor = platform.storage.chat.newest_event(id).await?.unwrap_or(EventId(0));
        let mut channels = lock(&self.channels);
        if let Some((_, addr)) = channels.get(&id).filter(|(_, addr)| addr.connected()) {
            return Ok(addr.clone());
        }
        let addr = self.start(id.0, ChannelActor::new(platform.clone(), channel, floor));
        channels.insert(id, (channel.workspace_id, addr.clone()));
        Ok(addr)
    }

    /// The channel's live actor where one runs.
    pub fn running_channel(&self, id: ChannelId) -> Option<Addr<ChannelActor>> {
        lock(&self.channels).get(&id).filter(|(_, addr)| addr.connected()).map(|(_, addr)| addr.clone())
    }

    pub fn forget_channel(&self, id: ChannelId, addr: &Addr<ChannelActor>) {
        let mut channels = lock(&self.channels);
        if channels.get(&id).is_some_and(|(_, running)| running == addr) {
            channels.remove(&id);
        }
    }

    /// The workspace's live actor, started if it is not running.
    pub fn workspace(&self, platform: &Platform, id: WorkspaceId) -> Addr<WorkspaceActor> {
        let mut workspaces = lock(&self.workspaces);
        if let Some(addr) = workspaces.get(&id).filter(|addr| addr.connected()) {
            return addr.clone();
        }
        let addr = self.start(id.0, WorkspaceActor::new(platform.clone(), id));
        workspaces.insert(id, addr.clone());
        // Noted at once, however long the actor waits to be sure.
        drop(platform.bus.follow(Topic::Workspace(id)));
        addr
    }

    pub fn running_workspace(&self, id: WorkspaceId) -> Option<Addr<WorkspaceActor>> {
        lock(&self.workspaces).get(&id).filter(|addr| addr.connected()).cloned()
    }

    pub fn forget_workspace(&self, id: WorkspaceId, addr: &Addr<WorkspaceActor>) {
        let mut workspaces = lock(&self.workspaces);
        if workspaces.get(&id) == Some(addr) {
            workspaces.remove(&id);
        }
    }

    /// Passes a channel's event to those who listen to the whole workspace, if anybody does. A workspace that is behind
    /// is told so: its subscribers fetch what they missed.
    pub fn tell_workspace(&self, id: WorkspaceId, event: ChannelEvent) {
        if let Some(addr) = self.running_workspace(id)
            && addr.try_send(event).is_err()
        {
            crate::workspace::fell_behind(&addr);
        }
    }

    /// Does anything of this workspace run here?
    pub fn serves(&self, id: WorkspaceId) -> bool {
        self.running_workspace(id).is_some() || !self.running_channels(id).is_empty()
    }

    /// Every channel that runs here.
    pub fn all_channels(&self) -> Vec<Addr<ChannelActor>> {
        lock(&self.channels).values().map(|(_, addr)| addr.clone()).collect()
    }

    /// Every workspace that runs here.
    pub fn all_workspaces(&self) -> Vec<Addr<WorkspaceActor>> {
        lock(&self.workspaces).values().cloned().collect()
    }

    /// The workspace's running channels, to apply a change of rights of the whole organisation.
    pub fn running_channels(&self, workspace_id: WorkspaceId) -> Vec<Addr<ChannelActor>> {
        let channels = lock(&self.channels);
        channels
            .values()
            .filter(|(of, addr)| *of == workspace_id && addr.connected())
            .map(|(_, addr)| addr.clone())
            .collect()
    }
}
