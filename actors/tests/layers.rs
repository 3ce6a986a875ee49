//! Imports run one way: machinery below, features above.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// What knows no feature: everything else in the crate may stand on it.
const MACHINERY: [&str; 26] = [
    "antivirus",
    "bus",
    "digest",
    "error",
    "fanout",
    "gate",
    "ids",
    "jobs",
    "jwt",
    "kept",
    "limits",
    "mail",
    "markdown",
    "outward",
    "people",
    "pictures",
    "quotas",
    "recurrence",
    "registry",
    "repair",
    "room",
    "session",
    "text",
    "time",
    "wire",
    "writer",
];

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

/// The module of the crate that a path after `crate::` leads into.
fn module(path: &str) -> &str {
    path.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default()
}

#[test]
fn machinery_knows_no_feature() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let files = sources(&root);
    let modules: BTreeSet<String> = std::fs::read_dir(&root)
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
        .filter(|name| name != "lib")
        .collect();
    for name in MACHINERY {
        assert!(modules.contains(name), "{name} is no module");
    }
    let mut upward = BTreeSet::new();
    for file in files {
        let within = file.strip_prefix(&root).unwrap().components().next().unwrap();
        let within = Path::new(&within).file_stem().unwrap().to_string_lossy().into_owned();
        if !MACHINERY.contains(&within.as_str()) {
            continue;
        }
        let text = std::fs::read_to_string(&file).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        let code: String = code.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        for used in code.split("crate::").skip(1).map(module) {
            // What begins with a capital letter is the platform itself.
            if modules.contains(used) && !MACHINERY.contains(&used) {
                upward.insert((within.clone(), used.to_owned()));
            }
        }
    }
    assert_eq!(upward, BTreeSet::new(), "what is used there belongs below, or what uses it above");
}

/// The store's verbs that write events, and the one file that calls them: what follows from a change follows there.
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

/// `make audit` asks the network and is no part of `make test`; this much is known without it.
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
