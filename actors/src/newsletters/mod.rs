//! Newsletters of organisations: written by who manages one, in the bell of those whom they are for and mailed to those
//! who have not switched that off (shell §6: the administrator 'sends newsletters').
//!
//! It is written as a draft ([`drafts`]), with pictures ([`pictures`]); sending it deletes the draft. The newsletter and
//! its job are one write. The job notifies people in chunks ([`sending`]); what follows (push, mail, quiet hours, the
//! settings' cell) is that of every notification.

mod drafts;
mod pictures;
pub mod rules;
mod sending;
pub mod view;

pub use drafts::{begin, change, draft, drafts, remove};
pub use pictures::{add_picture, may_picture, picture};

use storage::audit::{AuditKind, AuditSubjectKind};
use storage::entities::Entity;
use storage::newsletters::{Newsletter, NewsletterId, NewsletterState};

use crate::area::Hooks;
use crate::audit::{self, Act};
use crate::entities::{known, of_mine};
use crate::prelude::*;
use view::{NewNewsletter, NewsletterView, SendingView};

/// The area's declaration.
pub static AREA: Area = Area {
    jobs: &[sending::SEND, pictures::SWEEP],
    bells: &[sending::BELLS],
    letter: Some(|platform, entry| Box::pin(sending::letter(platform, entry))),
    export: Some(|platform, who| Box::pin(files(platform, who))),
    on: Hooks { subject_files: Some(&pictures::FILES), ..Hooks::NONE },
    ..Area::named("newsletters")
};

/// Sends a newsletter: it is stored when this answers, and sent by a job; the draft that it was goes with it. 403
/// ROLE_TOO_LOW; 404; 409 STALE with the draft as `current`; 422; 429.
pub async fn send(
    platform: &Platform,
    who: &Who,
    id: EntityId,
    new: NewNewsletter,
) -> Result<NewsletterView> {
    let draft = new.id_draft;
    match (try_send(platform, who, id, new).await, draft) {
        (Err(refusal), Some(draft)) => {
            Err(refusal.with_current(drafts::draft(platform, who, id, draft)).await)
        }
        (sent, _) => sent,
    }
}

async fn try_send(
    platform: &Platform,
    who: &Who,
    id: EntityId,
    new: NewNewsletter,
) -> Result<NewsletterView> {
    let entity = drafts::of_manager(platform, who, id).await?;
    let subject = rules::written("subject", &new.subject, rules::SUBJECT)?;
    let body = rules::written("body", &new.body, rules::BODY)?;
    let draft = match new.id_draft {
        Some(draft) => Some(drafts::of_version(platform, id, draft, rules::version(new.version)?).await?),
        None => None,
    };
    let _turn = platform.turns.of(id.0).await;
    let (db, at) = (platform.storage.engine(), now());
    let newest: Vec<Newsletter> = db.list(Newsletter::of(id).descending(rules::A_DAY)).await?;
    rules::not_too_many(&newest.iter().map(|one| one.created.0).collect::<Vec<_>>(), at)?;
    let newsletter = Newsletter {
        entity_id: id,
        newsletter_id: NewsletterId(platform.ids.next(at)?),
        author_id: who.user_id,
        subject,
        body,
        audience: new.audience,
        state: NewsletterState::Sending,
        passed: None,
        recipients: 0,
        mailed: 0,
        created: Moment(at),
        version: 1,
    };
    let mut writes = pictures::follow(platform, None, &newsletter.showing()).await?;
    let job = jobs::job(platform, sending::SEND.name, at, &(id, newsletter.newsletter_id))?;
    writes.extend([newsletter.insert(), job.insert()]);
    let about = (AuditSubjectKind::Newsletter, newsletter.newsletter_id.0);
    let act = Act::of(AuditKind::NewsletterSent).subject(about.0, about.1, None);
    writes.extend(audit::writes(platform, id, Some(who.user_id), act)?);
    let seen = managed(platform, newsletter, &entity).await?;
    match draft {
        Some(draft) => {
            writes.extend(pictures::leave(platform, &draft.showing(), &[])?);
            drafts::take(platform, &draft, writes).await?;
        }
        None => db.write(writes).await?,
    }
    platform.jobs.wake();
    Ok(seen)
}

/// A newsletter as those see it who manage the organisation.
async fn managed(platform: &Platform, newsletter: Newsletter, entity: &Entity) -> Result<NewsletterView> {
    let sending = SendingView {
        state: newsletter.state,
        written_by: platform.people.name(newsletter.author_id).await?,
        nr_recipients: newsletter.recipients,
        nr_mailed: newsletter.mailed,
    };
    let view = whole(platform, newsletter, entity).await?;
    Ok(NewsletterView { sending: Some(sending), ..view })
}

/// A newsletter with its text and pictures.
async fn whole(platform: &Platform, newsletter: Newsletter, entity: &Entity) -> Result<NewsletterView> {
    let pictures = pictures::of_text(platform, &newsletter.showing()).await?;
    Ok(NewsletterView { pictures, ..NewsletterView::new(newsletter, entity) })
}

/// What an organisation has sent, newest first, without texts; whether there is more. 403 ROLE_TOO_LOW; 404.
pub async fn sent(
    platform: &Platform,
    who: &Who,
    id: EntityId,
    before: Option<NewsletterId>,
    limit: usize,
) -> Result<(Vec<NewsletterView>, bool)> {
    let entity = drafts::of_manager(platform, who, id).await?;
    let page = Newsletter::of(id).before_any(before);
    let (found, more): (Vec<Newsletter>, _) = platform.storage.engine().page(page, limit).await?;
    let mut seen = Vec::with_capacity(found.len());
    for one in found {
        // A list shows no text, and asks for no pictures.
        let listed = Newsletter { body: String::new(), ..one };
        seen.push(NewsletterView { body: None, ..managed(platform, listed, &entity).await? });
    }
    Ok((seen, more))
}

/// One newsletter, for whom it is for and for those who manage the organisation. 404.
pub async fn newsletter(
    platform: &Platform,
    who: &Who,
    id: EntityId,
    newsletter_id: NewsletterId,
) -> Result<NewsletterView> {
    let (entity, relation) = known(platform, id, who.user_id).await?;
    let found: Option<Newsletter> = platform.storage.engine().find(Newsletter::at(id, newsletter_id)).await?;
    let found = found.filter(|one| rules::reads(one.audience, relation));
    let newsletter = found.ok_or_else(|| Refusal::not_found("Nyhetsbrevet finns inte."))?;
    if rules::may_send(relation) {
        managed(platform, newsletter, &entity).await
    } else {
        whole(platform, newsletter, &entity).await
    }
}

/// What a person has written, sent or not.
async fn files(platform: &Platform, who: &Who) -> Result<Vec<File>> {
    let all: Vec<Newsletter> = of_mine(platform, who.user_id, Newsletter::of).await?;
    let mine = all.into_iter().filter(|one| one.author_id == who.user_id);
    let mine = mine.map(|one| {
        serde_json::json!({
            "idNewsletter": one.newsletter_id, "idEntity": one.entity_id, "subject": one.subject, "body": one.body,
            "audience": one.audience, "created": one.created,
        })
    });
    let drafts = drafts::written(platform, who).await?.into_iter().map(|one| {
        serde_json::json!({
            "idDraft": one.draft_id, "idEntity": one.entity_id, "subject": one.subject, "body": one.body,
            "audience": one.audience, "created": one.created, "changed": one.changed,
        })
    });
    Ok(vec![file("newsletters.json", mine.chain(drafts).collect::<Vec<_>>())?])
}
