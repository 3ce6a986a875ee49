//! Stored records of occupied spaces.

use crate::platform::ids::{EntityId, UserId};
use crate::platform::record::record;
use crate::platform::text_enum::text_enum;
use crate::platform::time::Moment;

crate::ids! {
    /// Something whose units are occupied: a hall, a trolley, a person's time.
    SpaceId,
    /// An interval in which units of a space are occupied or waited for; the same id as the booking that it belongs to.
    OccupationId,
    /// What is booked: some units of a space.
    BookableId,
    /// Bookables of which any is as good: 'valfri ledig sal'.
    BookableGroupId,
}

text_enum! {
    /// Where a row lies in its space's partition.
    OccupationList {
        /// Up to a day long: found from a day before a window on.
        Short = "SHORT",
        /// Longer than a day.
        Long = "LONG",
        /// The waitlist, in its order.
        Waitlist = "WAITLIST",
    }
}

text_enum! {
    /// Why units are occupied.
    OccupationStatus {
        /// Held for a person who is about to book, until it expires.
        Hold = "HOLD",
        /// Offered to the first on the waitlist whom it fits, until it expires.
        Offer = "OFFER",
        /// Booked, and waits for approval.
        Pending = "PENDING",
        /// Booked.
        Booked = "BOOKED",
        /// In use.
        CheckedIn = "CHECKED_IN",
        /// Occupies nothing: waits until its time is free.
        Waiting = "WAITING",
    }
}

record! {
    /// An interval in which units of a space are occupied, or waited for.
    pub struct Occupation;
    pub(crate) static OCCUPATIONS: "occupations", Ascending has SPACES;
    partition {
        space_id: SpaceId => bigint,
    }
    clustering {
        list: OccupationList => text,
        /// Its start; on the waitlist its number there.
        place: i64 => bigint,
        occupation_id: OccupationId => bigint,
    }
    columns {
        status: OccupationStatus => text,
        starts: Moment => timestamp,
        /// Exclusive.
        ends: Moment => timestamp,
        /// The occupied units, one bit each.
        units: i64 => bigint,
        /// The most intervals on one of its units at once (`maxConcurrent`).
        most: i64 => int,
        /// Minutes to both neighbours.
        buffer: i64 => int,
        bookable_id: BookableId => bigint,
        /// For whom.
        user_id: UserId => bigint,
        /// When a hold or an offer is over.
        expires: Option<Moment> => timestamp,
        /// The frozen price of a hold or an offer, in öre.
        price: Option<i64> => bigint,
        /// Raised by every change of the row.
        revision: i64 => bigint,
        /// The booking that is on its way here from another space: a hold that does not expire, under an id of its own,
        /// until the booking stands here or the move has failed. None: nothing is.
        arriving: Option<OccupationId> => bigint,
    }
}

record! {
    /// A space. Every change of an occupation raises its version in the same decision.
    pub struct Space;
    pub(crate) static SPACES: "spaces" of OCCUPATIONS;
    partition {
        space_id: SpaceId => bigint,
    }
    columns {
        /// Raised by every change of the space, its occupations and the rules by which they are judged.
        version: i64 => bigint,
        entity_id: EntityId => bigint,
        name: String => text,
        /// Into how many units it is divided: 1–63.
        unit_count: i64 => int,
        /// The longest buffer that any of its occupations has had, in minutes: how far around a window rows are read.
        longest_buffer: i64 => int,
        /// How many wait.
        waiting: i64 => bigint,
        /// The last issued number of the waitlist.
        last_queued: i64 => bigint,
    }
}

record! {
    /// A space of an organisation.
    pub(crate) struct EntitySpace;
    pub(crate) static ENTITY_SPACES: "entity_spaces", Ascending;
    partition {
        entity_id: EntityId => bigint,
    }
    clustering {
        space_id: SpaceId => bigint,
    }
    columns {}
}
