//! All metrics: described, and registered at start with 0, so that an alert on a rate sees the first event. Names and
//! texts follow `promtool check metrics`. Also process figures from the operating system.

use std::fmt::Write as _;
use std::path::Path;

use metrics::{Unit, counter, describe_counter, describe_gauge, describe_histogram, gauge, histogram};

const COUNTERS: &[(&str, &str)] = &[
    ("antivirus_clean_total", "Files and pictures that the virus scanner called clean."),
    (
        "antivirus_found_total",
        "Files and pictures refused because the virus scanner found something in them.",
    ),
    ("antivirus_unanswered_total", "Files and pictures refused because the virus scanner gave no answer."),
    ("bus_breaks_total", "Connections to the bus that broke."),
    ("bus_connects_total", "Connections to the bus that were made."),
    ("bus_dropped_total", "Announcements that did not fit into the queue to the bus."),
    ("bus_gaps_total", "Holes in the numbers of another node's announcements."),
    ("bus_limits_alone_total", "Limits counted by this node alone because the bus was away."),
    ("bus_nodes_silent_total", "Nodes that were no longer heard."),
    ("bus_published_total", "Announcements given to the bus."),
    ("bus_received_total", "Announcements heard from the bus."),
    ("bus_unreadable_total", "Announcements that could not be read."),
    ("files_received_total", "Files of messages that were taken in."),
    ("http_connections_refused_total", "Connections refused because their address has too many."),
    (
        "http_malformed_total",
        "Requests that could not be read at all: heads that are none, too long or too slow.",
    ),
    ("live_connections_cut_total", "Live connections that this node ended."),
    ("live_deliveries_total", "Frames handed to live connections."),
    ("live_personal_dropped_total", "Personal events that did not reach a live connection."),
    ("live_rooms_behind_total", "Live rooms that did not keep up with announcements and were read anew."),
    ("live_silent_peers_total", "Live connections ended because nothing was heard of them."),
    ("live_slow_peers_total", "Live connections ended because they did not take their frames."),
    ("live_verifications_total", "Times that rights and sessions of all live connections were read anew."),
    ("mail_failed_total", "Attempts at sending a mail that failed."),
    ("mail_sent_total", "Mails that went out."),
    ("node_writes_refused_total", "Writes refused because the node's number was not renewed."),
    ("picture_copies_made_total", "Smaller copies of pictures that were made."),
    ("push_begun_total", "Push messages that were to be sent, one for each entry and browser."),
    ("push_failed_total", "Push messages given up."),
    ("push_gone_total", "Browsers that push services no longer know."),
    ("push_not_needed_total", "Push messages not sent because they had become needless."),
    ("push_retried_total", "Push messages tried again."),
    ("push_sent_total", "Push messages that push services took."),
    ("search_unanswered_total", "Searches refused because the search index gave no answer."),
    ("sms_over_limit_total", "Text messages not sent because the person had as many as a day allows."),
    ("storage_in_doubt_total", "Compare and sets of the store without an answer."),
    ("webhook_calls_refused_total", "Calls of addresses outside that were not taken; most are made again."),
    ("webhook_calls_taken_total", "Calls of addresses outside that were taken."),
];

const GAUGES: &[(&str, &str)] = &[
    ("bus_peers", "Other nodes that are heard."),
    ("bus_queue", "Announcements that wait for the bus."),
    ("bus_up", "Whether the bus is connected (1) or away (0); 1 where there is one node and no bus."),
    ("live_connections", "Live connections."),
    ("live_rooms", "Live rooms with an order and subscribers of their own."),
    ("live_subscriptions", "Subscriptions of live connections."),
    ("storage_damaged", "Whether the embedded store's file was found damaged (1)."),
];

const SECONDS: &[(&str, &str)] = &[
    ("jobs_late_seconds", "From the moment that a job was due to its beginning."),
    ("bus_delivery_seconds", "From an announcement on another node to its arrival here."),
    ("bus_echo_seconds", "From a beat of this node to its return from the bus."),
];

/// The gates, by what they protect.
const GATES: [&str; 11] = [
    "antivirus",
    "board-import",
    "copy",
    "file",
    "invitation-list",
    "link",
    "password",
    "picture",
    "recurrence",
    "recurrence-open",
    "upload",
];

/// Refusal codes of sign-ins.
const SIGN_IN_CODES: [&str; 4] = ["NOT_VERIFIED", "RATE_LIMITED", "SIGN_IN_BY_LINK", "WRONG_CREDENTIALS"];

const VERBS: [&str; 8] = ["get", "get_many", "range", "range_many", "write", "write_if", "scan", "ping"];

/// To be called after the recorder is installed.
pub fn register() {
    for (name, text) in COUNTERS {
        describe_counter!(*name, *text);
        counter!(*name).increment(0);
    }
    for (name, text) in GAUGES {
        describe_gauge!(*name, *text);
        gauge!(*name).set(0.0);
    }
    for (name, text) in SECONDS {
        describe_histogram!(*name, Unit::Seconds, *text);
        let _ = histogram!(*name);
    }
    describe_counter!(
        "jobs_total",
        "Attempts at jobs, by what became of them: done, again later, waiting, set aside."
    );
    for outcome in ["done", "again", "wait", "aside"] {
        counter!("jobs_total", "outcome" => outcome).increment(0);
    }
    describe_gauge!("storage_queue_depth", "Requests that wait for the store.");
    for queue in ["read", "write", "cql"] {
        gauge!("storage_queue_depth", "queue" => queue).set(0.0);
    }
    describe_counter!("gate_shed_total", "Calls refused because too many waited for what is slow, by gate.");
    for gate in GATES {
        counter!("gate_shed_total", "gate" => gate).increment(0);
    }
    describe_counter!("sign_ins_refused_total", "Sign-ins that were refused, by code.");
    for code in SIGN_IN_CODES {
        counter!("sign_ins_refused_total", "code" => code).increment(0);
    }
    describe_histogram!("storage_verb_seconds", Unit::Seconds, "Requests to the store by verb.");
    for verb in VERBS {
        let _ = histogram!("storage_verb_seconds", "verb" => verb);
    }
    describe_histogram!("room_batch_changes", "Changes of a live room that were written together.");
    let _ = histogram!("room_batch_changes");
    describe_histogram!(
        super::operator::REQUEST_SECONDS,
        Unit::Seconds,
        "Requests by route, until the head of the answer."
    );
    let _ = histogram!(super::operator::REQUEST_SECONDS, "method" => "GET", "route" => "unmatched", "status" => "4xx");
}

/// Figures of the operating system about this process and its disk, in Prometheus format. Unknown ones are left out.
pub fn process(data: &Path) -> String {
    let mut out = String::new();
    let mut add = |name: &str, kind: &str, text: &str, value: Option<f64>| {
        if let Some(value) = value {
            let _ = write!(out, "# HELP {name} {text}\n# TYPE {name} {kind}\n{name} {value}\n\n");
        }
    };
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // After the name, which may contain anything: field 3 on.
    let fields: Vec<&str> = stat.rsplit_once(')').map_or("", |(_, rest)| rest).split_whitespace().collect();
    let field = |n: usize| fields.get(n - 3).and_then(|field| field.parse::<f64>().ok());
    let ticks = rustix::param::clock_ticks_per_second() as f64;
    let cpu = field(14).zip(field(15)).map(|(user, system)| (user + system) / ticks);
    add("process_cpu_seconds_total", "counter", "CPU time used, all threads.", cpu);
    let pages = field(24).map(|pages| pages * rustix::param::page_size() as f64);
    add("process_resident_memory_bytes", "gauge", "Memory in use (resident).", pages);
    add("process_virtual_memory_bytes", "gauge", "Memory addressed.", field(23));
    add("process_threads", "gauge", "Threads.", field(20));
    let boot = std::fs::read_to_string("/proc/stat").ok().and_then(|text| {
        text.lines().find_map(|line| line.strip_prefix("btime ")?.trim().parse::<f64>().ok())
    });
    let started = boot.zip(field(22)).map(|(boot, after)| boot + after / ticks);
    add("process_start_time_seconds", "gauge", "When the process began, since 1970.", started);
    let open = std::fs::read_dir("/proc/self/fd").ok().map(|list| list.count() as f64);
    add("process_open_fds", "gauge", "Open files and sockets.", open);
    let most = rlimit::Resource::NOFILE.get().ok().map(|(soft, _)| soft as f64);
    add("process_max_fds", "gauge", "Open files and sockets there may be.", most);
    let disk = rustix::fs::statvfs(data).ok();
    let bytes = disk.map(|disk| disk.f_bavail as f64 * disk.f_frsize as f64);
    add("data_disk_free_bytes", "gauge", "Room left on the disk of the data directory.", bytes);
    out
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    /// Collects all `.rs` files under a folder.
    fn sources(folder: PathBuf, found: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                sources(path, found);
            } else if path.extension().is_some_and(|end| end == "rs") && !path.ends_with("metrics_list.rs") {
                found.push(std::fs::read_to_string(path).unwrap());
            }
        }
    }

    #[test]
    fn every_recorded_metric_is_listed() {
        let mut files = Vec::new();
        for part in ["storage", "actors", "http"] {
            sources(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..").join(part).join("src"), &mut files);
        }
        let listed = include_str!("metrics_list.rs");
        let mut count = 0;
        for file in &files {
            for kind in ["counter", "gauge", "histogram"] {
                for call in file.split(&format!("metrics::{kind}!(")).skip(1) {
                    let Some(rest) = call.trim_start().strip_prefix('"') else { continue };
                    let name = rest.split('"').next().unwrap();
                    assert!(listed.contains(&format!("\"{name}\"")), "{name} has no help and appears late");
                    count += 1;
                }
            }
        }
        assert!(count > 30, "{count}");
    }
}
