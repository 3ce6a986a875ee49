//! Mail: by SMTP where configured, else each mail is a file in the outbox folder.

use std::path::PathBuf;

use lettre::message::header::ContentTransferEncoding;
use lettre::message::{Body, Mailbox, Message};
use lettre::{AsyncSmtpTransport, AsyncTransport, Tokio1Executor};
use tokio::sync::Semaphore;

/// Mails under way at once; more wait.
const AT_ONCE: usize = 8;
/// Mails that may wait; more are refused (and logged).
const WAITING: usize = 1_000;

enum Way {
    Smtp(AsyncSmtpTransport<Tokio1Executor>),
    Outbox(PathBuf),
}

/// Where mails go.
pub struct Mail {
    way: std::sync::Arc<Way>,
    from: Mailbox,
    gate: std::sync::Arc<Semaphore>,
    waiting: std::sync::Arc<Semaphore>,
}

/// Why mail cannot be set up.
#[derive(Debug, thiserror::Error)]
pub enum MailError {
    #[error("the sender's address is not one: {0}")]
    From(#[from] lettre::address::AddressError),
    #[error("the SMTP address is not one: {0}")]
    Smtp(#[from] lettre::transport::smtp::Error),
    #[error("the outbox folder cannot be made: {0}")]
    Outbox(#[from] std::io::Error),
}

impl Mail {
    /// Through a server, as `smtp://user:password@host:port` or `smtps://…`.
    pub fn smtp(url: &str, from: &str) -> Result<Self, MailError> {
        let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(url)?.build();
        Ok(Self::new(Way::Smtp(transport), from.parse()?))
    }

    /// Into a folder, one file each.
    pub fn outbox(folder: PathBuf, from: &str) -> Result<Self, MailError> {
        std::fs::create_dir_all(&folder)?;
        Ok(Self::new(Way::Outbox(folder), from.parse()?))
    }

    fn new(way: Way, from: Mailbox) -> Self {
        Self {
            way: std::sync::Arc::new(way),
            from,
            gate: std::sync::Arc::new(Semaphore::new(AT_ONCE)),
            waiting: std::sync::Arc::new(Semaphore::new(WAITING)),
        }
    }

    /// The address that mails come from.
    pub fn sender(&self) -> &str {
        self.from.email.as_ref()
    }

    /// Sends in the background: nobody learns from the time an answer takes whether a mail went out.
    pub fn send(&self, to: &str, subject: &str, text: String) {
        let Ok(to) = to.parse::<Mailbox>() else {
            return tracing::warn!("a mail was not sent: the address is not one");
        };
        let builder = Message::builder()
            .from(self.from.clone())
            .to(to)
            .subject(subject)
            .date_now()
            .message_id(None)
            .header(lettre::message::header::ContentType::TEXT_PLAIN);
        let built = match *self.way {
            Way::Smtp(_) => builder.body(text).ok(),
            // A file is read by people and by tests: its links are neither wrapped nor escaped, however long the lines.
            Way::Outbox(_) => {
                let text = text.replace('\n', "\r\n").into_bytes();
                builder.body(Body::dangerous_pre_encoded(text, ContentTransferEncoding::EightBit)).ok()
            }
        };
        let Some(message) = built else {
            return tracing::warn!("a mail was not sent: it could not be written");
        };
        let Ok(place) = std::sync::Arc::clone(&self.waiting).try_acquire_owned() else {
            metrics::counter!("mail_refused_total").increment(1);
            return tracing::error!("a mail was not sent: too many wait");
        };
        let (way, gate) = (std::sync::Arc::clone(&self.way), std::sync::Arc::clone(&self.gate));
        actix_rt::spawn(async move {
            let _place = place;
            let _turn = gate.acquire_owned().await;
            deliver(&way, message).await;
        });
    }
}

/// Three tries, 1 and 4 seconds apart.
async fn deliver(way: &Way, message: Message) {
    for pause in [0, 1, 4] {
        tokio::time::sleep(std::time::Duration::from_secs(pause)).await;
        let result = match way {
            Way::Smtp(transport) => {
                transport.send(message.clone()).await.map(drop).map_err(|e| e.to_string())
            }
            Way::Outbox(folder) => write(folder, &message).await.map_err(|e| e.to_string()),
        };
        match result {
            Ok(()) => return metrics::counter!("mail_sent_total").increment(1),
            Err(why) => tracing::warn!(%why, "a mail did not go out"),
        }
    }
    metrics::counter!("mail_failed_total").increment(1);
}

/// The file appears whole: written beside, then renamed. Named by time, so that the newest sorts last.
async fn write(folder: &std::path::Path, message: &Message) -> std::io::Result<()> {
    let name = format!("{}-{:08x}.eml", crate::time::now(), rand::random::<u32>());
    let part = folder.join(format!(".{name}.part"));
    tokio::fs::write(&part, message.formatted()).await?;
    tokio::fs::rename(part, folder.join(name)).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[actix::test]
    async fn a_mail_in_the_outbox_can_be_read_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let mail = Mail::outbox(folder.path().to_owned(), "Kalender <no-reply@localhost>").unwrap();
        mail.send("asa@example.se", "Bekräfta", "Hej Åsa!\n\nhttp://x/verify?token=abc123\n".to_owned());
        let written = loop {
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
            let files = std::fs::read_dir(folder.path()).unwrap().map(|f| f.unwrap().path());
            if let Some(file) = files.into_iter().find(|f| f.extension().is_some_and(|e| e == "eml")) {
                break std::fs::read_to_string(file).unwrap();
            }
        };
        assert!(written.contains("\r\nTo: asa@example.se\r\n"), "{written}");
        assert!(written.contains("Hej Åsa!\r\n\r\nhttp://x/verify?token=abc123\r\n"), "{written}");
    }
}
