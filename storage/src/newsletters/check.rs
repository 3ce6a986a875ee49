//! What `kalender check` recounts of newsletters.

use std::collections::HashMap;

use super::drafts::{NEWSLETTER_PICTURES, NewsletterDraft, NewsletterPicture};
use super::{NEWSLETTERS, Newsletter, NewsletterId, NewsletterState};
use crate::files::pictures_in;
use crate::notifications::{BELLS, Notification};
use crate::platform::check::Check;
use crate::platform::error::Result;
use crate::platform::record::Record;
use crate::platform::walk::Walk;

/// The kind of the notifications of newsletters.
const NEWSLETTER: &str = "NEWSLETTER";

impl Check<'_> {
    /// A newsletter that was sent is in no more bells than it counted, and was not mailed to more. People may have left
    /// or cleared their bells since.
    pub(super) async fn newsletters(&mut self) -> Result<()> {
        let rung = self.newsletters_in_bells().await?;
        let mut walk = Walk::over(&NEWSLETTERS);
        while let Some(rows) = walk.next(self.db).await? {
            for row in rows {
                let one = Newsletter::read(row)?;
                let id = one.newsletter_id;
                if !(0..=one.recipients).contains(&one.mailed) {
                    self.say(format!(
                        "the newsletter {id} was mailed to {} of {}",
                        one.mailed, one.recipients
                    ));
                }
                let rung = rung.get(&id).copied().unwrap_or_default();
                if one.state == NewsletterState::Sent && rung > one.recipients {
                    self.say(format!(
                        "the newsletter {id} is in {rung} bells, and {} are counted",
                        one.recipients
                    ));
                }
            }
        }
        Ok(())
    }

    async fn newsletters_in_bells(&self) -> Result<HashMap<NewsletterId, i64>> {
        let (mut walk, mut rung) = (Walk::over(&BELLS), HashMap::new());
        while let Some(rows) = walk.next(self.db).await? {
            for row in rows {
                let entry = Notification::read(row)?;
                if entry.kind == NEWSLETTER {
                    *rung.entry(NewsletterId(entry.subject_id)).or_default() += 1;
                }
            }
        }
        Ok(rung)
    }

    /// Every row of a picture is of a text that shows it.
    pub(super) async fn newsletter_pictures(&mut self) -> Result<()> {
        let mut walk = Walk::over(&NEWSLETTER_PICTURES);
        while let Some(rows) = walk.next(self.db).await? {
            for row in rows {
                let row = NewsletterPicture::read(row)?;
                let (entity_id, id) = (row.entity_id, row.newsletter_id);
                let body = if row.audience.is_none() {
                    let draft: Option<NewsletterDraft> =
                        self.db.find(NewsletterDraft::at(entity_id, id)).await?;
                    draft.map(|draft| draft.body)
                } else {
                    let sent: Option<Newsletter> = self.db.find(Newsletter::at(entity_id, id)).await?;
                    sent.filter(|sent| Some(sent.audience) == row.audience).map(|sent| sent.body)
                };
                if !body.is_some_and(|body| pictures_in(&body).contains(&row.attachment_id)) {
                    self.say(format!(
                        "the newsletter {id} does not show the picture {} as newsletter_pictures says",
                        row.attachment_id
                    ));
                }
            }
        }
        Ok(())
    }
}
