use napi_derive::napi;

use crate::convert::{convert, string_enum, Convert};

string_enum!(
    #[doc = "The curve of a key."]
    Curve = accord_codec::Curve { Ed25519, Secp256k1 }
);

/// The key of an account.
#[napi(object)]
pub struct PublicKey {
    pub curve: Curve,
    /// Hex: 32 bytes of Ed25519, 33 of Secp256k1.
    pub public_key: String,
}

type CodecKey = accord_codec::Key;

convert!(PublicKey => CodecKey { curve, public_key });
