//! Security headers for browsers.

use std::collections::BTreeSet;

use actix_web::Error;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{HeaderName, HeaderValue, InvalidHeaderValue, X_FRAME_OPTIONS};
use actix_web::middleware::Next;
use actix_web::web;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

/// An extension of answers: other sites may show it in a frame, as its own policy says.
#[derive(Clone, Copy, Debug)]
pub struct Framable;

/// All headers, prepared.
#[derive(Clone, Debug)]
pub struct SecurityHeaders(Vec<(HeaderName, HeaderValue)>);

impl SecurityHeaders {
    /// `html`: the served pages; their inline scripts are allowed by hash, no others. `https`: whether people come by
    /// https, so that browsers may be told to stay there. `images`: another host whose pictures pages show.
    pub fn new(html: &str, https: bool, images: Option<&str>) -> Result<Self, InvalidHeaderValue> {
        let scripts: BTreeSet<&str> = inline_scripts(html).collect();
        let hashes: Vec<String> =
            scripts.into_iter().map(|script| format!(" '{}'", script_hash(script))).collect();
        let hashes = hashes.concat();
        let images = images.map(|origin| format!(" {origin}")).unwrap_or_default();
        let policy = format!(
            "default-src 'self'; script-src 'self'{hashes}; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:{images}; \
             connect-src 'self' ws: wss:; worker-src 'self' blob:; object-src 'none'; base-uri 'self'; form-action 'self'; \
             frame-ancestors 'none'"
        );
        let mut headers = vec![
            (HeaderName::from_static("content-security-policy"), HeaderValue::from_str(&policy)?),
            fixed("x-content-type-options", "nosniff"),
            fixed("x-frame-options", "DENY"),
            fixed("referrer-policy", "strict-origin-when-cross-origin"),
            fixed("cross-origin-opener-policy", "same-origin"),
            // The camera reads tickets, the microphone records voice messages.
            fixed("permissions-policy", "camera=(self), microphone=(self), geolocation=(self)"),
        ];
        if https {
            headers.push(fixed("strict-transport-security", "max-age=31536000"));
        }
        Ok(Self(headers))
    }
}

fn fixed(name: &'static str, value: &'static str) -> (HeaderName, HeaderValue) {
    (HeaderName::from_static(name), HeaderValue::from_static(value))
}

/// The texts between `<script …>` without `src` and `</script>`, as browsers hash them.
fn inline_scripts(html: &str) -> impl Iterator<Item = &str> {
    html.split("<script").skip(1).filter_map(|rest| {
        let (attributes, rest) = rest.split_once('>')?;
        let (script, _) = rest.split_once("</script")?;
        let has_source = attributes.split_ascii_whitespace().any(|attribute| attribute.starts_with("src="));
        (!has_source && !script.is_empty()).then_some(script)
    })
}

fn script_hash(script: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(script.as_bytes())))
}

/// Middleware for `from_fn`; needs `web::Data<SecurityHeaders>`. Headers that the answer already has stay (attachments
/// have a stricter policy). A [`Framable`] answer lacks the one that forbids framing.
pub async fn headers<B: MessageBody + 'static>(
    headers: web::Data<SecurityHeaders>,
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let mut response = next.call(request).await?;
    let is_framable = response.response().extensions().contains::<Framable>();
    for (name, value) in &headers.0 {
        if is_framable && name == X_FRAME_OPTIONS {
            continue;
        }
        if !response.headers().contains_key(name) {
            response.headers_mut().insert(name.clone(), value.clone());
        }
    }
    Ok(response)
}

#[cfg(test)]
mod tests {
    use actix_web::middleware::from_fn;
    use actix_web::test::{TestRequest, call_service, init_service};
    use actix_web::{App, HttpResponse};

    use super::*;

    const PAGE: &str = "<head><script>alert(1)</script><script type=\"module\" crossorigin src=\"/assets/a.js\"></script>\
        <script nonce=x>\nlet b = '<p>';\n</script></head>";

    #[test]
    fn inline_scripts_are_allowed_by_their_hash() {
        assert_eq!(inline_scripts(PAGE).collect::<Vec<_>>(), ["alert(1)", "\nlet b = '<p>';\n"]);
        // The example of the Content Security Policy specification: openssl dgst -sha256 -binary | base64.
        assert_eq!(
            script_hash("alert('Hello, world.');"),
            "sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng="
        );
        assert_eq!(inline_scripts("<script>unclosed").count(), 0);
        assert_eq!(inline_scripts("").count(), 0);
    }

    #[actix_web::test]
    async fn every_answer_has_them_and_a_stricter_one_stays() {
        let app = App::new()
            .app_data(web::Data::new(
                SecurityHeaders::new(PAGE, true, Some("https://tiles.example")).unwrap(),
            ))
            .route(
                "/strict",
                web::get().to(|| async {
                    HttpResponse::Ok().insert_header(("content-security-policy", "sandbox")).finish()
                }),
            )
            .wrap(from_fn(headers));
        let app = init_service(app).await;
        let missing = call_service(&app, TestRequest::get().uri("/nowhere").to_request()).await;
        let policy = missing.headers().get("content-security-policy").unwrap().to_str().unwrap().to_owned();
        assert!(policy.contains("script-src 'self' 'sha256-") && policy.contains("frame-ancestors 'none'"));
        assert!(policy.contains("img-src 'self' data: blob: https://tiles.example;"), "{policy}");
        assert_eq!(missing.headers().get("x-content-type-options").unwrap(), "nosniff");
        assert!(missing.headers().contains_key("strict-transport-security"));
        let devices = missing.headers().get("permissions-policy").unwrap().to_str().unwrap();
        assert!(
            devices.contains("camera=(self)") && devices.contains("microphone=(self)"),
            "for our pages alone"
        );
        let strict = call_service(&app, TestRequest::get().uri("/strict").to_request()).await;
        assert_eq!(strict.headers().get("content-security-policy").unwrap(), "sandbox");
        assert_eq!(strict.headers().get_all("content-security-policy").count(), 1);
    }
}
