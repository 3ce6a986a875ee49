//! Text messages: by an HTTP gateway if configured, otherwise each is a file in the outbox folder.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use storage::jobs::Job;

use crate::Platform;
use crate::platform::error::{Refusal, Result};
use crate::platform::jobs::{self, Class, Failure, JobKind};
use crate::platform::mail::put_out;
use crate::platform::time::now;

/// How text messages are delivered.
#[derive(Debug, Clone)]
pub enum Way {
    /// POST of `{"to":"+46…","text":"…"}` as JSON to this address; any 2xx means accepted.
    Gateway(String),
    /// One file each in this folder.
    Outbox(PathBuf),
}

/// A text message is a job and stored encrypted, like a mail.
pub const SMS: JobKind = JobKind {
    name: "sms",
    class: Class::OnTime,
    share: jobs::of_kind,
    within: Duration::from_secs(60),
    work: |platform, job| Box::pin(async move { deliver(&platform, &job).await }),
};

/// The body for the gateway.
#[derive(Debug, Serialize, Deserialize)]
struct Sms {
    to: String,
    text: String,
}

/// Normalizes a phone number: `+` and 7–15 digits. A number with a single leading 0 is Swedish.
pub fn number(text: &str) -> Result<String> {
    let plain: String = text.chars().filter(|c| !matches!(c, ' ' | '-' | '(' | ')' | '\u{a0}')).collect();
    let plain = match plain.strip_prefix("00") {
        Some(abroad) => format!("+{abroad}"),
        None => plain.strip_prefix('0').map_or(plain.clone(), |rest| format!("+46{rest}")),
    };
    let digits = plain.strip_prefix('+').unwrap_or_default();
    let is_number = (7..=15).contains(&digits.len())
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && !digits.starts_with('0');
    is_number
        .then_some(plain)
        .ok_or_else(|| Refusal::field("phone", "PHONE", "Skriv ett giltigt telefonnummer."))
}

/// The job that sends a text message; its `insert()` joins the write that it is about. Then call [`jobs::Jobs::wake`].
pub fn job(platform: &Platform, to: &str, text: String) -> Result<Job> {
    let sms = serde_json::to_vec(&Sms { to: to.to_owned(), text }).map_err(|_| Refusal::internal())?;
    jobs::job(platform, SMS.name, now(), &platform.secrets.seal(&sms)?)
}

async fn deliver(platform: &Platform, job: &Job) -> Result<(), Failure> {
    let sealed: String = serde_json::from_str(&job.payload)?;
    let sealed = platform.secrets.open(&sealed);
    let plain = sealed.ok_or_else(|| Failure::Final("sealed with another secret".to_owned()))?;
    let sms: Sms = serde_json::from_slice(&plain)?;
    let sent = match &platform.settings.sms {
        Way::Gateway(url) => call(url, &sms).await,
        Way::Outbox(folder) => write(folder, &sms).await.map_err(|why| Failure::Passing(why.to_string())),
    };
    metrics::counter!(if sent.is_ok() { "sms_sent_total" } else { "sms_failed_total" }).increment(1);
    sent
}

/// A permanent refusal of the gateway is final; redirects are not followed.
async fn call(url: &str, sms: &Sms) -> Result<(), Failure> {
    let client = crate::platform::outward::trusting();
    let client = client.ok_or_else(|| Failure::Passing("no client".to_owned()))?;
    let answer = client.post(url).send_json(sms).await.map_err(|why| Failure::Passing(why.to_string()))?;
    match answer.status().as_u16() {
        200..=299 => Ok(()),
        status @ (408 | 429 | 500..) => Err(Failure::Passing(format!("the gateway answers {status}"))),
        status => Err(Failure::Final(format!("the gateway answers {status}"))),
    }
}

async fn write(folder: &Path, sms: &Sms) -> std::io::Result<()> {
    tokio::fs::create_dir_all(folder).await?;
    put_out(folder, "sms", format!("To: {}\n\n{}\n", sms.to, sms.text).as_bytes()).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        for (typed, plain) in [
            ("070-123 45 67", "+46701234567"),
            ("+46 (0)70", ""),
            ("0046701234567", "+46701234567"),
            ("+4790123456", "+4790123456"),
            ("08-12 34 56", "+468123456"),
            ("112", ""),
            ("0000", ""),
            ("+46701234567890123", ""),
            ("ring mig", ""),
            ("+46٧٠1234567", ""),
            ("", ""),
        ] {
            assert_eq!(number(typed).unwrap_or_default(), plain, "{typed}");
        }
    }
}
