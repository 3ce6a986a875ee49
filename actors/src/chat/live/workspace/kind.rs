//! The workspace as a kind of room: its three destinations, and presence.

use actix::Addr;
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use storage::chat::WorkspaceFacts;
use storage::ids::{UserId, WorkspaceId};

use super::messages::{Attach, Detach, Join, Leave, Look, NodeGone, Verify};
use super::state::{self, Part, WorkspaceRights};
use super::{InternalMessage, NAME, WorkspaceActor, open, running, topic};
use crate::Platform;
use crate::live::body::Body;
use crate::live::bus::Event;
use crate::live::fanout::SubscriptionKey;
use crate::live::room::{Attendance, LiveRoom, RoomKind, SubscribeRequest};
use crate::platform::error::{Refusal, Result};

pub const NOTIFICATIONS: &str = "/topic/workspace/{id}/notifications";
const TYPING: &str = "/topic/workspace/{id}/typing";
const PRESENCE: &str = "/topic/workspace/{id}/presence";

fn part(place: &'static str) -> Part {
    match place {
        TYPING => Part::Typing,
        PRESENCE => Part::Presence,
        _ => Part::Notifications,
    }
}

pub struct WorkspaceKind;

impl RoomKind for WorkspaceKind {
    fn name(&self) -> &'static str {
        NAME
    }

    fn places(&self) -> &'static [&'static str] {
        &[NOTIFICATIONS, TYPING, PRESENCE]
    }

    fn attach(
        &self,
        platform: Platform,
        place: &'static str,
        id: i64,
        request: SubscribeRequest,
    ) -> LocalBoxFuture<'static, Result<bool>> {
        attach(platform, part(place), WorkspaceId(id), request).boxed_local()
    }

    /// A workspace has no events besides those of its channels.
    fn receive_event(&self, _: &Platform, event: &Event) -> serde_json::Result<()> {
        Err(serde::de::Error::custom(format_args!("no event of a workspace: {}", event.id)))
    }

    fn receive_message(&self, platform: &Platform, id: i64, message: &Body) -> serde_json::Result<()> {
        message.read::<InternalMessage>().map(|message| message.apply(platform, WorkspaceId(id)))
    }

    fn attendance(&self) -> Option<&'static dyn Attendance> {
        Some(&Self)
    }
}

impl Attendance for WorkspaceKind {
    fn rooms_of(&self, platform: Platform, user_id: UserId) -> LocalBoxFuture<'static, Result<Vec<i64>>> {
        async move {
            let present = crate::chat::workspaces_present_in(&platform, user_id).await?;
            Ok(present.into_iter().map(|id| id.0).collect())
        }
        .boxed_local()
    }

    fn join(&self, platform: &Platform, id: i64, user_id: UserId) -> bool {
        open(platform, WorkspaceId(id)).try_send(Join(user_id)).is_ok()
    }

    fn leave(&self, platform: &Platform, id: i64, user_id: UserId, looking: bool) {
        if let Some(live) = running(platform, WorkspaceId(id)) {
            // A lost Leave would keep a person online for ever, so this message may wait for room.
            live.do_send(Leave { user_id, looking });
        }
    }

    fn set_looking(&self, platform: &Platform, id: i64, user_id: UserId, looking: bool) {
        if let Some(live) = running(platform, WorkspaceId(id)) {
            // Counted like Leave, so it must not be lost either.
            live.do_send(Look { user_id, looking });
        }
    }
}

impl LiveRoom for Addr<WorkspaceActor> {
    fn runs(&self) -> bool {
        self.connected()
    }

    fn detach(&self, place: &'static str, key: SubscriptionKey) {
        self.do_send(Detach(part(place), key));
    }

    fn verify(&self, resync: Option<i64>) {
        self.do_send(Verify { resync, only: None });
    }

    fn doubt(&self, user_id: UserId) {
        self.do_send(Verify { resync: None, only: Some(user_id) });
    }

    fn node_gone(&self, node: u8) {
        self.do_send(NodeGone(node));
    }
}

async fn facts(
    platform: &Platform,
    id: WorkspaceId,
    user_id: UserId,
) -> Result<(WorkspaceFacts, WorkspaceRights)> {
    let facts = platform.storage.chat.facts_of_workspace(id, user_id).await?;
    let facts = facts.ok_or_else(Refusal::access_denied)?;
    let apart = platform.storage.contacts.apart_from(user_id).await?;
    let rights = WorkspaceRights::new(&facts, apart);
    Ok((facts, rights))
}

/// Returns whether the person belongs to the organisation (and so counts as present). The facts are read once more
/// after attaching, to notice a right that was lost meanwhile.
async fn attach(platform: Platform, part: Part, id: WorkspaceId, request: SubscribeRequest) -> Result<bool> {
    // From here on a change of rights on another node is either received or seen by the second read.
    platform.bus.follow(topic(id)).await;
    let user_id = request.user_id;
    let (read, known) = facts(&platform, id, user_id).await?;
    let channels = state::channels_of(&read);
    let live = open(&platform, id);
    let (key, subscriber) = request.with(known.clone());
    if !live.send(Attach { part, key: key.clone(), subscriber, channels }).await? {
        return Err(Refusal::access_denied());
    }
    let again = facts(&platform, id, user_id).await;
    if !again.is_ok_and(|(_, again)| again == known) {
        // Rights changed meanwhile: the client has to try again.
        live.do_send(Detach(part, key));
        return Err(Refusal::access_denied());
    }
    Ok(known.relation.is_some())
}
