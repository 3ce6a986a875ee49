//! Parses a file off the workers, so that an event on which the parser fails loses only that event.

use std::collections::HashMap;

use super::decode::decoded;
use super::read::{self, File, Why};

/// A function that parses a file.
type Reader = fn(&str) -> Option<Result<File, usize>>;

/// Parses a file. None: it is not a calendar. More than [`read::MOST`] events are counted and not parsed.
pub async fn read(file: Vec<u8>) -> Option<Result<File, usize>> {
    with(file, read::read_text).await
}

async fn with(file: Vec<u8>, reader: Reader) -> Option<Result<File, usize>> {
    let text = tokio::task::spawn_blocking(move || decoded(&file)).await.ok()?;
    let whole = text.clone();
    if let Ok(read) = tokio::task::spawn_blocking(move || reader(&whole)).await {
        return read;
    }
    tracing::warn!("a calendar file is read event by event: its reader has panicked");
    // With one thread per UID a panic ends only that part.
    let mut all = File::default();
    for (uid, part) in apart(&text) {
        match tokio::task::spawn_blocking(move || reader(&part)).await {
            Ok(Some(Ok(part))) => all.add(part),
            Ok(Some(Err(count))) => return Some(Err(count)),
            Ok(None) => {}
            Err(_) => all.skipped.push(Why("UNREADABLE", "Händelsen gick inte att läsa.").of(&uid, "")),
        }
    }
    Some(Ok(all))
}

/// Splits a file by UID; each part is a file with the time zones of the whole.
fn apart(text: &str) -> Vec<(String, String)> {
    let (mut zones, mut home, mut method) = (String::new(), "", "");
    let (mut events, mut order) = (HashMap::<String, Vec<(String, String)>>::new(), Vec::new());
    let mut inside: Option<(&str, String, String)> = None;
    for line in text.lines() {
        let upper = line.get(..17).unwrap_or(line).trim_end().to_ascii_uppercase();
        if let Some((name, lines, uid)) = &mut inside {
            lines.push_str(line);
            lines.push_str("\r\n");
            if upper.starts_with("UID") && uid.is_empty() {
                line.split_once(':').map_or("", |(_, uid)| uid).trim().clone_into(uid);
            }
            if upper.strip_prefix("END:") != Some(*name) {
                continue;
            }
            let (name, lines, uid) = (*name, std::mem::take(lines), std::mem::take(uid));
            inside = None;
            if name == "VTIMEZONE" {
                zones.push_str(&lines);
                continue;
            }
            // Events without a UID are parts of their own.
            let key = if uid.is_empty() { format!("\n{}", order.len()) } else { uid };
            if !events.contains_key(&key) {
                order.push(key.clone());
            }
            events.entry(key).or_default().push((method.to_owned(), lines));
            continue;
        }
        match upper.strip_prefix("BEGIN:") {
            Some("VCALENDAR") => (home, method) = ("", ""),
            Some(name) => {
                let name =
                    ["VTIMEZONE", "VEVENT", "VTODO", "VJOURNAL"].into_iter().find(|known| *known == name);
                inside = name.map(|name| (name, format!("{line}\r\n"), String::new()));
            }
            None if upper.starts_with("METHOD:") => method = line,
            None if upper.starts_with("X-WR-TIMEZONE") => home = line,
            None => {}
        }
    }
    let file = |(method, lines): (String, String)| {
        format!("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n{method}\r\n{home}\r\n{zones}{lines}END:VCALENDAR\r\n")
    };
    let all = order.into_iter().map(|key| {
        let parts = events.remove(&key).unwrap_or_default();
        (key.trim_start().to_owned(), parts.into_iter().map(file).collect())
    });
    all.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn uids(file: &File) -> Vec<&str> {
        file.groups.iter().map(|group| group.uid.as_str()).collect()
    }

    #[test]
    fn a_file_in_parts_says_the_same_as_the_whole() {
        for file in [
            &include_bytes!("../../../tests/ics/google.ics")[..],
            include_bytes!("../../../tests/ics/outlook.ics"),
            include_bytes!("../../../tests/ics/apple.ics"),
            include_bytes!("../../../tests/ics/school.ics"),
        ] {
            let (text, mut parts) = (decoded(file), File::default());
            for (_, part) in apart(&text) {
                parts.add(read::read_text(&part).unwrap().unwrap());
            }
            let whole = read::read_text(&text).unwrap().unwrap();
            assert_eq!(uids(&parts), uids(&whole));
            let drafts = |file: &File| format!("{:?}", file.groups);
            assert_eq!(drafts(&parts), drafts(&whole));
            assert_eq!((parts.skipped, parts.partly), (whole.skipped, whole.partly));
        }
    }

    #[tokio::test]
    async fn a_panic_of_the_reader_loses_one_event() {
        let event =
            |uid: &str| format!("BEGIN:VEVENT\r\nUID:{uid}\r\nDTSTART:20260601T090000Z\r\nEND:VEVENT\r\n");
        let text =
            format!("BEGIN:VCALENDAR\r\n{}{}{}END:VCALENDAR\r\n", event("a"), event("bomb"), event("c"));
        let reader: Reader = |text| {
            assert!(!text.contains("bomb"), "as a library may");
            read::read_text(text)
        };
        let read = with(text.into_bytes(), reader).await.unwrap().unwrap();
        assert_eq!(uids(&read), ["a", "c"]);
        let lost: Vec<_> = read.skipped.iter().map(|one| (one.uid.as_str(), one.code)).collect();
        assert_eq!(lost, [("bomb", "UNREADABLE")]);
    }
}
