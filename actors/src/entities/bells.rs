//! Texts of the notifications about people and organisations.

use storage::accounts::NotificationType;
use storage::notifications::Notification;

use crate::Platform;
use crate::notifications::view::InChat;
use crate::notifications::{ENTITY, Kinds, NotificationText};
use crate::platform::error::Result;

pub const APPLICATION_RECEIVED: &str = "APPLICATION_RECEIVED";
pub const APPLICATION_APPROVED: &str = "APPLICATION_APPROVED";
pub const APPLICATION_DENIED: &str = "APPLICATION_DENIED";
pub const INVITATION_RECEIVED: &str = "INVITATION_RECEIVED";
pub const INVITATION_ACCEPTED: &str = "INVITATION_ACCEPTED";
pub const OWNERSHIP_OFFERED: &str = "OWNERSHIP_OFFERED";

/// The kinds of notifications about organisations.
pub const BELLS: Kinds = Kinds {
    types: &[(
        NotificationType::Membership,
        &[
            APPLICATION_RECEIVED,
            APPLICATION_APPROVED,
            APPLICATION_DENIED,
            INVITATION_RECEIVED,
            INVITATION_ACCEPTED,
            OWNERSHIP_OFFERED,
        ],
    )],
    always: &[],
    mailed: &[],
    missed: &[],
    say: |platform, entry, who| Box::pin(say(platform, entry, who)),
};

async fn say(platform: &Platform, entry: &Notification, who: &str) -> Result<NotificationText> {
    let path = match (entry.kind.as_str(), entry.entity_id) {
        // These are answered in the list of notifications.
        (INVITATION_RECEIVED | OWNERSHIP_OFFERED, _) | (_, None) => Some("/notifications".to_owned()),
        (_, Some(id)) => platform.storage.entities.entity(id).await?.map(|it| format!("/{}", it.entity_slug)),
    };
    Ok(NotificationText {
        title: title(&entry.kind, who),
        preview: None,
        path,
        tag: format!("organisation-{}", entry.about(ENTITY).unwrap_or_default()),
        aloud: true,
        in_chat: InChat::default(),
    })
}

fn title(kind: &str, who: &str) -> String {
    match kind {
        APPLICATION_RECEIVED => format!("{who} ansöker om medlemskap"),
        APPLICATION_APPROVED => "Din ansökan om medlemskap är godkänd".to_owned(),
        APPLICATION_DENIED => "Din ansökan om medlemskap avslogs".to_owned(),
        INVITATION_RECEIVED => format!("{who} bjuder in dig till en organisation"),
        INVITATION_ACCEPTED => format!("{who} har tackat ja till din inbjudan"),
        _ => format!("{who} vill lämna över en organisation till dig"),
    }
}
