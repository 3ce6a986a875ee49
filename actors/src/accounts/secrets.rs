//! Passwords, tokens and signed session tokens.

use std::sync::LazyLock;

use aes_gcm::aead::Aead;
use aes_gcm::{Aes256Gcm, KeyInit};
use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString, rand_core::OsRng};
use argon2::{Algorithm, Argon2, Params, Version};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, Mac};
use jsonwebtoken::{Algorithm as JwtAlgorithm, DecodingKey, EncodingKey, Header, Validation};
use rand::RngCore;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use storage::ids::{SessionId, UserId};

use crate::platform::error::{Refusal, Result};
use crate::platform::gate::Gate;
use crate::platform::hash::hex;

/// The claims of a session's token; times in seconds since 1970.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Claims {
    pub sub: UserId,
    pub sid: SessionId,
    pub iat: i64,
    pub exp: i64,
}

/// The claims of a known device: the accounts that signed in on it. It is no session and useless alone.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct DeviceClaims {
    device: String,
    known: Vec<UserId>,
    exp: i64,
}

/// A device that has signed in before.
#[derive(Debug, Clone, Default)]
pub struct Device {
    id: String,
    known: Vec<UserId>,
}

impl Device {
    /// Its id, if that account has signed in on it.
    pub fn of(&self, user: UserId) -> Option<&str> {
        self.known.contains(&user).then_some(self.id.as_str())
    }
}

/// Most accounts that a device's token remembers.
const KNOWN: usize = 5;
/// Lifetime of a device's token after its last sign-in (ms).
pub const DEVICE_LIVES: i64 = 400 * 86_400_000;

/// The keys, and the gate before slow work on passwords.
pub struct Secrets {
    encoding: EncodingKey,
    decoding: DecodingKey,
    /// Encrypts what must not be readable in the store.
    sealing: Aes256Gcm,
    /// Authenticates (HMAC) what is sent in the clear and comes back.
    marking: [u8; 32],
    /// A hash takes about 20 ms of a core and 19 MiB, an estimate up to some ms: a flood must not use up both.
    gate: Gate,
}

/// Bytes of the nonce before encrypted bytes.
const NONCE_BYTES: usize = 12;
/// Passwords checked or hashed concurrently, and how many more may wait (a school signs in at eight).
const AT_ONCE: usize = 2;
const WAITING: usize = 200;

/// argon2id with the parameters that OWASP recommends: 19 MiB, 2 passes, 1 lane.
fn argon2() -> Argon2<'static> {
    Argon2::new(Algorithm::Argon2id, Version::V0x13, Params::DEFAULT)
}

/// Compared with if an account is unknown, so that the answer takes as long.
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
        crate::platform::jwt::install();
        Self {
            encoding: EncodingKey::from_secret(secret),
            decoding: DecodingKey::from_secret(secret),
            sealing: Aes256Gcm::new(
                &Sha256::new().chain_update(b"sealed in the store\0").chain_update(secret).finalize(),
            ),
            marking: Sha256::new()
                .chain_update(b"marked in the open\0")
                .chain_update(secret)
                .finalize()
                .into(),
            gate: Gate::new("password", AT_ONCE, WAITING),
        }
    }

    /// Refuses a password that is too short, too long or too common; the person's `own` words do not make it stronger.
    pub async fn judge_password(&self, password: &str, own: &[&str]) -> Result<()> {
        let password = password.to_owned();
        let own: Vec<String> = own.iter().map(|&word| word.to_owned()).collect();
        let judged = self.gate.run(move || {
            let own: Vec<&str> = own.iter().map(String::as_str).collect();
            super::rules::password(&password, &own)
        });
        judged.await?
    }

    /// argon2id of a password.
    pub async fn hash_password(&self, password: &str) -> Result<String> {
        let password = password.to_owned();
        self.gate.run(move || hash(&password)).await?.ok_or_else(Refusal::internal)
    }

    /// Takes as long if there is no such account (`None`).
    pub async fn verify_password(&self, password: &str, stored: Option<String>) -> Result<bool> {
        let password = password.to_owned();
        let verified = self.gate.run(move || {
            let right = matches(&password, stored.as_ref().unwrap_or(&NOBODY));
            right && stored.is_some()
        });
        verified.await
    }

    /// Encrypts bytes so that only this installation can read them, as text.
    pub fn seal(&self, plain: &[u8]) -> Result<String> {
        let mut nonce = [0; NONCE_BYTES];
        rand::rng().fill_bytes(&mut nonce);
        let sealed = self.sealing.encrypt(&nonce.into(), plain).map_err(|_| Refusal::internal())?;
        Ok(URL_SAFE_NO_PAD.encode([&nonce, sealed.as_slice()].concat()))
    }

    /// Decrypts; none: it was not encrypted here, or with another secret.
    pub fn open(&self, sealed: &str) -> Option<Vec<u8>> {
        let bytes = URL_SAFE_NO_PAD.decode(sealed).ok()?;
        let (nonce, sealed) = bytes.split_first_chunk::<NONCE_BYTES>()?;
        self.sealing.decrypt(&(*nonce).into(), sealed).ok()
    }

    /// A message authentication code for a purpose: HMAC-SHA256.
    pub fn mark(&self, purpose: &str, plain: &[u8]) -> [u8; 32] {
        self.marked(purpose, plain).map(|mac| mac.finalize().into_bytes().into()).unwrap_or_default()
    }

    /// Whether these are the first bytes of the code, compared in constant time.
    pub fn is_marked(&self, purpose: &str, plain: &[u8], mark: &[u8]) -> bool {
        self.marked(purpose, plain).is_some_and(|mac| mac.verify_truncated_left(mark).is_ok())
    }

    fn marked(&self, purpose: &str, plain: &[u8]) -> Option<Hmac<Sha256>> {
        // HMAC accepts keys of any length, so this never fails.
        let mac = <Hmac<Sha256> as Mac>::new_from_slice(&self.marking).ok()?;
        Some(mac.chain_update(purpose).chain_update([0]).chain_update(plain))
    }

    /// Signs a session's token.
    pub fn sign(&self, claims: &Claims) -> Result<String> {
        jsonwebtoken::encode(&Header::new(JwtAlgorithm::HS256), claims, &self.encoding)
            .map_err(|_| Refusal::internal())
    }

    /// Reads a device's token; an invalid or expired one counts as an unknown device.
    pub fn device(&self, token: Option<&str>) -> Device {
        let rules = Validation::new(JwtAlgorithm::HS256);
        let read = |token| jsonwebtoken::decode::<DeviceClaims>(token, &self.decoding, &rules).ok();
        token
            .and_then(read)
            .map_or_else(Device::default, |data| Device { id: data.claims.device, known: data.claims.known })
    }

    /// The token of a device that has just signed in.
    pub fn remember(&self, device: Device, user: UserId) -> Result<String> {
        let mut known = device.known;
        known.retain(|one| *one != user);
        known.insert(0, user);
        known.truncate(KNOWN);
        let device = if device.id.is_empty() { new_token().0 } else { device.id };
        let claims =
            DeviceClaims { device, known, exp: (crate::platform::time::now() + DEVICE_LIVES) / 1_000 };
        jsonwebtoken::encode(&Header::new(JwtAlgorithm::HS256), &claims, &self.encoding)
            .map_err(|_| Refusal::internal())
    }

    /// The claims of a token that is validly signed and not expired.
    pub fn read(&self, token: &str) -> Option<Claims> {
        let mut rules = Validation::new(JwtAlgorithm::HS256);
        rules.leeway = 0;
        jsonwebtoken::decode::<Claims>(token, &self.decoding, &rules).ok().map(|data| data.claims)
    }
}

/// A secret for a link or a socket: 256 bits in hexadecimal; and the hash that is stored.
pub fn new_token() -> (String, String) {
    let mut bytes = [0u8; 32];
    rand::rng().fill_bytes(&mut bytes);
    let token = hex(&bytes);
    let hash = token_hash(&token);
    (token, hash)
}

/// The stored hash of a secret.
pub fn token_hash(token: &str) -> String {
    hex(&Sha256::digest(token.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claims(exp: i64) -> Claims {
        Claims { sub: UserId(5), sid: SessionId(6), iat: 0, exp }
    }

    #[test]
    fn token_is_valid_only_with_its_secret_and_before_expiry() {
        let ours = Secrets::new(&[7; 32]);
        let token = ours.sign(&claims(crate::platform::time::now() / 1000 + 60)).unwrap();
        assert_eq!(ours.read(&token).unwrap().sub, UserId(5));
        assert!(Secrets::new(&[8; 32]).read(&token).is_none());
        assert!(ours.read(&ours.sign(&claims(1)).unwrap()).is_none());
        // alg none: forged claims without a signature.
        let forged =
            "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.eyJzdWIiOjUsInNpZCI6NiwiaWF0IjowLCJleHAiOjk5OTk5OTk5OTl9.";
        assert!(ours.read(forged).is_none());
    }

    #[test]
    fn device_token_is_bound_to_its_users_and_is_no_session() {
        let ours = Secrets::new(&[7; 32]);
        let mut token = ours.remember(ours.device(None), UserId(5)).unwrap();
        let device = ours.device(Some(&token));
        assert!(device.of(UserId(5)).is_some() && device.of(UserId(6)).is_none());
        assert!(ours.read(&token).is_none(), "nobody is signed in by it");
        let session = ours.sign(&claims(crate::platform::time::now() / 1000 + 60)).unwrap();
        assert!(ours.device(Some(&session)).of(UserId(5)).is_none());
        assert!(Secrets::new(&[8; 32]).device(Some(&token)).of(UserId(5)).is_none());
        for user in 6..20 {
            token = ours.remember(ours.device(Some(&token)), UserId(user)).unwrap();
        }
        let later = ours.device(Some(&token));
        assert!(later.of(UserId(19)).is_some() && later.of(UserId(5)).is_none());
        assert_eq!(later.of(UserId(19)), device.of(UserId(5)), "one device");
    }

    #[test]
    fn sealed_data_opens_only_unchanged_and_with_its_secret() {
        let ours = Secrets::new(&[7; 32]);
        let sealed = ours.seal("länk".as_bytes()).unwrap();
        assert!(!sealed.contains("länk"));
        assert_ne!(sealed, ours.seal("länk".as_bytes()).unwrap(), "never twice the same");
        assert_eq!(ours.open(&sealed).unwrap(), "länk".as_bytes());
        assert_eq!(Secrets::new(&[8; 32]).open(&sealed), None);
        let changed = format!("{}A", &sealed[..sealed.len() - 1]);
        assert_eq!(ours.open(&changed).filter(|_| changed != sealed), None);
        assert_eq!((ours.open(""), ours.open("AAAA"), ours.open("å")), (None, None, None));
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

    #[actix::test]
    async fn full_gate_refuses_password_work() {
        let secrets = Secrets::new(&[7; 32]);
        let stored = secrets.hash_password("korrekt häst batteri").await.unwrap();
        let full = secrets.gate.fill().unwrap();
        for refused in [
            secrets.judge_password("kort", &[]).await.err(),
            secrets.hash_password("korrekt häst batteri").await.err(),
            secrets.verify_password("korrekt häst batteri", Some(stored.clone())).await.err(),
            secrets.verify_password("korrekt häst batteri", None).await.err(),
        ] {
            assert_eq!(refused.unwrap().code, "BUSY");
        }
        drop(full);
        assert!(secrets.verify_password("korrekt häst batteri", Some(stored)).await.unwrap());
    }
}
