//! Drafts of newsletters: what an organisation's managers have begun to write, saved as they write it. A change names
//! the version that its writer has seen, so nobody's text is overwritten by an older one.

use storage::entities::Entity;
use storage::newsletters::{NewsletterDraft, NewsletterId};

use super::view::{ChangeDraft, DraftView, NewDraft};
use super::{pictures, rules};
use crate::entities::{known, of_mine};
use crate::platform::quotas::below;
use crate::prelude::*;

/// Drafts of an organisation at a time.
pub const DRAFTS: usize = 50;

/// An organisation, for who may send its newsletters. 403 ROLE_TOO_LOW; 404.
pub(super) async fn of_manager(platform: &Platform, who: &Who, id: EntityId) -> Result<Entity> {
    let (entity, relation) = known(platform, id, who.user_id).await?;
    rules::write(entity.entity_type, relation)?;
    Ok(entity)
}

async fn stored(platform: &Platform, id: EntityId, draft_id: NewsletterId) -> Result<NewsletterDraft> {
    let found: Option<NewsletterDraft> =
        platform.storage.engine().find(NewsletterDraft::at(id, draft_id)).await?;
    found.ok_or_else(|| Refusal::not_found("Utkastet finns inte längre. Det har skickats eller tagits bort."))
}

fn stale() -> Refusal {
    Refusal::stale("Utkastet har ändrats av någon annan.")
}

async fn view(platform: &Platform, draft: NewsletterDraft) -> Result<DraftView> {
    let shown = pictures::of_text(platform, &draft.showing()).await?;
    Ok(DraftView::new(&draft, platform.people.name(draft.changed_by).await?, Some(draft.body.clone()), shown))
}

/// Begins a draft. 403 ROLE_TOO_LOW; 404; 409 QUOTA_REACHED; 422.
pub async fn begin(platform: &Platform, who: &Who, id: EntityId, new: NewDraft) -> Result<DraftView> {
    of_manager(platform, who, id).await?;
    let _turn = platform.turns.of(id.0).await;
    let (db, at) = (platform.storage.engine(), now());
    let all: Vec<NewsletterDraft> = db.list(NewsletterDraft::of(id).descending(DRAFTS)).await?;
    below(all.len(), DRAFTS, "utkast till nyhetsbrev")?;
    let draft = NewsletterDraft {
        entity_id: id,
        draft_id: NewsletterId(platform.ids.next(at)?),
        author_id: who.user_id,
        changed_by: who.user_id,
        subject: new.subject,
        body: new.body,
        audience: new.audience,
        created: Moment(at),
        changed: Moment(at),
        version: 1,
    };
    let mut writes = pictures::follow(platform, None, &draft.showing()).await?;
    writes.push(draft.insert());
    let seen = view(platform, draft).await?;
    db.write(writes).await?;
    Ok(seen)
}

/// The drafts of an organisation, the newest first, without texts. 403 ROLE_TOO_LOW; 404.
pub async fn drafts(platform: &Platform, who: &Who, id: EntityId) -> Result<Vec<DraftView>> {
    of_manager(platform, who, id).await?;
    let all: Vec<NewsletterDraft> =
        platform.storage.engine().list(NewsletterDraft::of(id).descending(DRAFTS)).await?;
    let mut seen = Vec::with_capacity(all.len());
    for draft in all {
        seen.push(DraftView::new(&draft, platform.people.name(draft.changed_by).await?, None, Vec::new()));
    }
    Ok(seen)
}

/// A draft with its text. 403 ROLE_TOO_LOW; 404.
pub async fn draft(
    platform: &Platform,
    who: &Who,
    id: EntityId,
    draft_id: NewsletterId,
) -> Result<DraftView> {
    of_manager(platform, who, id).await?;
    view(platform, stored(platform, id, draft_id).await?).await
}

/// Saves what is written. 403 ROLE_TOO_LOW; 404; 409 STALE with `current`; 422.
pub async fn change(
    platform: &Platform,
    who: &Who,
    id: EntityId,
    draft_id: NewsletterId,
    input: ChangeDraft,
) -> Result<DraftView> {
    match try_change(platform, who, id, draft_id, input).await {
        Err(refusal) => Err(refusal.with_current(draft(platform, who, id, draft_id)).await),
        saved => saved,
    }
}

async fn try_change(
    platform: &Platform,
    who: &Who,
    id: EntityId,
    draft_id: NewsletterId,
    input: ChangeDraft,
) -> Result<DraftView> {
    of_manager(platform, who, id).await?;
    let old = of_version(platform, id, draft_id, input.version).await?;
    let new =
        NewsletterDraft { subject: input.subject, body: input.body, audience: input.audience, ..old.clone() };
    if old == new {
        return view(platform, old).await;
    }
    let new =
        NewsletterDraft { changed_by: who.user_id, changed: Moment(now()), version: old.version + 1, ..new };
    let then = pictures::follow(platform, Some(&old.showing()), &new.showing()).await?;
    let seen = view(platform, new.clone()).await?;
    let is_saved = platform.storage.engine().decide(old.change_version_to(&new), then).await?;
    if is_saved { Ok(seen) } else { Err(stale()) }
}

/// The draft, if it has that version. 404; 409 STALE.
pub(super) async fn of_version(
    platform: &Platform,
    id: EntityId,
    draft_id: NewsletterId,
    version: i64,
) -> Result<NewsletterDraft> {
    let draft = stored(platform, id, draft_id).await?;
    if draft.version == version { Ok(draft) } else { Err(stale()) }
}

/// Deletes a draft with writes that join it, if nobody has changed it meanwhile. 409 STALE.
pub(super) async fn take(platform: &Platform, draft: &NewsletterDraft, then: Vec<Write>) -> Result<()> {
    let guard = draft.key().delete_if([("version", draft.version.into())]);
    if platform.storage.engine().decide(guard, then).await? { Ok(()) } else { Err(stale()) }
}

/// Deletes a draft. 403 ROLE_TOO_LOW; 404; 409 MOVED_ON.
pub async fn remove(platform: &Platform, who: &Who, id: EntityId, draft_id: NewsletterId) -> Result<()> {
    of_manager(platform, who, id).await?;
    let draft = stored(platform, id, draft_id).await?;
    let then = pictures::leave(platform, &draft.showing(), &[])?;
    take(platform, &draft, then).await.map_err(|refusal| match refusal.code {
        Refusal::STALE => Refusal::moved_on(),
        _ => refusal,
    })
}

/// What a person has begun or changed last.
pub(super) async fn written(platform: &Platform, who: &Who) -> Result<Vec<NewsletterDraft>> {
    let mut all: Vec<NewsletterDraft> = of_mine(platform, who.user_id, NewsletterDraft::of).await?;
    all.retain(|one| one.author_id == who.user_id || one.changed_by == who.user_id);
    Ok(all)
}
