//! Extracts the metadata of a page.

use std::borrow::Cow;

use html5gum::emitters::default::DefaultEmitter;
use html5gum::{Token, Tokenizer};
use url::Url;

use crate::platform::text::is_unseen;

/// Most displayed characters of the metadata.
const TITLE_MAX: usize = 200;
const DESCRIPTION_MAX: usize = 300;
const SITE_MAX: usize = 80;

/// The host of an address, without `www.`.
pub fn host(url: &str) -> String {
    let host = Url::parse(url).ok().and_then(|url| url.host_str().map(str::to_owned)).unwrap_or_default();
    host.strip_prefix("www.").map_or(host.clone(), str::to_owned)
}

/// The metadata of a page; empty: none.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Metadata {
    pub title: String,
    pub description: String,
    pub site: String,
}

/// Parses the beginning of a page, up to its body: Open Graph takes precedence over the page's own title and
/// description.
pub fn parse(page: &[u8]) -> Metadata {
    let text = String::from_utf8_lossy(page);
    let (mut open_graph, mut own) = (Metadata::default(), Metadata::default());
    let mut in_title = false;
    let mut emitter = DefaultEmitter::default();
    // Contents of scripts and styles are not parsed as HTML.
    emitter.naively_switch_states(true);
    for Ok(token) in Tokenizer::new_with_emitter(&*text, emitter) {
        match token {
            Token::StartTag(tag) if tag.name.as_slice() == b"meta" => {
                let of = |name: &[u8]| tag.attributes.get(name).map(|value| String::from_utf8_lossy(value));
                let name = of(b"property").or_else(|| of(b"name")).unwrap_or_default().to_lowercase();
                let content = of(b"content").unwrap_or_default();
                let field = match name.as_str() {
                    "og:title" => &mut open_graph.title,
                    "og:description" => &mut open_graph.description,
                    "og:site_name" => &mut open_graph.site,
                    "description" => &mut own.description,
                    _ => continue,
                };
                if field.is_empty() {
                    *field = content.into_owned();
                }
            }
            Token::StartTag(tag) => match tag.name.as_slice() {
                b"title" => in_title = own.title.is_empty(),
                b"body" => break,
                _ => {}
            },
            Token::String(text) if in_title => own.title.push_str(&String::from_utf8_lossy(&text)),
            Token::EndTag(_) => in_title = false,
            _ => {}
        }
    }
    let or = |first: String, then: String| if first.trim().is_empty() { then } else { first };
    Metadata {
        title: shown(&or(open_graph.title, own.title), TITLE_MAX),
        description: shown(&or(open_graph.description, own.description), DESCRIPTION_MAX),
        site: shown(&open_graph.site, SITE_MAX),
    }
}

/// One line, without invisible or bidirectional characters, truncated with an ellipsis.
fn shown(text: &str, most: usize) -> String {
    let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let plain: String = plain.chars().filter(|c| !is_unseen(*c)).collect();
    let words = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    let cut: Cow<str> = match words.char_indices().nth(most - 1) {
        Some((at, _)) if words.chars().count() > most => format!("{}…", words[..at].trim_end()).into(),
        _ => words.into(),
    };
    cut.into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_without_its_www() {
        assert_eq!(host("https://www.example.se/a"), "example.se");
    }

    fn page(text: &str) -> [String; 3] {
        let Metadata { title, description, site } = parse(text.as_bytes());
        [title, description, site]
    }

    #[test]
    fn what_a_page_says() {
        let own = "<!doctype html><HTML><head><title>Mat &amp;\n dryck</title><meta name=description content='Veckans \
                   lunch'></head><body><title>inte den</title><meta property='og:title' content=fel>";
        assert_eq!(page(own), ["Mat & dryck", "Veckans lunch", ""]);
        let graph = "<title>x</title><meta property=og:title content='Föräldramöte'><meta property=og:description \
                     content=''><meta name=description content=Kom><meta property=og:site_name content=Skolan>";
        assert_eq!(page(graph), ["Föräldramöte", "Kom", "Skolan"]);
        assert_eq!(page("<svg><title>"), ["", "", ""]);
        assert_eq!(page("\u{0}\u{feff}<title>a\u{202e}b\u{7}c"), ["ab c", "", ""]);
        let long = format!("<title>{}</title>", "å".repeat(300));
        let [title, ..] = page(&long);
        assert_eq!((title.chars().count(), title.ends_with('…')), (200, true));
    }
}
