//! The documents (`*.md`) name only what exists: files, identifiers, links, make targets, and tables that follow the
//! code.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Folders that are not searched: fetched or built.
const BUILT: [&str; 9] = [
    ".git",
    "target",
    "node_modules",
    "data",
    "dist",
    "test-results",
    "playwright-report",
    ".schemathesis",
    ".vite",
];
/// A path that begins with one of these starts at the root.
const PARTS: [&str; 8] = ["storage", "actors", "http", "web", "docker", ".ci", ".cargo", ".github"];
/// Named in documents without being in the repository: build output, and a cluster's secret.
const NOT_KEPT: [&str; 4] = ["web/dist", "web/node_modules", "web/node_modules/.bin", "docker/secret"];
/// A file name with one of these extensions is one of the project's, in whatever folder.
const SOURCES: [&str; 8] = ["rs", "ts", "tsx", "sh", "py", "md", "svg", "toml"];
/// Quotes another document to the letter; the tests that it names are looked for by `npm run spec`.
const QUOTING: &str = "web/e2e/CONTRACT.md";
/// The limit for what newcomers read first.
const README_LINES: usize = 150;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The content of a file of the project.
pub fn page(name: &str) -> String {
    std::fs::read_to_string(root().join(name)).unwrap()
}

/// All files of the project, by path from the root.
fn files() -> BTreeSet<String> {
    let (mut found, mut folders) = (BTreeSet::new(), vec![String::new()]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(root().join(&folder)).unwrap() {
            let entry = entry.unwrap();
            let name = entry.file_name().into_string().unwrap();
            let path = if folder.is_empty() { name.clone() } else { format!("{folder}/{name}") };
            if BUILT.contains(&name.as_str()) {
                continue;
            }
            if entry.file_type().unwrap().is_dir() {
                folders.push(path);
            } else {
                found.insert(path);
            }
        }
    }
    found
}

/// A name's extension, without the dot.
fn end(name: &str) -> &str {
    Path::new(name).extension().and_then(|end| end.to_str()).unwrap_or_default()
}

/// All documents: path and content.
pub fn documents() -> BTreeMap<String, String> {
    let names = files().into_iter().filter(|name| end(name) == "md" && name != QUOTING);
    let found: BTreeMap<String, String> = names.map(|name| (name.clone(), page(&name))).collect();
    assert!(found.len() > 9, "{:?}", found.keys());
    found
}

/// The word after each occurrence of `before`.
pub fn behind<'a>(text: &'a str, before: &'a str) -> impl Iterator<Item = &'a str> {
    text.split(before)
        .skip(1)
        .filter_map(|rest| rest.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').next())
}

/// The texts between backticks.
pub fn spans(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.starts_with("    ")).flat_map(|line| line.split('`').skip(1).step_by(2))
}

/// `a/{b,c}.rs` → `a/b.rs`, `a/c.rs`.
fn expanded(path: &str) -> Vec<String> {
    let Some((before, rest)) = path.split_once('{') else { return vec![path.to_owned()] };
    let Some((choices, after)) = rest.split_once('}') else { return vec![path.to_owned()] };
    choices.split(',').flat_map(|choice| expanded(&format!("{before}{choice}{after}"))).collect()
}

/// The path and the name of a text between backticks, if it is one: `a/b.rs`, `b.rs::NAME`, `a/b.ts:90`.
fn named(span: &str) -> Option<(&str, Option<&str>)> {
    let (path, name) = span.split_once("::").map_or((span, None), |(path, name)| (path, Some(name)));
    let path = path
        .rsplit_once(':')
        .filter(|(_, line)| line.chars().all(|c| c.is_ascii_digit()))
        .map_or(path, |(path, _)| path);
    let is_path = path.chars().all(|c| c.is_ascii_alphanumeric() || "_-./{},".contains(c));
    (is_path && !path.starts_with('/')).then_some((path.trim_end_matches('/'), name))
}

/// The files that a path names; `None` if it is no path of the project.
fn meant<'a>(files: &'a BTreeSet<String>, path: &str) -> Option<Vec<&'a String>> {
    let first = path.split('/').next().unwrap_or_default();
    if path.contains('/') && PARTS.contains(&first) {
        let inside = format!("{path}/");
        return Some(files.iter().filter(|file| *file == path || file.starts_with(&inside)).collect());
    }
    let beside = format!("/{path}");
    (SOURCES.contains(&end(path)) && !path.starts_with('.'))
        .then(|| files.iter().filter(|file| *file == path || file.ends_with(&beside)).collect())
}

#[test]
fn paths_and_names_exist() {
    let files = files();
    let (mut wrong, mut looked) = (Vec::new(), 0);
    for (document, text) in documents() {
        for (span, (path, name)) in spans(&text).filter_map(|span| Some((span, named(span)?))) {
            for path in expanded(path) {
                let Some(found) = meant(&files, &path) else { continue };
                looked += 1;
                let has_name = |name: &str| found.iter().any(|file| page(file).contains(name));
                if found.is_empty() && !NOT_KEPT.contains(&path.as_str()) {
                    wrong.push(format!("{document}: {span}: there is no {path}"));
                } else if let Some(name) = name.filter(|name| !has_name(name)) {
                    wrong.push(format!("{document}: {span}: there is no {name} in it"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(looked > 500, "{looked}");
}

/// The anchor of a heading.
fn anchor(heading: &str) -> String {
    let heading = heading.trim_start_matches('#').trim();
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

/// A path relative to a document's folder, from the root.
fn joined(folder: &Path, path: &str) -> String {
    let whole = folder.join(path);
    let mut parts = Vec::new();
    for part in whole.to_str().unwrap().split('/') {
        if part == ".." {
            parts.pop();
        } else {
            parts.push(part);
        }
    }
    parts.join("/")
}

#[test]
fn links_lead_somewhere() {
    let documents = documents();
    let mut wrong = Vec::new();
    for (document, text) in &documents {
        let folder = Path::new(document).parent().unwrap();
        let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        let pictures = text.split("src=\"").skip(1).filter_map(|rest| rest.split('"').next());
        for link in links.chain(pictures).filter(|link| !link.contains("://")) {
            let (path, at) = link.split_once('#').map_or((link, None), |(path, at)| (path, Some(at)));
            let target = if path.is_empty() { document.clone() } else { joined(folder, path) };
            let headings = documents.get(&target).map(String::as_str).unwrap_or_default();
            let headings: BTreeSet<String> =
                headings.lines().filter(|line| line.starts_with('#')).map(anchor).collect();
            if !root().join(&target).exists() || at.is_some_and(|at| !headings.contains(at)) {
                wrong.push(format!("{document}: {link}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Names with several underscores: tests, metrics and columns.
#[test]
fn long_names_exist_in_the_code() {
    let sources = files().into_iter().filter(|file| ["rs", "toml"].contains(&end(file)));
    let code: String = sources.map(|file| page(&file)).collect();
    for (document, text) in documents() {
        let is_name = |span: &&str| {
            span.matches('_').count() > 1
                && span.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
        };
        for name in spans(&text).filter(is_name) {
            assert!(code.contains(name), "{document} names {name}, which is nowhere");
        }
    }
}

/// The command is the one that the page shows: the comment at a module's head begins with the term.
#[test]
fn a_feature_is_found_by_its_term() {
    const MOST: usize = 8;
    let contributing = page(".github/CONTRIBUTING.md");
    let (_, table) = contributing.split_once("\n## Where a feature lives\n").unwrap();
    let is_source = |name: &&String| name.contains("/src/") && end(name) == "rs";
    let heads: Vec<(String, String)> =
        files().iter().filter(is_source).map(|name| (name.clone(), page(name).to_lowercase())).collect();
    let cells =
        table.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix("` |")?.split_once(" | `"));
    let mut terms = 0;
    for (term, room) in cells {
        terms += 1;
        let head = format!("//! {term}");
        let is_found = |text: &str| text.lines().any(|line| line.starts_with(&head));
        let found: Vec<&str> =
            heads.iter().filter(|(_, text)| is_found(text)).map(|(name, _)| name.as_str()).collect();
        assert!(found.contains(&room) && found.len() <= MOST, "{term}: {room} is not among {found:?}");
    }
    assert!(terms >= 20, "{terms}");
}

#[test]
fn make_targets_exist() {
    let makefile = page("Makefile");
    let documents = documents();
    let targets: BTreeSet<&str> = documents
        .values()
        .flat_map(|text| behind(text, "`make ").chain(behind(text, "\n    make ")))
        .filter(|target| !target.is_empty())
        .collect();
    assert!(targets.len() > 12 && targets.contains("dev"), "{targets:?}");
    for target in targets {
        assert!(makefile.contains(&format!("\n{target}:")), "there is no target {target}");
    }
    // `make` lists the targets that newcomers need.
    for target in ["run", "dev", "build", "test", "lint"] {
        let rule = makefile.lines().find(|line| line.starts_with(&format!("{target}:"))).unwrap();
        assert!(rule.contains("## "), "{target} is not listed");
    }
}

#[test]
fn the_first_page_is_short() {
    let lines = page("README.md").lines().count();
    assert!(lines <= README_LINES, "{lines} lines");
}

/// The table of `actors/README.md` has a row for every place that `delivery.rs` tests and names every kind of job.
#[test]
fn every_job_is_in_the_table() {
    let text = page("actors/README.md");
    let test = page("http/tests/rest/delivery.rs");
    let (_, places) = test.split_once("const PLACES").unwrap();
    let (places, _) = places.split_once("\n];").unwrap();
    let places: Vec<&str> =
        places.lines().filter_map(|line| line.strip_prefix("        \"")?.strip_suffix("\",")).collect();
    assert!(places.len() > 8, "{places:?}");
    for place in places {
        assert!(text.contains(&format!("\n| {place}")), "the table has no row for {place}");
    }
    let jobs: BTreeSet<&str> = spans(&text).collect();
    for kind in actors::areas::AREAS.iter().flat_map(|area| area.jobs) {
        assert!(jobs.contains(kind.name), "actors/README.md says nothing of the job {}", kind.name);
    }
}
