//! Certificates: who finished which course, under a code that anybody may look up. Contract §10.2.

use super::{CourseId, Courses, MOST_TAKEN};
use crate::platform::check::Check;
use crate::platform::engine::Key;
use crate::platform::error::Result;
use crate::platform::ids::UserId;
use crate::platform::record::{Record, Stored, record};
use crate::platform::time::Moment;
use crate::platform::walk::Walk;

record! {
    /// A certificate as it was issued. It stays when the course changes or goes.
    pub struct Certificate;
    pub(super) static CERTIFICATES: "certificates", Ascending;
    partition {
        /// What it is looked up by; not to be guessed.
        code: String => text,
    }
    clustering {}
    columns {
        course_id: CourseId => bigint,
        user_id: UserId => bigint,
        /// The person's name then.
        name: String => text,
        /// The course's title then.
        title: String => text,
        /// The organisation, or who made the course.
        issuer: String => text,
        finished: Moment => timestamp,
        issued: Moment => timestamp,
    }
}

record! {
    /// A person's certificate of a course; they have one.
    pub(crate) struct PersonCertificate;
    pub(super) static PERSON_CERTIFICATES: "person_certificates", Descending;
    partition {
        user_id: UserId => bigint,
    }
    clustering {
        course_id: CourseId => bigint,
    }
    columns {
        code: String => text,
    }
}

impl Certificate {
    fn of_person(&self) -> PersonCertificate {
        let Self { user_id, course_id, .. } = *self;
        PersonCertificate { user_id, course_id, code: self.code.clone() }
    }
}

impl Courses {
    /// The certificate with a code.
    pub async fn certificate(&self, code: &str) -> Result<Option<Certificate>> {
        self.db.find(Certificate::at(code)).await
    }

    /// Somebody's certificate of a course.
    pub async fn certificate_of(&self, user_id: UserId, course_id: CourseId) -> Result<Option<Certificate>> {
        let key = PersonCertificate::at(user_id, course_id);
        let Some(place): Option<PersonCertificate> = self.db.find_settled(key).await? else {
            return Ok(None);
        };
        self.certificate(&place.code).await
    }

    /// Issues a certificate unless the person has one of that course; answers whether it did.
    pub async fn issue(&self, certificate: &Certificate) -> Result<bool> {
        self.db.decide(certificate.of_person().if_absent(), vec![certificate.insert()]).await
    }

    /// Somebody's certificates, newest course first.
    pub async fn certificates_of(&self, user_id: UserId) -> Result<Vec<Certificate>> {
        let places: Vec<PersonCertificate> =
            self.db.list(PersonCertificate::of(user_id).descending(MOST_TAKEN)).await?;
        self.db.find_all(places.iter().map(|place| Certificate::at(&place.code)).collect()).await
    }

    /// Deletes a certificate. May be repeated.
    pub async fn revoke(&self, certificate: &Certificate) -> Result<()> {
        self.db.write([certificate.key(), certificate.of_person().key()].map(Key::delete).to_vec()).await
    }
}

impl Check<'_> {
    /// Every certificate is its person's one of that course.
    pub(crate) async fn certificates(&mut self) -> Result<()> {
        let mut count = 0;
        let mut walk = Walk::over(&CERTIFICATES);
        while let Some(rows) = walk.next(self.db).await? {
            for row in rows {
                let certificate = Certificate::read(row)?;
                let place: Option<PersonCertificate> = self.db.find(certificate.of_person().key()).await?;
                if place.as_ref() != Some(&certificate.of_person()) {
                    self.say(format!("the certificate {} is not its person's", certificate.code));
                }
                count += 1;
            }
        }
        self.rows_of(&PERSON_CERTIFICATES, count).await
    }
}
