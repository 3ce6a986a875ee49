//! The municipalities of Sweden and their counties, with official codes.
//!
//! Localities (tätorter) are left out: no list with a source good enough is at hand.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::names::slug;

const FILE: &str = include_str!("data/municipalities.json");
/// The page of places, the first segment of their slugs.
const PAGE: &str = "ortskalendrar";

/// Why the data file is of no use; the build's own tests read it.
#[derive(Debug, thiserror::Error)]
pub enum PlacesError {
    #[error("the data file of places cannot be read: {0}")]
    Unreadable(#[from] serde_json::Error),
    #[error("municipality {0} has no number or no county")]
    Code(String),
}

#[derive(Deserialize)]
struct File {
    counties: BTreeMap<String, String>,
    municipalities: BTreeMap<String, String>,
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
    /// The county's official code, two digits.
    pub county_code: String,
    /// `Östergötlands län`
    pub county_name: String,
    /// Its page: `ortskalendrar/linkoping`.
    pub slug: String,
}

/// All places.
pub struct Places {
    municipalities: Vec<Municipality>,
}

impl Places {
    /// Reads the data file.
    pub fn read() -> Result<Self, PlacesError> {
        let file: File = serde_json::from_str(FILE)?;
        let shared =
            |slugged: &str| file.municipalities.values().filter(|name| slug(name) == slugged).count() > 1;
        let one = |(code, name): (&String, &String)| {
            let slugged = slug(name);
            // Håbo and Habo fold to one word: such names carry their codes.
            let page = if shared(&slugged) {
                format!("{PAGE}/{slugged}-{code}")
            } else {
                format!("{PAGE}/{slugged}")
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
                name: name.clone(),
            })
        };
        Ok(Self { municipalities: file.municipalities.iter().map(one).collect::<Result<_, _>>()? })
    }

    /// All of them, by code.
    pub fn municipalities(&self) -> &[Municipality] {
        &self.municipalities
    }

    /// The one with that number.
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
}
