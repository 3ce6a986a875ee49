//! The two session cookies of contract §2, and reading a request's token.
//!
//! `kalender_jwt` holds the token and is inaccessible to scripts; `kalender_jwt_present=1` tells the web app that there
//! is one. Both have the same lifetime and are always set and cleared together.

use std::fmt;

use actix_web::HttpRequest;
use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, SameSite};
use actix_web::http::header::{AUTHORIZATION, HeaderMap};
use actors::accounts::secrets::DEVICE_LIVES;

/// The cookie with the signed token.
pub const SESSION_COOKIE: &str = "kalender_jwt";
/// The marker cookie, readable by the web app.
pub const MARKER_COOKIE: &str = "kalender_jwt_present";
/// The cookie by which a device that signed in before is recognized; not a session.
pub const DEVICE_COOKIE: &str = "kalender_device";
/// Sent only to the sign-in routes.
const DEVICE_PATH: &str = "/api/public/auth";
/// Lifetime of a session, in days.
pub const SESSION_DAYS: i64 = 30;
/// Longest accepted token, in bytes; longer values are ignored.
const MAX_TOKEN: usize = 4096;

/// A session's token. `Debug` hides it, so that it cannot reach a log.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// `None` if the text is empty, too long, or contains bytes that no token has.
    pub fn new(text: &str) -> Option<Self> {
        let plausible =
            (1..=MAX_TOKEN).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic());
        plausible.then(|| Self(text.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Parses the value of an `Authorization` header: `Bearer <token>`, the scheme in any case.
    pub fn from_bearer(header: &str) -> Option<Self> {
        let (scheme, token) = header.trim().split_once(' ')?;
        scheme.eq_ignore_ascii_case("bearer").then(|| Self::new(token.trim()))?
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

/// A request's token by origin; browsers send cookies by themselves, so a cookie needs the check of `Origin`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Presented {
    Bearer(Token),
    Cookie(Token),
}

impl Presented {
    pub fn token(&self) -> &Token {
        match self {
            Self::Bearer(token) | Self::Cookie(token) => token,
        }
    }
}

/// The request's token: `Authorization: Bearer` before the cookie, since it is set on purpose. An unreadable Bearer
/// header is no token; the cookie is not used instead.
pub fn presented(request: &HttpRequest) -> Option<Presented> {
    if let Some(header) = bearer_header(request.headers()) {
        return Token::from_bearer(header).map(Presented::Bearer);
    }
    request.cookie(SESSION_COOKIE).and_then(|cookie| Token::new(cookie.value())).map(Presented::Cookie)
}

/// The value of the device cookie.
pub fn known_device(request: &HttpRequest) -> Option<String> {
    let cookie = request.cookie(DEVICE_COOKIE)?;
    (cookie.value().len() <= MAX_TOKEN).then(|| cookie.value().to_owned())
}

fn bearer_header(headers: &HeaderMap) -> Option<&str> {
    let text = headers.get(AUTHORIZATION)?.to_str().ok()?;
    let scheme = text.trim_start().get(..6)?;
    scheme.eq_ignore_ascii_case("bearer").then_some(text)
}

/// Builds the cookies; `secure` if people reach the server by https.
#[derive(Clone, Copy, Debug)]
pub struct SessionCookies {
    pub secure: bool,
}

impl SessionCookies {
    /// The cookies of a new session: token and marker.
    pub fn set(self, token: &Token) -> [Cookie<'static>; 2] {
        let lifetime = Duration::days(SESSION_DAYS);
        [
            self.build(SESSION_COOKIE, token.as_str().to_owned(), lifetime, true),
            self.build(MARKER_COOKIE, "1".to_owned(), lifetime, false),
        ]
    }

    /// The same cookies, expired.
    pub fn clear(self) -> [Cookie<'static>; 2] {
        [
            self.build(SESSION_COOKIE, String::new(), Duration::ZERO, true),
            self.build(MARKER_COOKIE, String::new(), Duration::ZERO, false),
        ]
    }

    /// The device cookie.
    pub fn device(self, token: &str) -> Cookie<'static> {
        let lifetime = Duration::milliseconds(DEVICE_LIVES);
        let mut cookie = self.build(DEVICE_COOKIE, token.to_owned(), lifetime, true);
        cookie.set_path(DEVICE_PATH);
        cookie
    }

    fn build(
        self,
        name: &'static str,
        value: String,
        lifetime: Duration,
        http_only: bool,
    ) -> Cookie<'static> {
        Cookie::build(name, value)
            .path("/")
            .same_site(SameSite::Lax)
            .http_only(http_only)
            .secure(self.secure)
            .max_age(lifetime)
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    #[test]
    fn only_the_marker_cookie_is_readable_by_scripts() {
        let token = Token::new("a.b.c").unwrap();
        let [session, marker] = SessionCookies { secure: true }.set(&token).map(|cookie| cookie.to_string());
        assert_eq!(session, "kalender_jwt=a.b.c; HttpOnly; SameSite=Lax; Secure; Path=/; Max-Age=2592000");
        assert_eq!(marker, "kalender_jwt_present=1; SameSite=Lax; Secure; Path=/; Max-Age=2592000");
        let [plain, _] = SessionCookies { secure: false }.set(&token);
        assert!(!plain.to_string().contains("Secure"));
    }

    #[test]
    fn clearing_expires_both_cookies() {
        for cookie in (SessionCookies { secure: false }).clear() {
            assert_eq!(cookie.value(), "");
            assert_eq!(cookie.max_age(), Some(Duration::ZERO));
            assert_eq!(cookie.path(), Some("/"));
        }
    }

    #[test]
    fn a_bearer_header_goes_before_the_cookie() {
        let read = |bearer: Option<&str>, cookie: Option<&str>| {
            let mut request = TestRequest::default();
            if let Some(bearer) = bearer {
                request = request.insert_header((AUTHORIZATION, bearer.to_owned()));
            }
            if let Some(cookie) = cookie {
                request = request.cookie(Cookie::new(SESSION_COOKIE, cookie.to_owned()));
            }
            presented(&request.to_http_request())
        };
        let bearer = |text: &str| Token::new(text).map(Presented::Bearer);
        let cookie = |text: &str| Token::new(text).map(Presented::Cookie);
        assert_eq!(read(None, None), None);
        assert_eq!(read(None, Some("c")), cookie("c"));
        assert_eq!(read(Some("Bearer b"), Some("c")), bearer("b"));
        assert_eq!(read(Some("bearer   b "), None), bearer("b"));
        assert_eq!(read(Some("Bearer "), Some("c")), None);
        assert_eq!(read(Some("Basic YTpi"), Some("c")), cookie("c"));
        assert_eq!(read(None, Some("")), None);
        assert_eq!(read(Some(&format!("Bearer {}", "x".repeat(MAX_TOKEN + 1))), None), None);
    }

    #[test]
    fn a_token_is_never_shown() {
        let token = Token::new("secret").unwrap();
        assert!(!format!("{token:?} {:?}", Presented::Cookie(token.clone())).contains("secret"));
    }
}
