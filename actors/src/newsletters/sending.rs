//! The job that sends a newsletter, and what its notifications say.

use storage::files::{pictures_in, without_pictures};
use storage::ids::NotificationId;
use storage::newsletters::{Newsletter, NewsletterId, NewsletterState};

use super::rules;
use crate::accounts::profile::is_alive;
use crate::entities::relation;
use crate::notifications::judging::takes_mails;
use crate::notifications::{self, notify_missing};
use crate::platform::jobs::Class;
use crate::platform::markdown::brief;
use crate::prelude::*;

/// The kind of notifications, and their subject.
const NEWSLETTER: &str = "NEWSLETTER";
const SUBJECT: &str = "newsletter";
/// People notified per write.
const CHUNK: usize = 200;
/// First characters of the text, in the bell.
const PREVIEW: usize = 120;

/// The notifications of newsletters.
pub(super) const BELLS: Kinds = Kinds {
    types: &[(NotificationType::Newsletter, &[NEWSLETTER])],
    always: &[],
    mailed: &[NEWSLETTER],
    missed: &[],
    say: |platform, entry, _| Box::pin(say(platform, entry)),
};

/// Sends a newsletter to the people of its organisation. On the account of the organisation: others take turns with it.
pub(super) const SEND: JobKind = JobKind {
    name: "newsletter-send",
    class: Class::Bulk,
    share: jobs::of_subject,
    within: Duration::from_secs(300),
    work: |platform, job| {
        Box::pin(async move {
            let (entity_id, id): (EntityId, NewsletterId) = serde_json::from_str(&job.payload)?;
            Ok(send(&platform, entity_id, id).await?)
        })
    },
};

async fn send(platform: &Platform, entity_id: EntityId, id: NewsletterId) -> Result<()> {
    let db = platform.storage.engine();
    loop {
        let found: Option<Newsletter> = db.find(Newsletter::at(entity_id, id)).await?;
        let Some(old) = found.filter(|one| one.state == NewsletterState::Sending) else { return Ok(()) };
        let new = Newsletter { version: old.version + 1, ..step(platform, &old).await? };
        if let Some(guard) = old.change_whole_to(&new) {
            // Refused: another node goes on with it as well, and what it wrote stands.
            db.decide(guard, Vec::new()).await?;
        }
    }
}

/// Notifies the next people; a repetition notifies those who were left out.
async fn step(platform: &Platform, old: &Newsletter) -> Result<Newsletter> {
    if !rules::may_send(relation(platform, old.entity_id, old.author_id).await?) {
        return Ok(Newsletter { state: NewsletterState::Stopped, ..old.clone() });
    }
    let some = platform.storage.entities.relations(old.entity_id, old.passed, CHUNK).await?;
    let wanted = some.iter().filter(|one| rules::is_for(old.audience, Some(one.relation_type)));
    let mut people = platform.people.all(wanted.map(|one| one.user_id)).await?;
    people.retain(|_, user| is_alive(user));
    let row = |to: &UserId| {
        let id = NotificationId(old.newsletter_id.0);
        let row = notifications::about(*to, id, NEWSLETTER, (SUBJECT, old.newsletter_id.0), old.created.0);
        Notification { entity_id: Some(old.entity_id), ..row }
    };
    notify_missing(platform, people.keys().map(row).collect()).await?;
    let is_mailed = |user: &&std::sync::Arc<storage::accounts::User>| {
        user.email.is_some() && takes_mails(user, NotificationType::Newsletter, Some(old.entity_id))
    };
    Ok(Newsletter {
        state: if some.len() < CHUNK { NewsletterState::Sent } else { NewsletterState::Sending },
        passed: some.last().map(|one| one.user_id).or(old.passed),
        recipients: old.recipients + people.len() as i64,
        mailed: old.mailed + people.values().filter(is_mailed).count() as i64,
        ..old.clone()
    })
}

/// The newsletter of a notification, if its recipient may still read it.
async fn read(platform: &Platform, id: EntityId, entry: &Notification) -> Result<Option<Newsletter>> {
    let found: Option<Newsletter> =
        platform.storage.engine().find(Newsletter::at(id, NewsletterId(entry.subject_id))).await?;
    let mine = relation(platform, id, entry.user_id).await?;
    Ok(found.filter(|one| rules::reads(one.audience, mine)))
}

/// The text of its mail.
pub(super) async fn letter(platform: &Platform, entry: &Notification) -> Result<Option<String>> {
    let id = entry.entity_id.ok_or_else(Refusal::internal)?;
    Ok(read(platform, id, entry).await?.map(|one| in_mail(&platform.settings.public_url, &one)))
}

/// A newsletter as the text of a mail: pictures are words there, and its page has them.
fn in_mail(url: &str, newsletter: &Newsletter) -> String {
    if pictures_in(&newsletter.body).is_empty() {
        return newsletter.body.clone();
    }
    let path = path(newsletter.entity_id, newsletter.newsletter_id);
    format!("{}\n\nMed bilderna: {url}{path}", without_pictures(&newsletter.body))
}

/// Its page.
fn path(id: EntityId, newsletter_id: NewsletterId) -> String {
    format!("/nyhetsbrev/{id}/{newsletter_id}")
}

/// What bell, push and mail say; nothing but whose it was to whoever may not read it any more.
async fn say(platform: &Platform, entry: &Notification) -> Result<NotificationText> {
    let id = entry.entity_id.ok_or_else(Refusal::internal)?;
    let entity = platform.storage.entities.entity(id).await?;
    let name = entity.map_or_else(|| "en organisation".to_owned(), |entity| entity.entity_name);
    let path = path(id, NewsletterId(entry.subject_id));
    let Some(found) = read(platform, id, entry).await? else {
        let title = format!("Nyhetsbrev från {name}");
        return Ok(NotificationText { aloud: false, path: None, ..NotificationText::of(title, path, None) });
    };
    let preview = Some(brief(&without_pictures(&found.body), &[], PREVIEW));
    let title = format!("Nyhetsbrev från {name}: {}", found.subject);
    Ok(NotificationText::of(title, path, preview))
}
