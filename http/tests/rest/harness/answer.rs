//! An answer, and checks that apply to all answers.

use actix_web::cookie::Cookie;
use actix_web::http::header::{CONTENT_TYPE, HeaderMap, SET_COOKIE};
use actix_web::web::Bytes;
use serde_json::Value;

/// A received answer.
pub struct Answer {
    /// Method and path, for messages.
    pub asked: String,
    pub path: String,
    pub status: u16,
    pub headers: HeaderMap,
    pub body: Bytes,
}

impl Answer {
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    pub fn cookies(&self) -> Vec<Cookie<'static>> {
        let all = self.headers.get_all(SET_COOKIE);
        all.map(|header| Cookie::parse(header.to_str().unwrap().to_owned()).unwrap()).collect()
    }

    /// The body, null when there is none.
    #[track_caller]
    pub fn json(&self) -> Value {
        if self.body.is_empty() {
            return Value::Null;
        }
        let read = serde_json::from_slice(&self.body);
        read.unwrap_or_else(|error| panic!("{}: no JSON ({error}): {}", self.asked, self.text()))
    }

    /// Checks the status; answers the body.
    #[track_caller]
    pub fn is(self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}: {}", self.asked, self.text());
        self.json()
    }

    /// Checks for 200 or 201 with `{"success":true,"data":…}`; answers the data.
    #[track_caller]
    pub fn data(self) -> Value {
        assert!(matches!(self.status, 200 | 201), "{}: {} {}", self.asked, self.status, self.text());
        let mut body = self.json();
        assert_eq!(body["success"], true, "{}: {body}", self.asked);
        body["data"].take()
    }

    /// Checks for a problem with that status and code.
    #[track_caller]
    pub fn refused(self, status: u16, code: &str) -> Value {
        assert_eq!(self.status, status, "{}: {}", self.asked, self.text());
        let problem = self.problem();
        assert_eq!(problem["code"], code, "{}: {problem}", self.asked);
        problem
    }

    /// Checks for 422 about one field with that code.
    #[track_caller]
    pub fn wrong_field(self, field: &str, code: &str) {
        let asked = self.asked.clone();
        let problem = self.refused(422, "INVALID");
        let errors = problem["errors"].as_array().unwrap();
        let named = errors.iter().any(|error| error["field"] == field && error["code"] == code);
        assert!(named, "{asked}: no {code} about {field} in {problem}");
        assert!(errors.iter().all(|error| error["message"].as_str().is_some_and(|m| !m.is_empty())));
    }

    /// Checks the problem's form, the same for all errors (contract §1).
    #[track_caller]
    pub fn problem(&self) -> Value {
        let about = format!("{}: {} {}", self.asked, self.status, self.text());
        assert_eq!(self.header(CONTENT_TYPE.as_str()), "application/problem+json", "{about}");
        let problem = self.json();
        assert_eq!(problem["type"], "about:blank", "{about}");
        assert_eq!(problem["status"], self.status, "{about}");
        for field in ["title", "detail", "message"] {
            assert!(problem[field].as_str().is_some_and(|text| !text.is_empty()), "no {field}: {about}");
        }
        let code = problem["code"].as_str().unwrap_or_default();
        let stable = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
        assert!(!code.is_empty() && code.chars().all(stable), "{about}");
        let request = problem["requestId"].as_str().unwrap_or_default();
        assert_eq!(request.len(), 16, "{about}");
        assert_eq!(request, self.header("x-request-id"), "{about}");
        if ["/api/v1/chat", "/api/v1/messages"].iter().any(|area| self.path.starts_with(area)) {
            assert_eq!(problem["success"], false, "{about}");
            assert_eq!(problem["error"], problem["message"], "{about}");
        } else {
            assert!(problem.get("success").is_none() && problem.get("error").is_none(), "{about}");
        }
        if matches!(self.status, 429 | 503) {
            assert!(self.header("retry-after").parse::<u32>().is_ok_and(|s| s > 0), "{about}");
        }
        problem
    }
}
