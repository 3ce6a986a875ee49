//! Declaration of an area's live destinations.

/// A destination of contract §3.6.
pub struct Place {
    /// Its name in the AsyncAPI document.
    pub name: &'static str,
    /// The address as clients write it, ids in braces.
    pub address: &'static str,
    pub about: &'static str,
    /// Schemas of the bodies.
    pub bodies: &'static [&'static str],
    pub by: By,
}

/// Who sends to it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum By {
    Server,
    Client,
}

/// Makes a [`Place`].
pub const fn place(
    name: &'static str,
    by: By,
    address: &'static str,
    bodies: &'static [&'static str],
    about: &'static str,
) -> Place {
    Place { name, address, about, bodies, by }
}
