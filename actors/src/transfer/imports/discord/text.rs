//! Discord's text → marked text.

use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::shapes::{Embed, User};
use crate::transfer::imports::markdown;
use crate::transfer::imports::taking::text::escape;

#[allow(clippy::unwrap_used, reason = "a constant pattern, compiled by the tests")]
static TOKEN: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"&lt;(@!?|@&amp;|#|a?:|t:)([^&\s]*?)&gt;").unwrap());
#[allow(clippy::unwrap_used, reason = "a constant pattern, compiled by the tests")]
static EVERYBODY: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"(^|[^\w@<])@(everyone|here)\b").unwrap());

/// Text without mentions.
pub fn marked(text: &str) -> String {
    markdown::marked(text, markdown::restyled)
}

/// A person's name on the server.
pub fn name_of(user: &User) -> &str {
    let names = [user.nickname.0.trim(), user.name.0.trim()];
    names.into_iter().find(|name| !name.is_empty()).unwrap_or_default()
}

/// A message's text. By default the exporter replaces ids by names, optionally it keeps ids: both are read.
pub fn of_message(text: &str, mentioned: &[User], channel: impl Fn(&str) -> bool) -> String {
    let mut names: Vec<(String, &str)> = mentioned
        .iter()
        .flat_map(|user| [(user.nickname.0.trim(), user), (user.name.0.trim(), user)])
        .filter(|(name, user)| !name.is_empty() && !user.id.0.is_empty())
        .map(|(name, user)| (format!("@{}", escape(name)), user.id.0.as_str()))
        .collect();
    // Longest first, because one name may be a prefix of another.
    names.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
    markdown::marked(text, |part| {
        let part = TOKEN.replace_all(part, |found: &Captures<'_>| {
            let inside = &found[2];
            match &found[1] {
                "@" | "@!" => format!("<@{inside}>"),
                "@&amp;" => "@roll".to_owned(),
                "#" if channel(inside) => format!("<#{inside}>"),
                "#" => "#okänd".to_owned(),
                "t:" => moment(inside).unwrap_or_else(|| found[0].to_owned()),
                _ => format!(":{}:", inside.split(':').next().unwrap_or_default()),
            }
        });
        let part = named(&part, &names);
        let part = EVERYBODY.replace_all(&part, "$1<!channel>");
        markdown::restyled(&part)
    })
}

fn named(text: &str, names: &[(String, &str)]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('@') {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        let found = names.iter().find(|(name, _)| {
            let end = from.strip_prefix(name.as_str());
            end.is_some_and(|end| !end.starts_with(char::is_alphanumeric)) && !out.ends_with('<')
        });
        let taken = if let Some((name, id)) = found {
            out.push_str("<@");
            out.push_str(id);
            out.push('>');
            name.len()
        } else {
            out.push('@');
            1
        };
        rest = &from[taken..];
    }
    out + rest
}

/// `1700000000:R` → date and time in UTC.
fn moment(inside: &str) -> Option<String> {
    let seconds: i64 = inside.split(':').next()?.parse().ok()?;
    let at = jiff::Timestamp::from_second(seconds).ok()?;
    Some(at.strftime("%Y-%m-%d %H:%M UTC").to_string())
}

/// An embed's own text; none if it only previews a link of the message.
pub fn of_embed(embed: &Embed, content: &str) -> Option<String> {
    let url = embed.url.0.trim();
    if !url.is_empty() && content.contains(url) {
        return None;
    }
    let title = match embed.title.0.trim() {
        title if url.starts_with("http") && !title.is_empty() => {
            format!("<{}|{}>", escape(url), escape(title).replace('|', " "))
        }
        title => escape(title),
    };
    let mut lines = vec![title, marked(embed.description.0.trim())];
    let fields = embed.fields.iter();
    lines
        .extend(fields.map(|field| marked(&format!("**{}** {}", field.name.0.trim(), field.value.0.trim()))));
    lines.retain(|line| !line.is_empty());
    Some(lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::lenient::Text;

    #[test]
    fn both_ways_of_writing_are_read() {
        let user = |id: &str, name: &str, nickname: &str| User {
            id: Text(id.to_owned()),
            name: Text(name.to_owned()),
            nickname: Text(nickname.to_owned()),
            ..User::default()
        };
        let mentioned = [user("1", "anna", "Anna B"), user("2", "anna.ek", "Anna")];
        for (theirs, ours) in [
            ("hej @Anna B, @Anna!", "hej <@1>, <@2>!"),
            ("@Annas bil @okänd", "@Annas bil @okänd"),
            ("<@1> och <@!2> i <#7> <#8>", "<@1> och <@2> i <#7> #okänd"),
            ("<@&5> <:katt:99> <a:hund:98> :egen:", "@roll :katt: :hund: :egen:"),
            ("@everyone: *nu* ~~sen~~", "<!channel>: _nu_ ~sen~"),
            ("<t:1700000000:R> 1 < 2", "2023-11-14 22:13 UTC 1 &lt; 2"),
            ("`<@1>`", "`&lt;@1&gt;`"),
        ] {
            assert_eq!(of_message(theirs, &mentioned, |id| id == "7"), ours, "{theirs}");
        }
    }
}
