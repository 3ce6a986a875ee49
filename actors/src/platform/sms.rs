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

/// Characters of the GSM 7-bit alphabet (3GPP TS 23.038), and those of its extension, which take two places.
const GSM: &str = "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
const GSM_TWICE: &str = "^{}\\[~]|€\u{c}";
/// Places of a text in one segment, and of each of several: in that alphabet, and otherwise (UCS-2).
const GSM_PLACES: (usize, usize) = (160, 153);
const UCS_PLACES: (usize, usize) = (70, 67);
/// Most segments of a text that [`fitted`] makes.
const MOST_SEGMENTS: usize = 2;

/// In how many segments a text is sent and billed. No character is divided between two.
pub fn segments(text: &str) -> usize {
    let in_gsm = |c: char| match c {
        c if GSM.contains(c) => Some(1),
        c if GSM_TWICE.contains(c) => Some(2),
        _ => None,
    };
    let gsm: Option<Vec<usize>> = text.chars().map(in_gsm).collect();
    let (widths, (one, each)) = match gsm {
        Some(widths) => (widths, GSM_PLACES),
        None => (text.chars().map(char::len_utf16).collect(), UCS_PLACES),
    };
    if widths.iter().sum::<usize>() <= one {
        return 1;
    }
    let (mut count, mut used) = (1, 0);
    for width in widths {
        if used + width > each {
            (count, used) = (count + 1, 0);
        }
        used += width;
    }
    count
}

/// A text with what follows it, such as a link; the text is shortened until both fit into two segments.
pub fn fitted(text: &str, rest: &str) -> String {
    let whole = format!("{text}{rest}");
    if segments(&whole) <= MOST_SEGMENTS {
        return whole;
    }
    let mut chars: Vec<char> = text.chars().collect();
    loop {
        // Not `…`, which is not of the 7-bit alphabet.
        let short: String = chars.iter().collect();
        let whole = format!("{}...{rest}", short.trim_end());
        if segments(&whole) <= MOST_SEGMENTS || chars.pop().is_none() {
            return whole;
        }
    }
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

    /// 3GPP TS 23.038 and 23.040: 160 places or 153 in several, 70 or 67 of UCS-2.
    #[test]
    fn segments_are_counted_as_they_are_billed() {
        let cases = [
            (String::new(), 1),
            ("a".repeat(160), 1),
            ("a".repeat(161), 2),
            ("å".repeat(160), 1),
            ("a".repeat(306), 2),
            ("a".repeat(307), 3),
            ("€".repeat(80), 1),
            ("€".repeat(81), 2),
            // One half of it would stand in each: 152 places and two more.
            (format!("{}€{}", "a".repeat(152), "a".repeat(152)), 3),
            ("ł".repeat(70), 1),
            ("ł".repeat(71), 2),
            ("ł".repeat(134), 2),
            ("ł".repeat(135), 3),
            ("😀".repeat(35), 1),
            ("😀".repeat(36), 2),
            // 33 in each of 67 places, because a character is not divided.
            ("😀".repeat(67), 3),
        ];
        for (text, expected) in cases {
            assert_eq!(segments(&text), expected, "{} {:?}", text.chars().count(), text.chars().next());
        }
    }

    #[test]
    fn long_texts_keep_their_link() {
        let link = " https://kalender.example/event/1";
        assert_eq!(fitted("Kort", link), format!("Kort{link}"));
        for long in ["ö".repeat(2_000), "ł".repeat(2_000), "😀".repeat(500)] {
            let text = fitted(&long, link);
            assert!(segments(&text) == 2 && text.ends_with(&format!("...{link}")), "{text}");
        }
    }

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
