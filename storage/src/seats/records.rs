//! Stored records of limited seats.

use std::collections::BTreeMap;

use crate::platform::ids::{EnrollmentId, UserId};
use crate::platform::record::record;
use crate::platform::text_enum::text_enum;
use crate::platform::time::Moment;
use crate::platform::value::Json;

text_enum! {
    /// What there are places of.
    SeatSubject {
        /// An event, or one of a series.
        Event = "event",
    }
}

text_enum! {
    /// How somebody stands to something with places.
    EnrollmentStatus {
        /// Nothing; never stored.
        None = "NONE",
        /// Asked to come, not answered.
        Invited = "INVITED",
        /// Waits for approval; holds a place.
        Pending = "PENDING",
        /// Has a place.
        Confirmed = "CONFIRMED",
        /// In the queue.
        Waitlisted = "WAITLISTED",
        /// A place is kept for them until they answer.
        Offered = "OFFERED",
        /// Did not answer in time.
        OfferExpired = "OFFER_EXPIRED",
        /// Said no to an offer or an invitation.
        Declined = "DECLINED",
        /// Was not approved.
        Rejected = "REJECTED",
        /// Gave the place up, or was taken out.
        Cancelled = "CANCELLED",
        /// Was there; the place stays theirs.
        Attended = "ATTENDED",
        /// Was not there; the place stays theirs.
        NoShow = "NO_SHOW",
    }
}

impl EnrollmentStatus {
    /// Whether it takes seats (a hold).
    pub const fn holds(self) -> bool {
        matches!(self, Self::Pending | Self::Confirmed | Self::Offered | Self::Attended | Self::NoShow)
    }

    /// Whether changes of the subject concern the person: they have a seat, wait for one, or are invited.
    pub const fn concerns(self) -> bool {
        self.holds() || matches!(self, Self::Waitlisted | Self::Invited)
    }
}

text_enum! {
    /// How a place that opens goes to the head of the queue.
    WaitlistMode {
        /// It is theirs at once.
        AutoConfirm = "AUTO_CONFIRM",
        /// It is kept for them for a while.
        Offer = "OFFER",
        /// An administrator gives it.
        Manual = "MANUAL",
    }
}

record! {
    /// A person's enrolment in a subject, since its first change.
    pub struct Seat;
    pub(crate) static SEATS: "seats", Ascending has SEAT_COUNTS;
    partition {
        /// Kind of the subject.
        subject_kind: SeatSubject => text,
        /// Id of the subject.
        subject_id: i64 => bigint,
        /// The occurrence's original start in its series; 0: a single event.
        occurrence: Moment => timestamp,
    }
    clustering {
        /// [`PERSON`]; in pointer rows the status that they list.
        shelf: String => text,
        /// The person's id; in pointer rows the order in the list.
        place: i64 => bigint,
    }
    columns {
        user_id: UserId => bigint,
        enrollment_id: EnrollmentId => bigint,
        status: EnrollmentStatus => text,
        /// Number of guests; each takes a seat.
        guests: i64 => int,
        /// Answers by question id.
        answers: Json<BTreeMap<String, String>> => text,
        /// Order in the waitlist, ascending; 0: never in it.
        queued: i64 => bigint,
        /// When an offer expires.
        offered_until: Option<Moment> => timestamp,
        created: Moment => timestamp,
        changed: Moment => timestamp,
        /// When they checked in.
        checked_in: Option<Moment> => timestamp,
        /// Whether they were invited or added by a manager: then they may see the subject even if it is hidden from
        /// them otherwise. None: from before this column.
        invited: Option<bool> => boolean,
    }
}

/// The shelf of people's own rows.
pub const PERSON: &str = "PERSON";

record! {
    /// The part of a person's row that is counted.
    pub(crate) struct Place {
        status: EnrollmentStatus,
        guests: i64,
    }
}

record! {
    /// A pointer to a person's row: by status, in the order of that list.
    pub(crate) struct Pointer {
        subject_kind: SeatSubject,
        subject_id: i64,
        occurrence: Moment,
        shelf: String,
        place: i64,
        user_id: UserId,
    }
}

record! {
    /// Counts of taken seats. Every change of a person's row changes them in the same decision.
    pub struct SeatCounts;
    pub(crate) static SEAT_COUNTS: "seat_counts" of SEATS;
    partition {
        subject_kind: SeatSubject => text,
        subject_id: i64 => bigint,
        occurrence: Moment => timestamp,
    }
    columns {
        /// Raised by every change.
        version: i64 => bigint,
        /// Number of seats; none: no limit.
        capacity: Option<i64> => bigint,
        /// The version of the settings that define the capacity.
        settings: i64 => bigint,
        /// Taken seats, including guests.
        taken: i64 => bigint,
        /// People in the waitlist.
        waiting: i64 => bigint,
        /// The last issued order number of the waitlist.
        last_queued: i64 => bigint,
    }
}

record! {
    /// An occurrence of a subject that has or had seats.
    pub(crate) struct SeatOccurrence;
    pub(crate) static SEAT_OCCURRENCES: "seat_occurrences", Ascending;
    partition {
        subject_kind: SeatSubject => text,
        subject_id: i64 => bigint,
    }
    clustering {
        occurrence: Moment => timestamp,
    }
    columns {}
}

record! {
    /// A subject in which a person has or had a row.
    pub struct PersonSeat;
    pub(crate) static PERSON_SEATS: "person_seats", Ascending;
    partition {
        user_id: UserId => bigint,
    }
    clustering {
        subject_kind: SeatSubject => text,
        subject_id: i64 => bigint,
        occurrence: Moment => timestamp,
    }
    columns {}
}
