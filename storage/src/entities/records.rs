//! Organisations and who belongs to them, as they are stored.

use crate::ids::{EntityId, UserId};
use crate::text_enum::text_enum;

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

/// An organisation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entity {
    /// Which.
    pub entity_id: EntityId,
    /// Its name.
    pub entity_name: String,
    /// Unique slug, shared namespace with people; never changes.
    pub entity_slug: String,
    /// What kind.
    pub entity_type: EntityType,
    /// How one becomes a member.
    pub membership_mode: MembershipMode,
    /// Version of the picture; none: no picture.
    pub image: Option<String>,
    /// The one owner.
    pub owner: UserId,
    /// Epoch milliseconds.
    pub created: i64,
}

/// What a person is to an organisation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Relation {
    /// The organisation.
    pub entity_id: EntityId,
    /// The person.
    pub user_id: UserId,
    /// What the person is.
    pub relation_type: RelationType,
    /// Epoch milliseconds.
    pub since: i64,
}

/// An application for membership.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Application {
    /// The organisation.
    pub entity_id: EntityId,
    /// The person.
    pub user_id: UserId,
    /// Where it stands.
    pub state: ApplicationState,
    /// What the person wrote.
    pub message: Option<String>,
    /// Epoch milliseconds.
    pub created: i64,
    /// When it was decided.
    pub decided: Option<i64>,
    /// Who decided.
    pub decided_by: Option<UserId>,
}

/// What an organisation asks somebody to become; nothing before they have said yes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invitation {
    /// The organisation.
    pub entity_id: EntityId,
    /// The person.
    pub user_id: UserId,
    /// What the person is to become; [`RelationType::Owner`]: the organisation is handed over.
    pub relation_type: RelationType,
    /// Who asked; of a hand-over the owner.
    pub invited_by: UserId,
    /// Epoch milliseconds.
    pub created: i64,
    /// Epoch milliseconds at which it is over.
    pub expires: i64,
}
