//! Hosts and addresses as operators and people write them.

use awc::http::Uri;
use awc::http::uri::Scheme;

/// Longest address, in bytes.
pub const ADDRESS_MAX: usize = 2048;

/// Hosts that the operator allows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Hosts(Vec<String>);

impl Hosts {
    /// Each a host (`push.example.org`, by https) or an origin (`https://push.example.org:8443`; http only for this
    /// machine itself). None: one of them is invalid.
    pub fn read(texts: &[String]) -> Option<Self> {
        let texts = texts.iter().map(|text| text.trim()).filter(|text| !text.is_empty());
        texts.map(Self::read_one).collect::<Option<_>>().map(Self)
    }

    fn read_one(text: &str) -> Option<String> {
        let text = if text.contains("://") { text.to_owned() } else { format!("https://{text}") };
        let (uri, origin) = parse(&text)?;
        let loopback = matches!(uri.host(), Some("127.0.0.1" | "localhost" | "[::1]"));
        let fits = uri.path_and_query().is_none_or(|path| path == "/")
            && (uri.scheme() == Some(&Scheme::HTTPS) || loopback);
        fits.then_some(origin)
    }

    /// Whether an origin is allowed.
    pub fn holds(&self, origin: &str) -> bool {
        self.0.iter().any(|one| one == origin)
    }
}

/// The address and its origin. None: not an http(s) address, or one with a user name, a fragment, or a dot at the
/// host's end.
pub fn parse(text: &str) -> Option<(Uri, String)> {
    let plain = text.len() <= ADDRESS_MAX && text.bytes().all(|byte| byte.is_ascii_graphic());
    if !plain || text.contains(['#', '\\']) {
        return None;
    }
    let uri: Uri = text.parse().ok()?;
    let scheme = uri.scheme().filter(|scheme| [Scheme::HTTP, Scheme::HTTPS].contains(scheme))?;
    let authority = uri.authority().filter(|authority| !authority.as_str().contains('@'))?;
    let host = authority.host().to_ascii_lowercase();
    // A trailing dot names the same host, but would differ from it in the lists.
    if host.is_empty() || host.ends_with('.') {
        return None;
    }
    let usual = if *scheme == Scheme::HTTPS { 443 } else { 80 };
    let port = match authority.port() {
        Some(port) => port.as_str().parse().ok()?,
        None if authority.as_str().len() > authority.host().len() => return None,
        None => usual,
    };
    let port = if port == usual { String::new() } else { format!(":{port}") };
    let origin = format!("{scheme}://{host}{port}");
    Some((uri, origin))
}
