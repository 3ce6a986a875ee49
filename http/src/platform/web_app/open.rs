//! Pages of what anybody may read, drawn when they are asked for: their heads, which tell other sites and programs of them, and
//! what stands there without a script.

use super::drawing::{Drawing, escape};

const STYLE: &str = include_str!("open.css");
/// What every title ends with, as the app has it.
pub const PRODUCT: &str = "Kalender";
/// Search engines are to leave the page out.
pub const NOINDEX: &str = "<meta name=\"robots\" content=\"noindex\">";

/// One of the head's elements with a name and a value.
pub fn meta(kind: &str, name: &str, value: &str) -> String {
    format!("<meta {kind}=\"{name}\" content=\"{}\">", escape(value))
}

pub fn link(rel: &str, more: &str, href: &str) -> String {
    format!("<link rel=\"{rel}\"{more} href=\"{}\">", escape(href))
}

/// What other sites and programs are told of a page. `url` and `image` with the server's address.
pub fn told(kind: &str, title: &str, description: &str, url: &str, image: Option<(&str, &str)>) -> String {
    let mut head = [
        link("canonical", "", url),
        meta("property", "og:site_name", PRODUCT),
        meta("property", "og:locale", "sv_SE"),
        meta("property", "og:type", kind),
        meta("property", "og:title", title),
        meta("property", "og:url", url),
    ]
    .concat();
    if !description.is_empty() {
        head.push_str(&meta("property", "og:description", description));
    }
    if let Some((address, alt)) = image {
        head.push_str(&meta("property", "og:image", address));
        head.push_str(&meta("property", "og:image:alt", alt));
    }
    head.push_str(&meta(
        "name",
        "twitter:card",
        if image.is_some() { "summary_large_image" } else { "summary" },
    ));
    head
}

/// A page of what anybody may read. `head` and `main` are markup; `without_script` is what a script would add.
pub fn drawing(heading: &str, description: String, head: &str, main: &str, without_script: &str) -> Drawing {
    Drawing {
        title: format!("{heading} – {PRODUCT}"),
        description,
        head: format!("{head}<style>{STYLE}</style>"),
        root: Some(format!("<main class=\"open\"><h1>{}</h1>{main}</main>", escape(heading))),
        noscript: format!("<p class=\"open\">{}</p>", escape(without_script)),
    }
}
