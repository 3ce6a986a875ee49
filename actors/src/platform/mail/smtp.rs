//! The mail server that `KALENDER_SMTP_URL` names. Mails hold links that are as good as passwords, so TLS is required
//! (RFC 8314): `smtp://` by STARTTLS, `smtps://` from the first byte. Only `?tls=none` sends in clear; whether the
//! server offers STARTTLS has no influence, because an attacker in between could remove the offer.

use std::fmt;

use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Tls, TlsParameters};
use lettre::transport::smtp::{Error, PoolConfig, SUBMISSION_PORT, SUBMISSIONS_PORT};
use lettre::{AsyncSmtpTransport, Tokio1Executor};
use percent_encoding::percent_decode_str;
use url::{Host, Url};

/// Connections that are kept for the next mails: as many as send at once while a batch goes out.
const KEPT: u32 = 32;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Security {
    /// STARTTLS first; without it nothing is sent.
    StartTls,
    /// TLS from the first byte.
    Implicit,
    /// In clear, by the operator's choice.
    None,
}

/// The server that mails are handed to.
#[derive(Clone, PartialEq, Eq)]
pub struct SmtpServer {
    host: String,
    port: u16,
    security: Security,
    /// User and password, decoded.
    login: Option<(String, String)>,
}

/// Keeps the password out of logs.
impl fmt::Debug for SmtpServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { host, port, security, .. } = self;
        write!(f, "{host}:{port} ({security:?})")
    }
}

const FORM: &str = "is smtp://user:password@host:port (STARTTLS) or smtps://user:password@host:port";
const ENCODED: &str =
    "signs of a user or password besides letters and digits are percent-encoded (@ as %40, / as %2F)";

impl SmtpServer {
    /// Parses the setting. An error is the rest of a sentence that begins with the setting's name; it repeats no part
    /// of the value, which may hold a password.
    pub fn read(text: &str) -> Result<Self, String> {
        let wrong = || format!("{FORM}; {ENCODED}");
        let url = Url::parse(text.trim()).map_err(|_| wrong())?;
        let implicit = match url.scheme() {
            "smtp" => false,
            "smtps" => true,
            _ => return Err(wrong()),
        };
        let host = match url.host() {
            Some(Host::Domain(name)) if !name.is_empty() => idna(name).ok_or_else(wrong)?,
            Some(Host::Ipv4(address)) => address.to_string(),
            Some(Host::Ipv6(address)) => address.to_string(),
            _ => return Err(wrong()),
        };
        if !matches!(url.path(), "" | "/") || url.fragment().is_some() || url.port() == Some(0) {
            return Err(wrong());
        }
        let mut security = if implicit { Security::Implicit } else { Security::StartTls };
        for (name, value) in url.query_pairs() {
            match (name.as_ref(), value.as_ref()) {
                ("tls", "required") => {}
                ("tls", "none") if !implicit => security = Security::None,
                ("tls", "none") => {
                    return Err("is smtps://, so ?tls=none contradicts it: smtp:// sends in clear".to_owned());
                }
                _ => {
                    return Err(
                        "knows ?tls=required (the default) and ?tls=none behind the host and nothing else"
                            .to_owned(),
                    );
                }
            }
        }
        let login = match (url.username(), url.password()) {
            ("", None) => None,
            ("", Some(_)) | (_, None) => return Err(format!("has user and password or neither; {ENCODED}")),
            (user, Some(password)) => Some((decoded(user)?, decoded(password)?)),
        };
        let usual = if implicit { SUBMISSIONS_PORT } else { SUBMISSION_PORT };
        Ok(Self { host, port: url.port().unwrap_or(usual), security, login })
    }

    /// A connection pool to the server.
    pub(super) fn transport(&self) -> Result<AsyncSmtpTransport<Tokio1Executor>, Error> {
        let tls = match self.security {
            Security::StartTls => Tls::Required(TlsParameters::new(self.host.clone())?),
            Security::Implicit => Tls::Wrapper(TlsParameters::new(self.host.clone())?),
            Security::None => Tls::None,
        };
        let mut builder =
            AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(&self.host).port(self.port).tls(tls);
        builder = builder.pool_config(PoolConfig::new().max_size(KEPT));
        if let Some((user, password)) = self.login.clone() {
            builder = builder.credentials(Credentials::new(user, password));
        }
        Ok(builder.build())
    }
}

fn decoded(text: &str) -> Result<String, String> {
    let whole = percent_decode_str(text).decode_utf8();
    whole.map(std::borrow::Cow::into_owned).map_err(|_| ENCODED.to_owned())
}

/// A host name in the form that is resolved: `post.växjö.example` in punycode. [`Url`] does not do this for the smtp
/// schemes.
pub(super) fn idna(name: &str) -> Option<String> {
    let name = percent_decode_str(name).decode_utf8().ok()?;
    match Host::parse(&name).ok()? {
        Host::Domain(name) => Some(name),
        Host::Ipv4(address) => Some(address.to_string()),
        Host::Ipv6(address) => Some(address.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn server(host: &str, port: u16, security: Security, login: Option<(&str, &str)>) -> SmtpServer {
        let login = login.map(|(user, password)| (user.to_owned(), password.to_owned()));
        SmtpServer { host: host.to_owned(), port, security, login }
    }

    #[test]
    fn a_url_says_host_port_security_and_login() {
        use Security::{Implicit, None as Clear, StartTls};
        for (text, expected) in [
            ("smtp://post.example", server("post.example", 587, StartTls, None)),
            ("smtp://post.example/", server("post.example", 587, StartTls, None)),
            ("smtp://post.example:25?tls=required", server("post.example", 25, StartTls, None)),
            ("smtps://post.example", server("post.example", 465, Implicit, None)),
            ("smtp://127.0.0.1:1025?tls=none", server("127.0.0.1", 1025, Clear, None)),
            ("smtp://[::1]:1025?tls=none", server("::1", 1025, Clear, None)),
            ("smtp://post.växjö.example", server("post.xn--vxj-qla6g.example", 587, StartTls, None)),
            ("smtp://a:b@post.example", server("post.example", 587, StartTls, Some(("a", "b")))),
            ("smtps://a%40b.se:p%40s%2Fs%25@h", server("h", 465, Implicit, Some(("a@b.se", "p@s/s%")))),
            // An unencoded @ is accepted, because a host has none.
            ("smtp://a@b.se:p@ss@h:26", server("h", 26, StartTls, Some(("a@b.se", "p@ss")))),
        ] {
            let read = SmtpServer::read(text).unwrap_or_else(|why| panic!("{text}: {why}"));
            assert!(read == expected, "{text}: {read:?}");
        }
    }

    #[test]
    fn a_wrong_url_is_refused_without_its_password() {
        for (text, part) in [
            ("", "is smtp://"),
            ("post.example:587", "is smtp://"),
            ("http://post.example", "is smtp://"),
            ("smtp://", "is smtp://"),
            ("smtp://:25", "is smtp://"),
            ("smtp://post.example:99999", "is smtp://"),
            ("smtp://post.example:0", "is smtp://"),
            ("smtp://post.example/in", "is smtp://"),
            ("smtp://me:hem/ligt@post.example", "%2F"),
            ("smtp://me:hem#ligt@post.example", "percent-encoded"),
            ("smtp://me:hem%ffligt@post.example", "percent-encoded"),
            ("smtp://me@post.example", "user and password"),
            ("smtp://post.example?tls=opportunistic", "tls=none"),
            ("smtp://post.example?ssl=1", "tls=none"),
            ("smtps://post.example?tls=none", "contradicts"),
        ] {
            let why = SmtpServer::read(text).expect_err(text);
            assert!(why.contains(part) && !why.contains('\n') && !why.contains("ligt"), "{text}: {why}");
        }
    }

    #[test]
    fn a_password_is_in_no_debug_text() {
        let read = SmtpServer::read("smtp://me:hemligt@post.example").unwrap();
        assert_eq!(format!("{read:?}"), "post.example:587 (StartTls)");
    }
}
