use radix_transactions::model::{PreparationSettings, TransactionPayload};

use crate::error::{Code, Error, Result};

/// A signed partial transaction or a subintent.
pub const PARTIAL_BYTES_MAX: usize = 64 * 1024;
/// A whole transaction, or a preview of one: the ledger's own limit.
pub const TRANSACTION_BYTES_MAX: usize = 1024 * 1024;
/// Manifest text. Its compiled form is several times smaller.
pub const MANIFEST_CHARACTERS_MAX: usize = 1024 * 1024;

/// Refuses by size before it allocates.
pub fn bytes_from_hex(text: &str, bytes_max: usize) -> Result<Vec<u8>> {
    if text.len() > bytes_max * 2 {
        return Err(Error::new(
            Code::TooLarge,
            format!("{} bytes; at most {bytes_max} are accepted", text.len() / 2),
        ));
    }
    hex::decode(text).map_err(|error| Error::new(Code::BadHex, format!("not hex: {error}")))
}

/// Decodes one payload kind; trailing bytes and other kinds are refused.
pub fn decode<T: TransactionPayload>(bytes: Vec<u8>, kind: &str) -> Result<T> {
    T::from_raw(&bytes.into())
        .map_err(|error| Error::bad_payload(format!("not a {kind}: {error:?}")))
}

pub fn encode<T: TransactionPayload>(payload: &T) -> Result<Vec<u8>> {
    let raw = payload
        .to_raw()
        .map_err(|error| Error::bad_payload(format!("cannot be encoded: {error:?}")))?;
    Ok(raw.into())
}

pub fn encode_hex<T: TransactionPayload>(payload: &T) -> Result<String> {
    encode(payload).map(hex::encode)
}

/// Hashes the payload and all its parts, under the ledger's limits of size and number.
pub fn prepare<T: TransactionPayload>(payload: &T) -> Result<T::Prepared> {
    payload
        .prepare(PreparationSettings::latest_ref())
        .map_err(|error| Error::bad_payload(format!("beyond the ledger's limits: {error:?}")))
}
