//! What the pages for operators and developers name exists: settings with their defaults, commands, metrics. Paths,
//! links and targets: `documents.rs`.

use std::collections::{BTreeMap, BTreeSet};

use super::documents::{behind, documents, page, spans};
use super::running::{Place, call};

/// Variables that are no settings of the server: of the build, the tests and the compose file.
const OTHERS: [&str; 5] =
    ["KALENDER_REVISION", "KALENDER_BIN", "KALENDER_SEEDS", "KALENDER_SEED", "KALENDER_PORT"];
/// Words of Prometheus's configuration that look like names of metrics.
const OF_PROMETHEUS: [&str; 6] =
    ["scrape_configs", "job_name", "static_configs", "dns_sd_configs", "histogram_quantile", "rule_files"];

/// Words of letters, digits and underscores.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// The settings in `--help`, each with its default if it has one.
fn settings(help: &str) -> BTreeMap<&str, Option<&str>> {
    help.split("[env: ")
        .skip(1)
        .filter_map(|rest| {
            let name = words(rest).next()?;
            let default = rest.split_once("[default: ").and_then(|(_, rest)| Some(rest.split_once(']')?.0));
            let default = default.map(|text| text.trim_matches('"'));
            Some((name, default))
        })
        .collect()
}

#[test]
fn all_settings_are_documented() {
    let said = Place::new().run(&["--help"]);
    let known = settings(said.success());
    assert!(known.len() > 50, "{known:?}");
    let others = ["docker/Dockerfile", "docker/compose.yaml", "docker/compose.cluster.yaml"];
    let others = others.map(|name| (name.to_owned(), page(name)));
    for (name, text) in documents().into_iter().chain(others) {
        for word in words(&text) {
            // `KALENDER_` and other words that end in an underscore are prefixes.
            if word.starts_with("KALENDER_") && !word.ends_with('_') && !OTHERS.contains(&word) {
                assert!(known.contains_key(word), "{name} names {word}, which is no setting");
            }
        }
    }
    let text = page("docker/README.md");
    let (_, text) = text.split_once("\n## Settings\n").unwrap();
    let named: BTreeSet<String> = text.lines().flat_map(|line| names(line, &known)).collect();
    for setting in known.keys() {
        assert!(named.contains(*setting), "docker/README.md says nothing of {setting}");
    }
}

/// The settings named in a line: `KALENDER_A_B`, `…_C` are `KALENDER_A_B` and `KALENDER_A_C`.
fn names(line: &str, known: &BTreeMap<&str, Option<&str>>) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for span in spans(line) {
        if let Some(end) = span.strip_prefix('…') {
            let alike = |name: &&&str| {
                let first = found.first().map(String::as_str).unwrap_or_default();
                name.bytes().zip(first.bytes()).take_while(|(a, b)| a == b).count()
            };
            let ends = known.keys().filter(|name| name.ends_with(end));
            found.extend(ends.max_by_key(alike).map(|name| (*name).to_owned()));
        } else if known.contains_key(span) {
            found.push(span.to_owned());
        }
    }
    found
}

#[test]
fn documented_defaults_are_right() {
    let said = Place::new().run(&["--help"]);
    let known = settings(said.success());
    let text = page("docker/README.md");
    let (_, text) = text.split_once("\n## Settings\n").unwrap();
    let mut compared = 0;
    for line in text.lines().filter(|line| line.starts_with("| `KALENDER_")) {
        let cells: Vec<&str> = line.split(" | ").collect();
        let (names, defaults) = (names(cells[0], &known), spans(cells[1]).collect::<Vec<_>>());
        let is_plain =
            cells[1].trim() == defaults.iter().map(|one| format!("`{one}`")).collect::<Vec<_>>().join(", ");
        if !is_plain || defaults.is_empty() {
            continue;
        }
        assert_eq!(names.len(), defaults.len(), "{line}");
        for (name, default) in names.iter().zip(defaults) {
            assert_eq!(known[name.as_str()], Some(default), "the default of {name}");
            compared += 1;
        }
    }
    assert!(compared > 30, "{compared}");
}

#[test]
fn metrics_in_alerts_exist() {
    let text = page("docker/README.md");
    let (_, watched) = text.split_once("## What to watch").unwrap();
    let place = Place::with_anna();
    let serving = place.serve();
    let (_, metrics) = call(serving.admin, "GET", "/metrics", "", "");
    let there: BTreeSet<&str> = words(&metrics).collect();
    let metric = |word: &&str| {
        word.contains('_')
            && !word.ends_with('_')
            && word.chars().all(|c| c.is_ascii_lowercase() || c == '_')
            && !OF_PROMETHEUS.contains(word)
    };
    let alerts = page("docker/alerts.yaml");
    let asked = alerts.lines().filter_map(|line| line.trim().strip_prefix("expr: "));
    let named: BTreeSet<&str> = words(watched).chain(asked.flat_map(words)).filter(metric).collect();
    assert!(named.len() > 25, "{named:?}");
    for name in named {
        assert!(there.contains(name), "operators are told to watch {name}, which the server does not tell");
    }
    // SECURITY.md has every gate in its budget of strangers.
    let security = page("SECURITY.md");
    for gate in metrics.split("gate_shed_total{gate=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(security.contains(&format!("`{gate}`")), "SECURITY.md says nothing of the gate {gate}");
    }
    // One node has no bus, and its alert must not fire.
    assert!(metrics.lines().any(|line| line == "bus_up 1"), "{metrics}");
}

#[test]
fn documented_commands_exist() {
    let place = Place::new();
    let documents = documents();
    let operators = &documents["docker/README.md"];
    let commands: BTreeSet<&str> = documents
        .values()
        .flat_map(|text| behind(text, "`kalender "))
        .chain(behind(operators, "kalender kalender "))
        .chain(behind(operators, "run --rm kalender "))
        .chain(behind(operators, "run --rm app "))
        .collect();
    assert!(commands.len() > 8, "{commands:?}");
    for command in commands {
        place.run(&[command, "--help"]).success();
    }
    // The operators' page names all of them.
    let said = place.run(&["--help"]);
    let (_, list) = said.success().split_once("Commands:\n").unwrap();
    let lines = list.lines().take_while(|line| line.starts_with("  "));
    // A command's description may continue on a second line.
    let there = lines.filter(|line| !line.starts_with("   ")).filter_map(|line| words(line).next());
    for command in there.filter(|command| *command != "help") {
        let is_named = [format!("`kalender {command}"), format!("`{command}`")];
        assert!(
            is_named.iter().any(|it| operators.contains(it)),
            "docker/README.md says nothing of {command}"
        );
    }
}
