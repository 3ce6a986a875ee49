//! The two cookies of contract §2 and where a session's token is read from.
//!
//! `kalender_jwt` holds the token and is out of reach for scripts; `kalender_jwt_present=1` tells the web app that there is one.
//! Both live equally long and are always set and cleared together.

use std::fmt;

use actix_web::HttpRequest;
use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, SameSite};
use actix_web::http::header::{AUTHORIZATION, HeaderMap};
use actors::accounts::secrets::DEVICE_LIVES;

/// Cookie with the signed token.
pub const SESSION_COOKIE: &str = "kalender_jwt";
/// Cookie the web app can read.
pub const MARKER_COOKIE: &str = "kalender_jwt_present";
/// Cookie that a device is known by which has signed in before; no session.
pub const DEVICE_COOKIE: &str = "kalender_device";
/// Sent where one signs in and nowhere else.
const DEVICE_PATH: &str = "/api/public/auth";
/// How long a session lasts, in days.
pub const SESSION_DAYS: i64 = 30;
/// Longer values are no tokens of ours and are not looked at; in bytes.
const MAX_TOKEN: usize = 4096;

/// A session's token. Never shown by `Debug`, so that it cannot reach a log.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// `None` when empty, too long, or with bytes no token has.
    pub fn new(text: &str) -> Option<Self> {
        let plausible =
            (1..=MAX_TOKEN).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic());
        plausible.then(|| Self(text.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The value of an `Authorization` header: `Bearer <token>`, the scheme in any case.
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

/// Where a request's token came from; a cookie is sent by the browser unasked, so it needs the check of `Origin`.
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

/// The request's token: `Authorization: Bearer` before the cookie, since it was put there on purpose.
/// A Bearer header that cannot be read is no token; it does not fall back on the cookie.
pub fn presented(request: &HttpRequest) -> Option<Presented> {
    if let Some(header) = bearer_header(request.headers()) {
        return Token::from_bearer(header).map(Presented::Bearer);
    }
    request.cookie(SESSION_COOKIE).and_then(|cookie| Token::new(cookie.value())).map(Presented::Cookie)
}

/// What the device says that it is known by.
pub fn known_device(request: &HttpRequest) -> Option<String> {
    let cookie = request.cookie(DEVICE_COOKIE)?;
    (cookie.value().len() <= MAX_TOKEN).then(|| cookie.value().to_owned())
}

fn bearer_header(headers: &HeaderMap) -> Option<&str> {
    let text = headers.get(AUTHORIZATION)?.to_str().ok()?;
    let scheme = text.trim_start().get(..6)?;
    scheme.eq_ignore_ascii_case("bearer").then_some(text)
}

/// Builds the cookies; `secure` when people reach the server by https.
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

    /// The same cookies, over at once.
    pub fn clear(self) -> [Cookie<'static>; 2] {
        [
            self.build(SESSION_COOKIE, String::new(), Duration::ZERO, true),
            self.build(MARKER_COOKIE, String::new(), Duration::ZERO, false),
        ]
    }

    /// The cookie that the device is known by.
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
    fn the_session_cookie_is_out_of_reach_and_the_marker_is_not() {
        let token = Token::new("a.b.c").unwrap();
        let [session, marker] = SessionCookies { secure: true }.set(&token).map(|cookie| cookie.to_string());
        assert_eq!(session, "kalender_jwt=a.b.c; HttpOnly; SameSite=Lax; Secure; Path=/; Max-Age=2592000");
        assert_eq!(marker, "kalender_jwt_present=1; SameSite=Lax; Secure; Path=/; Max-Age=2592000");
        let [plain, _] = SessionCookies { secure: false }.set(&token);
        assert!(!plain.to_string().contains("Secure"));
    }

    #[test]
    fn clearing_ends_both() {
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
