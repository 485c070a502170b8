use radix_common::crypto::{Ed25519PublicKey, Hash, PublicKey, Secp256k1PublicKey};
use radix_common::prelude::{Ed25519Signature, Secp256k1Signature};
use radix_transactions::model::{SignatureV1, SignatureWithPublicKeyV1};
use radix_transactions::validation::{verify, verify_and_recover};
use serde::{Deserialize, Serialize};

use crate::error::{Code, Error, Result};
use crate::payload::{bytes_from_hex, hex_of};
use crate::stack::from_page;

const KEY_BYTES_MAX: usize = 65;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Curve {
    Ed25519,
    Secp256k1,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Key {
    pub curve: Curve,
    pub public_key: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Signature {
    pub curve: Curve,
    /// An Ed25519 signature needs it; a key can be recovered from a Secp256k1 signature.
    pub public_key: Option<String>,
    /// Secp256k1: 65 bytes, the recovery id first.
    pub signature: String,
}

impl Key {
    pub fn of(key: &PublicKey) -> Self {
        let (curve, public_key) = match key {
            PublicKey::Ed25519(key) => (Curve::Ed25519, hex_of(key.0)),
            PublicKey::Secp256k1(key) => (Curve::Secp256k1, hex_of(key.0)),
        };
        Self { curve, public_key }
    }

    pub fn parse(&self) -> Result<PublicKey> {
        parse_key(self.curve, &self.public_key)
    }
}

/// The signature over `hash`, verified, and the key that made it.
pub fn verified(
    signature: &Signature,
    hash: &Hash,
) -> Result<(SignatureWithPublicKeyV1, PublicKey)> {
    let (parsed, claimed) = parse_signed(signature)?;
    let signer = from_page(|| verify_and_recover(hash, &parsed))
        .ok_or_else(|| bad("the signature does not verify over this hash"))?;
    if claimed.is_some_and(|claimed| claimed != signer) {
        return Err(bad("the signature was made by another key"));
    }
    Ok((parsed, signer))
}

/// The signature and the key that it names, as they are.
pub fn unverified(signature: &Signature) -> Result<(SignatureWithPublicKeyV1, PublicKey)> {
    let (parsed, claimed) = parse_signed(signature)?;
    let claimed = claimed.ok_or_else(|| bad("a signature that is not verified names its key"))?;
    Ok((parsed, claimed))
}

fn parse_signed(signature: &Signature) -> Result<(SignatureWithPublicKeyV1, Option<PublicKey>)> {
    let claimed = signature
        .public_key
        .as_deref()
        .map(|key| parse_key(signature.curve, key))
        .transpose()?;
    let parsed = match (parse_signature(signature)?, claimed) {
        (SignatureV1::Secp256k1(signature), _) => SignatureWithPublicKeyV1::Secp256k1 { signature },
        (SignatureV1::Ed25519(signature), Some(PublicKey::Ed25519(public_key))) => {
            SignatureWithPublicKeyV1::Ed25519 {
                public_key,
                signature,
            }
        }
        (SignatureV1::Ed25519(_), _) => {
            return Err(bad("an Ed25519 signature needs its public key"))
        }
    };
    Ok((parsed, claimed))
}

/// A notary's signature carries no key; it is checked against the one in the header.
pub fn verified_by(signature: &Signature, hash: &Hash, signer: &PublicKey) -> Result<SignatureV1> {
    let parsed = parse_signature(signature)?;
    if !from_page(|| verify(hash, signer, &parsed)) {
        return Err(bad("the signature is not the notary's over this hash"));
    }
    Ok(parsed)
}

fn parse_key(curve: Curve, text: &str) -> Result<PublicKey> {
    let bytes = bytes_from_hex(text, KEY_BYTES_MAX)?;
    let key = match curve {
        Curve::Ed25519 => Ed25519PublicKey::try_from(bytes.as_slice())
            .ok()
            .map(PublicKey::from),
        Curve::Secp256k1 => Secp256k1PublicKey::try_from(bytes.as_slice())
            .ok()
            .map(PublicKey::from),
    };
    key.ok_or_else(|| bad(format!("{text} is not a public key of {curve:?}")))
}

fn parse_signature(signature: &Signature) -> Result<SignatureV1> {
    let bytes = bytes_from_hex(&signature.signature, KEY_BYTES_MAX)?;
    let parsed = match signature.curve {
        Curve::Ed25519 => Ed25519Signature::try_from(bytes.as_slice())
            .ok()
            .map(SignatureV1::from),
        Curve::Secp256k1 => Secp256k1Signature::try_from(bytes.as_slice())
            .ok()
            .map(SignatureV1::from),
    };
    parsed.ok_or_else(|| bad(format!("not a signature of {:?}", signature.curve)))
}

fn bad(message: impl Into<String>) -> Error {
    Error::new(Code::BadSignature, message)
}
