//! Which local areas (municipalities, localities) something is in, or names: pure.

use std::collections::{BTreeSet, HashMap};

use super::{Municipality, Named, Places};

/// Names that are also words of every day ('vi', 'vara', 'bro'). They count only with a capital letter, and as the first
/// word of a title not even then.
const ORDINARY: [&str; 25] = [
    "Backa", "Backe", "Bara", "Berg", "Bor", "Bro", "Brunn", "Fors", "Horn", "Härad", "Kil", "Klippan",
    "Lit", "Ljung", "Lund", "Mark", "Rot", "Ruda", "Skruv", "Valla", "Vara", "Vi", "Vika", "Viken", "Ås",
];

/// What is known of where something is.
#[derive(Debug, Clone, Default)]
pub struct Said<'a> {
    /// Titles, which begin with a capital letter whatever the word.
    pub titles: Vec<&'a str>,
    /// Names and addresses of places and organisers.
    pub names: Vec<&'a str>,
    /// The official code of a municipality.
    pub code: Option<i64>,
    /// Degrees north and east.
    pub position: Option<(f64, f64)>,
}

/// Whose name it is: an index of the municipalities or localities.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Bearer {
    Municipality(usize),
    Locality(usize),
}

/// A name, as it is looked for.
#[derive(Debug)]
struct Sought {
    /// In lower case.
    words: Vec<String>,
    /// As it must be written; none: in any case.
    written: Option<String>,
    bearer: Bearer,
}

/// The names of all areas, by their first word in lower case.
#[derive(Default)]
pub(super) struct Names(HashMap<String, Vec<Sought>>);

/// The words of a text, as written.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '-').filter(|word| !word.is_empty())
}

impl Names {
    /// A locality with its municipality's name is found by the municipality: the two have one page.
    pub fn of(municipalities: &[Municipality], localities: &[Named]) -> Self {
        let mut names = Self::default();
        for (at, one) in municipalities.iter().enumerate() {
            names.add(&one.name, Bearer::Municipality(at));
        }
        for (at, one) in localities.iter().enumerate() {
            if municipalities.get(one.municipality).is_none_or(|its| its.name != one.name) {
                names.add(&one.name, Bearer::Locality(at));
            }
        }
        names
    }

    fn add(&mut self, name: &str, bearer: Bearer) {
        let words: Vec<String> = words(name).map(str::to_lowercase).collect();
        let written = ORDINARY.contains(&name).then(|| name.to_owned());
        let Some(first) = words.first().cloned() else { return };
        self.0.entry(first).or_default().push(Sought { words, written, bearer });
    }

    /// Whose names a text has, in whole words, also in the genitive: `Linköpings`.
    fn said_in<'a>(&'a self, text: &'a str, is_title: bool) -> impl Iterator<Item = Bearer> + 'a {
        let said: Vec<&str> = words(text).collect();
        let lower: Vec<String> = said.iter().map(|word| word.to_lowercase()).collect();
        (0..said.len()).flat_map(move |at| {
            let (said, lower) = (said.get(at..).unwrap_or_default(), lower.get(at..).unwrap_or_default());
            let first = lower.first().map(String::as_str).unwrap_or_default();
            let nominative = first.strip_suffix('s').into_iter();
            let sought = [first].into_iter().chain(nominative).filter_map(|word| self.0.get(word)).flatten();
            let is_first = is_title && at == 0;
            let meant = sought.filter(|one| one.is_said(said, lower, is_first));
            meant.map(|one| one.bearer).collect::<Vec<_>>()
        })
    }
}

impl Sought {
    fn is_said(&self, said: &[&str], lower: &[String], is_first: bool) -> bool {
        let Some((last, before)) = self.words.split_last() else { return false };
        let Some((end, begin)) = lower.get(..self.words.len()).and_then(<[_]>::split_last) else {
            return false;
        };
        let is_written = |written: &String| {
            let said = said.first().copied().unwrap_or_default();
            !is_first && (said == written || said.strip_suffix('s') == Some(written))
        };
        begin == before
            && (end == last || end.strip_suffix('s') == Some(last))
            && self.written.as_ref().is_none_or(is_written)
    }
}

impl Places {
    /// The pages of the areas that something names or is in. A municipality: its name is said, or its code is given. A
    /// locality: its name is said and no other municipality's code is given, or it is the one nearest to the position.
    pub fn areas(&self, said: &Said<'_>) -> BTreeSet<&str> {
        let code = said.code.and_then(|id| self.municipality(id));
        let titles = said.titles.iter().flat_map(|text| self.names.said_in(text, true));
        let names = said.names.iter().flat_map(|text| self.names.said_in(text, false));
        let named = titles.chain(names).filter_map(|bearer| match bearer {
            Bearer::Municipality(at) => self.municipalities.get(at).map(|one| one.slug.as_str()),
            Bearer::Locality(at) => {
                let one = self.localities.get(at)?;
                let its = self.municipalities.get(one.municipality);
                (code.is_none() || code == its).then_some(one.page.as_str())
            }
        });
        let nearest = said.position.and_then(|(latitude, longitude)| self.nearest(latitude, longitude));
        named.chain(code.map(|one| one.slug.as_str())).chain(nearest.map(|one| one.page)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn areas<'a>(places: &'a Places, said: &Said<'_>) -> Vec<&'a str> {
        let pages = places.areas(said).into_iter();
        pages.map(|page| page.strip_prefix("ortskalendrar/").unwrap()).collect()
    }

    #[test]
    fn name_is_said_in_whole_words() {
        let places = Places::read().unwrap();
        for (text, page, expected) in [
            ("Marknad i Mora", "mora", true),
            ("moras marknad", "mora", true),
            ("Moraparken", "mora", false),
            ("Mor", "mora", false),
            ("Linköpings kommun", "linkoping", true),
            ("Konsert, Upplands Väsby", "upplands-vasby", true),
            ("Väsby i Upplands", "upplands-vasby", false),
            ("Habo", "habo-0305", false),
            ("", "mora", false),
            ("Loppis i Gammelstad", "gammelstad", true),
            ("Gammelstads kyrka", "gammelstad", true),
            ("Gammelstaden", "gammelstad", false),
            ("Fika i Södra Vi", "sodra-vi", true),
            // Words of every day are no names, nor is the first word of a title.
            ("Sång för alla, vi ses", "vi", false),
            ("Vi sjunger", "vi", false),
            ("Sommar i Vi", "vi", true),
            ("Att vara förälder", "vara", false),
            ("Marknad på Vara torg", "vara", true),
        ] {
            let said = Said { titles: vec![text], ..Said::default() };
            assert_eq!(areas(&places, &said).contains(&page), expected, "{text}: {page}");
        }
        let at_place = Said { names: vec!["Vara torg"], ..Said::default() };
        assert_eq!(areas(&places, &at_place), ["vara"]);
    }

    #[test]
    fn locality_is_told_from_its_namesakes_by_code_and_position() {
        let places = Places::read().unwrap();
        let said = |text, code, position| Said { names: vec![text], code, position, ..Said::default() };
        let gammelstad = Some((65.638, 22.025));
        for (said, expected) in [
            (said("Järna", None, None), &["jarna-sodertalje", "jarna-vansbro"] as &[&str]),
            (said("Järna", Some(2021), None), &["jarna-vansbro", "vansbro"]),
            (said("Järna", Some(580), None), &["linkoping"]),
            // The position is enough, and says so whatever else is said.
            (said("Hembygdsgården", None, gammelstad), &["gammelstad"]),
            (said("Järna", Some(580), gammelstad), &["gammelstad", "linkoping"]),
            // One page for both: that of the municipality.
            (said("Stora torget", None, Some((58.41, 15.62))), &["linkoping"]),
            (said("Mora", None, None), &["mora", "mora-sater"]),
            (said("Mora", Some(2062), None), &["mora"]),
            // A municipality that is named is meant, also where something is in another.
            (said("Mora", Some(580), None), &["linkoping", "mora"]),
            (said("Paris", None, Some((48.8566, 2.3522))), &[]),
        ] {
            assert_eq!(areas(&places, &said), expected, "{said:?}");
        }
    }
}
