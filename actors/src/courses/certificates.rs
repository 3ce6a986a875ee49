//! Certificates: issued once to whoever has finished a course that gives them, and looked up by anybody under their
//! code. Contract §10.2.

use jiff::tz::TimeZone;
use rand::Rng;
use serde::Serialize;
use storage::courses::{Certificate, CourseId, Courses};
use storage::time::Moment;
use utoipa::ToSchema;

use super::facts::Facts;
use super::rules;
use crate::Platform;
use crate::accounts::Who;
use crate::platform::document::{self, Document, Fact, Party};
use crate::platform::error::{Refusal, Result};
use crate::platform::time::{ZONE, now};

/// Characters of a code: none that is taken for another.
const LETTERS: &[u8] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
/// Characters of a code: 80 bits, so that nobody guesses one.
const LENGTH: usize = 16;
/// Attempts at a certificate that another device issues at the same moment.
const TRIES: u32 = 8;

/// A certificate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CourseCertificate)]
pub struct CertificateView {
    /// What it is looked up by.
    pub code: String,
    /// Whose it is, as they were called when it was issued.
    pub name: String,
    /// The course's title then.
    pub course: String,
    pub id_course: CourseId,
    /// The organisation, or who made the course.
    pub issuer: String,
    pub da_finished: Moment,
    pub da_issued: Moment,
    /// The page that shows it to everybody.
    pub path: String,
}

impl From<Certificate> for CertificateView {
    fn from(it: Certificate) -> Self {
        Self {
            path: format!("/klyftig/intyg/{}", it.code),
            code: it.code,
            name: it.name,
            course: it.title,
            id_course: it.course_id,
            issuer: it.issuer,
            da_finished: it.finished,
            da_issued: it.issued,
        }
    }
}

fn none() -> Refusal {
    Refusal::not_found("Intyget finns inte.")
}

/// My certificate of a course; the first call after it was earned issues it. One that was issued stays, whatever becomes
/// of the course. 403 NOT_ENROLLED; 404; 409 NOT_FINISHED.
pub async fn certificate(platform: &Platform, who: &Who, id: CourseId) -> Result<CertificateView> {
    let courses = Courses::of(&platform.storage);
    for _ in 0..TRIES {
        if let Some(issued) = courses.certificate_of(who.user_id, id).await? {
            return Ok(issued.into());
        }
        let facts = Facts::load(platform, Some(who.user_id), id).await?;
        let earned = earned(platform, who, &facts).await?;
        if courses.issue(&earned).await? {
            return Ok(earned.into());
        }
    }
    Err(Refusal::busy())
}

async fn earned(platform: &Platform, who: &Who, facts: &Facts) -> Result<Certificate> {
    facts.head.certificate.then_some(()).ok_or_else(none)?;
    let progress = facts.progress.as_ref().ok_or_else(rules::not_enrolled)?;
    let not_finished = || Refusal::conflict("NOT_FINISHED", "Intyget kommer när kursen är klar.");
    let finished = progress.finished.ok_or_else(not_finished)?;
    let names = platform.people.all([who.user_id]).await?;
    let name = names.get(&who.user_id).map(|one| one.display_name.clone()).unwrap_or_default();
    let issuer = facts.view(platform).await?.author.display_name;
    Ok(Certificate {
        code: code(),
        course_id: facts.course.course_id,
        user_id: who.user_id,
        name,
        title: facts.course.title.clone(),
        issuer,
        finished,
        issued: Moment(now()),
    })
}

fn code() -> String {
    let mut random = rand::rng();
    (0..LENGTH).map(|_| char::from(LETTERS[random.random_range(0..LETTERS.len())])).collect()
}

/// The certificate with a code, for everybody. 404.
pub async fn by_code(platform: &Platform, code: &str) -> Result<CertificateView> {
    let code = code.to_ascii_uppercase();
    let is_code = code.len() == LENGTH && code.bytes().all(|byte| LETTERS.contains(&byte));
    is_code.then_some(()).ok_or_else(none)?;
    Courses::of(&platform.storage).certificate(&code).await?.map(Into::into).ok_or_else(none)
}

/// My certificate as PDF. As [`certificate`].
pub async fn pdf(platform: &Platform, who: &Who, id: CourseId) -> Result<Vec<u8>> {
    let paper = paper(&certificate(platform, who, id).await?, &platform.settings.public_url);
    // Some ten milliseconds: not on a worker.
    tokio::task::spawn_blocking(move || document::pdf(&paper)).await.map_err(|_| Refusal::internal())?
}

/// A certificate as a paper. `origin`: the address of the page that shows it.
pub fn paper(it: &CertificateView, origin: &str) -> Document {
    let day = |at: Moment| {
        let zone = TimeZone::get(ZONE).unwrap_or(TimeZone::UTC);
        let at = jiff::Timestamp::from_millisecond(at.0).unwrap_or_default();
        at.to_zoned(zone).date().to_string()
    };
    let fact = |label: &str, value: String| Fact { label: label.to_owned(), value };
    Document {
        title: "Intyg".to_owned(),
        author: it.issuer.clone(),
        sender: Party { heading: "Utfärdat av".to_owned(), lines: vec![it.issuer.clone()] },
        receiver: Party { heading: "Utfärdat till".to_owned(), lines: vec![it.name.clone()] },
        facts: vec![
            fact("Kurs", it.course.clone()),
            fact("Klar", day(it.da_finished)),
            fact("Utfärdat", day(it.da_issued)),
            fact("Kod", it.code.clone()),
        ],
        notes: vec![
            format!("{} har gått kursen {} och gjort allt som ingår i den.", it.name, it.course),
            format!("Intyget går att kontrollera på {origin}{}", it.path),
        ],
        footer: it.issuer.clone(),
        ..Document::default()
    }
}
