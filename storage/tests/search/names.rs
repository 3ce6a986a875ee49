//! The index of names: what a typed text finds.

use std::path::{Path, PathBuf};

use storage::search::{Entry, Search, SearchIndex};

use super::{Engine, engines};

fn entry(key: &str, group: u8, name: &str) -> Entry {
    let (key, kind, slug) = (key.to_owned(), "thing".to_owned(), format!("sida/{key}"));
    Entry { key, group, kind, name: name.to_owned(), slug, ..Entry::default() }
}

async fn index(engine: &Engine, names: &[(u8, &str)]) -> SearchIndex {
    let index = engine.names().await;
    let entry = |(group, name): &(u8, &str)| entry(&format!("{group} {name}"), *group, name);
    index.put(&names.iter().map(entry).collect::<Vec<_>>(), 1).await.unwrap();
    index.index().flush().await.unwrap();
    index
}

async fn names_in(index: &SearchIndex, text: &str, groups: &[u8], limit: usize) -> Vec<String> {
    let search = Search { text: text.to_owned(), groups: groups.to_vec(), limit, ..Search::default() };
    let found = index.find(search).await.unwrap();
    found.into_iter().flat_map(|(_, entries)| entries).map(|entry| entry.name).collect()
}

async fn names(index: &SearchIndex, text: &str) -> Vec<String> {
    names_in(index, text, &[], 10).await
}

const PEOPLE: [(u8, &str); 12] = [
    (0, "Åsa Öberg"),
    (0, "Asa Ek"),
    (0, "Anna Ek"),
    (0, "Anna-Karin Lindström"),
    (0, "Karin Anna Ek"),
    (0, "Annika Åkesson"),
    (0, "Andreas Müller"),
    (0, "Johan Bergström"),
    (0, "Johanna Berg"),
    (0, "Renée D'Arc"),
    (0, "Bo Ek"),
    (0, "Göran Göransson"),
];

/// The stored text lasts as long as the index, whatever is written later.
#[tokio::test]
async fn a_text_is_kept_with_the_index() {
    let kept = async |index: &SearchIndex| {
        index.index().flush().await.unwrap();
        index.index().kept().await.unwrap()
    };
    for engine in engines() {
        let first = index(&engine, &PEOPLE).await;
        assert_eq!(kept(&first).await, None);
        first.index().keep("12 34".to_owned()).await.unwrap();
        assert_eq!(kept(&first).await.as_deref(), Some("12 34"));
        first.index().end_turn().await;
        drop(first);
        let second = index(&engine, &PEOPLE[..1]).await;
        assert_eq!(kept(&second).await.as_deref(), Some("12 34"));
        second.index().keep("56".to_owned()).await.unwrap();
        second.index().end_turn().await;
        drop(second);
        assert_eq!(kept(&engine.names().await).await.as_deref(), Some("56"));
    }
}

#[tokio::test]
async fn words_are_found_by_how_they_begin() {
    for engine in engines() {
        let index = index(&engine, &PEOPLE).await;
        let cases: [(&str, &[&str]); 20] = [
            // Whole words before prefixes, names that start so before others; among equals the shorter first.
            ("anna", &["Anna Ek", "Anna-Karin Lindström", "Karin Anna Ek"]),
            ("ANN", &["Anna Ek", "Annika Åkesson", "Anna-Karin Lindström", "Karin Anna Ek"]),
            ("anna e", &["Anna Ek", "Karin Anna Ek"]),
            ("ek anna", &["Anna Ek", "Karin Anna Ek"]),
            ("  ek,  bo ", &["Bo Ek"]),
            ("karin", &["Karin Anna Ek", "Anna-Karin Lindström"]),
            ("anna-karin", &["Anna-Karin Lindström", "Karin Anna Ek"]),
            // a finds å and å finds a, but exact matches come first.
            ("åsa", &["Åsa Öberg", "Asa Ek"]),
            ("asa", &["Asa Ek", "Åsa Öberg"]),
            ("ö", &["Åsa Öberg"]),
            ("oberg", &["Åsa Öberg"]),
            ("muller", &["Andreas Müller"]),
            ("renee", &["Renée D'Arc"]),
            ("goran goransson", &["Göran Göransson"]),
            // One letter wrong, missing, added or swapped, in one word of four or more letters.
            ("jihanna", &["Johanna Berg"]),
            ("bergstöm", &["Johan Bergström"]),
            ("andreeas", &["Andreas Müller"]),
            ("johna bergström", &["Johan Bergström"]),
            ("gröan", &["Göran Göransson"]),
            ("lundstrm", &[]),
        ];
        for (text, expected) in cases {
            assert_eq!(names(&index, text).await, expected, "{text:?}");
        }
    }
}

#[tokio::test]
async fn texts_without_a_match_find_nothing() {
    for engine in engines() {
        let index = index(&engine, &PEOPLE).await;
        let long = "x".repeat(10_000);
        let many = "anna ".repeat(2_000);
        for text in ["", "   ", "\0", "*", "-", "\"", "+()[]", "xyz", "eko bok", &long, "🙂", "ᚠ"] {
            assert_eq!(names(&index, text).await, Vec::<String>::new(), "{text:.20?}");
        }
        // Query syntax of the library is treated as text.
        for text in ["words:anna", "anna AND NOT ek", "anna*", "an?a"] {
            names(&index, text).await;
        }
        assert_eq!(names(&index, &many).await.len(), 3);
        assert_eq!(names_in(&index, "anna", &[], 0).await, Vec::<String>::new());
        assert_eq!(names_in(&index, "anna", &[200], 9).await, Vec::<String>::new());
    }
}

#[tokio::test]
async fn each_group_has_its_own_limit() {
    for engine in engines() {
        let mut all: Vec<(u8, String)> = (0..500).map(|n| (0, format!("Linda Ek{n}"))).collect();
        all.extend([(2, "Linköping".to_owned()), (3, "Linda".to_owned()), (1, "Lindshammars IF".to_owned())]);
        let all: Vec<(u8, &str)> = all.iter().map(|(group, name)| (*group, name.as_str())).collect();
        let index = index(&engine, &all).await;
        let search = |groups: &[u8]| Search {
            text: "lin".to_owned(),
            groups: groups.to_vec(),
            limit: 3,
            ..Search::default()
        };
        let found = index.find(search(&[])).await.unwrap();
        let sizes: Vec<(u8, usize)> = found.iter().map(|(group, entries)| (*group, entries.len())).collect();
        assert_eq!(sizes, [(0, 3), (1, 1), (2, 1), (3, 1)]);
        let only = index.find(search(&[2, 3])).await.unwrap();
        assert_eq!(only.iter().map(|(group, _)| *group).collect::<Vec<_>>(), [2, 3]);
        assert_eq!(only[0].1[0], Entry { kind: "thing".to_owned(), ..entry("2 Linköping", 2, "Linköping") });
    }
}

#[tokio::test]
async fn equal_hits_sort_by_rank_and_kinds_are_filtered() {
    for engine in engines() {
        let index = engine.names().await;
        let of = |kind: &str, rank: u8, name: &str| Entry {
            kind: kind.to_owned(),
            rank,
            ..entry(&format!("{kind} {rank} {name}"), 2, name)
        };
        let mut all: Vec<Entry> = (0..40).map(|n| of("village", 0, &format!("Berga {n}"))).collect();
        all.extend([
            of("village", 0, "Berg"),
            of("town", 255, "Bergeforsen"),
            of("town", 1, "Berg"),
            of("town", 0, "Byn"),
        ]);
        index.put(&all, 1).await.unwrap();
        index.index().flush().await.unwrap();
        let found = async |text: &str, kinds: &[&str]| {
            let kinds = kinds.iter().map(|kind| (*kind).to_owned()).collect();
            let search = Search { text: text.to_owned(), kinds, limit: 3, ..Search::default() };
            let found = index.find(search).await.unwrap();
            found
                .into_iter()
                .flat_map(|(_, list)| list)
                .map(|one| (one.kind, one.name, one.rank))
                .collect::<Vec<_>>()
        };
        let is = |kind: &str, name: &str, rank| (kind.to_owned(), name.to_owned(), rank);
        let berg = [is("town", "Berg", 1), is("village", "Berg", 0), is("town", "Bergeforsen", 255)];
        assert_eq!(found("berg", &[]).await, berg, "no rank lifts what fits less");
        assert_eq!(found("berg", &["village"]).await[0], berg[1]);
        let towns = [berg[2].clone(), berg[0].clone(), is("town", "Byn", 0)];
        assert_eq!(found("b", &["town"]).await, towns);
        assert_eq!(found("b", &["village", "town"]).await[..2], towns[..2]);
        assert_eq!(found("bergefosen", &["town"]).await, towns[..1], "a typo, too");
        assert_eq!(found("bergefosen", &["village"]).await, []);
        assert_eq!(found("b", &["city"]).await, []);
    }
}

/// One of the days and the place, without any text; all of them where more are asked for than a page has.
#[tokio::test]
async fn marks_are_asked_for_without_a_text() {
    for engine in engines() {
        let index = engine.names().await;
        let of = |key: &str, marks: &[&str]| Entry {
            marks: marks.iter().map(|mark| (*mark).to_owned()).collect(),
            ..entry(key, 2, &format!("Fest {key}"))
        };
        let mut all: Vec<Entry> = (0..1_100).map(|n| of(&format!("n{n}"), &["nora", "9"])).collect();
        all.extend([of("a", &["mora", "1", "2"]), of("b", &["mora", "3"]), of("c", &["morastrand", "1"])]);
        index.put(&all, 1).await.unwrap();
        index.index().flush().await.unwrap();
        let found = async |text: &str, any: &[&str], each: &[&str]| {
            let marks = |all: &[&str]| all.iter().map(|mark| (*mark).to_owned()).collect();
            let search = Search {
                text: text.to_owned(),
                any_of: marks(any),
                all_of: marks(each),
                limit: 2_000,
                ..Search::default()
            };
            let found = index.find(search).await.unwrap();
            let mut keys: Vec<String> =
                found.into_iter().flat_map(|(_, all)| all).map(|one| one.key).collect();
            keys.sort_unstable();
            keys
        };
        assert_eq!(found("", &["1", "3"], &["mora"]).await, ["a", "b"]);
        assert_eq!(found("", &[], &["mora"]).await, ["a", "b"]);
        assert_eq!(found("", &["1"], &[]).await, ["a", "c"]);
        assert_eq!(found("", &[], &["mora", "2"]).await, ["a"]);
        assert_eq!(found("fest b", &[], &["mora"]).await, ["b"]);
        assert_eq!(found("", &[], &[]).await, [""; 0]);
        assert_eq!(found("", &[], &["nora"]).await.len(), 1_100);
    }
}

#[tokio::test]
async fn changes_replace_and_forget() {
    for engine in engines() {
        let index = index(&engine, &[(0, "Anna Ek"), (0, "Bo Ek"), (0, "Cia Ek")]).await;
        let married =
            Entry { name: "Anna Lund".to_owned(), also: "Ek".to_owned(), ..entry("0 Anna Ek", 0, "") };
        index.put(&[married], 2).await.unwrap();
        index.remove(&["0 Bo Ek".to_owned(), "nobody".to_owned()]).await.unwrap();
        index.index().flush().await.unwrap();
        assert_eq!(names(&index, "ek").await, ["Cia Ek", "Anna Lund"]);
        assert_eq!((names(&index, "bo").await.len(), index.index().len().await.unwrap()), (0, 2));
        // Entries that the rebuild did not put again are deleted.
        index.index().forget_before(2).await.unwrap();
        index.index().flush().await.unwrap();
        assert_eq!(names(&index, "ek").await, ["Anna Lund"]);
    }
}

#[tokio::test]
async fn index_survives_restart_and_is_rebuilt_when_damaged() {
    let own = Engine::Own(tempfile::tempdir().unwrap());
    let Engine::Own(folder) = &own else { unreachable!() };
    drop(index(&own, &[(0, "Anna Ek")]).await);
    let again = SearchIndex::open(folder.path()).unwrap();
    assert_eq!(again.index().len().await.unwrap(), 1);
    // An index that is in use is not treated as damaged.
    assert!(matches!(SearchIndex::open(folder.path()), Err(storage::Error::Busy)));
    drop(again);
    let inside = |folder: &Path| std::fs::read_dir(folder).unwrap().map(|it| it.unwrap().path()).collect();
    let version: Vec<PathBuf> = inside(folder.path());
    assert_eq!(version.len(), 1, "one version is kept: {version:?}");
    let files: Vec<PathBuf> = inside(&version[0]);
    for file in files.iter().filter(|file| file.is_file()) {
        std::fs::write(file, "rubbish").unwrap();
    }
    let anew = SearchIndex::open(folder.path()).unwrap();
    assert!(anew.index().is_empty().await.unwrap());
    anew.put(&[entry("1", 0, "Bo Ek")], 1).await.unwrap();
    anew.index().flush().await.unwrap();
    assert_eq!(names(&anew, "bo").await, ["Bo Ek"]);
}
