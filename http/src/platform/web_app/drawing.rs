//! Renders texts into the page on request: readable without a script, and replaced by the app.

use std::ops::Range;

use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, ETAG, EntityTag};
use actix_web::{HttpRequest, HttpResponse};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

use super::framed::Framed;
use super::{ASK_AGAIN, PAGE, WebApp};
use crate::platform::answer::is_known;
use crate::platform::drawn::Drawing;
use crate::platform::request::Page;

/// The content type of pages.
pub const HTML: &str = "text/html; charset=utf-8";

/// Replaces the page if the web app is not built.
const BARE: &str = "<!doctype html><html lang=\"sv\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
    content=\"width=device-width\"><meta name=\"description\" content=\"\"><title></title></head><body><div id=\"root\"></div>\
    <noscript></noscript></body></html>";

impl WebApp {
    /// The page in this file with `answers` ([`super::first`]) at its end.
    pub(super) fn put_into(&self, file: &str, answers: &str) -> String {
        let page = self.files.get(file).map(|page| String::from_utf8_lossy(&page.plain).into_owned());
        let mut page = page.unwrap_or_else(|| BARE.to_owned());
        if let Some(end) = page.rfind("</body>") {
            page.insert_str(end, answers);
        }
        page
    }

    /// The page with the rendered parts, in its frame if it has one.
    pub fn draw(&self, framed: Option<&Framed<'_>>, answers: &str, drawing: &Drawing) -> String {
        let mut page = self.put_into(framed.map_or(PAGE, |framed| framed.file), answers);
        let title = format!("<title>{}</title>", escape(&drawing.title));
        put(&mut page, |page| between(page, "<title>", "</title>"), &title);
        let description = match drawing.description.as_str() {
            "" => String::new(),
            text => format!("<meta name=\"description\" content=\"{}\">", escape(text)),
        };
        put(&mut page, described, &description);
        if let Some(markup) = &drawing.root {
            let root = format!("<div id=\"root\">{markup}</div>");
            put(&mut page, rooted, &root);
        }
        let noscript = format!("<noscript>{}</noscript>", drawing.noscript);
        put(&mut page, |page| last_between(page, "<noscript>", "</noscript>"), &noscript);
        let head = format!("{}</head>", drawing.head);
        put(&mut page, |page| page.find("</head>").map(|at| at..at + "</head>".len()), &head);
        page
    }
}

/// Replaces a part of the page, if present.
fn put(page: &mut String, place: impl Fn(&str) -> Option<Range<usize>>, markup: &str) {
    if let Some(range) = place(page) {
        page.replace_range(range, markup);
    }
}

fn between(page: &str, begins: &str, ends: &str) -> Option<Range<usize>> {
    let start = page.find(begins)?;
    let end = start + page.get(start..)?.find(ends)? + ends.len();
    Some(start..end)
}

fn last_between(page: &str, begins: &str, ends: &str) -> Option<Range<usize>> {
    let start = page.rfind(begins)?;
    let end = start + page.get(start..)?.find(ends)? + ends.len();
    Some(start..end)
}

/// The range of the page's description.
fn described(page: &str) -> Option<Range<usize>> {
    let name = page.find("name=\"description\"")?;
    let start = page.get(..name)?.rfind("<meta")?;
    let end = name + page.get(name..)?.find('>')? + 1;
    Some(start..end)
}

/// The range of the app's root element: it ends before the last noscript element.
fn rooted(page: &str) -> Option<Range<usize>> {
    let start = page.find("<div id=\"root\">")?;
    let last = page.rfind("<noscript>").filter(|last| *last > start)?;
    let end = page.get(start..last)?.rfind("</div>")? + start + "</div>".len();
    Some(start..end)
}

/// Plain text as paragraphs.
pub fn paragraphs(text: &str) -> String {
    let paragraph = |part: &str| format!("<p>{}</p>", escape(part.trim()).replace('\n', "<br>"));
    text.split("\n\n").filter(|part| !part.trim().is_empty()).map(paragraph).collect()
}

/// Escapes a text for markup, between elements or in double-quoted attributes.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}

/// An answer that is the same for everybody, with an ETag of its bytes; 304 if the caller has it.
pub fn answered(
    request: &HttpRequest,
    status: StatusCode,
    content_type: &'static str,
    body: String,
) -> HttpResponse {
    let hash = Sha256::digest(body.as_bytes());
    // Weak: one for all encodings.
    let etag = EntityTag::new_weak(URL_SAFE_NO_PAD.encode(&hash[..12]));
    let is_known = status == StatusCode::OK && is_known(request, &etag);
    let mut answer = HttpResponse::build(if is_known { StatusCode::NOT_MODIFIED } else { status });
    answer.insert_header((CACHE_CONTROL, ASK_AGAIN));
    if status == StatusCode::OK {
        answer.insert_header((ETAG, etag.to_string()));
    }
    let mut answer = if is_known { answer.finish() } else { answer.content_type(content_type).body(body) };
    answer.extensions_mut().insert(Page);
    answer
}

#[cfg(test)]
mod tests {
    use actix_web::web::Bytes;

    use super::*;

    const BUILT: &str = "<!doctype html><head><meta charset=\"utf-8\" />\n<meta\n  name=\"description\"\n  content=\"Vi.\"\n/>\
        <title>Kalender</title><noscript><style>.a{}</style></noscript></head><body><div id=\"root\"><div class=\"boot\">\
        <p>Laddar</p></div></div>\n<noscript>Slå på</noscript><script src=\"/a.js\"></script></body>";

    fn drawing() -> Drawing {
        Drawing {
            title: "</title><script>1</script>".to_owned(),
            description: "\"><script>2</script>".to_owned(),
            head: "<meta name=\"robots\" content=\"noindex\">".to_owned(),
            root: Some("<main>Hej</main>".to_owned()),
            noscript: "<p>Utan</p>".to_owned(),
        }
    }

    #[test]
    fn rendered_parts_replace_their_places() {
        let app = WebApp::new([("index.html".to_owned(), Bytes::from_static(BUILT.as_bytes()))]);
        assert_eq!(
            app.draw(None, "", &drawing()),
            "<!doctype html><head><meta charset=\"utf-8\" />\n<meta name=\"description\" \
             content=\"&quot;&gt;&lt;script&gt;2&lt;/script&gt;\"><title>&lt;/title&gt;&lt;script&gt;1&lt;/script&gt;</title>\
             <noscript><style>.a{}</style></noscript><meta name=\"robots\" content=\"noindex\"></head><body>\
             <div id=\"root\"><main>Hej</main></div>\n<noscript><p>Utan</p></noscript><script src=\"/a.js\"></script></body>"
        );
        let kept = app.draw(None, "", &Drawing { root: None, ..drawing() });
        assert!(
            kept.contains("<div class=\"boot\"><p>Laddar</p></div></div>\n<noscript><p>Utan</p>"),
            "{kept}"
        );
    }

    #[test]
    fn page_is_rendered_without_the_web_app() {
        let page = WebApp::new([]).draw(None, "", &drawing());
        for part in ["<div id=\"root\"><main>Hej</main></div>", "noindex", "&lt;/title&gt;"] {
            assert!(page.contains(part), "{page}");
        }
        assert!(!page.contains("<script"), "{page}");
    }

    #[test]
    fn the_page_as_it_is_built_has_every_place() {
        let page = include_str!("../../../../web/index.html");
        assert!(described(page).is_some() && rooted(page).is_some());
        let root = rooted(page).map(|range| page[range].to_owned()).unwrap_or_default();
        assert!(root.contains("boot-wait") && root.ends_with("</div>"), "{root}");
    }
}
