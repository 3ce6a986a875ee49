//! Permissions in calendars: pure. Contract §7.

use serde::Serialize;
use storage::calendar::{Calendar, CalendarOwner, Visibility};
use storage::chat::ChannelRole;
use storage::contacts::{EventSetting, Pair};
use storage::entities::RelationType;
use storage::ids::UserId;
use utoipa::ToSchema;

use crate::chat::rules::relation_role;
use crate::contacts::rules::are_contacts;
use crate::entities::rules::{belongs, manages};
use crate::platform::error::{Refusal, Result};

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

/// The facts about a person towards a calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Asker {
    /// None: not signed in.
    pub user_id: Option<UserId>,
    /// To the calendar's organisation.
    pub relation: Option<RelationType>,
    /// What the calendar's person shares with a contact.
    pub shared: Option<EventSetting>,
    /// There is a block between the calendar's person and the asker.
    pub is_barred: bool,
}

impl Asker {
    /// One of a pair towards the other's calendars.
    pub fn of_pair(pair: &Pair) -> Self {
        Self {
            user_id: Some(pair.me),
            relation: None,
            shared: are_contacts(pair).then(|| pair.bond.half(pair.other).event_setting),
            is_barred: pair.block.is_some() || pair.is_blocked,
        }
    }
}

/// What the owner of a person's calendar shares with the asker.
fn shared(calendar: &Calendar, asker: Asker) -> Option<EventSetting> {
    asker.shared.filter(|_| calendar.owner_kind == CalendarOwner::User && !asker.is_barred)
}

/// Manages the calendar: its person, or a manager of its organisation.
pub fn has(calendar: &Calendar, asker: Asker) -> bool {
    match calendar.owner_kind {
        CalendarOwner::User => asker.user_id.is_some() && calendar.user_id() == asker.user_id,
        CalendarOwner::Entity => manages(asker.relation),
    }
}

/// Belongs to the people of an organisation that the calendar is for: all members, or those with the named relations.
fn is_within(calendar: &Calendar, relation: Option<RelationType>) -> bool {
    match calendar.relation_types.as_slice() {
        [] => belongs(relation),
        named => relation.is_some_and(|relation| named.contains(&relation)),
    }
}

/// Relations may only be named for an organisation's RESTRICTED calendar.
pub fn named(calendar: &Calendar) -> Result<()> {
    let is_for_some =
        calendar.owner_kind == CalendarOwner::Entity && calendar.visibility == Visibility::Restricted;
    if is_for_some || calendar.relation_types.is_empty() {
        return Ok(());
    }
    let message = "Bara en kalender för dem som hör till organisationen kan vara för vissa av dem.";
    Err(Refusal::field("relationTypes", "ONLY_RESTRICTED", message))
}

/// Writes in the calendar: its manager, or a contact whom its person allows to.
pub fn writes(calendar: &Calendar, asker: Asker) -> bool {
    has(calendar, asker) || shared(calendar, asker) == Some(EventSetting::Edit)
}

/// Whether the asker sees something with this visibility; `addressed`: they have its address.
///
/// A contact with shared details sees what is in a person's calendars, including private ones, but not private events
/// in a calendar that is not private.
pub fn sees(calendar: &Calendar, visibility: Visibility, asker: Asker, addressed: bool) -> bool {
    let is_for_fewer = visibility == Visibility::Private && calendar.visibility != Visibility::Private;
    let is_let = shared(calendar, asker) == Some(EventSetting::Details) && !is_for_fewer;
    let is_barred = asker.is_barred && calendar.owner_kind == CalendarOwner::User;
    let is_for_them = match visibility {
        Visibility::Public => true,
        Visibility::Unlisted => addressed,
        Visibility::Restricted => is_within(calendar, asker.relation),
        Visibility::Private => false,
    };
    writes(calendar, asker) || is_let || is_for_them && !is_barred
}

/// Whether the asker sees when the calendar's person is busy.
pub fn sees_busy(calendar: &Calendar, asker: Asker) -> bool {
    matches!(shared(calendar, asker), Some(EventSetting::FreeBusy | EventSetting::Details))
}

/// Whether the asker sees an event: both the calendar and the event must be visible.
pub fn sees_event(calendar: &Calendar, event: Visibility, asker: Asker, addressed: bool) -> bool {
    // Somebody with an event's address need not have the calendar's.
    sees(calendar, calendar.visibility, asker, addressed) && sees(calendar, event, asker, addressed)
}

/// Whether an event is listed to somebody who has its calendar's address: as [`sees_event`], except that an unlisted
/// calendar lists its unlisted events.
pub fn lists_event(calendar: &Calendar, event: Visibility, asker: Asker) -> bool {
    let as_calendar = [calendar.visibility, event] == [Visibility::Unlisted; 2];
    sees(calendar, calendar.visibility, asker, true) && sees(calendar, event, asker, as_calendar)
}

/// The role in comments on a calendar's events, for somebody who sees them: for an organisation as in its channels, for
/// a person by the relation to them.
pub fn role(calendar: &Calendar, asker: Asker) -> ChannelRole {
    let guest = ChannelRole::Guest;
    match calendar.owner_kind {
        CalendarOwner::Entity => relation_role(asker.relation).unwrap_or(guest),
        CalendarOwner::User if has(calendar, asker) => ChannelRole::Owner,
        CalendarOwner::User if writes(calendar, asker) => ChannelRole::Moderator,
        CalendarOwner::User if asker.shared.is_some() && !asker.is_barred => ChannelRole::Member,
        CalendarOwner::User => guest,
    }
}

/// Refuses people who may not see the calendar with 404.
pub fn read(calendar: &Calendar, asker: Asker) -> Result<()> {
    // The calendar's uuid cannot be guessed.
    let reads = sees(calendar, calendar.visibility, asker, true) || sees_busy(calendar, asker);
    reads.then_some(()).ok_or_else(no_calendar)
}

/// Refuses people who may not write in the calendar. 404: they may not even see it.
pub fn write(calendar: &Calendar, asker: Asker) -> Result<()> {
    read(calendar, asker)?;
    writes(calendar, asker).then_some(()).ok_or_else(too_low)
}

/// Refuses people who may not create, change and delete events. 409 SUBSCRIBED: the events are fetched from an address.
pub fn edit(calendar: &Calendar, asker: Asker) -> Result<()> {
    write(calendar, asker)?;
    if calendar.subscribed.is_some() {
        let message = "Kalendern hämtas från en annan adress, så händelserna kan inte ändras här.";
        return Err(Refusal::conflict("SUBSCRIBED", message));
    }
    Ok(())
}

/// Refuses people who may not change the calendar itself. 404: they may not even see it.
pub fn manage(calendar: &Calendar, asker: Asker) -> Result<()> {
    read(calendar, asker)?;
    has(calendar, asker).then_some(()).ok_or_else(too_low)
}

fn too_low() -> Refusal {
    Refusal::forbidden("ROLE_TOO_LOW", "Bara den som sköter kalendern kan göra det.")
}

/// The asker's abilities.
pub fn abilities(calendar: &Calendar, asker: Asker) -> &'static [Ability] {
    match (has(calendar, asker), writes(calendar, asker)) {
        (true, _) if calendar.subscribed.is_some() => &[Ability::Manage],
        (false, true) if calendar.subscribed.is_some() => &[],
        (true, _) => &[Ability::Write, Ability::Manage],
        (false, true) => &[Ability::Write],
        (false, false) => &[],
    }
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
            relation_types: Vec::new(),
            color: None,
            created_by: OWNER,
            created: Moment(0),
            subscribed: None,
            version: 1,
        }
    }

    fn asker(user_id: Option<UserId>, relation: Option<RelationType>) -> Asker {
        Asker { user_id, relation, ..Asker::default() }
    }

    /// Contract §3.2 for organisations; for a person by the relation to them.
    #[test]
    fn role_in_the_comments_channel() {
        use RelationType::{Administrator, Booker, Customer, Follower, Member, Moderator, Owner};
        let school = calendar(CalendarOwner::Entity, Visibility::Public);
        let table = [
            (None, ChannelRole::Guest),
            (Some(Customer), ChannelRole::Guest),
            (Some(Booker), ChannelRole::Guest),
            (Some(Follower), ChannelRole::Follower),
            (Some(Member), ChannelRole::Member),
            (Some(Moderator), ChannelRole::Moderator),
            (Some(Administrator), ChannelRole::Admin),
            (Some(Owner), ChannelRole::Owner),
        ];
        for (relation, expected) in table {
            assert_eq!(role(&school, asker(Some(OTHER), relation)), expected, "{relation:?}");
        }
        let own = calendar(CalendarOwner::User, Visibility::Public);
        let contact = |shared, is_barred| Asker { shared, is_barred, ..asker(Some(OTHER), None) };
        let table = [
            (asker(Some(OWNER), None), ChannelRole::Owner),
            (contact(None, false), ChannelRole::Guest),
            (contact(Some(EventSetting::None), false), ChannelRole::Member),
            (contact(Some(EventSetting::FreeBusy), false), ChannelRole::Member),
            (contact(Some(EventSetting::Edit), false), ChannelRole::Moderator),
            (contact(Some(EventSetting::Edit), true), ChannelRole::Guest),
        ];
        for (asker, expected) in table {
            assert_eq!(role(&own, asker), expected, "{asker:?}");
        }
    }

    /// Visibility × asker: listed to them, and visible with the address.
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

    /// RESTRICTED to some relations: only they and managers see it.
    #[test]
    fn a_calendar_for_some_of_an_organisations_people() {
        use RelationType::{Administrator, Employee, Follower, Member, Owner, Pupil, Teacher};
        let staff = Calendar {
            relation_types: vec![Employee, Teacher],
            ..calendar(CalendarOwner::Entity, Visibility::Restricted)
        };
        for relation in RelationType::ALL {
            let expected = [Owner, Administrator, Employee, Teacher].contains(relation);
            let asker = asker(Some(OTHER), Some(*relation));
            assert_eq!(sees(&staff, staff.visibility, asker, true), expected, "{relation}");
            // Its events are visible to nobody else, whatever their own visibility.
            for event in [Visibility::Public, Visibility::Unlisted, Visibility::Restricted] {
                assert_eq!(sees_event(&staff, event, asker, true), expected, "{relation} {event}");
            }
            assert_eq!(write(&staff, asker).is_ok(), [Owner, Administrator].contains(relation), "{relation}");
        }
        assert!(!sees(&staff, staff.visibility, asker(None, None), true));
        // Named relations need not be members: followers are possible.
        let theirs = Calendar { relation_types: vec![Follower], ..staff.clone() };
        assert!(sees(&theirs, theirs.visibility, asker(Some(OTHER), Some(Follower)), false));
        assert!(!sees(&theirs, theirs.visibility, asker(Some(OTHER), Some(Member)), false));
        assert!(!sees(&staff, staff.visibility, asker(Some(OTHER), Some(Pupil)), false));
    }

    #[test]
    fn relations_are_named_only_where_they_choose_somebody() {
        let of = |kind, visibility| Calendar {
            relation_types: vec![RelationType::Teacher],
            ..calendar(kind, visibility)
        };
        assert!(named(&of(CalendarOwner::Entity, Visibility::Restricted)).is_ok());
        for wrong in [
            of(CalendarOwner::Entity, Visibility::Public),
            of(CalendarOwner::Entity, Visibility::Unlisted),
            of(CalendarOwner::Entity, Visibility::Private),
            of(CalendarOwner::User, Visibility::Restricted),
        ] {
            assert_eq!(named(&wrong).unwrap_err().fields[0].code, "ONLY_RESTRICTED", "{wrong:?}");
        }
        assert!(named(&calendar(CalendarOwner::User, Visibility::Public)).is_ok());
    }

    #[test]
    fn write_access_to_calendars() {
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
    fn subscribed_calendars_are_read_only() {
        let of = |kind| Calendar { subscribed: Some(Moment(1)), ..calendar(kind, Visibility::Public) };
        let code = |calendar: &Calendar, asker| edit(calendar, asker).unwrap_err().code;
        let (entity, own) = (of(CalendarOwner::Entity), of(CalendarOwner::User));
        let owner = asker(Some(OTHER), Some(RelationType::Owner));
        assert_eq!((code(&entity, owner), abilities(&entity, owner)), ("SUBSCRIBED", &[Ability::Manage][..]));
        let mine = asker(Some(OWNER), None);
        assert_eq!((code(&own, mine), abilities(&own, mine)), ("SUBSCRIBED", &[Ability::Manage][..]));
        let let_edit = Asker { shared: Some(EventSetting::Edit), ..asker(Some(OTHER), None) };
        assert_eq!((code(&own, let_edit), abilities(&own, let_edit)), ("SUBSCRIBED", &[][..]));
        assert_eq!(code(&entity, asker(Some(OTHER), Some(RelationType::Member))), "ROLE_TOO_LOW");
        assert!(edit(&calendar(CalendarOwner::User, Visibility::Private), mine).is_ok());
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
        assert!(
            !lists_event(&open, Visibility::Unlisted, member),
            "the calendar's address is not the event's"
        );
        let unlisted = calendar(CalendarOwner::Entity, Visibility::Unlisted);
        assert!(lists_event(&unlisted, Visibility::Unlisted, asker(None, None)));
        assert!(lists_event(&unlisted, Visibility::Public, asker(None, None)));
        assert!(!lists_event(&unlisted, Visibility::Restricted, asker(None, None)));
        assert!(!lists_event(&inner, Visibility::Public, asker(None, None)));
    }

    /// What the owner shares with a contact × the calendar × the event: visible whole, as busy, hidden; and the
    /// abilities.
    #[test]
    fn a_contacts_calendar() {
        use EventSetting::{Details, Edit, FreeBusy, None as Nothing};
        use Visibility::{Private, Public, Restricted, Unlisted};
        let of = |shared, is_barred| Asker { user_id: Some(OTHER), relation: None, shared, is_barred };
        let write: &[Ability] = &[Ability::Write];
        let table = [
            (None, Private, Private, false, false, None),
            (None, Public, Public, true, false, Some(&[][..])),
            (Some(Nothing), Private, Private, false, false, None),
            (Some(Nothing), Restricted, Restricted, false, false, None),
            (Some(Nothing), Public, Public, true, false, Some(&[])),
            (Some(FreeBusy), Private, Private, false, true, Some(&[])),
            (Some(FreeBusy), Restricted, Public, false, true, Some(&[])),
            (Some(FreeBusy), Unlisted, Unlisted, false, true, Some(&[])),
            (Some(FreeBusy), Public, Public, true, true, Some(&[])),
            (Some(Details), Private, Private, true, true, Some(&[])),
            (Some(Details), Restricted, Restricted, true, true, Some(&[])),
            (Some(Details), Restricted, Private, false, true, Some(&[])),
            (Some(Details), Public, Private, false, true, Some(&[])),
            (Some(Edit), Private, Private, true, false, Some(write)),
            (Some(Edit), Public, Private, true, false, Some(write)),
        ];
        for (setting, of_calendar, of_event, whole, busy, may) in table {
            let calendar = calendar(CalendarOwner::User, of_calendar);
            let (asker, barred) = (of(setting, false), of(setting, true));
            let what = format!("{setting:?} {of_calendar} {of_event}");
            assert_eq!(sees_event(&calendar, of_event, asker, false), whole, "{what}");
            assert_eq!(sees_busy(&calendar, asker), busy, "{what}");
            assert_eq!(read(&calendar, asker).ok().map(|()| abilities(&calendar, asker)), may, "{what}");
            assert!(manage(&calendar, asker).is_err(), "{what}");
            assert_eq!(write_code(&calendar, asker), may.map(<[Ability]>::is_empty), "{what}");
            // A block hides everything, including public events.
            assert!(
                !sees_event(&calendar, of_event, barred, true) && !sees_busy(&calendar, barred),
                "{what}"
            );
            assert_eq!(read(&calendar, barred).unwrap_err().code, "NOT_FOUND", "{what}");
            // Sharing with contacts does not apply to an organisation's calendar.
            let entity = super::tests::calendar(CalendarOwner::Entity, Private);
            assert!(read(&entity, asker).is_err(), "{what}");
        }
    }

    /// Some(true): refused although they may see it; None: 404.
    fn write_code(calendar: &Calendar, asker: Asker) -> Option<bool> {
        match write(calendar, asker) {
            Ok(()) => Some(false),
            Err(refusal) if refusal.code == "ROLE_TOO_LOW" => Some(true),
            Err(_) => None,
        }
    }
}
