//! The mailbox that `KALENDER_INBOX_URL` names, in which replies to mails arrive (IMAP, RFC 9051). Off if it is not
//! set.
//!
//! One mail is in memory at a time, and none larger than [`LARGEST`]. A mail is marked as read after it was handled; if
//! a node dies in between it is read again.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use async_imap::types::Uid;
use async_imap::{Client, Session};
use futures_util::{StreamExt, TryStreamExt};
use percent_encoding::percent_decode_str;
use rustls::pki_types::ServerName;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use url::{Host, Url};

/// Largest mail that is read (bytes); a reply has a few thousand.
const LARGEST: u32 = 256 * 1024;
/// Most mails handled per look.
pub const AT_ONCE: usize = 50;
/// Time limit of one look.
const WITHIN: Duration = Duration::from_secs(120);
/// Most characters before the `@` (RFC 5321), and of a token after the mailbox's own name.
const LOCAL: usize = 64;
pub const TOKEN: usize = 48;

/// The parsed setting.
#[derive(Clone, PartialEq, Eq)]
pub struct Inbox {
    host: String,
    port: u16,
    /// Whether TLS is used from the first byte.
    is_sealed: bool,
    user: String,
    password: String,
    folder: String,
    /// The mailbox's address, before and after the `@`.
    address: (String, String),
}

/// Keeps the password out of logs.
impl fmt::Debug for Inbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}/{}", self.host, self.port, self.folder)
    }
}

const FORM: &str = "is imaps://user:password@host:port/INBOX, percent-encoded (@ as %40, / as %2F)";

impl Inbox {
    /// Parses the setting. An error is the rest of a sentence that begins with the setting's name; it repeats no part
    /// of the value, which holds a password.
    pub fn read(text: &str) -> Result<Self, String> {
        let wrong = || FORM.to_owned();
        let url = Url::parse(text.trim()).map_err(|_| wrong())?;
        let decoded = |text: &str| {
            let whole = percent_decode_str(text).decode_utf8();
            whole.map(std::borrow::Cow::into_owned).map_err(|_| wrong())
        };
        let host = match url.host() {
            Some(Host::Domain(name)) if !name.is_empty() => super::smtp::idna(name).ok_or_else(wrong)?,
            Some(Host::Ipv4(address)) => address.to_string(),
            Some(Host::Ipv6(address)) => address.to_string(),
            _ => return Err(wrong()),
        };
        let (mut address, mut is_sealed) = (None, true);
        for (name, value) in url.query_pairs() {
            match (name.as_ref(), value.as_ref()) {
                ("address", value) => address = Some(value.to_owned()),
                ("tls", "none") if url.scheme() == "imap" => is_sealed = false,
                _ => return Err("knows ?address=, and ?tls=none of imap://, and nothing else".to_owned()),
            }
        }
        match url.scheme() {
            "imaps" => {}
            "imap" if !is_sealed => {}
            "imap" => {
                return Err("is imaps://: imap:// is in clear, and needs ?tls=none to say so".to_owned());
            }
            _ => return Err(wrong()),
        }
        let (user, password) = (decoded(url.username())?, decoded(url.password().unwrap_or_default())?);
        let folder = decoded(url.path().trim_start_matches('/'))?;
        let folder = if folder.is_empty() { "INBOX".to_owned() } else { folder };
        if user.is_empty() || password.is_empty() || url.port() == Some(0) || url.fragment().is_some() {
            return Err(wrong());
        }
        let address = address.unwrap_or_else(|| user.clone());
        let (local, domain) =
            address.rsplit_once('@').ok_or("needs ?address=svar@host, since its user is no address")?;
        if address.parse::<lettre::Address>().is_err() || local.contains('+') {
            return Err("has an ?address= that is none, or has a + already".to_owned());
        }
        if local.len() + 1 + TOKEN > LOCAL {
            return Err(format!("has an address with more than {} signs before the @", LOCAL - 1 - TOKEN));
        }
        let usual = if is_sealed { 993 } else { 143 };
        Ok(Self {
            host,
            port: url.port().unwrap_or(usual),
            is_sealed,
            user,
            password,
            folder,
            address: (local.to_owned(), domain.to_ascii_lowercase()),
        })
    }

    /// The address for replies with this token.
    pub fn address(&self, token: &str) -> String {
        format!("{}+{token}@{}", self.address.0, self.address.1)
    }

    /// The token of such an address; none: it is another address.
    pub fn token(&self, address: &str) -> Option<String> {
        let (local, domain) = address.trim().rsplit_once('@')?;
        let (own, token) = local.split_once('+')?;
        let is_ours =
            own.eq_ignore_ascii_case(&self.address.0) && domain.eq_ignore_ascii_case(&self.address.1);
        (is_ours && token.len() <= TOKEN).then(|| token.to_ascii_lowercase())
    }
}

/// Why nothing was read.
#[derive(Debug, thiserror::Error)]
pub enum InboxError {
    #[error("{0}")]
    Io(#[from] std::io::Error),
    #[error("{0}")]
    Imap(#[from] async_imap::error::Error),
    #[error("it has no certificate that can be checked: {0}")]
    Name(#[from] rustls::pki_types::InvalidDnsNameError),
    #[error("TLS cannot be set up here")]
    Tls,
    #[error("it did not answer in time")]
    Late,
    #[error("it closed the line")]
    Closed,
}

/// What to do with a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Handled: mark as read.
    Done,
    /// Not a reply to a mail of ours: stays, flagged for a person to look at.
    Strange,
    /// Cannot be decided now: looked at again.
    Later,
}

/// Looks once, at the oldest unread mails. Returns how many were handled.
pub async fn poll(inbox: &Inbox, take: impl AsyncFnMut(&[u8]) -> Verdict) -> Result<usize, InboxError> {
    tokio::time::timeout(WITHIN, connected(inbox, take)).await.map_err(|_| InboxError::Late)?
}

async fn connected(inbox: &Inbox, take: impl AsyncFnMut(&[u8]) -> Verdict) -> Result<usize, InboxError> {
    let tcp = TcpStream::connect((inbox.host.as_str(), inbox.port)).await?;
    if !inbox.is_sealed {
        return looked(inbox, Client::new(tcp), take).await;
    }
    let tls = crate::platform::outward::tls().ok_or(InboxError::Tls)?;
    let name = ServerName::try_from(inbox.host.clone())?;
    let sealed = TlsConnector::from(Arc::new(tls)).connect(name, tcp).await?;
    looked(inbox, Client::new(sealed), take).await
}

async fn looked<T>(
    inbox: &Inbox,
    mut client: Client<T>,
    mut take: impl AsyncFnMut(&[u8]) -> Verdict,
) -> Result<usize, InboxError>
where
    T: AsyncRead + AsyncWrite + Unpin + fmt::Debug + Send,
{
    client.read_response().await?.ok_or(InboxError::Closed)?;
    let mut session = client.login(&inbox.user, &inbox.password).await.map_err(|(error, _)| error)?;
    session.select(&inbox.folder).await?;
    let mut all: Vec<Uid> = session.uid_search("UNSEEN UNDELETED").await?.into_iter().collect();
    all.sort_unstable();
    all.truncate(AT_ONCE);
    let mut taken = 0;
    for uid in all {
        let verdict = match mail(&mut session, uid).await? {
            Some(bytes) => take(&bytes).await,
            None => Verdict::Strange,
        };
        let flags = match verdict {
            Verdict::Done => r"+FLAGS.SILENT (\Seen)",
            Verdict::Strange => r"+FLAGS.SILENT (\Seen \Flagged)",
            Verdict::Later => continue,
        };
        drop(session.uid_store(uid.to_string(), flags).await?.try_collect::<Vec<_>>().await?);
        taken += 1;
    }
    session.logout().await?;
    Ok(taken)
}

/// A mail, without marking it; none: it is too large, or gone.
async fn mail<T>(session: &mut Session<T>, uid: Uid) -> Result<Option<Vec<u8>>, InboxError>
where
    T: AsyncRead + AsyncWrite + Unpin + fmt::Debug + Send,
{
    let mut size = None;
    let mut sizes = session.uid_fetch(uid.to_string(), "(UID RFC822.SIZE)").await?;
    while let Some(one) = sizes.next().await {
        size = one?.size.or(size);
    }
    drop(sizes);
    if size.is_none_or(|size| size > LARGEST) {
        return Ok(None);
    }
    let mut found = session.uid_fetch(uid.to_string(), "(UID BODY.PEEK[])").await?;
    let mut mail = None;
    while let Some(one) = found.next().await {
        mail = one?.body().map(<[u8]>::to_vec).or(mail);
    }
    Ok(mail.filter(|mail| mail.len() <= LARGEST as usize))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_says_where_and_which_address() {
        let read = |text| Inbox::read(text).unwrap_or_else(|why| panic!("{text}: {why}"));
        let plain = read("imaps://svar%40a.se:hem%2Fligt@post.example");
        assert_eq!(format!("{plain:?}"), "post.example:993/INBOX");
        assert_eq!((plain.user.as_str(), plain.password.as_str()), ("svar@a.se", "hem/ligt"));
        assert_eq!(plain.address("abc"), "svar+abc@a.se");
        let named = read("imap://me:x@127.0.0.1:1143/Svar?tls=none&address=svar@B.se");
        assert_eq!(format!("{named:?}"), "127.0.0.1:1143/Svar");
        assert_eq!(named.address("abc"), "svar+abc@b.se");
    }

    #[test]
    fn a_wrong_url_is_refused_without_its_password() {
        for (text, part) in [
            ("", "is imaps://"),
            ("https://a@b.se:hemligt@h", "is imaps://"),
            ("imaps://h", "is imaps://"),
            ("imaps://a%40b.se@h", "is imaps://"),
            ("imaps://me:hemligt@h", "?address="),
            ("imaps://me:hemligt@h?address=ingen", "?address="),
            ("imaps://me:hemligt@h?address=a%2Bb@c.se", "a +"),
            ("imaps://me:hemligt@h?address=en.mycket.lang.en@c.se", "more than 15"),
            ("imaps://a%40b.se:hemligt@h?tls=none", "knows"),
            ("imap://a%40b.se:hemligt@h", "?tls=none"),
        ] {
            let why = Inbox::read(text).expect_err(text);
            assert!(why.contains(part) && !why.contains("hemligt"), "{text}: {why}");
        }
    }

    #[test]
    fn a_token_is_that_of_an_address_of_ours() {
        let inbox = Inbox::read("imaps://svar%40a.se:x@h").unwrap();
        for (address, token) in [
            ("svar+abc@a.se", Some("abc")),
            ("Svar+ABC@A.SE", Some("abc")),
            ("svar@a.se", None),
            ("svar+abc@b.se", None),
            ("annan+abc@a.se", None),
            ("abc", None),
        ] {
            assert_eq!(inbox.token(address).as_deref(), token, "{address}");
        }
        assert_eq!(inbox.token(&format!("svar+{}@a.se", "a".repeat(49))), None);
    }
}
