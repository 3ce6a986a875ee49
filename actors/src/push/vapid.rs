//! Identifies the server to push services (VAPID, RFC 8292): a P-256 key, and tokens signed with it.

use std::sync::Arc;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hkdf::Hkdf;
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use moka::sync::Cache;
use p256::SecretKey;
use p256::elliptic_curve::sec1::ToEncodedPoint;
use p256::pkcs8::EncodePrivateKey;
use serde::Serialize;
use sha2::Sha256;

/// Lifetime of a token in seconds; the RFC allows 24 hours.
const LIVES: i64 = 12 * 3_600;
/// How long a token is reused.
const KEPT: Duration = Duration::from_secs(3_600);

/// The private key.
#[derive(Debug, Clone)]
pub struct Key(SecretKey);

impl Key {
    /// Parses a private key as tools print it: 32 bytes, base64url. None: it is not one.
    pub fn read(text: &str) -> Option<Self> {
        let bytes = URL_SAFE_NO_PAD.decode(text.trim().trim_end_matches('=')).ok()?;
        SecretKey::from_slice(&bytes).ok().map(Self)
    }

    /// The key of an installation without a configured one: derived from its secret, so that it is the same on every
    /// node and after every start, without revealing the secret.
    pub fn of_secret(secret: &[u8]) -> Self {
        let source = Hkdf::<Sha256>::new(None, secret);
        let mut bytes = [0u8; 32];
        for number in 0..=u8::MAX {
            // HKDF can always produce 32 bytes.
            let _ = source.expand_multi_info(&[b"kalender web push key", &[number]], &mut bytes);
            // Nearly every number is a key; one in four thousand million is not.
            if let Ok(key) = SecretKey::from_slice(&bytes) {
                return Self(key);
            }
        }
        Self(SecretKey::random(&mut p256::elliptic_curve::rand_core::OsRng))
    }
}

#[derive(Serialize)]
struct Claims<'a> {
    aud: &'a str,
    exp: i64,
    sub: &'a str,
}

/// Signs VAPID tokens.
pub struct Vapid {
    signing: Option<EncodingKey>,
    public: String,
    contact: String,
    tokens: Cache<String, Arc<str>>,
}

impl Vapid {
    pub fn new(Key(key): &Key, contact: String) -> Self {
        crate::platform::jwt::install();
        let signing = key.to_pkcs8_der().ok().map(|der| EncodingKey::from_ec_der(der.as_bytes()));
        let public = URL_SAFE_NO_PAD.encode(key.public_key().to_encoded_point(false).as_bytes());
        let tokens = Cache::builder().max_capacity(64).time_to_live(KEPT).build();
        Self { signing, public, contact, tokens }
    }

    /// The public key that browsers subscribe with: an uncompressed point, base64url.
    pub fn public(&self) -> &str {
        &self.public
    }

    /// The value of the header `Authorization` for a push service, given by its origin. `now`: epoch milliseconds.
    pub fn authorization(&self, origin: &str, now: i64) -> Option<Arc<str>> {
        if let Some(kept) = self.tokens.get(origin) {
            return Some(kept);
        }
        let claims = Claims { aud: origin, exp: now / 1000 + LIVES, sub: &self.contact };
        let token =
            jsonwebtoken::encode(&Header::new(Algorithm::ES256), &claims, self.signing.as_ref()?).ok()?;
        let value: Arc<str> = format!("vapid t={token}, k={}", self.public).into();
        self.tokens.insert(origin.to_owned(), Arc::clone(&value));
        Some(value)
    }
}

#[cfg(test)]
mod tests {
    use jsonwebtoken::{DecodingKey, Validation};
    use serde_json::Value;

    use super::*;

    #[test]
    fn the_key_of_an_installation_is_the_same_everywhere() {
        let public = |secret: &[u8]| Vapid::new(&Key::of_secret(secret), String::new()).public;
        assert_eq!(public(&[7; 32]), public(&[7; 32]));
        assert_ne!(public(&[7; 32]), public(&[8; 32]));
        assert_eq!(URL_SAFE_NO_PAD.decode(public(&[7; 32])).unwrap().len(), 65);
    }

    #[test]
    fn a_key_is_read_as_tools_print_it() {
        // The application server's keys of RFC 8291, appendix A.
        let key = Key::read("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw").unwrap();
        let public =
            "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8";
        assert_eq!(Vapid::new(&key, String::new()).public(), public);
        assert!(!format!("{key:?}").contains("yfWP"));
        for wrong in
            ["", "AAAA", &URL_SAFE_NO_PAD.encode([0u8; 32]), &URL_SAFE_NO_PAD.encode([255u8; 32]), "å"]
        {
            assert!(Key::read(wrong).is_none(), "{wrong}");
        }
    }

    #[test]
    fn token_names_sender_audience_and_expiry() {
        let key = Key::of_secret(&[7; 32]);
        let vapid = Vapid::new(&key, "mailto:drift@example.se".to_owned());
        let now = crate::platform::time::now();
        let value = vapid.authorization("https://push.example", now).unwrap();
        let (token, public) = value.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
        assert_eq!(public, vapid.public());
        let point = URL_SAFE_NO_PAD.decode(public).unwrap();
        let half = |from: usize| URL_SAFE_NO_PAD.encode(&point[from..from + 32]);
        let mut rules = Validation::new(Algorithm::ES256);
        rules.set_audience(&["https://push.example"]);
        let read = DecodingKey::from_ec_components(&half(1), &half(33)).unwrap();
        let claims = jsonwebtoken::decode::<Value>(token, &read, &rules).unwrap().claims;
        assert_eq!(claims["sub"], "mailto:drift@example.se");
        assert_eq!(claims["exp"], now / 1000 + LIVES);
        let other = vapid.authorization("https://other.example", now).unwrap();
        assert_ne!(other, value);
    }
}
