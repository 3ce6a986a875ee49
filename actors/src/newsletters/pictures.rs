//! Pictures in newsletters: files of the organisation that a text shows by number. Whoever manages the organisation sees
//! all of them, others those of newsletters that are for them.

use storage::files::{FileSubject, pictures_in};
use storage::ids::AttachmentId;
use storage::newsletters::{NewsletterPicture, Showing};

use super::drafts::of_manager;
use super::rules;
use super::view::PictureView;
use crate::area::OnFiles;
use crate::entities::known;
use crate::files::{self, Served, Subject};
use crate::platform::jobs::Class;
use crate::prelude::*;

/// Most pictures of a newsletter.
pub const MOST: usize = 20;
/// Milliseconds that a picture stays which no text shows any more: somebody may take their change back.
const KEPT: i64 = 24 * 3_600_000;
/// Newsletters that show one picture.
const SHOWING: usize = 200;

/// Deletes pictures that nothing shows any more.
pub(super) const SWEEP: JobKind = JobKind {
    name: "newsletter-pictures",
    class: Class::Bulk,
    share: jobs::of_kind,
    within: Duration::from_secs(600),
    work: |platform, job| {
        Box::pin(async move {
            let ids: Vec<AttachmentId> = serde_json::from_str(&job.payload)?;
            Ok(files::remove_unused(&platform, &ids).await?)
        })
    },
};

/// Whether newsletters use a file of theirs.
pub(super) static FILES: OnFiles = OnFiles {
    subject: FileSubject::Newsletter,
    is_used: |platform, file| {
        Box::pin(async move {
            Ok(!showing(platform, EntityId(file.channel_id.0), file.attachment_id, 1).await?.is_empty())
        })
    },
};

async fn showing(
    platform: &Platform,
    id: EntityId,
    picture: AttachmentId,
    limit: usize,
) -> Result<Vec<NewsletterPicture>> {
    let span = NewsletterPicture::of(id).prefix([picture.into()]);
    Ok(platform.storage.engine().list(span.descending(limit)).await?)
}

fn subject(id: EntityId) -> Subject {
    Subject { kind: FileSubject::Newsletter, number: id.0 }
}

/// Refuses who does not write the organisation's newsletters, before a large body is read. 403; 404.
pub async fn may_picture(platform: &Platform, who: &Who, id: EntityId) -> Result<()> {
    of_manager(platform, who, id).await.map(drop)
}

/// Adds a picture; a text shows it by its number. 403; 404; 409 QUOTA_REACHED; 422.
pub async fn add_picture(
    platform: &Platform,
    who: &Who,
    id: EntityId,
    upload: Vec<u8>,
) -> Result<PictureView> {
    of_manager(platform, who, id).await?;
    let file = files::receive_picture(platform, who.user_id, subject(id), Some(id), upload).await?;
    Ok(PictureView::of(id, &file))
}

/// A picture, for who manages the organisation and whom a newsletter is for that shows it. 404.
pub async fn picture(platform: &Platform, who: &Who, id: EntityId, picture: AttachmentId) -> Result<Served> {
    let (_, relation) = known(platform, id, who.user_id).await?;
    if !rules::may_send(relation) {
        let rows = showing(platform, id, picture, SHOWING).await?;
        let is_for_me = |row: &NewsletterPicture| row.audience.is_some_and(|to| rules::reads(to, relation));
        if !rows.iter().any(is_for_me) {
            return Err(Refusal::not_found("Bilden finns inte."));
        }
    }
    files::served_for(platform, picture, subject(id)).await
}

/// The pictures of a text.
pub(super) async fn of_text(platform: &Platform, text: &Showing<'_>) -> Result<Vec<PictureView>> {
    let ids = pictures_in(text.body);
    let found = platform.storage.files.files(&ids[..ids.len().min(MOST)]).await?;
    let own = found.iter().filter(|file| subject(text.entity_id).has(file));
    Ok(own.map(|file| PictureView::of(text.entity_id, file)).collect())
}

/// The writes that say which pictures a new or changed text shows; numbers of others' pictures show nothing. 422
/// TOO_MANY_PICTURES.
pub(super) async fn follow(
    platform: &Platform,
    old: Option<&Showing<'_>>,
    new: &Showing<'_>,
) -> Result<Vec<Write>> {
    let wanted = pictures_in(new.body);
    if wanted.len() > MOST {
        let text = format!("Ett nyhetsbrev kan ha högst {MOST} bilder.");
        return Err(Refusal::field("body", "TOO_MANY_PICTURES", text));
    }
    let own: Vec<AttachmentId> =
        of_text(platform, new).await?.into_iter().map(|picture| picture.id).collect();
    let mut writes = new.shows(&own);
    if let Some(old) = old {
        writes.extend(leave(platform, old, &wanted)?);
    }
    Ok(writes)
}

/// The writes by which a text shows none of its pictures any more but those; files that nothing shows go in a day.
pub(super) fn leave(platform: &Platform, old: &Showing<'_>, stay: &[AttachmentId]) -> Result<Vec<Write>> {
    let gone: Vec<NewsletterPicture> =
        old.rows().into_iter().filter(|row| !stay.contains(&row.attachment_id)).collect();
    if gone.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<AttachmentId> = gone.iter().map(|row| row.attachment_id).collect();
    let mut writes: Vec<Write> = gone.iter().map(|row| row.key().delete()).collect();
    writes.push(jobs::job(platform, SWEEP.name, now() + KEPT, &ids)?.insert());
    Ok(writes)
}
