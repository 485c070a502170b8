use radix_common::data::scrypto::{scrypto_decode, scrypto_encode};
use radix_substate_store_interface::interface::DatabaseUpdates;
use serde::Serialize;

use crate::error::{Error, Result};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Genesis = 0,
    Round = 1,
    User = 2,
}

/// One entry of the log: what a commit changed, and its record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub kind: Kind,
    pub state_version: u64,
    pub intent_hash: [u8; 32],
    pub updates: DatabaseUpdates,
    /// JSON of the commit's record.
    pub record: String,
    /// The notarized transaction; of genesis, JSON of what the ledger was made from.
    pub raw: Vec<u8>,
}

const HEAD: usize = 1 + 8 + 32;

impl Entry {
    pub fn encode(&self) -> Result<Vec<u8>> {
        let updates = scrypto_encode(&self.updates)
            .map_err(|error| Error::internal(format!("state updates: {error:?}")))?;
        let mut bytes = Vec::with_capacity(HEAD + 8 + updates.len() + self.record.len());
        bytes.push(self.kind as u8);
        bytes.extend(self.state_version.to_le_bytes());
        bytes.extend(self.intent_hash);
        for part in [&updates, self.record.as_bytes()] {
            bytes.extend((part.len() as u32).to_le_bytes());
            bytes.extend(part);
        }
        bytes.extend(&self.raw);
        Ok(bytes)
    }

    pub fn decode(payload: &[u8]) -> Result<Self> {
        Self::parse(payload).ok_or_else(|| Error::damaged("an entry of the log cannot be read"))
    }

    /// What the archive keeps in memory.
    pub fn without_updates(self) -> Self {
        Self {
            updates: DatabaseUpdates::default(),
            ..self
        }
    }

    fn parse(payload: &[u8]) -> Option<Self> {
        let (head, rest) = payload.split_at_checked(HEAD)?;
        let (updates, rest) = take_part(rest)?;
        let (record, raw) = take_part(rest)?;
        Some(Self {
            kind: kind_of(payload)?,
            state_version: u64::from_le_bytes(head[1..9].try_into().ok()?),
            intent_hash: head[9..].try_into().ok()?,
            updates: scrypto_decode(updates).ok()?,
            record: String::from_utf8(record.to_vec()).ok()?,
            raw: raw.to_vec(),
        })
    }
}

pub fn kind_of(payload: &[u8]) -> Option<Kind> {
    match payload.first()? {
        0 => Some(Kind::Genesis),
        1 => Some(Kind::Round),
        2 => Some(Kind::User),
        _ => None,
    }
}

fn take_part(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (length, rest) = bytes.split_at_checked(4)?;
    let length = u32::from_le_bytes(length.try_into().ok()?);
    rest.split_at_checked(length as usize)
}
