//! Accounts on the wire.

use garde::Validate;
use serde::{Deserialize, Serialize};
use storage::accounts::{Quiet, Session, Status, User, WhoMayMessage};
use storage::ids::{SessionId, UserId};
use utoipa::ToSchema;

use super::availability::status_at;
use crate::platform::people::avatar;
use crate::platform::time::{Moment, now};

/// The signed-in person.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = User)]
pub struct UserView {
    pub id_user: UserId,
    pub first_name: String,
    pub last_name: String,
    pub display_name: String,
    pub email: Option<String>,
    /// Where the picture is; null without one.
    pub profile_image: Option<String>,
    pub user_name: String,
    /// -1: none chosen.
    pub selected_municipality_id: i64,
    pub verified: bool,
    /// May be found by search, and has a page for everybody.
    pub findable: bool,
    /// The page shows the municipality.
    pub show_municipality: bool,
    /// Which areas my menus show.
    pub display_flags: DisplayFlags,
    /// Who may begin a conversation with me.
    pub who_may_message: WhoMayMessage,
    /// In conversations of two the other sees how far I have read, where both allow it.
    pub show_read_marks: bool,
    /// What I missed while away is mailed to me.
    pub mail_missed: bool,
    /// May be suggested to people of the same organisations and to contacts' contacts, and found by them in a list of addresses.
    pub discoverable: bool,
    /// Who wants to follow me asks first.
    pub approve_followers: bool,
    /// What I say of myself now; `null`: nothing, or it has run out.
    pub status: Option<Status>,
    /// When I am left alone; `null`: I never said.
    pub quiet: Option<Quiet>,
    /// When the account is erased, if that was asked for.
    pub erasure_at: Option<Moment>,
    pub created: Moment,
}

/// Which areas the menus of a person show, of those that there are. All are on until they say otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DisplayFlags {
    /// What can be booked, and one's own bookings.
    pub bookables: bool,
    /// Places on the map.
    pub infopoint: bool,
    /// Kept for an area that is not there yet.
    pub phocal: bool,
    /// Booking rooms and talks for others to come to.
    pub boka_in: bool,
    /// Kept for an area that is not there yet.
    pub order: bool,
}

/// Some of them as they shall be; what is absent stays.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DisplayChange {
    pub bookables: Option<bool>,
    pub infopoint: Option<bool>,
    pub phocal: Option<bool>,
    pub boka_in: Option<bool>,
    pub order: Option<bool>,
}

impl From<&User> for UserView {
    fn from(user: &User) -> Self {
        Self {
            id_user: user.user_id,
            first_name: user.first_name.clone(),
            last_name: user.last_name.clone(),
            display_name: user.display_name.clone(),
            email: user.email.clone(),
            profile_image: avatar(user),
            user_name: user.user_name.clone(),
            selected_municipality_id: user.municipality,
            verified: user.verified.is_some(),
            findable: user.findable,
            show_municipality: user.show_municipality,
            display_flags: DisplayFlags {
                bookables: user.shows_bookables,
                infopoint: user.shows_infopoint,
                phocal: user.shows_phocal,
                boka_in: user.shows_boka_in,
                order: user.shows_order,
            },
            who_may_message: user.who_may_message,
            show_read_marks: user.show_read_marks,
            mail_missed: user.mail_missed,
            discoverable: user.discoverable,
            approve_followers: user.approve_followers,
            status: status_at(user, now()).cloned(),
            quiet: user.quiet.clone(),
            erasure_at: user.erase_at.map(Moment),
            created: Moment(user.created),
        }
    }
}

/// A place where I am signed in.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Session)]
pub struct SessionView {
    pub id: SessionId,
    pub created: Moment,
    pub last_seen: Moment,
    pub user_agent: String,
    pub address: String,
    /// The one that asks.
    pub current: bool,
}

impl SessionView {
    pub fn new(session: &Session, current: SessionId) -> Self {
        Self {
            id: session.session_id,
            created: Moment(session.created),
            last_seen: Moment(session.last_seen),
            user_agent: session.user_agent.clone(),
            address: session.address.clone(),
            current: session.session_id == current,
        }
    }
}

#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignUp {
    #[garde(length(chars, max = 254))]
    #[schema(max_length = 254)]
    pub email: String,
    /// 10–128 characters, not a common one.
    #[garde(length(chars, max = 1024))]
    #[schema(min_length = 10, max_length = 128)]
    pub password: String,
    #[garde(length(chars, min = 1, max = 60))]
    #[schema(min_length = 1, max_length = 60)]
    pub first_name: String,
    #[garde(length(chars, min = 1, max = 60))]
    #[schema(min_length = 1, max_length = 60)]
    pub last_name: String,
}

#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
pub struct VerifyEmail {
    #[garde(length(chars, min = 1, max = 200))]
    #[schema(min_length = 1, max_length = 200)]
    pub token: String,
}

#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
pub struct Login {
    #[garde(length(chars, max = 254))]
    #[schema(max_length = 254)]
    pub email: String,
    #[garde(length(chars, max = 1024))]
    #[schema(max_length = 1024)]
    pub password: String,
}

#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
pub struct AskForReset {
    #[garde(length(chars, max = 254))]
    #[schema(max_length = 254)]
    pub email: String,
}

#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
pub struct ResetPassword {
    #[garde(length(chars, min = 1, max = 200))]
    #[schema(min_length = 1, max_length = 200)]
    pub token: String,
    #[garde(length(chars, max = 1024))]
    #[schema(min_length = 10, max_length = 128)]
    pub password: String,
}

/// What is absent stays.
#[derive(Debug, Clone, Default, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ChangeProfile {
    #[garde(inner(length(chars, min = 1, max = 60)))]
    #[schema(min_length = 1, max_length = 60)]
    pub first_name: Option<String>,
    #[garde(inner(length(chars, min = 1, max = 60)))]
    #[schema(min_length = 1, max_length = 60)]
    pub last_name: Option<String>,
    #[garde(inner(length(chars, min = 1, max = 60)))]
    #[schema(min_length = 1, max_length = 60)]
    pub display_name: Option<String>,
    /// 2–50 of `a-z 0-9 -`, unique among people and organisations.
    #[garde(inner(length(chars, min = 2, max = 50)))]
    #[schema(min_length = 2, max_length = 50, pattern = "^[a-z0-9][a-z0-9-]*[a-z0-9]$")]
    pub user_name: Option<String>,
    #[garde(inner(range(min = -1, max = 9_999)))]
    #[schema(minimum = -1, maximum = 9999)]
    pub selected_municipality_id: Option<i64>,
    /// May be found by search, and has a page for everybody. Off until the person says so.
    #[garde(skip)]
    pub findable: Option<bool>,
    /// The page shows the municipality.
    #[garde(skip)]
    pub show_municipality: Option<bool>,
    /// Which areas my menus show; of these as well what is absent stays.
    #[garde(skip)]
    pub display_flags: Option<DisplayChange>,
    /// Who may begin a conversation with me.
    #[garde(skip)]
    pub who_may_message: Option<WhoMayMessage>,
    /// In conversations of two the other sees how far I have read, where both allow it.
    #[garde(skip)]
    pub show_read_marks: Option<bool>,
    /// What I missed while away is mailed to me. On until the person says otherwise.
    #[garde(skip)]
    pub mail_missed: Option<bool>,
    /// May be suggested to people of the same organisations and to contacts' contacts, and found by them in a list of addresses.
    /// On until the person says otherwise.
    #[garde(skip)]
    pub discoverable: Option<bool>,
    /// Who wants to follow me asks first. Who follows already goes on. Off until the person says otherwise.
    #[garde(skip)]
    pub approve_followers: Option<bool>,
}
