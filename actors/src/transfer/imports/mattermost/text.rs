//! Mattermost's text → marked text.

use std::sync::LazyLock;

use regex::{Captures, Regex};

use crate::transfer::imports::markdown;

#[allow(clippy::unwrap_used, reason = "a constant pattern, compiled by the tests")]
static PEOPLE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?i)(^|[^\w@/.-])@([a-z0-9][a-z0-9._-]*)").unwrap());
#[allow(clippy::unwrap_used, reason = "a constant pattern, compiled by the tests")]
static CHANNELS: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?i)(^|[^\w~])~([a-z0-9][a-z0-9_-]*)").unwrap());
/// Names that mention everybody in Mattermost.
const EVERYBODY: [&str; 3] = ["channel", "all", "here"];

/// Text without mentions.
pub fn marked(text: &str, is_ours: bool) -> String {
    markdown::marked(text, |part| if is_ours { part.to_owned() } else { markdown::restyled(part) })
}

/// A post's text. `person`: whether a user name exists. `channel`: the key of a channel of the same team.
pub fn of_post(
    text: &str,
    is_ours: bool,
    person: impl Fn(&str) -> bool,
    channel: impl Fn(&str) -> Option<String>,
) -> String {
    markdown::marked(text, |part| {
        let part = PEOPLE.replace_all(part, |found: &Captures<'_>| {
            let (before, name) = (&found[1], found[2].to_lowercase());
            // Trailing punctuation belongs to the sentence, unless there is such a name.
            let mut name = name.as_str();
            loop {
                let rest = &found[2][name.len()..];
                if !is_ours && EVERYBODY.contains(&name) {
                    return format!("{before}<!channel>{rest}");
                }
                if person(name) {
                    return format!("{before}<@{name}>{rest}");
                }
                match name.rfind(['.', '-', '_']) {
                    Some(end) => name = &name[..end],
                    None => return found[0].to_owned(),
                }
            }
        });
        if is_ours {
            return part.into_owned();
        }
        let part =
            CHANNELS.replace_all(&part, |found: &Captures<'_>| match channel(&found[2].to_lowercase()) {
                Some(key) => format!("{}<#{key}|{}>", &found[1], &found[2]),
                None => found[0].to_owned(),
            });
        markdown::restyled(&part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found() {
        let person = |name: &str| ["anna", "bo.ek", "c-"].contains(&name);
        let channel = |name: &str| (name == "drift").then(|| "lag/drift".to_owned());
        for (theirs, ours) in [
            ("hej @anna!", "hej <@anna>!"),
            ("@Anna, @bo.ek. @anna. @anna-s", "<@anna>, <@bo.ek>. <@anna>. <@anna>-s"),
            ("(@c-) a@anna.se @okänd", "(<@c->) a@anna.se @okänd"),
            ("@channel: nu", "<!channel>: nu"),
            ("se ~drift och ~annat ~~struket~~", "se <#lag/drift|drift> och ~annat ~struket~"),
            ("`@anna` *@anna* a < b", "`@anna` _<@anna>_ a &lt; b"),
        ] {
            assert_eq!(of_post(theirs, false, person, channel), ours, "{theirs}");
        }
        assert_eq!(
            of_post("*fet* @anna @all ~x~ ~drift", true, person, channel),
            "*fet* <@anna> @all ~x~ ~drift"
        );
    }
}
