//! Certificates: `/api/v1/courses/{id}/certificate`, `/api/public/certificates/{code}`. Contract §10.2.

use actors::courses::{self, CertificateView};
use storage::courses::CourseId;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::prelude::*;

pub(super) fn configure(config: &mut ServiceConfig<'_>) {
    config.service(certificate).service(pdf).service(by_code);
}

/// My certificate of a course that I have finished. The first call issues it; it stays, whatever becomes of the course.
#[utoipa::path(tag = "courses", responses((status = 200, body = CertificateView), Problems))]
#[get("/api/v1/courses/{id}/certificate")]
async fn certificate(platform: Data<Platform>, who: SignedIn, id: Path<CourseId>) -> Answer<CertificateView> {
    Ok(Json(courses::certificate(&platform, &who.0, *id).await?))
}

/// My certificate of a course as PDF.
#[utoipa::path(tag = "courses", responses((status = 200, content_type = "application/pdf", body = Vec<u8>), Problems))]
#[get("/api/v1/courses/{id}/certificate.pdf")]
async fn pdf(platform: Data<Platform>, who: SignedIn, id: Path<CourseId>) -> Bare {
    let bytes = courses::pdf(&platform, &who.0, *id).await?;
    Ok(super::file("application/pdf", &format!("intyg-{id}.pdf"), bytes))
}

/// The certificate with a code, for whoever checks it.
#[utoipa::path(tag = "courses", responses((status = 200, body = CertificateView), Problems))]
#[get("/api/public/certificates/{code}")]
async fn by_code(platform: Data<Platform>, code: Path<String>) -> Answer<CertificateView> {
    Ok(Json(courses::by_code(&platform, &code).await?))
}
