//! Stored records of organisations and their people.

use crate::platform::engine::Key;
use crate::platform::ids::{EntityId, UserId};
use crate::platform::record::record;
use crate::platform::text_enum::text_enum;

text_enum! {
    /// What kind of organisation.
    EntityType {
        /// Förening.
        Association = "association",
        /// Idrottsförening.
        SportsClub = "sports-club",
        /// Kulturförening.
        CulturalAssociation = "cultural-association",
        /// Skola.
        School = "school",
        /// Förskola.
        Preschool = "preschool",
        /// Gymnasium.
        HighSchool = "high-school",
        /// Företag.
        Company = "company",
        /// Butik.
        Store = "store",
        /// Restaurang.
        Restaurant = "restaurant",
        /// Organisation.
        Organization = "organization",
        /// Kommun.
        Municipality = "municipality",
        /// Region.
        Region = "region",
        /// Turistbyrå.
        TourismAgency = "tourism_agency",
        /// Ambassad.
        Embassy = "embassy",
        /// Myndighet.
        Government = "government",
        /// Familj: known to whoever belongs to it, and to nobody else.
        Family = "family",
    }
}

text_enum! {
    /// What a person is to an organisation.
    RelationType {
        /// Ägare; exactly one per organisation.
        Owner = "OWNER",
        /// Administratör.
        Administrator = "ADMINISTRATOR",
        /// Medlem.
        Member = "MEMBER",
        /// Styrelsemedlem.
        BoardMember = "BOARDMEMBER",
        /// Följare.
        Follower = "FOLLOWER",
        /// Anställd.
        Employee = "EMPLOYEE",
        /// Moderator.
        Moderator = "MODERATOR",
        /// Redaktör.
        Editor = "EDITOR",
        /// Bokare.
        Booker = "BOOKER",
        /// Chef.
        Manager = "MANAGER",
        /// Kund.
        Customer = "CUSTOMER",
        /// Hyresgäst.
        Tenant = "TENANT",
        /// Tidrapportör.
        TimeReporter = "TIMEREPORTER",
        /// Uppdragstagare.
        Contractor = "CONTRACTOR",
        /// Deltagare.
        Participant = "PARTICIPANT",
        /// Elev (grundskola).
        Pupil = "PUPIL",
        /// Elev, student.
        Student = "STUDENT",
        /// Lärare.
        Teacher = "TEACHER",
        /// Ledare.
        Leader = "LEADER",
        /// Ordförande.
        President = "PRESIDENT",
        /// Skolmatsansvarig.
        SchoolFoodAdmin = "SCHOOL_FOOD_ADMIN",
        /// Skriver matsedeln.
        MenuWriter = "MENU_WRITER",
        /// Bot: a program of the organisation's own.
        Bot = "BOT",
    }
}

text_enum! {
    /// How one becomes a member.
    MembershipMode {
        /// Whoever asks.
        Open = "OPEN",
        /// Whoever is approved.
        Moderated = "MODERATED",
        /// Whoever is invited.
        InviteOnly = "INVITE_ONLY",
    }
}

text_enum! {
    /// Where an application for membership stands.
    ApplicationState {
        /// The organisation asked the person.
        Invited = "INVITED",
        /// Waits for a decision.
        Pending = "PENDING",
        /// Is a member.
        Active = "ACTIVE",
        /// Was turned down.
        Denied = "DENIED",
        /// Withdrew or left.
        Left = "LEFT",
        /// May not apply again.
        Banned = "BANNED",
    }
}

record! {
    /// An organisation.
    pub struct Entity;
    pub(crate) static ENTITIES: "entities", Ascending;
    partition {
        /// Its id; the partition key.
        entity_id: EntityId => bigint,
    }
    clustering {}
    columns {
        /// Its name.
        entity_name: String => text,
        /// Unique slug, shared namespace with people; never changes.
        entity_slug: String => text,
        /// Its kind.
        entity_type: EntityType => text,
        /// How people become members.
        membership_mode: MembershipMode => text,
        /// Version of the picture; none: no picture.
        image: Option<String> => text,
        /// The one owner.
        owner: UserId => bigint,
        /// Epoch milliseconds.
        created: i64 => timestamp,
    }
}

record! {
    /// A person's relation to an organisation.
    pub struct Relation {
        /// The organisation.
        entity_id: EntityId,
        /// The person.
        user_id: UserId,
        /// The relation.
        relation_type: RelationType,
        /// Epoch milliseconds.
        since: i64,
    }
}

impl RelationType {
    /// Whether the relation is a membership, more than following or buying.
    pub fn belongs(self) -> bool {
        !matches!(self, Self::Follower | Self::Customer | Self::Booker)
    }
}

impl Relation {
    /// The key of a relation.
    pub fn at(entity_id: EntityId, user_id: UserId) -> Key {
        RelationRow::at(entity_id, user_id)
    }
}

record! {
    /// A stored [`Relation`], with the names by which its person is listed.
    pub(crate) struct RelationRow;
    pub(crate) static RELATIONS: "relations", Ascending;
    partition {
        /// The organisation.
        entity_id: EntityId => bigint,
    }
    clustering {
        /// The person.
        user_id: UserId => bigint,
    }
    columns {
        /// The relation.
        relation_type: RelationType => text,
        /// Epoch milliseconds.
        since: i64 => timestamp,
        /// The names by which the person is listed (`names.rs`); none: from before the lists existed, or no such
        /// person.
        listed: Option<String> => text,
    }
}

impl RelationRow {
    pub(super) fn new(relation: &Relation, listed: Option<String>) -> Self {
        let Relation { entity_id, user_id, relation_type, since } = *relation;
        Self { entity_id, user_id, relation_type, since, listed }
    }
}

record! {
    /// An application for membership.
    pub struct Application;
    pub(crate) static APPLICATIONS: "applications", Ascending;
    partition {
        /// The organisation.
        entity_id: EntityId => bigint,
    }
    clustering {
        /// The person.
        user_id: UserId => bigint,
    }
    columns {
        /// Its state.
        state: ApplicationState => text,
        /// The applicant's text.
        message: Option<String> => text,
        /// Epoch milliseconds.
        created: i64 => timestamp,
        /// When it was decided.
        decided: Option<i64> => timestamp,
        /// Who decided.
        decided_by: Option<UserId> => bigint,
    }
}

record! {
    /// An invitation to a relation; without effect until it is accepted.
    pub struct Invitation;
    /// Pending invitations.
    pub(crate) static INVITATIONS: "invitations", Ascending, ttl;
    partition {
        /// The organisation.
        entity_id: EntityId => bigint,
    }
    clustering {
        /// The person.
        user_id: UserId => bigint,
    }
    columns {
        /// The offered relation; [`RelationType::Owner`]: transfer of the organisation.
        relation_type: RelationType => text,
        /// Who invited; for a transfer, the owner.
        invited_by: UserId => bigint,
        /// Epoch milliseconds.
        created: i64 => timestamp,
        /// Epoch milliseconds of expiry.
        expires: i64 => timestamp,
    }
}
