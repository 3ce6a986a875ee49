//! Bookables, spaces and opening hours on the wire.

use garde::Validate;
use serde::{Deserialize, Serialize};
use storage::bookings::settings::{Availability, BookableSettings, Closure, OpenPeriod};
use storage::bookings::{Bookable, BookableKind, BookablePicture, HoursOf, MOST_PICTURES, OpeningHours};
use storage::ids::EntityId;
use storage::infopoints::InfopointId;
use storage::occupancy::{BookableGroupId, BookableId, SpaceId};
use utoipa::ToSchema;

use crate::platform::flat::flattened;

/// What somebody may do with a bookable, or with the bookables of an organisation; goes out with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum BookableAbility {
    /// Book it.
    Book,
    /// Change it, and decide about its bookings.
    Manage,
}

/// Longest alternative text of a picture, in characters.
pub const PICTURE_ALT: usize = 300;

/// A picture of a bookable as it is put in order and described.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[schema(as = BookablePictureDraft)]
pub struct PictureDraft {
    /// Of a picture that was uploaded.
    #[garde(length(chars, max = 64))]
    #[schema(max_length = 64)]
    pub id: String,
    /// What is to be seen on it, for those who do not see it.
    #[serde(default)]
    #[garde(length(chars, max = PICTURE_ALT))]
    #[schema(max_length = 300)]
    pub alt: String,
}

/// A picture of a bookable.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = BookablePicture)]
pub struct PictureView {
    /// Names it among the bookable's pictures.
    pub id: String,
    /// For who may see the bookable; `&w=` asks for a narrower copy.
    pub url: String,
    /// Pixels.
    pub width: i64,
    /// Pixels.
    pub height: i64,
    /// What is to be seen on it, for those who do not see it; may be empty.
    pub alt: String,
}

/// The pictures of a bookable, in their order.
pub fn pictures_of(bookable: &Bookable) -> Vec<PictureView> {
    let picture = |one: &BookablePicture| PictureView {
        id: one.image.clone(),
        url: format!("/img/bookable/{}?v={}", bookable.bookable_id, one.image),
        width: one.width,
        height: one.height,
        alt: one.alt.clone(),
    };
    bookable.pictures.0.iter().map(picture).collect()
}

/// A bookable as it is made or changed.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BookableDraft {
    /// The organisation; of no effect where one is changed.
    #[garde(skip)]
    pub id_entity: EntityId,
    /// 1–80 characters.
    #[garde(length(chars, min = 1, max = 80))]
    #[schema(min_length = 1, max_length = 80, example = "Tredjedel 1")]
    pub name: String,
    #[garde(skip)]
    pub kind: BookableKind,
    /// The space that it is a part of; absent: one of its own.
    #[garde(skip)]
    #[schema(nullable = false)]
    pub id_space: Option<SpaceId>,
    /// A new space: into how many units it is divided.
    #[serde(default = "one")]
    #[garde(range(min = 1, max = 63))]
    #[schema(minimum = 1, maximum = 63)]
    pub unit_count: i64,
    /// Its units of the space, from 1; empty: all of them.
    #[serde(default)]
    #[garde(length(max = 63), inner(range(min = 1, max = 63)))]
    #[schema(max_items = 63)]
    pub units: Vec<i64>,
    #[serde(default)]
    #[garde(length(chars, max = 2_000))]
    #[schema(max_length = 2_000)]
    pub description: String,
    /// Where it is.
    #[serde(default)]
    #[garde(length(chars, max = 200))]
    #[schema(max_length = 200)]
    pub place: String,
    /// A place of the guide, to which the bookable's pages lead; `place` is the bookable's own text. Absent: none.
    #[serde(default)]
    #[garde(skip)]
    #[schema(nullable = false)]
    pub id_infopoint: Option<InfopointId>,
    /// Its pictures, in their order; what is not named goes. Absent: they stay as they are. Each is uploaded before, to a bookable
    /// that stands.
    #[serde(default)]
    #[garde(length(max = MOST_PICTURES), dive)]
    #[schema(max_items = 8, nullable = false)]
    pub pictures: Option<Vec<PictureDraft>>,
    /// 0 hidden, 1 available, 2 unavailable.
    #[garde(range(min = 0, max = 2))]
    #[schema(minimum = 0, maximum = 2)]
    pub status: i64,
    /// The version that was read; absent where one is made.
    #[garde(skip)]
    #[schema(nullable = false)]
    pub version: Option<i64>,
    #[serde(flatten, deserialize_with = "flattened")]
    #[garde(skip)]
    pub settings: BookableSettings,
}

fn one() -> i64 {
    1
}

/// A bookable.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Bookable)]
pub struct BookableView {
    pub id_bookable: BookableId,
    pub id_entity: EntityId,
    pub name: String,
    pub slug: String,
    pub kind: BookableKind,
    pub id_space: SpaceId,
    /// Its units of the space, from 1.
    pub units: Vec<i64>,
    pub description: String,
    pub place: String,
    /// The place of the guide where it is; absent: none was chosen, or it is there no more.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub id_infopoint: Option<InfopointId>,
    /// In their order; the first stands for it in lists.
    pub pictures: Vec<PictureView>,
    /// 0 hidden, 1 available, 2 unavailable.
    pub status: i64,
    /// Grows with every change. To be sent back by whoever changes it.
    pub version: i64,
    #[serde(flatten)]
    pub settings: BookableSettings,
    pub abilities: Vec<BookableAbility>,
}

impl BookableView {
    /// A bookable as it is shown to somebody with these abilities.
    pub fn of(bookable: &Bookable, abilities: Vec<BookableAbility>) -> Self {
        Self {
            id_bookable: bookable.bookable_id,
            id_entity: bookable.entity_id,
            name: bookable.name.clone(),
            slug: bookable.slug.clone(),
            kind: bookable.kind,
            id_space: bookable.space_id,
            units: bookable.unit_numbers(),
            description: bookable.description.clone(),
            place: bookable.place.clone(),
            id_infopoint: bookable.infopoint_id,
            pictures: pictures_of(bookable),
            status: bookable.status,
            version: bookable.version,
            settings: bookable.settings.0.clone(),
            abilities,
        }
    }
}

/// A space of an organisation.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Space)]
pub struct SpaceView {
    pub id_space: SpaceId,
    pub name: String,
    /// Into how many units it is divided.
    pub unit_count: i64,
}

/// The bookables of an organisation, by name.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Bookables)]
pub struct BookablesView {
    pub content: Vec<BookableView>,
    /// Its spaces, for whoever may manage them; otherwise empty.
    pub spaces: Vec<SpaceView>,
    /// What the caller may do with all of them: MANAGE or nothing.
    pub abilities: Vec<BookableAbility>,
}

/// A group of bookables as it is made or changed.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BookableGroupDraft {
    /// The organisation; of no effect where one is changed.
    #[garde(skip)]
    pub id_entity: EntityId,
    /// 1–80 characters.
    #[garde(length(chars, min = 1, max = 80))]
    #[schema(min_length = 1, max_length = 80, example = "Valfri ledig sal")]
    pub name: String,
    /// Bookables of the organisation, in the order in which they are tried.
    #[garde(length(min = 1, max = 50))]
    #[schema(min_items = 1, max_items = 50)]
    pub bookables: Vec<BookableId>,
    /// The version that was read; absent where one is made.
    #[garde(skip)]
    #[schema(nullable = false)]
    pub version: Option<i64>,
}

/// Bookables of which any is as good.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BookableGroup)]
pub struct BookableGroupView {
    pub id_group: BookableGroupId,
    pub id_entity: EntityId,
    pub name: String,
    /// Those that the caller may see, in the order in which they are tried.
    pub bookables: Vec<BookableId>,
    /// Grows with every change. To be sent back by whoever changes it.
    pub version: i64,
}

/// The groups of an organisation, by name.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = BookableGroups)]
pub struct BookableGroupsView {
    pub content: Vec<BookableGroupView>,
}

/// Opening hours as they are changed.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AvailabilityDraft {
    /// The version that was read; 0: there were none.
    #[garde(range(min = 0))]
    #[schema(minimum = 0)]
    pub version: i64,
    #[serde(flatten, deserialize_with = "flattened")]
    #[garde(skip)]
    pub availability: Availability,
}

/// Opening hours of a bookable, or of an organisation for all its bookables.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BookableAvailability)]
pub struct AvailabilityView {
    /// Grows with every change; 0: there are none.
    pub version: i64,
    pub periods: Vec<OpenPeriodView>,
    pub closures: Vec<Closure>,
    /// Closed on public holidays.
    pub closed_on_red_days: bool,
    /// Closed on the breaks of the organisation's school year.
    pub closed_on_school_breaks: bool,
}

/// Opening hours on some weekdays, with their id also under the name that the specification gives it (social.md §3).
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BookableOpenPeriod)]
pub struct OpenPeriodView {
    /// The id, where these are hours of a bookable.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub id_bookable_period_availability: Option<i64>,
    /// The id, where these are hours of an organisation for all its bookables.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub id_bookable_entity_period_availability: Option<i64>,
    #[serde(flatten)]
    pub period: OpenPeriod,
}

impl From<OpeningHours> for AvailabilityView {
    fn from(hours: OpeningHours) -> Self {
        let named = |period: OpenPeriod| {
            let of = |owner: HoursOf| (hours.hours_of == owner).then_some(period.id);
            OpenPeriodView {
                id_bookable_period_availability: of(HoursOf::Bookable),
                id_bookable_entity_period_availability: of(HoursOf::Entity),
                period,
            }
        };
        let Availability { periods, closures, closed_on_red_days, closed_on_school_breaks } =
            hours.availability.0;
        Self {
            version: hours.version,
            periods: periods.into_iter().map(named).collect(),
            closures,
            closed_on_red_days,
            closed_on_school_breaks,
        }
    }
}
