//! A mail of several notifications: those of each place together with one link to it, then why they were mailed.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;

use storage::accounts::{NotificationChannel, NotificationType, User};
use storage::ids::{EntityId, UserId};
use storage::notifications::Notification;

use super::NotificationText;
use super::judging::{address, explanation, type_of};
use crate::Platform;
use crate::platform::error::Result;
use crate::platform::text::in_mail;

/// Most notifications of one place that are written out.
const LINES: usize = 5;

/// A cell that let a mail through: the organisation, if its recipient still has a relation to it, and the type.
pub(crate) type Reason = (Option<EntityId>, NotificationType);

/// What a mail says around its notifications.
pub(crate) struct Letter<'a> {
    pub(crate) subject: String,
    pub(crate) begins: &'a str,
    pub(crate) ends: String,
    pub(crate) reasons: &'a [Reason],
}

/// The cells that let notifications of a person through, each once.
pub(crate) async fn reasons(
    platform: &Platform,
    user_id: UserId,
    rows: &[Notification],
) -> Result<Vec<Reason>> {
    let of: HashSet<EntityId> = rows.iter().filter_map(|row| row.entity_id).collect();
    let of: Vec<EntityId> = of.into_iter().collect();
    let mine = platform.storage.entities.relations_to(user_id, &of).await?;
    let mut found = BTreeMap::new();
    for row in rows {
        if let Some(one) = type_of(platform, &row.kind) {
            let of = row.entity_id.filter(|id| mine.contains_key(id));
            found.insert((of.map_or(0, |id| id.0), one as usize), (of, one));
        }
    }
    Ok(found.into_values().collect())
}

impl Letter<'_> {
    pub(crate) fn text(&self, user: &User, said: &[NotificationText], url: &str) -> String {
        let mut text = format!("Hej {}!\n\n{}\n", in_mail(&user.display_name), self.begins);
        let mut places: Vec<Vec<&NotificationText>> = Vec::new();
        for one in said {
            match places.iter_mut().find(|place| place[0].tag == one.tag) {
                Some(place) => place.push(one),
                None => places.push(vec![one]),
            }
        }
        for place in places {
            text.push('\n');
            for one in place.iter().take(LINES) {
                text.push_str(&line(one));
            }
            if place.len() > LINES {
                let _ = writeln!(text, "… och {} till", place.len() - LINES);
            }
            let path = place.first().and_then(|one| one.path.as_deref()).unwrap_or("/notifications");
            let _ = writeln!(text, "{url}{path}");
        }
        text.push_str(&self.ends);
        let cell = |(of, one): &Reason| address(*of, *one, NotificationChannel::Email);
        text.push_str(&explanation(url, self.reasons.iter().map(cell)));
        text
    }
}

fn line(said: &NotificationText) -> String {
    let title = in_mail(&said.title);
    match said.preview.as_deref().map(in_mail).filter(|words| !words.is_empty()) {
        Some(words) => format!("{title}: {words}\n"),
        None => format!("{title}\n"),
    }
}
