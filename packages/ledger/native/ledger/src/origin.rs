use accord_engine::{Genesis, State};
use radix_common::crypto::{Ed25519PublicKey, PublicKey, Secp256k1PublicKey};
use radix_common::prelude::{Decimal, NetworkDefinition};
use radix_substate_store_interface::interface::DatabaseUpdates;
use serde::{Deserialize, Serialize};

use crate::clock::LedgerTime;
use crate::entry::{Entry, Kind};
use crate::error::{Error, Result};
use crate::home::Options;
use crate::record::{to_json, Changes, CommitRecord, CommitStatus, Cost};

#[derive(Clone, Copy, Serialize, Deserialize)]
enum Curve {
    Ed25519,
    Secp256k1,
}

/// What an entry of genesis holds in addition to its record.
#[derive(Serialize, Deserialize)]
pub struct Origin {
    pub network_id: u8,
    genesis_time_ms: i64,
    treasury_curve: Curve,
    treasury_key: String,
}

impl Options {
    pub fn genesis(&self) -> Genesis {
        genesis(self.network.clone(), self.genesis_time_ms, self.treasury)
    }
}

impl Origin {
    fn of(options: &Options) -> Self {
        let (curve, key) = match &options.treasury {
            PublicKey::Ed25519(key) => (Curve::Ed25519, hex::encode(key.0)),
            PublicKey::Secp256k1(key) => (Curve::Secp256k1, hex::encode(key.0)),
        };
        Self {
            network_id: options.network.id,
            genesis_time_ms: options.genesis_time_ms,
            treasury_curve: curve,
            treasury_key: key,
        }
    }

    pub fn genesis(&self) -> Result<Genesis> {
        let bad = || Error::damaged("the treasury's key in genesis");
        let key = hex::decode(&self.treasury_key).map_err(|_| bad())?;
        let treasury = match self.treasury_curve {
            Curve::Ed25519 => Ed25519PublicKey::try_from(key.as_slice())
                .map_err(|_| bad())?
                .into(),
            Curve::Secp256k1 => Secp256k1PublicKey::try_from(key.as_slice())
                .map_err(|_| bad())?
                .into(),
        };
        let network = crate::network_of(self.network_id)
            .ok_or_else(|| Error::damaged("the network in genesis"))?;
        Ok(genesis(network, self.genesis_time_ms, treasury))
    }
}

fn genesis(network: NetworkDefinition, time_ms: i64, treasury: PublicKey) -> Genesis {
    Genesis {
        network,
        time_ms,
        treasury,
        treasury_xrd: treasury_xrd(),
    }
}

/// Enough for every account of a local network, forever.
fn treasury_xrd() -> Decimal {
    Decimal::from(1_000_000_000_000u64)
}

pub fn genesis_entry(options: &Options, state: &State) -> Result<Entry> {
    let time = LedgerTime::of(state)?;
    let record = CommitRecord {
        state_version: 1,
        epoch: time.epoch,
        round: time.round,
        timestamp_ms: time.timestamp_ms,
        kind: Kind::Genesis,
        status: CommitStatus::CommittedSuccess,
        transaction_id: None,
        intent_hash: None,
        error_message: None,
        cost: Cost::default(),
        changes: Changes::default(),
        subintents: Vec::new(),
        events: Vec::new(),
    };
    Ok(Entry {
        kind: Kind::Genesis,
        state_version: 1,
        intent_hash: [0; 32],
        updates: DatabaseUpdates::default(),
        record: to_json(&record)?,
        raw: to_json(&Origin::of(options))?.into_bytes(),
    })
}
