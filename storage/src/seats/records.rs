//! Places that are limited, as they are stored.

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
    /// Whether places are taken by it.
    pub const fn holds(self) -> bool {
        matches!(self, Self::Pending | Self::Confirmed | Self::Offered | Self::Attended | Self::NoShow)
    }

    /// Whether what becomes of it concerns who stands so: they have a place, wait for one, or are asked to come.
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
    /// How a person stands to something with places, from when they first had to do with it.
    pub struct Seat;
    pub(crate) static SEATS: "seats", Ascending has SEAT_COUNTS;
    partition {
        /// Of what kind of thing.
        subject_kind: SeatSubject => text,
        /// Of which.
        subject_id: i64 => bigint,
        /// When the one of a series begins as one of it; 0: it happens once.
        occurrence: Moment => timestamp,
    }
    clustering {
        /// [`PERSON`], or, of what only points, the status by which it is listed.
        shelf: String => text,
        /// The person; of what only points, the order in that list.
        place: i64 => bigint,
    }
    columns {
        user_id: UserId => bigint,
        enrollment_id: EnrollmentId => bigint,
        status: EnrollmentStatus => text,
        /// Whom they bring; each takes a place.
        guests: i64 => int,
        /// To the questions, by their ids.
        answers: Json<BTreeMap<String, String>> => text,
        /// Smaller: earlier in the queue. 0: never was in it.
        queued: i64 => bigint,
        /// Until when an offer stands.
        offered_until: Option<Moment> => timestamp,
        created: Moment => timestamp,
        changed: Moment => timestamp,
        /// When they were seen at the door.
        checked_in: Option<Moment> => timestamp,
        /// Who runs it asked them to come, or put them in: they may though they do not see it otherwise. None: from before this
        /// was noted.
        invited: Option<bool> => boolean,
    }
}

/// The shelf of people's own rows.
pub const PERSON: &str = "PERSON";

record! {
    /// What of a person's row is counted.
    pub(crate) struct Place {
        status: EnrollmentStatus,
        guests: i64,
    }
}

record! {
    /// What only points at a person's row: by status, and in the order of that list.
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
    /// How many places are taken. Whatever changes a person's row changes this in the same decision.
    pub struct SeatCounts;
    pub(crate) static SEAT_COUNTS: "seat_counts" of SEATS;
    partition {
        subject_kind: SeatSubject => text,
        subject_id: i64 => bigint,
        occurrence: Moment => timestamp,
    }
    columns {
        /// Grows with every change.
        version: i64 => bigint,
        /// Places there are; none: no limit.
        capacity: Option<i64> => bigint,
        /// The version of the settings that say so.
        settings: i64 => bigint,
        /// Places that are taken, guests counted.
        taken: i64 => bigint,
        /// People in the queue.
        waiting: i64 => bigint,
        /// The last number given in the queue.
        last_queued: i64 => bigint,
    }
}

record! {
    /// An occurrence of something of which there are, or were, places.
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
    /// What a person has, or had, to do with.
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
