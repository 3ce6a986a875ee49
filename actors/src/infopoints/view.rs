//! Places on the wire, in both directions. Contract §11.1.

use garde::Validate;
use serde::{Deserialize, Serialize};
use storage::ids::{EntityId, UserId};
use storage::infopoints::grid::{DEGREE, Point};
use storage::infopoints::{
    Infopoint, InfopointConnection, InfopointConnectionId, InfopointId, InfopointType,
};
use storage::time::Moment;
use utoipa::ToSchema;

use super::rules::{Ability, Coordinate};
use crate::feed::view::Speaker;

/// Longest alternative text of a picture, in characters.
pub const PICTURE_ALT: usize = 300;

/// Millionths of a degree as degrees.
#[allow(clippy::cast_precision_loss, reason = "coordinates are below 2^28")]
pub fn degrees(millionths: i64) -> f64 {
    millionths as f64 / DEGREE as f64
}

/// A position in degrees (WGS 84), with six decimals.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, ToSchema)]
#[schema(as = InfopointPosition)]
pub struct PositionView {
    pub longitude: f64,
    pub latitude: f64,
}

impl From<Point> for PositionView {
    fn from(point: Point) -> Self {
        Self { longitude: degrees(point.longitude), latitude: degrees(point.latitude) }
    }
}

/// A picture of a place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = InfopointPicture)]
pub struct PictureView {
    /// Names it among the place's pictures.
    pub image: String,
    /// For who may see the place; `&w=` asks for a narrower copy.
    pub url: String,
    /// Pixels.
    pub width: i64,
    /// Pixels.
    pub height: i64,
    /// What is to be seen on it, for those who do not see it; may be empty.
    pub alt: String,
}

/// The pictures of a place, in their order.
pub fn pictures_of(infopoint: &Infopoint) -> Vec<PictureView> {
    let picture = |one: &storage::infopoints::InfopointPicture| PictureView {
        image: one.image.clone(),
        url: format!("/img/infopoint/{}?v={}", infopoint.infopoint_id, one.image),
        width: one.width,
        height: one.height,
        alt: one.alt.clone(),
    };
    infopoint.pictures.0.iter().map(picture).collect()
}

/// My connection to a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = InfopointConnection)]
pub struct ConnectionView {
    /// Stays the same for as long as the connection stands.
    pub id_infopoint_connection: InfopointConnectionId,
    pub id_infopoint: InfopointId,
    /// It is a favourite.
    pub fl_favorite: bool,
    /// I am notified when it changes.
    pub fl_notification: bool,
}

impl From<&InfopointConnection> for ConnectionView {
    fn from(connection: &InfopointConnection) -> Self {
        Self {
            id_infopoint_connection: connection.connection_id,
            id_infopoint: connection.infopoint_id,
            fl_favorite: connection.favorite,
            fl_notification: connection.notify,
        }
    }
}

/// A place as one reader sees it.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Infopoint)]
pub struct InfopointView {
    pub id_infopoint: InfopointId,
    pub name: String,
    /// Degrees (WGS 84), with six decimals; 180° is given as -180.
    pub longitude: f64,
    /// Degrees (WGS 84), with six decimals.
    pub latitude: f64,
    pub id_type: InfopointType,
    /// Markdown as in chat; may be empty.
    pub description: String,
    pub address: Option<String>,
    pub link: Option<String>,
    /// When it is open, in words.
    pub hours: Option<String>,
    pub pictures: Vec<PictureView>,
    /// The organisation in whose name it is; null: a person's.
    pub id_entity: Option<EntityId>,
    pub author: Speaker,
    /// The municipality of the nearest locality within forty kilometres, as `selectedMunicipalityId`; null: there is none.
    pub id_municipality: Option<i64>,
    /// Its name.
    pub municipality: Option<String>,
    pub da_created: Moment,
    pub da_updated: Moment,
    /// Grows with every change. To be sent back by whoever changes it.
    pub version: i64,
    /// A moderator keeps it out of sight: for those who may change it, and who moderate for the organisation, alone.
    pub hidden: bool,
    pub abilities: Vec<Ability>,
    /// Mine; null: I have none, or nobody is signed in.
    pub connection: Option<ConnectionView>,
    /// Metres from the position that was asked about; absent where none was.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub distance: Option<i64>,
}

/// Why a place's position may be wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(as = InfopointWarning)]
pub enum Warning {
    /// It is outside of Sweden, whose border is known to some kilometres.
    OutsideSweden,
}

/// What there is to say about a position.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = InfopointHints)]
pub struct Hints {
    pub warnings: Vec<Warning>,
    /// The same numbers exchanged, when these are outside of Sweden and those are not: longitude and latitude were mistaken
    /// for each other.
    pub swapped: Option<PositionView>,
    /// Places of the same name within 50 metres, nearest first; at most five.
    pub similar: Vec<InfopointView>,
}

/// A place that was made or changed.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = SavedInfopoint)]
pub struct SavedView {
    #[serde(flatten)]
    pub infopoint: InfopointView,
    #[serde(flatten)]
    pub hints: Hints,
}

/// A draft of a place; nothing is stored.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = InfopointDraft)]
pub struct DraftView {
    pub name: Option<String>,
    pub longitude: Option<f64>,
    pub latitude: Option<f64>,
    pub id_type: Option<InfopointType>,
    /// 0: name or coordinates are missing; 1: both are given.
    pub step: u8,
    pub id_municipality: Option<i64>,
    pub municipality: Option<String>,
    #[serde(flatten)]
    pub hints: Hints,
}

/// Places that lie together.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, ToSchema)]
#[schema(as = InfopointCluster)]
pub struct ClusterView {
    /// Degrees: among the places, roughly.
    pub lon: f64,
    pub lat: f64,
    /// How many there are, of all kinds.
    pub count: i64,
}

/// What stands on a map.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = InfopointMap)]
pub struct MapView {
    /// Places; absent where there are clusters.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub content: Option<Vec<InfopointView>>,
    /// Instead of places, where a rectangle is too large or holds too many of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub clusters: Option<Vec<ClusterView>>,
    /// There are more places than these.
    pub truncated: bool,
}

/// A municipality whose new places I am notified of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = WatchedMunicipality)]
pub struct WatchedView {
    pub id_municipality: i64,
    pub name: String,
}

/// A place to make.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NewInfopoint)]
pub struct NewInfopoint {
    #[garde(length(chars, min = 1, max = 120))]
    #[schema(min_length = 1, max_length = 120, example = "Trädgårdsföreningens lekplats")]
    pub name: String,
    /// Degrees (WGS 84), -180 to 180; of six decimals.
    #[garde(skip)]
    #[schema(value_type = f64, minimum = -180, maximum = 180, example = 15.620_123)]
    pub longitude: Coordinate,
    /// Degrees (WGS 84), -90 to 90; of six decimals.
    #[garde(skip)]
    #[schema(value_type = f64, minimum = -90, maximum = 90, example = 58.4069)]
    pub latitude: Coordinate,
    #[garde(skip)]
    pub id_type: InfopointType,
    /// Markdown as in chat.
    #[serde(default)]
    #[garde(length(chars, max = 4_000))]
    #[schema(max_length = 4000)]
    pub description: String,
    #[serde(default)]
    #[garde(length(chars, max = 200))]
    #[schema(max_length = 200)]
    pub address: String,
    /// `https://…` or `http://…`
    #[serde(default)]
    #[garde(length(chars, max = 500))]
    #[schema(max_length = 500)]
    pub link: String,
    /// When it is open, in words.
    #[serde(default)]
    #[garde(length(chars, max = 500))]
    #[schema(max_length = 500, example = "Mån–fre 10–18")]
    pub hours: String,
    /// In whose name; absent: my own. OWNER, ADMINISTRATOR and EDITOR.
    #[garde(skip)]
    pub id_entity: Option<EntityId>,
}

/// A picture that stays.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[schema(as = KeptInfopointPicture)]
pub struct PictureDraft {
    /// Of a picture that was uploaded.
    #[garde(length(chars, max = 64))]
    #[schema(max_length = 64)]
    pub image: String,
    /// What is to be seen on it, for those who do not see it.
    #[serde(default)]
    #[garde(length(chars, max = PICTURE_ALT))]
    #[schema(max_length = 300)]
    pub alt: String,
}

/// A place as it shall be; what is absent stays, an empty text goes.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ChangeInfopoint)]
pub struct ChangeInfopoint {
    #[garde(inner(length(chars, min = 1, max = 120)))]
    #[schema(min_length = 1, max_length = 120)]
    pub name: Option<String>,
    /// With `latitude` alone.
    #[garde(skip)]
    #[schema(value_type = Option<f64>, minimum = -180, maximum = 180)]
    pub longitude: Option<Coordinate>,
    /// With `longitude` alone.
    #[garde(skip)]
    #[schema(value_type = Option<f64>, minimum = -90, maximum = 90)]
    pub latitude: Option<Coordinate>,
    #[garde(skip)]
    pub id_type: Option<InfopointType>,
    #[garde(inner(length(chars, max = 4_000)))]
    #[schema(max_length = 4000)]
    pub description: Option<String>,
    #[garde(inner(length(chars, max = 200)))]
    #[schema(max_length = 200)]
    pub address: Option<String>,
    #[garde(inner(length(chars, max = 500)))]
    #[schema(max_length = 500)]
    pub link: Option<String>,
    #[garde(inner(length(chars, max = 500)))]
    #[schema(max_length = 500)]
    pub hours: Option<String>,
    /// Which pictures stay, in this order.
    #[garde(length(max = 8), dive)]
    #[schema(max_items = 8)]
    pub pictures: Option<Vec<PictureDraft>>,
    /// The `version` that was read.
    #[garde(range(min = 0, max = 9_007_199_254_740_991))]
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64)]
    pub version: i64,
}

/// What of a place is known so far.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NewInfopointDraft)]
pub struct DraftInput {
    #[garde(inner(length(chars, max = 120)))]
    #[schema(max_length = 120)]
    pub name: Option<String>,
    #[garde(skip)]
    #[schema(value_type = Option<f64>, minimum = -180, maximum = 180)]
    pub longitude: Option<Coordinate>,
    #[garde(skip)]
    #[schema(value_type = Option<f64>, minimum = -90, maximum = 90)]
    pub latitude: Option<Coordinate>,
    #[garde(skip)]
    pub id_type: Option<InfopointType>,
}

/// How I am connected to a place; what is absent stays.
#[derive(Debug, Clone, Copy, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ChangeInfopointConnection)]
pub struct ConnectionDraft {
    #[garde(skip)]
    pub fl_favorite: Option<bool>,
    #[garde(skip)]
    pub fl_notification: Option<bool>,
}

/// Somebody's place as it stands in the copy of their data.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Given {
    pub id_infopoint: InfopointId,
    pub id_entity: Option<EntityId>,
    pub id_auth_user: Option<UserId>,
    pub name: String,
    pub longitude: f64,
    pub latitude: f64,
    pub id_type: InfopointType,
    pub description: String,
    pub address: Option<String>,
    pub link: Option<String>,
    pub hours: Option<String>,
    pub pictures: Vec<PictureView>,
    pub da_created: Moment,
    pub da_updated: Moment,
}

impl From<Infopoint> for Given {
    fn from(one: Infopoint) -> Self {
        Self {
            pictures: pictures_of(&one),
            id_infopoint: one.infopoint_id,
            id_entity: one.entity_id,
            id_auth_user: one.author_id,
            name: one.name,
            longitude: degrees(one.longitude),
            latitude: degrees(one.latitude),
            id_type: one.infopoint_type,
            description: one.description,
            address: one.address,
            link: one.link,
            hours: one.hours,
            da_created: one.created,
            da_updated: one.updated,
        }
    }
}
