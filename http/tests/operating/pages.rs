//! What the pages for operators and developers name is there: settings, commands, metrics, targets.

use std::collections::BTreeSet;
use std::path::Path;

use super::running::{Place, call};

/// Named beside the settings of the server: of the build, of the tests, and of the compose file.
const OTHERS: [&str; 5] =
    ["KALENDER_REVISION", "KALENDER_BIN", "KALENDER_SEEDS", "KALENDER_SEED", "KALENDER_PORT"];
/// Prometheus's own words, which stand beside the names of metrics.
const OF_PROMETHEUS: [&str; 6] =
    ["scrape_configs", "job_name", "static_configs", "dns_sd_configs", "histogram_quantile", "rule_files"];

/// A file of the project.
fn page(name: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name)).unwrap()
}

/// Letters, digits and underscores that stand together.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// The word behind each of these.
fn behind<'a>(text: &'a str, before: &'a str) -> impl Iterator<Item = &'a str> {
    text.split(before)
        .skip(1)
        .filter_map(|rest| rest.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').next())
}

#[test]
fn settings_are_named_as_they_are_and_all_of_them() {
    let said = Place::new().run(&["--help"]);
    let known: BTreeSet<&str> = words(said.success()).filter(|word| word.starts_with("KALENDER_")).collect();
    assert!(known.len() > 50, "{known:?}");
    for name in [
        "README.md",
        "docker/README.md",
        "docker/SCALING.md",
        "docker/Dockerfile",
        "docker/compose.yaml",
        "docker/compose.cluster.yaml",
    ] {
        let text = page(name);
        for word in words(&text) {
            // `KALENDER_` alone is the beginning of any of them.
            if word.starts_with("KALENDER_") && word != "KALENDER_" && !OTHERS.contains(&word) {
                assert!(known.contains(word), "{name} names {word}, which is no setting");
            }
        }
    }
    let readme = page("README.md");
    let short: Vec<&str> = readme.split("`…").skip(1).filter_map(|rest| rest.split('`').next()).collect();
    for setting in known {
        let named = readme.contains(&format!("`{setting}`"))
            || short.iter().any(|end| end.starts_with('_') && setting.ends_with(end));
        assert!(named, "the README says nothing of {setting}");
    }
}

#[test]
fn metrics_that_alerts_name_are_there() {
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
    // There is no bus where there is one node: its alert must not ring there.
    assert!(metrics.lines().any(|line| line == "bus_up 1"), "{metrics}");
}

#[test]
fn commands_and_targets_are_there() {
    let place = Place::new();
    let (readme, operators) = (page("README.md"), page("docker/README.md"));
    let commands: BTreeSet<&str> = behind(&readme, "`kalender ")
        .chain(behind(&operators, "`kalender "))
        .chain(behind(&operators, "kalender kalender "))
        .chain(behind(&operators, "run --rm kalender "))
        .chain(behind(&operators, "run --rm app "))
        .collect();
    assert!(commands.len() > 8, "{commands:?}");
    for command in commands {
        place.run(&[command, "--help"]).success();
    }
    let makefile = page("Makefile");
    let targets: BTreeSet<&str> = behind(&readme, "`make ").chain(behind(&readme, "    make ")).collect();
    assert!(targets.len() > 8 && targets.contains("dev"), "{targets:?}");
    for target in targets {
        assert!(makefile.contains(&format!("\n{target}:")), "there is no target {target}");
    }
    // `make` lists what newcomers begin with.
    for target in ["run", "dev", "build", "test", "lint"] {
        let rule = makefile.lines().find(|line| line.starts_with(&format!("{target}:"))).unwrap();
        assert!(rule.contains("## "), "{target} is not listed");
    }
}
