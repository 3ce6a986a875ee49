//! Passwords, tokens and signed sessions.

use std::sync::{Arc, LazyLock};

use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString, rand_core::OsRng};
use argon2::{Algorithm, Argon2, Params, Version};
use jsonwebtoken::{Algorithm as JwtAlgorithm, DecodingKey, EncodingKey, Header, Validation};
use rand::RngCore;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use storage::ids::{SessionId, UserId};
use tokio::sync::Semaphore;

use crate::error::{Refusal, Result};

/// What a session's token says; times in seconds since 1970.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Claims {
    pub sub: UserId,
    pub sid: SessionId,
    pub iat: i64,
    pub exp: i64,
}

/// Keys, and the gate in front of the expensive hash.
pub struct Secrets {
    encoding: EncodingKey,
    decoding: DecodingKey,
    /// A hash takes about 20 ms of a core and 19 MiB: a flood of sign-ins must not take them all.
    gate: Arc<Semaphore>,
}

/// Most passwords hashed at once.
const HASHES: usize = 2;

/// argon2id with the parameters OWASP names: 19 MiB, 2 passes, 1 lane.
fn argon2() -> Argon2<'static> {
    Argon2::new(Algorithm::Argon2id, Version::V0x13, Params::DEFAULT)
}

/// Compared with where an account is unknown, so that the answer takes as long.
static NOBODY: LazyLock<String> = LazyLock::new(|| hash("nobody has this password").unwrap_or_default());

fn hash(password: &str) -> Option<String> {
    let salt = SaltString::generate(&mut OsRng);
    argon2().hash_password(password.as_bytes(), &salt).ok().map(|hash| hash.to_string())
}

fn matches(password: &str, stored: &str) -> bool {
    PasswordHash::new(stored).is_ok_and(|hash| argon2().verify_password(password.as_bytes(), &hash).is_ok())
}

impl Secrets {
    pub fn new(secret: &[u8]) -> Self {
        super::jwt::install();
        Self {
            encoding: EncodingKey::from_secret(secret),
            decoding: DecodingKey::from_secret(secret),
            gate: Arc::new(Semaphore::new(HASHES)),
        }
    }

    /// Off the actor threads, a few at once.
    async fn on_worker<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
        let _turn = Arc::clone(&self.gate).acquire_owned().await.map_err(|_| Refusal::busy())?;
        tokio::task::spawn_blocking(work).await.map_err(|_| Refusal::internal())
    }

    /// argon2id of a password.
    pub async fn hash_password(&self, password: &str) -> Result<String> {
        let password = password.to_owned();
        self.on_worker(move || hash(&password)).await?.ok_or_else(Refusal::internal)
    }

    /// Takes as long where there is no such account (`None`).
    pub async fn verify_password(&self, password: &str, stored: Option<String>) -> Result<bool> {
        let password = password.to_owned();
        self.on_worker(move || {
            let right = matches(&password, stored.as_ref().unwrap_or(&NOBODY));
            right && stored.is_some()
        })
        .await
    }

    /// A signed token for a session.
    pub fn sign(&self, claims: &Claims) -> Result<String> {
        jsonwebtoken::encode(&Header::new(JwtAlgorithm::HS256), claims, &self.encoding)
            .map_err(|_| Refusal::internal())
    }

    /// The claims of a token that we signed and that is not over.
    pub fn read(&self, token: &str) -> Option<Claims> {
        let mut rules = Validation::new(JwtAlgorithm::HS256);
        rules.leeway = 0;
        jsonwebtoken::decode::<Claims>(token, &self.decoding, &rules).ok().map(|data| data.claims)
    }
}

/// A secret for a link or a socket: 256 bits, letters and digits only; and the hash that is stored.
pub fn new_token() -> (String, String) {
    let mut bytes = [0u8; 32];
    rand::rng().fill_bytes(&mut bytes);
    let token = hex(&bytes);
    let hash = token_hash(&token);
    (token, hash)
}

/// What is stored of a secret.
pub fn token_hash(token: &str) -> String {
    hex(&Sha256::digest(token.as_bytes()))
}

/// A short name for content.
pub fn short_hash(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes)[..6])
}

fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claims(exp: i64) -> Claims {
        Claims { sub: UserId(5), sid: SessionId(6), iat: 0, exp }
    }

    #[test]
    fn a_token_is_read_only_with_its_secret_and_before_its_end() {
        let ours = Secrets::new(&[7; 32]);
        let token = ours.sign(&claims(crate::time::now() / 1000 + 60)).unwrap();
        assert_eq!(ours.read(&token).unwrap().sub, UserId(5));
        assert!(Secrets::new(&[8; 32]).read(&token).is_none());
        assert!(ours.read(&ours.sign(&claims(1)).unwrap()).is_none());
        // alg none: a header and claims of one's own without a signature.
        let forged =
            "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.eyJzdWIiOjUsInNpZCI6NiwiaWF0IjowLCJleHAiOjk5OTk5OTk5OTl9.";
        assert!(ours.read(forged).is_none());
    }

    #[actix::test]
    async fn passwords_are_hashed_with_argon2id() {
        let secrets = Secrets::new(&[7; 32]);
        let stored = secrets.hash_password("korrekt häst batteri").await.unwrap();
        assert!(stored.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{stored}");
        assert!(secrets.verify_password("korrekt häst batteri", Some(stored.clone())).await.unwrap());
        assert!(!secrets.verify_password("korrekt häst", Some(stored)).await.unwrap());
        assert!(!secrets.verify_password("x", None).await.unwrap());
    }
}
