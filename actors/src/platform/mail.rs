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
}

impl Letter {
    fn new(to: &str, subject: &str, text: String) -> Self {
        Self { to: to.to_owned(), subject: subject.to_owned(), text, leaves: None, enclosed: None }
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
        let message = self.message(letter).map_err(Failure::Final)?;
        match &self.way {
            Way::Smtp(transport) => match transport.send(message).await {
                Ok(_) => Ok(()),
                Err(error) if error.is_permanent() => Err(Failure::Final(error.to_string())),
                Err(error) => Err(Failure::Passing(error.to_string())),
            },
            Way::Outbox(folder) => {
                let kept = put_out(folder, "eml", &message.formatted()).await;
                kept.map_err(|error| Failure::Passing(error.to_string()))
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
            .message_id(None);
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
