//! Drafts, on all of a person's devices; and the arrangement of their list of channels.

use storage::chat::{Arrangement, Draft};
use storage::ids::{ChannelId, UserId};

use super::everyday::{DraftView, Sidebar};
use super::facts::Facts;
use super::personal::PersonalEvent;
use super::saved::readable;
use crate::Platform;
use crate::accounts::Who;
use crate::live::bus::ToPerson as _;
use crate::platform::error::{Refusal, Result};
use crate::platform::time::{Moment, now};

impl From<Draft> for DraftView {
    fn from(draft: Draft) -> Self {
        Self { channel_id: draft.channel_id, content: draft.content, updated: Moment(draft.updated) }
    }
}

/// My draft in a channel.
pub async fn draft(platform: &Platform, who: &Who, channel_id: ChannelId) -> Result<Option<DraftView>> {
    Facts::load(platform, channel_id, who.user_id).await?;
    Ok(platform.storage.chat.draft(who.user_id, channel_id).await?.map(DraftView::from))
}

/// All my drafts where I may read now, newest first.
pub async fn drafts(platform: &Platform, who: &Who) -> Result<Vec<DraftView>> {
    let mut found = platform.storage.chat.drafts(who.user_id).await?;
    found.sort_by_key(|draft| std::cmp::Reverse((draft.updated, draft.channel_id)));
    let mut shown = Vec::with_capacity(found.len());
    for draft in found {
        if readable(platform, draft.channel_id, who.user_id).await?.is_some() {
            shown.push(draft.into());
        }
    }
    Ok(shown)
}

/// Stores my draft; my other connections receive it. An empty text removes it.
pub async fn put_draft(
    platform: &Platform,
    who: &Who,
    channel_id: ChannelId,
    content: String,
) -> Result<Option<DraftView>> {
    Facts::load(platform, channel_id, who.user_id).await?;
    if content.trim().is_empty() {
        drop_draft(platform, who, channel_id).await?;
        return Ok(None);
    }
    if content.contains('\0') {
        return Err(Refusal::field("content", "CHARACTERS", "Texten innehåller tecken som inte kan sparas."));
    }
    let draft = Draft { user_id: who.user_id, channel_id, content, updated: now() };
    platform.storage.chat.keep(&draft).await?;
    let shown = DraftView::from(draft);
    publish(platform, who.user_id, channel_id, Some(shown.clone()));
    Ok(Some(shown))
}

/// Removes my draft in a channel.
pub async fn drop_draft(platform: &Platform, who: &Who, channel_id: ChannelId) -> Result<()> {
    Facts::load(platform, channel_id, who.user_id).await?;
    platform.storage.chat.drop_draft(who.user_id, channel_id).await?;
    publish(platform, who.user_id, channel_id, None);
    Ok(())
}

fn publish(platform: &Platform, user_id: UserId, channel_id: ChannelId, draft: Option<DraftView>) {
    platform.announce(PersonalEvent::DraftChanged { channel_id, draft }.to(user_id));
}

/// The arrangement of my list of channels.
pub async fn sidebar(platform: &Platform, who: &Who) -> Result<Sidebar> {
    let kept = platform.storage.chat.arrangement(who.user_id).await?;
    // A layout that this version cannot read counts as none.
    Ok(kept.and_then(|kept| serde_json::from_str(&kept.layout).ok()).unwrap_or_default())
}

/// Arranges my list of channels; my other connections receive it.
pub async fn put_sidebar(platform: &Platform, who: &Who, sidebar: Sidebar) -> Result<Sidebar> {
    let layout = serde_json::to_string(&sidebar).map_err(|_| Refusal::internal())?;
    let arrangement = Arrangement { user_id: who.user_id, layout, updated: now() };
    platform.storage.chat.keep(&arrangement).await?;
    platform.announce(PersonalEvent::SidebarChanged { sidebar: sidebar.clone() }.to(who.user_id));
    Ok(sidebar)
}
