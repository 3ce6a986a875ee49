//! Public pages rendered on request: their heads with metadata for other sites and programs, and their content without
//! a script.

use super::drawing::escape;
use crate::platform::drawn::Drawing;

const STYLE: &str = include_str!("open.css");
/// The end of every title, as in the app.
pub const PRODUCT: &str = "Kalender";
/// Excludes the page from search engines.
pub const NOINDEX: &str = "<meta name=\"robots\" content=\"noindex\">";

/// A meta element with a name and a value.
pub fn meta(kind: &str, name: &str, value: &str) -> String {
    format!("<meta {kind}=\"{name}\" content=\"{}\">", escape(value))
}

pub fn link(rel: &str, more: &str, href: &str) -> String {
    format!("<link rel=\"{rel}\"{more} href=\"{}\">", escape(href))
}

/// The metadata of a page for other sites and programs. `url` and `image` include the server's address.
pub fn metadata(
    kind: &str,
    title: &str,
    description: &str,
    url: &str,
    image: Option<(&str, &str)>,
) -> String {
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

/// A public page. `head` and `main` are markup; `without_script` replaces what a script would add.
pub fn drawing(heading: &str, description: String, head: &str, main: &str, without_script: &str) -> Drawing {
    Drawing {
        title: format!("{heading} – {PRODUCT}"),
        description,
        head: format!("{head}<style>{STYLE}</style>"),
        root: Some(format!("<main class=\"open\"><h1>{}</h1>{main}</main>", escape(heading))),
        noscript: format!("<p class=\"open\">{}</p>", escape(without_script)),
    }
}
