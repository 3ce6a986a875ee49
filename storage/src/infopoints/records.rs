//! Stored records of infopoints.

use serde::{Deserialize, Serialize};

use super::grid::{Cell, Point, WHOLE};
use crate::feed::Source;
use crate::platform::ids::{EntityId, UserId};
use crate::platform::record::record;
use crate::platform::text_enum::text_enum;
use crate::platform::time::Moment;
use crate::platform::value::Json;

crate::ids! {
    /// A place in the guide.
    InfopointId,
    /// A person's connection to a place.
    InfopointConnectionId,
}

text_enum! {
    /// What a place is.
    InfopointType {
        /// Lekplats.
        Playground = "PLAYGROUND",
        /// Bibliotek.
        Library = "LIBRARY",
        /// Badplats.
        BathingPlace = "BATHING_PLACE",
        /// Idrottsplats.
        Sports = "SPORTS",
        /// Skola.
        School = "SCHOOL",
        /// Förskola.
        Preschool = "PRESCHOOL",
        /// Park.
        Park = "PARK",
        /// Naturområde.
        Nature = "NATURE",
        /// Utsiktsplats.
        Viewpoint = "VIEWPOINT",
        /// Vandringsled eller motionsspår.
        Trail = "TRAIL",
        /// Museum.
        Museum = "MUSEUM",
        /// Kulturhus eller scen.
        Culture = "CULTURE",
        /// Sevärdhet.
        Sight = "SIGHT",
        /// Mötesplats.
        MeetingPlace = "MEETING_PLACE",
        /// Fritidsgård.
        YouthCentre = "YOUTH_CENTRE",
        /// Kafé.
        Cafe = "CAFE",
        /// Restaurang.
        Restaurant = "RESTAURANT",
        /// Butik.
        Shop = "SHOP",
        /// Torg eller marknad.
        Market = "MARKET",
        /// Vård eller apotek.
        Health = "HEALTH",
        /// Samhällsservice.
        Service = "SERVICE",
        /// Återvinning.
        Recycling = "RECYCLING",
        /// Offentlig toalett.
        Toilet = "TOILET",
        /// Parkering.
        Parking = "PARKING",
        /// Hållplats eller station.
        Stop = "STOP",
        /// Hjärtstartare.
        Defibrillator = "DEFIBRILLATOR",
        /// Vindskydd eller skyddsrum.
        Shelter = "SHELTER",
        /// Laddstation.
        Charging = "CHARGING",
        /// Camping.
        Camping = "CAMPING",
        /// Annat.
        Other = "OTHER",
    }
}

/// A picture of a place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InfopointPicture {
    /// Names it among the place's; changes with the picture.
    pub image: String,
    /// Pixels.
    pub width: i64,
    pub height: i64,
    /// What is to be seen on it; may be empty.
    pub alt: String,
}

record! {
    /// A place in the guide.
    pub struct Infopoint;
    pub(crate) static INFOPOINTS: "infopoints", Ascending;
    partition {
        infopoint_id: InfopointId => bigint,
    }
    clustering {}
    columns {
        name: String => text,
        /// Millionths of a degree, WGS 84.
        longitude: i64 => bigint,
        /// Millionths of a degree, WGS 84.
        latitude: i64 => bigint,
        infopoint_type: InfopointType => text,
        /// Markdown, as in chat; may be empty.
        description: String => text,
        address: Option<String> => text,
        link: Option<String> => text,
        /// When it is open, in words.
        hours: Option<String> => text,
        pictures: Json<Vec<InfopointPicture>> => text,
        /// Who made it; none: an organisation's place whose author is erased.
        author_id: Option<UserId> => bigint,
        /// The organisation in whose name it is; none: its author's own.
        entity_id: Option<EntityId> => bigint,
        /// The municipality that it is counted to; none: it is far from every locality.
        municipality: Option<i64> => bigint,
        /// Since when a moderator has hidden it.
        hidden: Option<Moment> => timestamp,
        created: Moment => timestamp,
        updated: Moment => timestamp,
        /// Raised by every change.
        version: i64 => bigint,
    }
}

record! {
    /// A place on the map. It only points: what is shown, and whether, the place's own row says.
    pub struct Pin;
    pub(crate) static INFOPOINT_CELLS: "infopoint_cells", Ascending;
    partition {
        /// Geohash of five letters.
        cell: String => text,
    }
    clustering {
        /// Geohash of [`WHOLE`] letters, so that a rectangle is a stretch of a cell.
        hash: String => text,
        infopoint_id: InfopointId => bigint,
    }
    columns {
        longitude: i64 => bigint,
        latitude: i64 => bigint,
        infopoint_type: InfopointType => text,
        /// Folded.
        name: String => text,
    }
}

impl Pin {
    /// Where it stands; none: the row is damaged.
    pub fn point(&self) -> Option<Point> {
        Point::of(self.longitude, self.latitude)
    }
}

record! {
    /// How many places a cell holds, within a larger cell. Counted anew after every change of the cell.
    pub struct Tally;
    pub(crate) static INFOPOINT_TALLIES: "infopoint_tallies", Ascending;
    partition {
        /// Geohash of three letters, or of one.
        area: String => text,
    }
    clustering {
        /// Geohash of five letters within one of three, of three within one of one.
        cell: String => text,
    }
    columns {
        places: i64 => bigint,
        /// Raised by every count.
        version: i64 => bigint,
    }
}

record! {
    /// A place in the list of its author or organisation.
    pub struct InfopointBySource;
    pub(crate) static INFOPOINTS_BY_SOURCE: "infopoint_shelves", Descending;
    partition {
        source: Source => text,
    }
    clustering {
        infopoint_id: InfopointId => bigint,
    }
    columns {}
}

record! {
    /// A place that somebody made in any name, for export and erasure.
    pub struct InfopointByAuthor;
    pub(crate) static INFOPOINTS_BY_AUTHOR: "infopoint_traces", Descending;
    partition {
        user_id: UserId => bigint,
    }
    clustering {
        infopoint_id: InfopointId => bigint,
    }
    columns {}
}

record! {
    /// A person's connection to a place.
    pub struct InfopointConnection;
    pub(crate) static INFOPOINT_CONNECTIONS: "infopoint_connections", Descending;
    partition {
        user_id: UserId => bigint,
    }
    clustering {
        infopoint_id: InfopointId => bigint,
    }
    columns {
        connection_id: InfopointConnectionId => bigint,
        favorite: bool => boolean,
        /// Wants to be notified of changes.
        notify: bool => boolean,
    }
}

record! {
    /// A person with a connection to a place, in the list of the place.
    pub struct InfopointFollower;
    pub(crate) static INFOPOINT_FOLLOWERS: "infopoint_followers", Ascending;
    partition {
        infopoint_id: InfopointId => bigint,
    }
    clustering {
        user_id: UserId => bigint,
    }
    columns {
        /// As in [`InfopointConnection`].
        notify: bool => boolean,
    }
}

record! {
    /// A municipality whose new places a person wants to be notified of.
    pub struct InfopointWatch;
    pub(crate) static INFOPOINT_WATCHES: "infopoint_watches", Ascending;
    partition {
        user_id: UserId => bigint,
    }
    clustering {
        municipality: i64 => bigint,
    }
    columns {}
}

record! {
    /// The same, in the list of the municipality.
    pub struct InfopointWatcher;
    pub(crate) static INFOPOINT_WATCHERS: "infopoint_watchers", Ascending;
    partition {
        municipality: i64 => bigint,
    }
    clustering {
        user_id: UserId => bigint,
    }
    columns {}
}

impl Infopoint {
    /// Where it is; none: the row is damaged.
    pub fn point(&self) -> Option<Point> {
        Point::of(self.longitude, self.latitude)
    }

    /// The author or organisation in whose name it is; none: its author is erased.
    pub fn source(&self) -> Option<Source> {
        self.entity_id.map(Source::Entity).or_else(|| self.author_id.map(Source::User))
    }

    /// Its pin on the map; a hidden place has none.
    pub fn pin(&self) -> Option<Pin> {
        let point = self.point().filter(|_| self.hidden.is_none())?;
        let hash = Cell::at(point, WHOLE).hash();
        Some(Pin {
            cell: hash.chars().take(super::CELL).collect(),
            hash,
            infopoint_id: self.infopoint_id,
            longitude: self.longitude,
            latitude: self.latitude,
            infopoint_type: self.infopoint_type,
            name: crate::entities::folded(&self.name),
        })
    }

    pub(super) fn by_source(&self) -> Option<InfopointBySource> {
        let infopoint_id = self.infopoint_id;
        self.source().map(|source| InfopointBySource { source, infopoint_id })
    }

    pub(super) fn by_author(&self) -> Option<InfopointByAuthor> {
        let infopoint_id = self.infopoint_id;
        self.author_id.map(|user_id| InfopointByAuthor { user_id, infopoint_id })
    }
}
