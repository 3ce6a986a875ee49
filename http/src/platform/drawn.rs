//! What is rendered into a page: its texts and markup, before they are put into it ([`crate::platform::web_app::drawing`]).

/// The rendered parts. Texts are escaped as they are put in; markup is inserted as it is.
#[derive(Debug, Clone, Default)]
pub struct Drawing {
    pub title: String,
    /// The description for search engines; empty: none.
    pub description: String,
    /// Markup for the head.
    pub head: String,
    /// Markup in place of the app until it has loaded; none: the page's own placeholder.
    pub root: Option<String>,
    /// Markup for browsers without scripts.
    pub noscript: String,
}
