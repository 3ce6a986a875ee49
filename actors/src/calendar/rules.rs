//! Who sees and does what in calendars: pure. Contract §7.

use serde::Serialize;
use storage::calendar::{Calendar, CalendarOwner, Visibility};
use storage::entities::RelationType;
use storage::ids::UserId;
use utoipa::ToSchema;

use crate::entities::rules::{belongs, manages};
use crate::error::{Refusal, Result};

/// What somebody may do with a calendar; goes out with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
#[schema(as = CalendarAbility)]
pub enum Ability {
    /// Put events in, change and remove them.
    Write,
    /// Change its name, colour and who sees it; remove it.
    Manage,
}

/// Who asks, as far as calendars care.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Asker {
    /// None: not signed in.
    pub user_id: Option<UserId>,
    /// To the organisation whose calendar it is.
    pub relation: Option<RelationType>,
}

/// Writes in the calendar: whose it is, or who runs the organisation.
pub fn writes(calendar: &Calendar, asker: Asker) -> bool {
    match calendar.owner_kind {
        CalendarOwner::User => asker.user_id.is_some() && calendar.user_id() == asker.user_id,
        CalendarOwner::Entity => manages(asker.relation),
    }
}

/// Whether something for whom `visibility` says is seen by somebody; `addressed`: by who has its address.
pub fn sees(calendar: &Calendar, visibility: Visibility, asker: Asker, addressed: bool) -> bool {
    writes(calendar, asker)
        || match visibility {
            Visibility::Public => true,
            Visibility::Unlisted => addressed,
            Visibility::Restricted => belongs(asker.relation),
            Visibility::Private => false,
        }
}

/// Whether somebody sees an event: both the calendar and the event must be for them.
pub fn sees_event(calendar: &Calendar, event: Visibility, asker: Asker, addressed: bool) -> bool {
    // Who has an event's address need not have the calendar's.
    sees(calendar, calendar.visibility, asker, addressed) && sees(calendar, event, asker, addressed)
}

/// A calendar that may be looked at; to others there is none.
pub fn read(calendar: &Calendar, asker: Asker) -> Result<()> {
    // The name by which it is asked for cannot be guessed.
    sees(calendar, calendar.visibility, asker, true).then_some(()).ok_or_else(no_calendar)
}

/// A calendar that may be written in. 404: not even looked at.
pub fn write(calendar: &Calendar, asker: Asker) -> Result<()> {
    read(calendar, asker)?;
    let refusal = || Refusal::forbidden("ROLE_TOO_LOW", "Bara den som sköter kalendern får det.");
    writes(calendar, asker).then_some(()).ok_or_else(refusal)
}

/// What the rules allow.
pub fn abilities(calendar: &Calendar, asker: Asker) -> &'static [Ability] {
    if writes(calendar, asker) { &[Ability::Write, Ability::Manage] } else { &[] }
}

pub fn no_calendar() -> Refusal {
    Refusal::not_found("Kalendern finns inte.")
}

pub fn no_event() -> Refusal {
    Refusal::not_found("Händelsen finns inte.")
}

#[cfg(test)]
mod tests {
    use storage::ids::CalendarId;
    use storage::time::Moment;

    use super::*;

    const OWNER: UserId = UserId(1);
    const OTHER: UserId = UserId(2);

    fn calendar(owner_kind: CalendarOwner, visibility: Visibility) -> Calendar {
        Calendar {
            calendar_id: CalendarId(7),
            calendar_uuid: "u".to_owned(),
            owner_kind,
            owner_id: 1,
            calendar_name: "K".to_owned(),
            visibility,
            color: None,
            created_by: OWNER,
            created: Moment(0),
            version: 1,
        }
    }

    fn asker(user_id: Option<UserId>, relation: Option<RelationType>) -> Asker {
        Asker { user_id, relation }
    }

    /// Visibility × who asks: listed to them, and seen by who has the address.
    #[test]
    fn an_organisations_calendar() {
        use RelationType::{Administrator, Follower, Member, Owner};
        use Visibility::{Private, Public, Restricted, Unlisted};
        let nobody = asker(None, None);
        let of = |relation| asker(Some(OTHER), Some(relation));
        let table = [
            (Public, nobody, true, true),
            (Public, of(Follower), true, true),
            (Unlisted, nobody, false, true),
            (Unlisted, of(Member), false, true),
            (Unlisted, of(Owner), true, true),
            (Restricted, nobody, false, false),
            (Restricted, of(Follower), false, false),
            (Restricted, of(Member), true, true),
            (Private, of(Member), false, false),
            (Private, of(Administrator), true, true),
        ];
        for (visibility, asker, listed, addressed) in table {
            let calendar = calendar(CalendarOwner::Entity, visibility);
            assert_eq!(sees(&calendar, visibility, asker, false), listed, "{visibility} {asker:?}");
            assert_eq!(read(&calendar, asker).is_ok(), addressed, "{visibility} {asker:?}");
        }
    }

    #[test]
    fn who_writes() {
        let entity = calendar(CalendarOwner::Entity, Visibility::Public);
        for relation in RelationType::ALL {
            let expected = matches!(relation, RelationType::Owner | RelationType::Administrator);
            let allowed = write(&entity, asker(Some(OTHER), Some(*relation))).is_ok();
            assert_eq!(allowed, expected, "{relation}");
        }
        assert_eq!(write(&entity, asker(None, None)).unwrap_err().code, "ROLE_TOO_LOW");
        let own = calendar(CalendarOwner::User, Visibility::Private);
        assert!(write(&own, asker(Some(OWNER), None)).is_ok());
        assert_eq!(write(&own, asker(Some(OTHER), None)).unwrap_err().code, "NOT_FOUND");
        assert_eq!(write(&own, asker(None, None)).unwrap_err().code, "NOT_FOUND");
    }

    #[test]
    fn an_event_is_for_those_of_its_calendar_at_most() {
        let member = asker(Some(OTHER), Some(RelationType::Member));
        let inner = calendar(CalendarOwner::Entity, Visibility::Restricted);
        assert!(sees_event(&inner, Visibility::Public, member, false));
        assert!(
            !sees_event(&inner, Visibility::Public, asker(None, None), true),
            "the calendar is not for them"
        );
        let open = calendar(CalendarOwner::Entity, Visibility::Public);
        assert!(!sees_event(&open, Visibility::Restricted, asker(None, None), true));
        assert!(!sees_event(&open, Visibility::Private, member, true));
        assert!(sees_event(&open, Visibility::Unlisted, asker(None, None), true));
        assert!(!sees_event(&open, Visibility::Unlisted, member, false), "not in a list");
    }
}
