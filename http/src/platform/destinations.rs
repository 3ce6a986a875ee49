//! How an area declares what can be subscribed or sent to.

/// One destination of contract §3.6.
pub struct Place {
    /// Its name in the document.
    pub name: &'static str,
    /// As clients write it, ids in braces.
    pub address: &'static str,
    pub about: &'static str,
    /// Schemas of the bodies.
    pub bodies: &'static [&'static str],
    pub by: By,
}

/// Who sends there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum By {
    Server,
    Client,
}

/// Says a place.
pub const fn place(
    name: &'static str,
    by: By,
    address: &'static str,
    bodies: &'static [&'static str],
    about: &'static str,
) -> Place {
    Place { name, address, about, bodies, by }
}
