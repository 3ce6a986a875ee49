//! The length of a request's body as its head states it.

use actix_web::http::header::{CONTENT_LENGTH, HeaderMap, TRANSFER_ENCODING};

/// The stated length of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Announced {
    Nothing,
    Bytes(u64),
    /// Chunked, of unknown length.
    Unknown,
}

impl Announced {
    pub fn of(headers: &HeaderMap) -> Self {
        if headers.contains_key(TRANSFER_ENCODING) {
            return Self::Unknown;
        }
        let Some(length) = headers.get(CONTENT_LENGTH) else { return Self::Nothing };
        match length.to_str().ok().and_then(|text| text.trim().parse().ok()) {
            Some(0) => Self::Nothing,
            Some(length) => Self::Bytes(length),
            None => Self::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    #[test]
    fn a_length_that_cannot_be_read_is_unknown() {
        let cases: &[(&str, &str, Announced)] = &[
            ("x-other", "1", Announced::Nothing),
            ("content-length", "0", Announced::Nothing),
            ("content-length", "17", Announced::Bytes(17)),
            ("content-length", "99999999999999999999999", Announced::Unknown),
            ("transfer-encoding", "chunked", Announced::Unknown),
        ];
        for (name, value, wanted) in cases {
            let request = TestRequest::post().insert_header((*name, *value)).to_http_request();
            assert_eq!(Announced::of(request.headers()), *wanted, "{name}: {value}");
        }
    }
}
