//! The municipalities of Sweden and their counties, with official codes, and their localities (tätorter).
//!
//! Only localities with 500 people or more are included; the data file names its sources and what was left out.

mod named;

use std::collections::{BTreeMap, HashMap, HashSet};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::names::slug;
pub use named::Said;

const FILE: &str = include_str!("data/municipalities.json");
const LOCALITIES: &str = include_str!("data/localities.json");
/// The page of places, the first segment of their slugs.
const PAGE: &str = "ortskalendrar";
/// Last letters of names without a genitive s before "kommun".
const UNCHANGED: [char; 11] = ['a', 'e', 'i', 'o', 'u', 'y', 'å', 'ä', 'ö', 's', 'x'];

/// Why the data file is invalid; the build's own tests parse it.
#[derive(Debug, thiserror::Error)]
pub enum PlacesError {
    #[error("the data file of places cannot be read: {0}")]
    Unreadable(#[from] serde_json::Error),
    #[error("municipality {0} has no number or no county")]
    Code(String),
    #[error("there are localities in {0}, which is no municipality")]
    Locality(String),
}

#[derive(Deserialize)]
struct File {
    counties: BTreeMap<String, String>,
    municipalities: BTreeMap<String, String>,
}

/// Names by the municipality's code, each with its latitude and longitude in degrees.
#[derive(Deserialize)]
struct Localities {
    localities: BTreeMap<String, BTreeMap<String, (f64, f64)>>,
}

/// A municipality.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Municipality)]
pub struct Municipality {
    /// The official code as a number: what `selectedMunicipalityId` is.
    pub id_municipality: i64,
    /// The official code, four digits.
    pub code: String,
    /// `Linköping`
    pub name: String,
    /// `Linköpings kommun`
    pub full_name: String,
    /// The county's official code, two digits.
    pub county_code: String,
    /// `Östergötlands län`
    pub county_name: String,
    /// Its page: `ortskalendrar/linkoping`.
    pub slug: String,
}

/// `Linköpings kommun`, the municipality's official name: after a vowel, s or x the name is unchanged.
fn full_name(name: &str) -> String {
    match name {
        "Kalmar" | "Orust" => format!("{name} kommun"),
        "Falun" => "Falu kommun".to_owned(),
        name if name.ends_with(UNCHANGED) => format!("{name} kommun"),
        name => format!("{name}s kommun"),
    }
}

/// A locality: its name, and the municipality that contains it (or most of it). Names are unique within a municipality.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Locality)]
pub struct Locality<'a> {
    /// `gammelstad`; of namesakes with the municipality: `jarna-vansbro`.
    pub slug: &'a str,
    /// `Gammelstad`
    pub name: &'a str,
    /// Its page: `ortskalendrar/gammelstad`; that of the municipality where the two bear one name.
    pub page: &'a str,
    pub municipality: &'a Municipality,
}

/// `linkoping` of the page `ortskalendrar/linkoping`.
fn last_of(page: &str) -> Option<&str> {
    page.strip_prefix(PAGE)?.strip_prefix('/')
}

/// A locality as it is kept.
struct Named {
    slug: String,
    name: String,
    page: String,
    /// The index of its municipality.
    municipality: usize,
    /// Latitude and longitude, in degrees.
    position: (f64, f64),
}

/// Farthest from a position to the locality that says which municipality it is in, in kilometres.
const NEAREST: f64 = 40.0;
/// Kilometres of a degree of latitude.
const DEGREE: f64 = 111.195;

/// All places.
pub struct Places {
    municipalities: Vec<Municipality>,
    localities: Vec<Named>,
    names: named::Names,
}

impl Places {
    /// Parses the data file.
    pub fn read() -> Result<Self, PlacesError> {
        let file: File = serde_json::from_str(FILE)?;
        let slugs: Vec<String> = file.municipalities.values().map(|name| slug(name)).collect();
        let mut bearers: HashMap<&str, usize> = HashMap::new();
        for slug in &slugs {
            *bearers.entry(slug).or_default() += 1;
        }
        let one = |((code, name), slug): ((&String, &String), &String)| {
            // Håbo and Habo have the same slug, so such slugs contain their codes.
            let page = if bearers.get(slug.as_str()).is_some_and(|bearers| *bearers > 1) {
                format!("{PAGE}/{slug}-{code}")
            } else {
                format!("{PAGE}/{slug}")
            };
            let (id, county) = (code.parse().ok(), code.get(..2));
            let county = county.and_then(|county| file.counties.get_key_value(county));
            let (Some(id_municipality), Some((county_code, county_name))) = (id, county) else {
                return Err(PlacesError::Code(code.clone()));
            };
            Ok(Municipality {
                id_municipality,
                county_code: county_code.clone(),
                county_name: county_name.clone(),
                slug: page,
                code: code.clone(),
                full_name: full_name(name),
                name: name.clone(),
            })
        };
        let municipalities: Vec<Municipality> =
            file.municipalities.iter().zip(&slugs).map(one).collect::<Result<_, _>>()?;
        let mut localities = Vec::new();
        for (code, names) in serde_json::from_str::<Localities>(LOCALITIES)?.localities {
            let at = municipalities.binary_search_by(|one| one.code.cmp(&code));
            let at = at.map_err(|_| PlacesError::Locality(code))?;
            let named = |(name, position): (String, _)| {
                let page = String::new();
                Named { slug: slug(&name), name, page, municipality: at, position }
            };
            localities.extend(names.into_iter().map(named));
        }
        let mut namesakes: HashMap<String, usize> = HashMap::new();
        for one in &localities {
            *namesakes.entry(one.slug.clone()).or_default() += 1;
        }
        let taken: HashSet<&str> = municipalities.iter().map(|one| one.slug.as_str()).collect();
        for one in &mut localities {
            let Some(municipality) = municipalities.get(one.municipality) else { continue };
            let full = format!("{}-{}", one.slug, slug(&municipality.name));
            if namesakes.get(&one.slug).is_some_and(|count| *count > 1) {
                one.slug.clone_from(&full);
            }
            one.page = format!("{PAGE}/{}", one.slug);
            if municipality.name == one.name {
                one.page.clone_from(&municipality.slug);
            } else if taken.contains(one.page.as_str()) {
                // The page of another municipality: Berg in Linköping.
                one.page = format!("{PAGE}/{full}");
            }
        }
        let names = named::Names::of(&municipalities, &localities);
        Ok(Self { municipalities, localities, names })
    }

    /// All municipalities, by code.
    pub fn municipalities(&self) -> &[Municipality] {
        &self.municipalities
    }

    /// All localities, by their municipalities' codes.
    pub fn localities(&self) -> impl Iterator<Item = Locality<'_>> {
        self.localities.iter().filter_map(|one| self.locality_of(one))
    }

    /// The locality with that slug, or whose own page has this address: `gammelstad` of `ortskalendrar/gammelstad`.
    pub fn locality(&self, slug: &str) -> Option<Locality<'_>> {
        // A page that is a municipality's is not its own.
        let by_page = || {
            let is_its = |one: &&Named| last_of(&one.page) == Some(slug);
            self.on_page(slug).is_none().then(|| self.localities.iter().find(is_its)).flatten()
        };
        let by_slug = self.localities.iter().find(|one| one.slug == slug);
        by_slug.or_else(by_page).and_then(|one| self.locality_of(one))
    }

    /// The localities of a municipality, in the data's order.
    pub fn localities_of(&self, id: i64) -> impl Iterator<Item = Locality<'_>> {
        self.localities().filter(move |one| one.municipality.id_municipality == id)
    }

    /// The locality closest to a position (degrees, WGS 84), if one is within forty kilometres. Its municipality is most
    /// often the position's own; no borders are known here.
    pub fn nearest(&self, latitude: f64, longitude: f64) -> Option<Locality<'_>> {
        // Over such distances the earth is flat enough.
        let narrowed = latitude.to_radians().cos();
        let away = |one: &Named| {
            let (north, east) = (one.position.0 - latitude, (one.position.1 - longitude) * narrowed);
            north.hypot(east) * DEGREE
        };
        let nearest = self.localities.iter().map(|one| (away(one), one));
        let (away, one) = nearest.min_by(|(one, _), (other, _)| one.total_cmp(other))?;
        if away <= NEAREST { self.locality_of(one) } else { None }
    }

    fn locality_of<'a>(&'a self, one: &'a Named) -> Option<Locality<'a>> {
        let municipality = self.municipalities.get(one.municipality)?;
        Some(Locality { slug: &one.slug, name: &one.name, page: &one.page, municipality })
    }

    /// The municipality whose page has this address: `linkoping` of `ortskalendrar/linkoping`.
    pub fn on_page(&self, address: &str) -> Option<&Municipality> {
        self.municipalities.iter().find(|one| last_of(&one.slug) == Some(address))
    }

    /// The municipality with that id.
    pub fn municipality(&self, id: i64) -> Option<&Municipality> {
        let at = self.municipalities.binary_search_by_key(&id, |one| one.id_municipality);
        at.ok().and_then(|at| self.municipalities.get(at))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn all_of_them_with_their_codes() {
        let places = Places::read().unwrap();
        let all = places.municipalities();
        assert_eq!(all.len(), 290);
        let counties: HashSet<&str> = all.iter().map(|one| one.county_code.as_str()).collect();
        assert_eq!(counties.len(), 21);
        let slugs: HashSet<&str> = all.iter().map(|one| one.slug.as_str()).collect();
        assert_eq!(slugs.len(), 290, "each has a page of its own");
        for (id, code, name, county) in [
            (114, "0114", "Upplands Väsby", "Stockholms län"),
            (180, "0180", "Stockholm", "Stockholms län"),
            (580, "0580", "Linköping", "Östergötlands län"),
            (980, "0980", "Gotland", "Gotlands län"),
            (1480, "1480", "Göteborg", "Västra Götalands län"),
            (2584, "2584", "Kiruna", "Norrbottens län"),
        ] {
            let found = places.municipality(id).unwrap();
            assert_eq!((found.code.as_str(), found.name.as_str()), (code, name));
            assert_eq!(found.county_name, county);
        }
        assert_eq!(places.municipality(305).unwrap().slug, "ortskalendrar/habo-0305");
        assert_eq!(places.municipality(643).unwrap().slug, "ortskalendrar/habo-0643");
        for none in [-1, 0, 1, 100, 179, 9_999] {
            assert_eq!(places.municipality(none), None, "{none}");
        }
    }

    #[test]
    fn localities_by_municipality_each_once() {
        let places = Places::read().unwrap();
        let all: Vec<(&str, &str)> =
            places.localities().map(|one| (one.municipality.code.as_str(), one.name)).collect();
        assert_eq!(all.len(), 1_142);
        assert!(all.is_sorted_by(|one, other| one < other), "sorted, and none twice");
        for (_, name) in &all {
            assert!(name.chars().all(|letter| letter.is_alphabetic() || " -".contains(letter)), "{name:?}");
            assert!(name.starts_with(char::is_uppercase) && name.trim() == *name, "{name:?}");
        }
        let municipalities = |name: &str| -> Vec<&str> {
            let such = places.localities().filter(|one| one.name == name);
            such.map(|one| one.municipality.name.as_str()).collect()
        };
        for (name, expected) in [
            ("Gammelstad", &["Luleå"] as &[_]),
            ("Åkersberga", &["Österåker"]),
            ("Visby", &["Gotland"]),
            // Localities with the same name are distinguished by their municipality.
            ("Järna", &["Södertälje", "Vansbro"]),
            ("Mora", &["Mora", "Säter"]),
            // In another municipality according to the source.
            ("Björklinge", &["Uppsala"]),
            ("Nogersund", &["Sölvesborg"]),
            // Parts of cities are not localities.
            ("Södermalm", &[]),
            ("Majorna", &[]),
        ] {
            assert_eq!(municipalities(name), expected, "{name}");
        }
    }

    #[test]
    fn the_municipality_of_a_position_is_that_of_its_nearest_locality() {
        let places = Places::read().unwrap();
        let found = |latitude, longitude| {
            places.nearest(latitude, longitude).map(|one| one.municipality.name.as_str())
        };
        // The library of Linköping, the cathedral of Visby, Ullevi, Kebnekaise's mountain station, Malmö's square.
        assert_eq!(found(58.4085, 15.6180), Some("Linköping"));
        assert_eq!(found(57.6418, 18.2977), Some("Gotland"));
        assert_eq!(found(57.7057, 11.9873), Some("Göteborg"));
        assert_eq!(found(55.6064, 13.0008), Some("Malmö"));
        assert_eq!(found(67.8680, 18.6130), None, "sixty kilometres from Kiruna");
        assert_eq!(found(48.8566, 2.3522), None);
        for (latitude, longitude) in [(90.0, 0.0), (-90.0, 180.0), (58.0, -180.0)] {
            assert_eq!(found(latitude, longitude), None);
        }
    }

    #[test]
    fn each_locality_has_a_slug_of_its_own() {
        let places = Places::read().unwrap();
        let slugs: HashSet<&str> = places.localities().map(|one| one.slug).collect();
        assert_eq!(slugs.len(), 1_142);
        let found = |slug: &str| places.locality(slug).map(|one| (one.name, one.municipality.name.as_str()));
        assert_eq!(found("gammelstad"), Some(("Gammelstad", "Luleå")));
        assert_eq!(found("akersberga"), Some(("Åkersberga", "Österåker")));
        assert_eq!(found("jarna-vansbro"), Some(("Järna", "Vansbro")));
        assert_eq!(found("jarna-sodertalje"), Some(("Järna", "Södertälje")));
        for none in ["jarna", "Gammelstad", "", "majorna"] {
            assert_eq!(found(none), None, "{none}");
        }
    }

    #[test]
    fn each_local_area_has_one_page() {
        let places = Places::read().unwrap();
        let page = |slug: &str| places.locality(slug).map(|one| one.page);
        for (slug, expected) in [
            ("gammelstad", Some("ortskalendrar/gammelstad")),
            ("jarna-vansbro", Some("ortskalendrar/jarna-vansbro")),
            // That of the municipality of its name.
            ("linkoping", Some("ortskalendrar/linkoping")),
            ("mora-mora", Some("ortskalendrar/mora")),
            ("mora-sater", Some("ortskalendrar/mora-sater")),
            ("mora", None),
            ("habo", Some("ortskalendrar/habo-0643")),
            // Berg is a municipality elsewhere, which has the address.
            ("berg", Some("ortskalendrar/berg-linkoping")),
            ("berg-linkoping", Some("ortskalendrar/berg-linkoping")),
        ] {
            assert_eq!(page(slug), expected, "{slug}");
        }
        let municipalities: HashSet<&str> =
            places.municipalities().iter().map(|one| one.slug.as_str()).collect();
        let own = |one: &Locality<'_>| one.name != one.municipality.name;
        let pages: Vec<&str> = places.localities().filter(own).map(|one| one.page).collect();
        let distinct: HashSet<&str> = pages.iter().copied().collect();
        assert_eq!(distinct.len(), pages.len());
        assert!(distinct.is_disjoint(&municipalities));
        let of_habo: Vec<&str> = places.localities_of(643).map(|one| one.name).collect();
        assert!(of_habo.contains(&"Habo") && of_habo.iter().all(|name| *name != "Bålsta"), "{of_habo:?}");
    }

    #[test]
    fn a_municipality_is_called_as_it_calls_itself() {
        let places = Places::read().unwrap();
        for (code, called) in [
            ("0114", "Upplands Väsby kommun"),
            ("0580", "Linköpings kommun"),
            ("0880", "Kalmar kommun"),
            ("0980", "Gotlands kommun"),
            ("1421", "Orust kommun"),
            ("1490", "Borås kommun"),
            ("2023", "Malung-Sälens kommun"),
            ("2080", "Falu kommun"),
            ("2514", "Kalix kommun"),
            ("2580", "Luleå kommun"),
        ] {
            let one = places.municipality(code.parse().unwrap()).unwrap();
            assert_eq!((one.code.as_str(), one.full_name.as_str()), (code, called));
        }
    }
}
