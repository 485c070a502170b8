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
    decode_hex(text.as_bytes()).map_or_else(
        || hex::decode(text).map_err(|error| Error::new(Code::BadHex, format!("not hex: {error}"))),
        Ok,
    )
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
    encode(payload).map(|bytes| hex_of(&bytes))
}

/// By a table of both digits of a byte: several times as fast as `hex`.
pub(crate) fn hex_of(bytes: impl AsRef<[u8]>) -> String {
    let bytes = bytes.as_ref();
    let digits: Vec<[u8; 2]> = bytes.iter().map(|byte| PAIRS[usize::from(*byte)]).collect();
    String::from_utf8(digits.into_flattened()).expect("digits are ASCII")
}

/// None for what is not hex.
fn decode_hex(text: &[u8]) -> Option<Vec<u8>> {
    let (pairs, odd) = text.as_chunks::<2>();
    let mut wrong = odd.len() as u8;
    let bytes = pairs
        .iter()
        .map(|[high, low]| {
            let (high, low) = (NIBBLES[usize::from(*high)], NIBBLES[usize::from(*low)]);
            wrong |= (high | low) & !15;
            high << 4 | low & 15
        })
        .collect();
    (wrong == 0).then_some(bytes)
}

const DIGITS: [u8; 16] = *b"0123456789abcdef";

const PAIRS: [[u8; 2]; 256] = {
    let mut pairs = [[0; 2]; 256];
    let mut byte = 0;
    while byte < 256 {
        pairs[byte] = [DIGITS[byte >> 4], DIGITS[byte & 15]];
        byte += 1;
    }
    pairs
};

/// What each character counts; 255 for one that is no digit.
const NIBBLES: [u8; 256] = {
    let mut nibbles = [255; 256];
    let mut digit = 0;
    while digit < 16 {
        nibbles[DIGITS[digit] as usize] = digit as u8;
        nibbles[DIGITS[digit].to_ascii_uppercase() as usize] = digit as u8;
        digit += 1;
    }
    nibbles
};

/// Hashes the payload and all its parts, under the ledger's limits of size and number.
pub fn prepare<T: TransactionPayload>(payload: &T) -> Result<T::Prepared> {
    payload
        .prepare(PreparationSettings::latest_ref())
        .map_err(|error| Error::bad_payload(format!("beyond the ledger's limits: {error:?}")))
}
