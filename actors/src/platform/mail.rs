//! Mail: by SMTP if configured, otherwise each mail is a file in the outbox folder.

use std::path::PathBuf;
use std::time::Duration;

use lettre::message::header::{ContentTransferEncoding, ContentType, HeaderName, HeaderValue};
use lettre::message::{Body, Mailbox, Message, SinglePart};
use lettre::{AsyncSmtpTransport, AsyncTransport, Tokio1Executor};
use serde::{Deserialize, Serialize};
use storage::jobs::Job;

use crate::Platform;
use crate::platform::error::{Refusal, Result};
use crate::platform::jobs::{self, Class, Failure, JobKind};
use crate::platform::time::now;

mod enclosed;
pub mod inbox;
mod smtp;

pub use enclosed::{Enclosed, Method};
pub use inbox::Inbox;
pub use smtp::SmtpServer;

/// A mail is a job (transactional outbox): it is sent even if the process that wrote it dies, and retried for hours. It
/// is stored encrypted with the installation's secret, because its links are as good as passwords.
pub const MAIL: JobKind = JobKind {
    name: "mail",
    class: Class::OnTime,
    share: jobs::of_kind,
    within: Duration::from_secs(60),
    work: |platform, job| Box::pin(async move { deliver(&platform, &job).await }),
};

/// The same for mails that come in large numbers and that nobody waits for: however many are due, a sign-in mail goes
/// first.
pub const MAIL_BULK: JobKind = JobKind {
    name: "mail-bulk",
    class: Class::Bulk,
    share: jobs::of_kind,
    within: Duration::from_secs(60),
    work: |platform, job| Box::pin(async move { deliver(&platform, &job).await }),
};

/// Time limit of one attempt at a tracked mail.
const ATTEMPT: Duration = Duration::from_secs(40);

/// A mail's content and recipient.
#[derive(Debug, Serialize, Deserialize)]
struct Letter {
    to: String,
    subject: String,
    text: String,
    /// The address for one-click unsubscribe from mails of its kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    leaves: Option<String>,
    /// The attached event.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    enclosed: Option<Enclosed>,
    /// What stands before the `@` of its Message-ID; none: something new with each attempt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    id: Option<String>,
}

impl Letter {
    fn new(to: &str, subject: &str, text: String) -> Self {
        Self { to: to.to_owned(), subject: subject.to_owned(), text, leaves: None, enclosed: None, id: None }
    }
}

/// The job for a mail that somebody waits for; its `insert()` joins the write that the mail is about. Then call
/// [`jobs::Jobs::wake`].
pub fn job(platform: &Platform, to: &str, subject: &str, text: String) -> Result<Job> {
    sealed(platform, &MAIL, &Letter::new(to, subject, text))
}

/// The same for a bulk mail.
pub fn bulk(platform: &Platform, to: &str, subject: &str, text: String) -> Result<Job> {
    sealed(platform, &MAIL_BULK, &Letter::new(to, subject, text))
}

/// The same for a bulk mail with an unsubscribe address.
pub fn of_many(platform: &Platform, to: &str, subject: &str, text: String, leaves: String) -> Result<Job> {
    let letter = Letter { leaves: Some(leaves), ..Letter::new(to, subject, text) };
    sealed(platform, &MAIL_BULK, &letter)
}

fn sealed(platform: &Platform, kind: &JobKind, letter: &Letter) -> Result<Job> {
    let letter = serde_json::to_vec(letter).map_err(|_| Refusal::internal())?;
    jobs::job(platform, kind.name, now(), &platform.secrets.seal(&letter)?)
}

/// Sends a mail that somebody waits for and that belongs to no other write. It is durable when this returns.
pub async fn send(platform: &Platform, to: &str, subject: &str, text: String) -> Result<()> {
    put(platform, job(platform, to, subject, text)?).await
}

/// The same for a bulk mail.
pub async fn send_bulk(platform: &Platform, to: &str, subject: &str, text: String) -> Result<()> {
    send_with(platform, to, subject, text, None).await
}

/// The same for a bulk mail that may have an event attached.
pub async fn send_with(
    platform: &Platform,
    to: &str,
    subject: &str,
    text: String,
    enclosed: Option<Enclosed>,
) -> Result<()> {
    let letter = Letter { enclosed, ..Letter::new(to, subject, text) };
    put(platform, sealed(platform, &MAIL_BULK, &letter)?).await
}

/// Why a mail was not taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Undelivered {
    /// The mail server does not answer, or takes nothing from us: no other mail would be taken now.
    Away(String),
    /// It takes this mail later, perhaps (4xx).
    Later(String),
    /// It never takes this mail (5xx).
    Refused {
        why: String,
        /// Because of the address: there is no such mailbox.
        is_address: bool,
    },
}

/// A mail of many whose sender follows what becomes of it.
pub struct Tracked<'a> {
    pub to: &'a str,
    pub subject: &'a str,
    pub text: String,
    /// The address for one-click unsubscribe (RFC 8058).
    pub leaves: String,
    /// The same for each attempt at one mail, so that whoever gets two knows them for one. Letters, digits, `.` and `-`.
    pub id: String,
}

/// One attempt at a mail, within the caller's job. Taken at most once by receivers that know mails by their Message-ID.
pub(crate) async fn attempt(platform: &Platform, mail: Tracked<'_>) -> Result<(), Undelivered> {
    let Tracked { to, subject, text, leaves, id } = mail;
    let letter = Letter { leaves: Some(leaves), id: Some(id), ..Letter::new(to, subject, text) };
    let sent = tokio::time::timeout(ATTEMPT, platform.mail.send(&letter));
    let sent = sent.await.unwrap_or_else(|_| Err(Undelivered::Away("no answer".to_owned())));
    metrics::counter!(if sent.is_ok() { "mail_sent_total" } else { "mail_failed_total" }).increment(1);
    sent
}

async fn put(platform: &Platform, job: Job) -> Result<()> {
    platform.storage.jobs.put(&[job]).await?;
    platform.jobs.wake();
    Ok(())
}

async fn deliver(platform: &Platform, job: &Job) -> Result<(), Failure> {
    let sealed: String = serde_json::from_str(&job.payload)?;
    let letter = platform
        .secrets
        .open(&sealed)
        .ok_or_else(|| Failure::Final("sealed with another secret".to_owned()))?;
    let letter: Letter = serde_json::from_slice(&letter)?;
    let sent = platform.mail.deliver(&letter).await;
    metrics::counter!(if sent.is_ok() { "mail_sent_total" } else { "mail_failed_total" }).increment(1);
    sent
}

enum Way {
    Smtp(AsyncSmtpTransport<Tokio1Executor>),
    Outbox(PathBuf),
}

/// Delivers mails.
pub struct Mail {
    way: Way,
    from: Mailbox,
}

/// Why mail cannot be set up.
#[derive(Debug, thiserror::Error)]
pub enum MailError {
    #[error("the sender's address is not one: {0}")]
    From(#[from] lettre::address::AddressError),
    #[error("TLS to the mail server cannot be set up: {0}")]
    Smtp(#[from] lettre::transport::smtp::Error),
    #[error("the outbox folder cannot be made: {0}")]
    Outbox(#[from] std::io::Error),
}

impl Mail {
    /// By an SMTP server.
    pub fn smtp(server: &SmtpServer, from: &str) -> Result<Self, MailError> {
        Ok(Self { way: Way::Smtp(server.transport()?), from: from.parse()? })
    }

    /// Into a folder, one file per mail.
    pub fn outbox(folder: PathBuf, from: &str) -> Result<Self, MailError> {
        std::fs::create_dir_all(&folder)?;
        Ok(Self { way: Way::Outbox(folder), from: from.parse()? })
    }

    /// The sender's address.
    pub fn sender(&self) -> &str {
        self.from.email.as_ref()
    }

    /// The sender's name.
    pub fn name(&self) -> &str {
        self.from.name.as_deref().unwrap_or("Kalender")
    }

    /// One attempt. A permanent refusal of the receiving side is final.
    async fn deliver(&self, letter: &Letter) -> Result<(), Failure> {
        self.send(letter).await.map_err(|undelivered| match undelivered {
            Undelivered::Refused { why, .. } => Failure::Final(why),
            Undelivered::Away(why) | Undelivered::Later(why) => Failure::Passing(why),
        })
    }

    async fn send(&self, letter: &Letter) -> Result<(), Undelivered> {
        let none = |why| Undelivered::Refused { why, is_address: true };
        let message = self.message(letter).map_err(none)?;
        match &self.way {
            Way::Smtp(transport) => {
                transport.send(message).await.map(drop).map_err(|error| undelivered(&error))
            }
            Way::Outbox(folder) => {
                let kept = put_out(folder, "eml", &message.formatted()).await;
                kept.map_err(|error| Undelivered::Away(error.to_string()))
            }
        }
    }

    fn message(&self, letter: &Letter) -> Result<Message, String> {
        let to = letter.to.parse::<Mailbox>().map_err(|_| "the address is not one".to_owned())?;
        let mut builder = Message::builder()
            .from(self.from.clone())
            .to(to)
            .subject(&letter.subject)
            .date_now()
            .message_id(letter.id.as_ref().map(|id| format!("<{id}@{}>", self.from.email.domain())));
        if let Some(address) = &letter.leaves {
            let header = |name, value| HeaderValue::new(HeaderName::new_from_ascii_str(name), value);
            builder = builder
                .raw_header(header("List-Unsubscribe", format!("<{address}>")))
                .raw_header(header("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".to_owned()));
        }
        let text = match self.way {
            Way::Smtp(_) => Body::new(letter.text.clone()),
            // People and tests read the file, so its links are neither wrapped nor escaped, however long the lines.
            Way::Outbox(_) => {
                let text = letter.text.replace('\n', "\r\n").into_bytes();
                Body::dangerous_pre_encoded(text, ContentTransferEncoding::EightBit)
            }
        };
        let Some(enclosed) = &letter.enclosed else {
            let built = builder.header(ContentType::TEXT_PLAIN).body(text);
            return built.map_err(|error| error.to_string());
        };
        if let Some(address) = &enclosed.reply_to {
            builder = builder.reply_to(address.parse().map_err(|_| "no answer can come back".to_owned())?);
        }
        let text = SinglePart::builder().header(ContentType::TEXT_PLAIN).body(text);
        enclosed::with(builder, text, enclosed)
    }
}

/// What an answer of the mail server means for the mail, and for its address (RFC 5321, RFC 3463).
fn undelivered(error: &lettre::transport::smtp::Error) -> Undelivered {
    let why = error.to_string();
    let Some(code) = error.status() else { return Undelivered::Away(why) };
    match u16::from(code) {
        // It shuts down, or does not know us: sign-in and encryption are between it and this server.
        421 | 454 | 530..=538 => Undelivered::Away(why),
        400..=499 => Undelivered::Later(why),
        code => Undelivered::Refused { why, is_address: matches!(code, 550 | 551 | 553) },
    }
}

/// The file appears whole: written under another name, then renamed. Named by time, so that the newest sorts last.
pub(crate) async fn put_out(folder: &std::path::Path, ending: &str, content: &[u8]) -> std::io::Result<()> {
    let name = format!("{}-{:08x}.{ending}", crate::platform::time::now(), rand::random::<u32>());
    let part = folder.join(format!(".{name}.part"));
    tokio::fs::write(&part, content).await?;
    tokio::fs::rename(part, folder.join(name)).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[actix::test]
    async fn a_mail_in_the_outbox_can_be_read_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let mail = Mail::outbox(folder.path().to_owned(), "Kalender <no-reply@localhost>").unwrap();
        let text = "Hej Åsa!\n\nhttp://x/verify?token=abc123\n".to_owned();
        let letter = Letter::new("asa@example.se", "Bekräfta", text);
        mail.deliver(&letter).await.unwrap();
        let file = std::fs::read_dir(folder.path()).unwrap().next().unwrap().unwrap().path();
        assert_eq!(file.extension().unwrap(), "eml");
        let written = std::fs::read_to_string(file).unwrap();
        assert!(written.contains("\r\nTo: asa@example.se\r\n"), "{written}");
        assert!(written.contains("Hej Åsa!\r\n\r\nhttp://x/verify?token=abc123\r\n"), "{written}");
    }

    #[actix::test]
    async fn an_address_that_is_none_is_not_tried_again() {
        let folder = tempfile::tempdir().unwrap();
        let mail = Mail::outbox(folder.path().to_owned(), "Kalender <no-reply@localhost>").unwrap();
        let letter = Letter::new("ingen", "", String::new());
        assert!(matches!(mail.deliver(&letter).await, Err(Failure::Final(_))));
        // A failed write may succeed later.
        std::fs::remove_dir(folder.path()).unwrap();
        let letter = Letter { to: "asa@example.se".to_owned(), ..letter };
        assert!(matches!(mail.deliver(&letter).await, Err(Failure::Passing(_))));
    }
}
