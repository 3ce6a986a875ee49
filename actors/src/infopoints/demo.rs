//! The places of the demo's town, made by its school, its club and people; some are somebody's favourites.

use storage::ids::Ids;
use storage::infopoints::{InfopointId, InfopointType, Infopoints, recounted};

use super::following::{connect, watch};
use super::rules::Coordinate;
use super::view::{ConnectionDraft, NewInfopoint};
use super::writing::create_at;
use crate::area::demo::{Cast, NODE};
use crate::feed::Stamp;
use crate::prelude::*;

const SCHOOL: &str = "bjorkangsskolan";
const CLUB: &str = "hornebo-sk";
const HOUR: i64 = 3_600_000;
const DAY: i64 = 24 * HOUR;
/// The municipality in which the town is drawn: Linköping.
const MUNICIPALITY: i64 = 580;

/// A place of the demo.
struct Place {
    by: &'static str,
    /// On behalf of the organisation with that slug.
    of: Option<&'static str>,
    /// Longitude and latitude, in degrees.
    at: (f64, f64),
    kind: InfopointType,
    name: &'static str,
    description: &'static str,
    address: &'static str,
    hours: &'static str,
}

const PLACES: &[Place] = &[
    Place {
        by: "Anna Lindberg",
        of: Some(SCHOOL),
        at: (15.6104, 58.4021),
        kind: InfopointType::School,
        name: "Björkängsskolan",
        description: "Förskoleklass till årskurs nio. Besökare anmäler sig på *expeditionen*, till höger om entrén.",
        address: "Björkängsvägen 2",
        hours: "Expeditionen: mån–fre 7.30–15.30",
    },
    Place {
        by: "Karin Öberg",
        of: Some(SCHOOL),
        at: (15.6112, 58.4026),
        kind: InfopointType::Library,
        name: "Skolbiblioteket",
        description: "Öppet för alla efter skoltid. Läxhjälp på tisdagar.",
        address: "Björkängsvägen 2, plan 2",
        hours: "Mån–tors 8–17, fre 8–15",
    },
    Place {
        by: "Stefan Lundqvist",
        of: Some(CLUB),
        at: (15.6243, 58.4098),
        kind: InfopointType::Sports,
        name: "Hörnebovallen",
        description: "Konstgräs, friidrottsbana och omklädningsrum. Kiosken är öppen vid hemmamatcher.",
        address: "Vallvägen 10",
        hours: "Alla dagar 7–22",
    },
    Place {
        by: "Malin Åberg",
        of: Some(CLUB),
        at: (15.6257, 58.4103),
        kind: InfopointType::Sports,
        name: "Hörnebohallen",
        description: "Idrottshall med plats för innebandy, handboll och gymnastik. Bokas här i Kalender.",
        address: "Vallvägen 12",
        hours: "Alla dagar 7–22",
    },
    Place {
        by: "Malin Åberg",
        of: Some(CLUB),
        at: (15.6251, 58.4100),
        kind: InfopointType::Defibrillator,
        name: "Hjärtstartare, Hörnebohallen",
        description: "Till vänster innanför entrén. Skåpet är olåst.",
        address: "Vallvägen 12",
        hours: "Dygnet runt",
    },
    Place {
        by: "Lena Karlsson",
        of: None,
        at: (15.6169, 58.4057),
        kind: InfopointType::Playground,
        name: "Äppellundens lekplats",
        description: "Gungor, klätternät och sandlåda. Skugga mitt på dagen, bord att fika vid.",
        address: "Äppelgatan",
        hours: "",
    },
    Place {
        by: "Mikael Persson",
        of: None,
        at: (15.6382, 58.4146),
        kind: InfopointType::BathingPlace,
        name: "Hornsjöns badplats",
        description: "Brygga, långgrunt för de små och grillplats. Ingen badvakt.",
        address: "Badvägen",
        hours: "",
    },
    Place {
        by: "Rolf Granström",
        of: None,
        at: (15.5871, 58.4189),
        kind: InfopointType::Trail,
        name: "Elljusspåret",
        description: "2,5 och 5 kilometer i kuperad skog. Skidspår när det finns snö.",
        address: "Skogsbrynet",
        hours: "Tänt 6–22",
    },
    Place {
        by: "Rolf Granström",
        of: None,
        at: (15.5803, 58.4231),
        kind: InfopointType::Viewpoint,
        name: "Korpberget",
        description: "Kvällssol över sjön. Sista biten är brant, gå inte när det är halt.",
        address: "",
        hours: "",
    },
    Place {
        by: "Amina Hassan",
        of: None,
        at: (15.6188, 58.4074),
        kind: InfopointType::Cafe,
        name: "Kafé Klockan",
        description: "Bullar ur ugnen varje morgon, lekhörna och plats för vagnar.",
        address: "Torget 3",
        hours: "Mån–fre 7–18, lör 9–16",
    },
    Place {
        by: "Sofia Nilsson",
        of: None,
        at: (15.6196, 58.4069),
        kind: InfopointType::Market,
        name: "Torget",
        description: "Torghandel på lördagar. Julmarknad första advent.",
        address: "Torget",
        hours: "Torghandel: lör 9–14",
    },
    Place {
        by: "Henrik Johansson",
        of: None,
        at: (15.6075, 58.4112),
        kind: InfopointType::Recycling,
        name: "Återvinningen vid Kvarngatan",
        description: "Glas, papper, plast, metall och batterier.",
        address: "Kvarngatan",
        hours: "Dygnet runt",
    },
];

/// Makes them; idempotent, because their ids are derived from their moments.
pub(super) async fn make(platform: &Platform, cast: &Cast, first_run: i64) -> Result<()> {
    let anna = cast.who(platform, "Anna Lindberg").await?;
    let infopoints = Infopoints::of(&platform.storage);
    for (number, one) in (0..).zip(PLACES) {
        let at = first_run - 30 * DAY + number * HOUR;
        let stamp = Stamp { at, id: Ids::first_at(at) | NODE | 5 };
        let id = InfopointId(stamp.id);
        if infopoints.infopoint(id).await?.is_none() {
            let who = cast.who(platform, one.by).await?;
            create_at(platform, &who, new(platform, one).await?, stamp).await?;
        }
        // No server runs the jobs of a demo, and the map's counts are checked at once.
        for cell in recounted(None, infopoints.infopoint(id).await?.as_ref()) {
            infopoints.recount(&cell).await?;
        }
        // A favourite, and a place that she follows.
        let (favourite, followed) = (number % 5 == 1, number == 2);
        if favourite || followed {
            let draft = ConnectionDraft { fl_favorite: Some(favourite), fl_notification: Some(followed) };
            connect(platform, &anna, id, draft).await?;
        }
    }
    watch(platform, &anna, MUNICIPALITY, true).await
}

async fn new(platform: &Platform, one: &Place) -> Result<NewInfopoint> {
    let id_entity = match one.of {
        Some(slug) => {
            let found = platform.storage.entities.entity_by_slug(slug).await?;
            Some(found.ok_or_else(Refusal::internal)?.entity_id)
        }
        None => None,
    };
    Ok(NewInfopoint {
        name: one.name.to_owned(),
        longitude: Coordinate::Number(one.at.0),
        latitude: Coordinate::Number(one.at.1),
        id_type: one.kind,
        description: one.description.to_owned(),
        address: one.address.to_owned(),
        link: String::new(),
        hours: one.hours.to_owned(),
        id_entity,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::infopoints::rules::{makes_for, point};
    use crate::infopoints::sweden::is_swedish;
    use crate::transfer::demo::part::cast;
    use crate::transfer::demo::script;

    #[test]
    fn demo_places_are_in_one_town_and_made_by_those_who_may() {
        let scripts = script::all().unwrap();
        let cast = cast(&scripts);
        let of = |one: &Place| point(&Coordinate::Number(one.at.0), &Coordinate::Number(one.at.1)).unwrap();
        for one in PLACES {
            assert!(is_swedish(of(one)) && of(one).metres_to(of(&PLACES[0])) < 5_000.0, "{}", one.name);
            assert!(cast.has(one.by), "{}", one.by);
            let Some(slug) = one.of else { continue };
            let script = scripts.iter().find(|script| script.slug == slug).unwrap();
            let named = |person: &&script::Person| format!("{} {}", person.first, person.last) == one.by;
            let relation = script.people.iter().find(named).map(|person| person.relation);
            assert!(makes_for(relation), "{} makes no places for {slug}", one.by);
        }
    }
}
