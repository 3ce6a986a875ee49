//! Pictures in texts: files of a subject ([`super::FileSubject`]) that a text of it shows by number, on a line of its own:
//! `![what is to be seen](bild:4711)`. Pure.

use crate::platform::ids::AttachmentId;

/// The number of the picture that a line is; none: it is text.
fn picture(line: &str) -> Option<AttachmentId> {
    let (alt, id) = line.trim().strip_prefix("![")?.strip_suffix(')')?.split_once("](bild:")?;
    let is_number = !id.starts_with('0') && id.bytes().all(|byte| byte.is_ascii_digit());
    let id: i64 = id.parse().ok().filter(|_| is_number && !alt.contains(']'))?;
    (id < 1 << 53).then_some(AttachmentId(id))
}

/// The pictures that a text shows, each once, in order.
pub fn pictures_in(text: &str) -> Vec<AttachmentId> {
    let mut found = Vec::new();
    for id in text.lines().filter_map(picture) {
        if !found.contains(&id) {
            found.push(id);
        }
    }
    found
}

/// A text with other numbers of its pictures; those that `other` does not know stay.
pub fn with_pictures(text: &str, other: impl Fn(AttachmentId) -> Option<AttachmentId>) -> String {
    let line = |line: &str| {
        let to = picture(line).and_then(&other);
        let at = line.rfind("(bild:").unwrap_or_default();
        to.map_or_else(|| line.to_owned(), |to| format!("{}(bild:{to})", &line[..at]))
    };
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

/// A text whose pictures are words, for where none can be shown: what is to be seen, in brackets.
pub fn without_pictures(text: &str) -> String {
    let line = |line: &str| {
        if picture(line).is_none() {
            return line.to_owned();
        }
        let alt = line.trim().trim_start_matches("![").split(']').next().unwrap_or_default().trim();
        if alt.is_empty() { "[Bild]".to_owned() } else { format!("[Bild: {alt}]") }
    };
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same cases hold for what the web shows.
    #[test]
    fn a_picture_is_a_line_of_its_own() {
        let cases: Vec<(String, Vec<i64>)> =
            serde_json::from_str(include_str!("../../../web/src/lib/pictures.json")).unwrap();
        assert!(cases.len() > 8);
        for (text, ids) in cases {
            assert_eq!(pictures_in(&text).iter().map(|id| id.0).collect::<Vec<_>>(), ids, "{text:?}");
        }
    }

    #[test]
    fn a_copy_has_other_numbers() {
        let text = "Se\n![Karta](bild:7)\n ![](bild:9)\n`bild:7` (bild:7)";
        let other = |id: AttachmentId| (id.0 == 7).then_some(AttachmentId(12));
        assert_eq!(with_pictures(text, other), "Se\n![Karta](bild:12)\n ![](bild:9)\n`bild:7` (bild:7)");
    }
    #[test]
    fn a_mail_says_what_is_to_be_seen() {
        let text = "Se\n ![Kören på scen](bild:7) \n![](bild:9)\n![x](https://a.se/b.png)";
        let expected = "Se\n[Bild: Kören på scen]\n[Bild]\n![x](https://a.se/b.png)";
        assert_eq!(without_pictures(text), expected);
    }
}
