//! The two algorithms that tokens are signed with: HS256 (sessions) and ES256 (push services). `jsonwebtoken`'s own
//! implementations include RSA, which is not used here and has a known advisory (RUSTSEC-2023-0071); so it is given
//! only these two.

use hmac::{Hmac, Mac};
use jsonwebtoken::crypto::{CryptoProvider, JwkUtils, JwtSigner, JwtVerifier};
use jsonwebtoken::errors::{ErrorKind, Result};
use jsonwebtoken::signature::{Error, Signer, Verifier};
use jsonwebtoken::{Algorithm, AlgorithmFamily, DecodingKey, EncodingKey};
use p256::ecdsa::{Signature, SigningKey, VerifyingKey};
use p256::pkcs8::DecodePrivateKey as _;
use sha2::Sha256;

struct Hs256(Hmac<Sha256>);

impl Hs256 {
    fn new(secret: &[u8]) -> Result<Self> {
        Hmac::new_from_slice(secret).map(Self).map_err(|_| ErrorKind::InvalidKeyFormat.into())
    }

    fn over(&self, message: &[u8]) -> Hmac<Sha256> {
        let mut mac = self.0.clone();
        mac.update(message);
        mac
    }
}

impl Signer<Vec<u8>> for Hs256 {
    fn try_sign(&self, message: &[u8]) -> std::result::Result<Vec<u8>, Error> {
        Ok(self.over(message).finalize().into_bytes().to_vec())
    }
}

impl Verifier<Vec<u8>> for Hs256 {
    /// In constant time.
    fn verify(&self, message: &[u8], signature: &Vec<u8>) -> std::result::Result<(), Error> {
        self.over(message).verify_slice(signature).map_err(|_| Error::new())
    }
}

impl JwtSigner for Hs256 {
    fn algorithm(&self) -> Algorithm {
        Algorithm::HS256
    }
}

impl JwtVerifier for Hs256 {
    fn algorithm(&self) -> Algorithm {
        Algorithm::HS256
    }
}

struct Es256Signer(SigningKey);

impl Signer<Vec<u8>> for Es256Signer {
    fn try_sign(&self, message: &[u8]) -> std::result::Result<Vec<u8>, Error> {
        let signature: Signature = self.0.try_sign(message).map_err(|_| Error::new())?;
        Ok(signature.to_vec())
    }
}

impl JwtSigner for Es256Signer {
    fn algorithm(&self) -> Algorithm {
        Algorithm::ES256
    }
}

struct Es256Verifier(VerifyingKey);

impl Verifier<Vec<u8>> for Es256Verifier {
    fn verify(&self, message: &[u8], signature: &Vec<u8>) -> std::result::Result<(), Error> {
        let signature = Signature::from_slice(signature).map_err(|_| Error::new())?;
        self.0.verify(message, &signature).map_err(|_| Error::new())
    }
}

impl JwtVerifier for Es256Verifier {
    fn algorithm(&self) -> Algorithm {
        Algorithm::ES256
    }
}

static PROVIDER: CryptoProvider = CryptoProvider {
    signer_factory: |algorithm, key| signer(*algorithm, key),
    verifier_factory: |algorithm, key| verifier(*algorithm, key),
    jwk_utils: JwkUtils::new_unimplemented(),
};

fn signer(algorithm: Algorithm, key: &EncodingKey) -> Result<Box<dyn JwtSigner>> {
    match algorithm {
        Algorithm::HS256 => Ok(Box::new(Hs256::new(key.try_get_hmac_secret()?)?)),
        Algorithm::ES256 if key.family() == AlgorithmFamily::Ec => {
            let key = SigningKey::from_pkcs8_der(key.inner()).map_err(|_| ErrorKind::InvalidEcdsaKey)?;
            Ok(Box::new(Es256Signer(key)))
        }
        _ => Err(ErrorKind::InvalidAlgorithm.into()),
    }
}

fn verifier(algorithm: Algorithm, key: &DecodingKey) -> Result<Box<dyn JwtVerifier>> {
    match algorithm {
        Algorithm::HS256 => Ok(Box::new(Hs256::new(key.try_get_hmac_secret()?)?)),
        Algorithm::ES256 if key.family() == AlgorithmFamily::Ec => {
            let key =
                VerifyingKey::from_sec1_bytes(key.as_bytes()).map_err(|_| ErrorKind::InvalidEcdsaKey)?;
            Ok(Box::new(Es256Verifier(key)))
        }
        _ => Err(ErrorKind::InvalidAlgorithm.into()),
    }
}

/// To be called before the first token; repeated calls do nothing.
pub fn install() {
    let _ = PROVIDER.install_default();
}

#[cfg(test)]
mod tests {
    use jsonwebtoken::{Header, Validation, decode, encode};

    use super::*;

    /// RFC 7515, appendix A.1: its header, claims, key and signature.
    #[test]
    fn signs_as_the_standard_shows() {
        install();
        let key = "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow";
        let key = base64::Engine::decode(&base64::engine::general_purpose::URL_SAFE_NO_PAD, key).unwrap();
        let message = "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.\
                       eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ";
        let signed =
            jsonwebtoken::crypto::sign(message.as_bytes(), &EncodingKey::from_secret(&key), Algorithm::HS256);
        assert_eq!(signed.unwrap(), "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk");
    }

    #[test]
    fn nothing_else_is_taken() {
        install();
        let claims = serde_json::json!({"exp": 4_000_000_000_u64});
        let key = EncodingKey::from_secret(&[7; 32]);
        assert!(encode(&Header::new(Algorithm::HS512), &claims, &key).is_err());
        let token = encode(&Header::new(Algorithm::HS256), &claims, &key).unwrap();
        let rules = Validation::new(Algorithm::HS256);
        let read = |secret: u8, token: &str| {
            decode::<serde_json::Value>(token, &DecodingKey::from_secret(&[secret; 32]), &rules).is_ok()
        };
        assert!(read(7, &token));
        assert!(!read(8, &token));
        assert!(!read(7, &token.replace('.', "A.")));
        let other = Validation::new(Algorithm::HS512);
        assert!(decode::<serde_json::Value>(&token, &DecodingKey::from_secret(&[7; 32]), &other).is_err());
    }
}
