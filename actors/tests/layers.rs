//! Imports between modules point one way: machinery below, areas above, no cycles; and other rules about the source
//! files.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// A crate of the server.
struct Part {
    folder: &'static str,
    /// Folders whose modules know no area; each module in them counts separately.
    machinery: &'static [&'static str],
    /// Folders that combine areas, or go over all of them; each module in them counts separately.
    above: &'static [&'static str],
}

const PARTS: [Part; 3] = [
    Part { folder: "storage", machinery: &["platform"], above: &[] },
    Part { folder: "actors", machinery: &["platform", "live"], above: &["transfer"] },
    Part { folder: "http", machinery: &["platform", "live"], above: &["server"] },
];

/// What areas declare, and machinery may import: types, not areas.
const DECLARED: [&str; 2] = ["area", "prelude"];

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push(path);
        }
    }
    found
}

impl Part {
    fn root(&self) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(self.folder).join("src")
    }

    /// The module that a path belongs to: the first segment, or two where the first is a folder of modules.
    fn module(&self, path: &[&str]) -> Option<String> {
        let (first, rest) = path.split_first()?;
        if !self.machinery.contains(first) && !self.above.contains(first) {
            return Some((*first).to_owned());
        }
        rest.first().map(|second| format!("{first}::{second}"))
    }

    fn is_machinery(&self, module: &str) -> bool {
        module.split_once("::").is_some_and(|(folder, _)| self.machinery.contains(&folder))
    }

    /// Every module, and the modules that it imports outside of tests and comments.
    fn imports(&self) -> BTreeMap<String, BTreeSet<String>> {
        let mut files = Vec::new();
        for file in sources(&self.root()) {
            let path = file.strip_prefix(self.root()).unwrap().with_extension("");
            let path: Vec<String> = path
                .iter()
                .map(|name| name.to_string_lossy().into_owned())
                .filter(|name| name != "mod")
                .collect();
            let path: Vec<&str> = path.iter().map(String::as_str).collect();
            let is_tests = path.iter().any(|name| name.ends_with("tests"));
            // The root modules may import everything.
            let is_list = matches!(path[..], ["lib" | "main" | "areas"]);
            if let Some(module) = self.module(&path).filter(|_| !is_tests && !is_list) {
                files.push((module, std::fs::read_to_string(&file).unwrap()));
            }
        }
        let modules: BTreeSet<String> = files.iter().map(|(module, _)| module.clone()).collect();
        let mut imports: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (module, text) in &files {
            let named = imports.entry(module.clone()).or_default();
            for path in paths(text) {
                let path: Vec<&str> = path.iter().map(String::as_str).collect();
                named.extend(self.module(&path).filter(|to| to != module && modules.contains(to)));
            }
        }
        imports
    }
}

/// The lines of a source that are neither comments nor tests at its end.
fn code(text: &str) -> impl Iterator<Item = &str> {
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    code.lines().filter(|line| !line.trim_start().starts_with("//"))
}

/// The first two segments of every path after `crate::`, with groups expanded.
fn paths(text: &str) -> Vec<[String; 2]> {
    let code: String = code(text).collect::<Vec<_>>().join(" ");
    let mut found = Vec::new();
    for (at, root) in code.match_indices("crate::").filter(|(at, _)| !code[..*at].ends_with('$')) {
        for path in members(&code[at + root.len()..]) {
            let head = name(path);
            let rest = path[head.len()..].strip_prefix("::").unwrap_or_default();
            found.extend(members(rest).into_iter().map(|second| [head.to_owned(), name(second).to_owned()]));
        }
    }
    found
}

/// The identifier that a text begins with.
fn name(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    &text[..end]
}

/// `{a::b, c::{d, e}}` has the members `a::b` and `c::{d, e}`; a path without a group has itself.
fn members(text: &str) -> Vec<&str> {
    let Some(group) = text.strip_prefix('{') else { return vec![text] };
    let (mut all, mut depth, mut from) = (Vec::new(), 0, 0);
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            ',' | '}' if depth == 0 => {
                all.push(group[from..at].trim());
                from = at + 1;
                if c == '}' {
                    break;
                }
            }
            '}' => depth -= 1,
            _ => {}
        }
    }
    all
}

#[test]
fn groups_of_imports_are_taken_apart() {
    let text =
        "use crate::Platform; use crate::{a::{b, c::d}, e}; use crate::live::{bus, room::Room}; $crate::x::y";
    let found = paths(text);
    let expected = [["Platform", ""], ["a", "b"], ["a", "c"], ["e", ""], ["live", "bus"], ["live", "room"]];
    assert_eq!(found, expected.map(|path| path.map(str::to_owned)));
}

#[test]
fn machinery_knows_no_area() {
    for part in &PARTS {
        let mut upward = BTreeSet::new();
        for (module, named) in part.imports().iter().filter(|(module, _)| part.is_machinery(module)) {
            let areas = named.iter().filter(|to| !part.is_machinery(to) && !DECLARED.contains(&to.as_str()));
            upward.extend(areas.map(|to| format!("{module} names {to}")));
        }
        assert_eq!(
            upward,
            BTreeSet::new(),
            "{}: what is used there belongs below, or what uses it above",
            part.folder
        );
    }
}

#[test]
fn modules_form_no_cycle() {
    for part in &PARTS {
        let imports = part.imports();
        assert!(imports.len() > 20, "{}: only {} modules are read", part.folder, imports.len());
        let reached = |from: &String| {
            let (mut seen, mut next) = (BTreeSet::new(), vec![from]);
            while let Some(module) = next.pop() {
                next.extend(
                    imports.get(module).into_iter().flatten().filter(|to| seen.insert((*to).clone())),
                );
            }
            seen
        };
        let circle: BTreeSet<String> =
            imports.keys().filter(|module| reached(module).contains(*module)).cloned().collect();
        assert_eq!(circle, BTreeSet::new(), "{}: modules that reach themselves", part.folder);
    }
}

/// Number of lines that name an area outside its own files: two lists in each part (`lib.rs`, `areas.rs`).
const LISTED: usize = 6;
/// Areas that nothing else depends on: no other line outside their own files names them.
const OUTSIDE: [&str; 6] = ["guides", "lunch", "articles", "courses", "newsletters", "vacation"];
/// A list of words that nobody may have as a name, because addresses begin with them: no names of areas.
const RESERVED_WORDS: &str = "accounts/names";

/// Lines of all parts that name an area by its path, except in its own files, tests and comments.
fn outside_lines(area: &str) -> Vec<String> {
    let names = |line: &str| {
        let path = [format!("{area}::"), format!("mod {area};"), format!("\"{area}\"")];
        let at = path.iter().filter_map(|path| line.find(path.as_str())).min();
        // `shortlist::` does not name `list::`.
        at.is_some_and(|at| !line[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_'))
    };
    let mut found = Vec::new();
    for part in &PARTS {
        for file in sources(&part.root()) {
            let path = file.strip_prefix(part.root()).unwrap().with_extension("");
            let is_own = path.iter().next().is_some_and(|first| first == area);
            let is_tests = path.iter().any(|name| name.to_string_lossy().ends_with("tests"));
            if is_own || is_tests || path == Path::new(RESERVED_WORDS) {
                continue;
            }
            let text = std::fs::read_to_string(&file).unwrap();
            found.extend(
                code(&text)
                    .filter(|line| names(line))
                    .map(|line| format!("{}/{}: {}", part.folder, path.display(), line.trim())),
            );
        }
    }
    found
}

#[test]
fn an_area_is_named_outside_its_files_in_the_lists_alone() {
    for area in OUTSIDE {
        let lines = outside_lines(area);
        assert!(lines.len() <= LISTED, "{area}: {lines:#?}");
    }
}

/// Store methods that write events, and the only file that may call them: it also does what follows from a change.
#[test]
fn events_are_written_one_way() {
    const VERBS: [&str; 4] = [".put_in(", ".put_once(", ".change_event(", ".remove_event("];
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let calls = |file: &PathBuf| {
        let text = std::fs::read_to_string(file).unwrap();
        VERBS.iter().filter(|verb| text.contains(**verb)).count()
    };
    for file in sources(&root.join("calendar")) {
        let expected = if file.ends_with("writing.rs") { VERBS.len() } else { 0 };
        assert_eq!(calls(&file), expected, "{}", file.display());
    }
}

/// `make audit` needs the network and is not part of `make test`; this much can be checked offline.
#[test]
fn no_crate_that_is_banned_is_built_in() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let read = |name: &str| std::fs::read_to_string(root.join(name)).unwrap();
    let (rules, locked) = (read("deny.toml"), read("Cargo.lock"));
    let (_, denied) = rules.split_once("\ndeny = [").unwrap();
    let (denied, _) = denied.split_once("\n]").unwrap();
    let names: Vec<&str> =
        denied.lines().filter_map(|line| line.split("name = \"").nth(1)?.split('"').next()).collect();
    assert!(names.contains(&"rsa"), "{names:?}");
    for name in names {
        assert!(!locked.contains(&format!("\nname = \"{name}\"\n")), "{name} is built in");
    }
}
