//! Invitations of the demo: some addresses that have not answered, one that has, and a link for a parents' evening.

use storage::entities::RelationType;
use storage::invitations::{InvitationState, Invitations, MailInvitation};
use storage::time::Moment;

use super::inviting::{Said, made};
use super::view::NewInviteLink;
use super::{links, rules};
use crate::Platform;
use crate::area::demo::Cast;
use crate::platform::error::{Refusal, Result};
use crate::platform::hours::DAY_MS;
use crate::platform::time::now;

const SCHOOL: &str = "bjorkangsskolan";
const OWNER: &str = "Anna Lindberg";
/// Whom the school has invited: address, first name, relation, days ago, whether they declined.
const INVITED: [(&str, &str, RelationType, i64, bool); 4] = [
    ("maja.strand@demo.kalender.example", "Maja", RelationType::Teacher, 2, false),
    ("oskar.vik@demo.kalender.example", "Oskar", RelationType::Pupil, 5, false),
    ("sara.lund@demo.kalender.example", "Sara", RelationType::Employee, 9, true),
    ("hugo.ask@demo.kalender.example", "Hugo", RelationType::Pupil, 35, false),
];
/// Term of the link, in days.
const LINK_DAYS: i64 = 60;

/// Makes invitations and a link, unless there are any. Nobody is mailed.
pub(super) async fn make(platform: &Platform, cast: &Cast, at: i64) -> Result<()> {
    let entity = platform.storage.entities.entity_by_slug(SCHOOL).await?.ok_or_else(Refusal::internal)?;
    let (id, owner) = (entity.entity_id, cast.who(platform, OWNER).await?);
    let invitations = Invitations::of(&platform.storage);
    for (address, first_name, relation_type, days, is_declined) in INVITED {
        if invitations.invitation(id, address).await?.is_some() {
            continue;
        }
        let said = Said {
            address: address.to_owned(),
            relation_type,
            first_name: Some(first_name.to_owned()),
            message: None,
            batch_id: None,
        };
        let new = made(platform, id, owner.user_id, said)?;
        let created = at - days * DAY_MS;
        let (state, ended) = if is_declined {
            (InvitationState::Declined, Some(created + DAY_MS))
        } else {
            (InvitationState::Pending, None)
        };
        let new = MailInvitation { created, expires: created + rules::TERM, state, ended, ..new };
        invitations.invite(None, &new, Vec::new()).await?;
    }
    if invitations.links(id).await?.is_empty() {
        let expires = Moment(at.max(now()) + LINK_DAYS * DAY_MS);
        let link = NewInviteLink { relation_type: RelationType::Follower, max_uses: 100, expires };
        links::create(platform, &owner, id, link).await?;
    }
    Ok(())
}
