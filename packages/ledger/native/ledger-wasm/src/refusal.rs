use serde::Serialize;

/// Why a call was refused, by the one crate or the other.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Refusal {
    Codec(accord_codec::Error),
    Ledger(accord_ledger::Error),
}

pub type Result<T> = std::result::Result<T, Refusal>;

impl From<accord_codec::Error> for Refusal {
    fn from(error: accord_codec::Error) -> Self {
        Self::Codec(error)
    }
}

impl From<accord_ledger::Error> for Refusal {
    fn from(error: accord_ledger::Error) -> Self {
        Self::Ledger(error)
    }
}
