//! Enrolment on the wire, in both directions. Contract §7.

use std::collections::BTreeMap;

use garde::Validate;
use serde::{Deserialize, Serialize};
use storage::accounts::User;
use storage::calendar::{EnrollmentSettings, Question, QuestionKind};
use storage::entities::RelationType;
use storage::ids::{CalendarEventId, ChannelId, EnrollmentId, UserId};
use storage::seats::{EnrollmentStatus, Seat, SeatCounts, WaitlistMode};
use utoipa::ToSchema;
use utoipa::openapi::schema::{Object, ObjectBuilder, Type};

use super::rules::LONGEST_ANSWER;
use crate::platform::people::avatar;
use crate::platform::time::Moment;

/// How one enrols in an event, how it stands, and how the caller does.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Enrollment)]
pub struct EnrollmentView {
    pub id_calendar_event: CalendarEventId,
    /// Which of a series; null: it is none, or none was asked for.
    pub recurrence_id: Option<Moment>,
    #[serde(flatten)]
    pub settings: EnrollmentSettings,
    pub my_enrollment_status: EnrollmentStatus,
    pub my_enrollment_id: Option<EnrollmentId>,
    /// From 1; null: not in the queue.
    pub waitlist_position: Option<i64>,
    pub on_waitlist: bool,
    /// Whom I bring.
    pub my_guests: i64,
    /// My answers, by the questions' ids.
    pub my_answers: BTreeMap<String, String>,
    /// Until when the offer stands that I have.
    pub offer_expires: Option<Moment>,
    /// Places that are taken, guests counted.
    pub taken: i64,
    /// Null: there is no limit.
    pub seats_left: Option<i64>,
    /// People in the queue.
    pub waiting: i64,
    /// Nobody enrols any more: the deadline or the beginning is past, or it is cancelled. Of a series as a whole: always, one
    /// enrols in one of it (`recurrenceId`).
    pub closed: bool,
}

/// The data of a view.
pub(super) struct Known<'a> {
    pub counts: Option<&'a SeatCounts>,
    pub seat: Option<&'a Seat>,
    pub position: Option<i64>,
    pub closed: bool,
}

impl EnrollmentView {
    pub(super) fn new(
        id: CalendarEventId,
        recurrence_id: Option<Moment>,
        settings: EnrollmentSettings,
        known: &Known,
    ) -> Self {
        let (counts, seat) = (known.counts, known.seat);
        let status = seat.map_or(EnrollmentStatus::None, |seat| seat.status);
        let taken = counts.map_or(0, |counts| counts.taken);
        Self {
            id_calendar_event: id,
            recurrence_id,
            my_enrollment_status: status,
            my_enrollment_id: seat.map(|seat| seat.enrollment_id),
            waitlist_position: known.position,
            on_waitlist: status == EnrollmentStatus::Waitlisted,
            my_guests: seat.map_or(0, |seat| seat.guests),
            my_answers: seat.map(|seat| seat.answers.0.clone()).unwrap_or_default(),
            offer_expires: seat.and_then(|seat| seat.offered_until),
            taken,
            seats_left: settings.capacity.map(|capacity| (capacity - taken).max(0)),
            waiting: counts.map_or(0, |counts| counts.waiting),
            closed: known.closed,
            settings,
        }
    }
}

/// How one shall enrol.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewEnrollmentSettings {
    /// Places, guests counted; absent: no limit.
    #[garde(inner(range(min = 1, max = 100_000)))]
    #[schema(minimum = 1, maximum = 100_000)]
    pub capacity: Option<i64>,
    /// Until when one enrols; of a series the first one's, and as long before each other. Absent: until it begins.
    #[garde(skip)]
    pub deadline: Option<Moment>,
    #[serde(default)]
    #[garde(skip)]
    pub requires_approval: bool,
    /// Absent: there is no queue.
    #[garde(skip)]
    pub waitlist_mode: Option<WaitlistMode>,
    #[serde(default)]
    #[garde(range(min = 0, max = 20))]
    #[schema(minimum = 0, maximum = 20)]
    pub max_guests: i64,
    #[serde(default)]
    #[garde(length(max = 10), dive)]
    #[schema(max_items = 10)]
    pub questions: Vec<NewQuestion>,
}

/// What somebody shall be asked who enrols.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NewEnrollmentQuestion)]
pub struct NewQuestion {
    /// By which its answer is found; once in an event.
    #[garde(length(chars, min = 1, max = 40))]
    #[schema(min_length = 1, max_length = 40)]
    pub id: String,
    #[garde(length(chars, min = 1, max = 200))]
    #[schema(min_length = 1, max_length = 200)]
    pub text: String,
    #[garde(skip)]
    pub kind: QuestionKind,
    /// For CHOICE 2 to 20 that differ; for TEXT none.
    #[serde(default)]
    #[garde(length(max = 20), inner(length(chars, min = 1, max = 100)))]
    #[schema(max_items = 20)]
    pub options: Vec<String>,
    #[serde(default)]
    #[garde(skip)]
    pub required: bool,
}

impl From<NewEnrollmentSettings> for EnrollmentSettings {
    fn from(new: NewEnrollmentSettings) -> Self {
        let question = |new: NewQuestion| Question {
            id: new.id,
            text: new.text,
            kind: new.kind,
            options: new.options.iter().map(|option| option.trim().to_owned()).collect(),
            required: new.required,
        };
        Self {
            capacity: new.capacity,
            deadline: new.deadline,
            requires_approval: new.requires_approval,
            waitlist_mode: new.waitlist_mode,
            max_guests: new.max_guests,
            questions: new.questions.into_iter().map(question).collect(),
        }
    }
}

/// Answers by their questions' ids.
fn answers() -> Object {
    let answer = ObjectBuilder::new().schema_type(Type::String).max_length(Some(LONGEST_ANSWER));
    let by_id = ObjectBuilder::new().schema_type(Type::Object).additional_properties(Some(answer));
    by_id.max_properties(Some(10)).description(Some("By the questions' ids.")).build()
}

/// To enrol, or to change what one brings and answers.
#[derive(Debug, Clone, Default, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Enrolling {
    /// Whom one brings; at most `maxGuests` of the event.
    #[serde(default)]
    #[garde(range(min = 0, max = 20))]
    #[schema(minimum = 0, maximum = 20)]
    pub guests: i64,
    /// By the questions' ids.
    #[serde(default)]
    #[garde(length(max = 10))]
    #[schema(schema_with = answers)]
    pub answers: BTreeMap<String, String>,
    /// Somebody else, by who runs the event.
    #[garde(skip)]
    #[schema(nullable = false)]
    pub id_user: Option<UserId>,
}

/// A place in the queue.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WaitlistView {
    /// From 1.
    pub position: i64,
    pub total_waiting: i64,
}

/// The queue without me.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WaitlistLeft {
    pub total_waiting: i64,
}

/// Somebody who has to do with an event, as who runs it sees them.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EnrolledPerson)]
pub struct EnrolledView {
    pub id_enrollment: EnrollmentId,
    pub id_user: UserId,
    pub display_name: String,
    pub user_name: String,
    pub profile_image: Option<String>,
    pub status: EnrollmentStatus,
    pub guests: i64,
    /// By the questions' ids.
    pub answers: BTreeMap<String, String>,
    /// From 1; null: not in the queue.
    pub waitlist_position: Option<i64>,
    /// Until when an offer stands.
    pub offer_expires: Option<Moment>,
    pub created: Moment,
    pub checked_in_at: Option<Moment>,
}

impl EnrolledView {
    pub(super) fn new(seat: Seat, user: Option<&User>, position: Option<i64>) -> Self {
        Self {
            id_enrollment: seat.enrollment_id,
            id_user: seat.user_id,
            display_name: user.map(|user| user.display_name.clone()).unwrap_or_default(),
            user_name: user.map(|user| user.user_name.clone()).unwrap_or_default(),
            profile_image: user.and_then(avatar),
            status: seat.status,
            guests: seat.guests,
            answers: seat.answers.0,
            waitlist_position: position,
            offer_expires: seat.offered_until,
            created: seat.created,
            checked_in_at: seat.checked_in,
        }
    }
}

/// What who runs an event does about somebody.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Verb {
    /// PENDING → CONFIRMED.
    Approve,
    /// PENDING, WAITLISTED, OFFERED → REJECTED.
    Reject,
    /// WAITLISTED → CONFIRMED, whatever the turn.
    Promote,
    /// CONFIRMED, `NO_SHOW` → ATTENDED.
    Checkin,
    /// CONFIRMED → `NO_SHOW`.
    Noshow,
    /// ATTENDED, `NO_SHOW` → CONFIRMED.
    Undo,
    /// Whoever is in → CANCELLED.
    Remove,
}

/// Who came: one by a ticket, or those who came while the phone at the door was offline.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CheckIns {
    #[serde(default)]
    #[garde(length(max = 200), dive)]
    #[schema(max_items = 200)]
    pub rows: Vec<CheckIn>,
    /// Of a ticket.
    #[garde(inner(length(bytes, max = 200)))]
    #[schema(max_length = 200, nullable = false)]
    pub code: Option<String>,
}

/// What the door's phone reads from a guest's.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Ticket {
    /// Of one person in one occurrence; nobody else can make it.
    pub code: String,
}

/// Whom to ask to come; at most 500 in all.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Invitees {
    #[serde(default)]
    #[garde(length(max = 500))]
    #[schema(max_items = 500)]
    pub user_ids: Vec<UserId>,
    /// Those of these relations to the organisation whose calendar it is.
    #[serde(default)]
    #[garde(length(max = 50))]
    #[schema(max_items = 50)]
    pub relation_types: Vec<RelationType>,
    /// Those who read a channel that one reads oneself.
    #[garde(skip)]
    #[schema(nullable = false)]
    pub id_channel: Option<ChannelId>,
    /// A card of the event is posted there as well, in one's own name.
    #[serde(default)]
    #[garde(skip)]
    pub share_in_channel: bool,
}

/// What became of it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct Invited {
    /// Were asked.
    pub invited: u32,
    /// Were asked before, come, wait or were turned down.
    pub already: u32,
    /// May not be asked.
    pub refused: u32,
}

/// Somebody who came.
#[derive(Debug, Clone, Copy, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CheckIn {
    #[garde(skip)]
    pub id_user: UserId,
    /// When; not later than now.
    #[garde(skip)]
    pub at: Moment,
}

/// What became of it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CheckedIn {
    pub id_user: UserId,
    /// The status now.
    pub status: EnrollmentStatus,
    /// Why not, by its stable code; null: they are checked in.
    pub code: Option<&'static str>,
}
