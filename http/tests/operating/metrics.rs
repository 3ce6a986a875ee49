//! Prometheus metrics: the rules of `promtool check metrics`, and every metric is present from the start.

use std::collections::{HashMap, HashSet};
use std::io::Write as _;
use std::process::{Command, Stdio};

use super::running::{Place, call};

/// The metric of a sample.
fn family(sample: &str) -> &str {
    ["_bucket", "_sum", "_count"].iter().find_map(|end| sample.strip_suffix(end)).unwrap_or(sample)
}

#[test]
fn metrics_keep_the_rules_and_are_there_from_the_start() {
    let place = Place::with_anna();
    let serving = place.serve();
    let (status, answer) = call(serving.admin, "GET", "/metrics", "", "");
    assert_eq!(status, 200);
    let text = answer.split_once("\r\n\r\n").unwrap().1;
    let (mut kinds, mut helped, mut samples) = (HashMap::new(), HashSet::new(), HashMap::new());
    for line in text.lines() {
        if let Some(rest) = line.strip_prefix("# TYPE ") {
            let (name, kind) = rest.split_once(' ').unwrap();
            assert!(kinds.insert(name, kind).is_none(), "{name} twice");
        } else if let Some(rest) = line.strip_prefix("# HELP ") {
            let (name, help) = rest.split_once(' ').unwrap();
            assert!(!help.trim().is_empty(), "{name}");
            helped.insert(name);
        } else if let Some((series, value)) = line.rsplit_once(' ') {
            let name = series.split('{').next().unwrap();
            samples.entry(name).or_insert_with(Vec::new).push(value.parse::<f64>().unwrap());
        }
    }
    assert!(kinds.len() > 40, "{}", kinds.len());
    for (name, kind) in &kinds {
        assert!(helped.contains(name), "{name} has no help");
        assert!(name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_'), "{name}");
        assert_eq!(*kind == "counter", name.ends_with("_total"), "{name} is a {kind}");
        for unit in ["_milliseconds", "_ms", "_microseconds", "_minutes", "_kilobytes", "_mb", "_percent"] {
            assert!(!name.contains(unit), "{name}");
        }
        for word in ["counter", "gauge", "histogram", "summary"] {
            assert!(!name.contains(word), "{name}");
        }
    }
    for name in samples.keys() {
        assert!(kinds.contains_key(name) || kinds.contains_key(family(name)), "{name} has no type");
    }
    // Named by the operator's page and by alerts; they exist before anything has happened.
    for name in [
        "live_connections",
        "live_subscriptions",
        "live_deliveries_total",
        "storage_queue_depth",
        "bus_up",
        "bus_peers",
        "mail_sent_total",
        "mail_failed_total",
        "push_sent_total",
        "push_failed_total",
        "push_begun_total",
        "bus_dropped_total",
        "bus_gaps_total",
        "storage_in_doubt_total",
        "live_slow_peers_total",
        "node_writes_refused_total",
        "antivirus_found_total",
        "antivirus_unanswered_total",
        "search_unanswered_total",
        "storage_damaged",
        "bus_delivery_seconds_count",
        "bus_echo_seconds_count",
        "storage_verb_seconds_count",
        "http_request_seconds_count",
    ] {
        assert!(samples.contains_key(name), "{name} is not there");
    }
    // Prometheus's own checker, if it is installed (`make lint` installs it).
    let mut asked = Command::new("promtool");
    asked.args(["check", "metrics"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    if let Ok(mut asked) = asked.spawn() {
        asked.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
        let said = asked.wait_with_output().unwrap();
        assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
    }
    for name in ["live_connections", "mail_failed_total", "live_deliveries_total"] {
        assert_eq!(samples[name], [0.0], "{name}");
    }
    for name in [
        "process_cpu_seconds_total",
        "process_resident_memory_bytes",
        "process_open_fds",
        "process_max_fds",
        "process_start_time_seconds",
        "data_disk_free_bytes",
    ] {
        assert!(samples[name][0] > 0.0, "{name}");
    }
}

#[test]
fn unavailable_scanner_is_reported() {
    let place = Place::with_anna();
    // Nobody listens on a port that was free a moment ago.
    let free = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap().to_string();
    let serving = place.serve_with(&[("KALENDER_ANTIVIRUS", &free)]);
    let (status, answer) = serving.ready();
    assert_eq!(status, 200, "messages go on");
    assert!(
        answer.contains("\nready\ndegraded: the virus scanner is away: no files are taken in\n"),
        "{answer}"
    );
    drop(serving);
    let serving = place.serve();
    let answer = serving.ready().1;
    assert!(answer.contains("\nready\n") && !answer.contains("degraded"), "none is named: {answer}");
}

#[test]
fn unavailable_search_server_is_reported() {
    let place = Place::with_anna();
    let free = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap();
    let serving = place.serve_with(&[("KALENDER_SEARCH", &format!("http://me:hemligt@{free}/prov"))]);
    let (status, answer) = serving.ready();
    assert_eq!(status, 200, "chat goes on");
    assert!(answer.contains("\nready\ndegraded: the search server is away: nothing is found\n"), "{answer}");
    // The request is stored, whatever the index's state.
    assert!(place.run(&["search", "rebuild"]).success().contains("anew"));
}
