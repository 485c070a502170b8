use std::path::{Path, PathBuf};
use std::sync::Arc;

use accord_engine::{boot, Genesis, State};
use radix_common::crypto::{Ed25519PublicKey, PublicKey, Secp256k1PublicKey};
use radix_common::prelude::{Decimal, Hash, NetworkDefinition};
use radix_substate_store_interface::interface::{CommittableSubstateDatabase, DatabaseUpdates};
use serde::{Deserialize, Serialize};

use crate::archive::Archive;
use crate::chain::Chain;
use crate::clock::LedgerTime;
use crate::entry::{Entry, Kind};
use crate::error::{Code, Error, Result};
use crate::lock::DirectoryLock;
use crate::log::{Log, Position};
use crate::record::{Changes, CommitRecord, CommitStatus, Cost};
use crate::snapshot::{save, Snapshot};

const LOG_FILE: &str = "commits.log";

pub struct Options {
    pub network: NetworkDefinition,
    /// Used only when the ledger is created, like `treasury`.
    pub genesis_time_ms: i64,
    pub treasury: PublicKey,
    /// Where it is kept; if absent, in memory only.
    pub directory: Option<PathBuf>,
}

/// A ledger's place on disk.
pub struct Home {
    pub directory: PathBuf,
    pub log: Log,
    _lock: DirectoryLock,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
enum Curve {
    Ed25519,
    Secp256k1,
}

/// What an entry of genesis holds in addition to its record.
#[derive(Serialize, Deserialize)]
struct Origin {
    network_id: u8,
    genesis_time_ms: i64,
    treasury_curve: Curve,
    treasury_key: String,
}

pub fn open(options: &Options) -> Result<(Chain, Option<Home>)> {
    match &options.directory {
        None => Ok((create_in_memory(options)?, None)),
        Some(directory) => {
            open_directory(options, directory).map(|(chain, home)| (chain, Some(home)))
        }
    }
}

fn create_in_memory(options: &Options) -> Result<Chain> {
    let mut chain = Chain::new(boot(&options.genesis()), Archive::Memory(Vec::new()));
    let entry = genesis_entry(options, &chain.state)?;
    chain.state_version = entry.state_version;
    chain.archive.push(entry, None);
    Ok(chain)
}

fn open_directory(options: &Options, directory: &Path) -> Result<(Chain, Home)> {
    let lock = DirectoryLock::acquire(directory)?;
    let (mut replay, mut log) = replay_log(options, directory, Snapshot::load(directory))?;
    if !replay.has_arrived(&log) {
        (replay, log) = replay_log(options, directory, None)?;
    }
    if log.length == 0 {
        replay.begin(options, &mut log)?;
    }
    let chain = replay.finish(&log)?;
    log.sync()?;
    save(directory, &chain.state, log.length)?;
    let home = Home {
        directory: directory.into(),
        log,
        _lock: lock,
    };
    Ok((chain, home))
}

fn replay_log(
    options: &Options,
    directory: &Path,
    snapshot: Option<Snapshot>,
) -> Result<(Replay, Log)> {
    let mut replay = Replay::new(options, snapshot);
    let log = Log::open(&directory.join(LOG_FILE), |payload, position| {
        replay.take(Entry::decode(payload)?, position)
    })?;
    Ok((replay, log))
}

/// Follows the log from genesis, or from a snapshot of it.
struct Replay {
    network_id: u8,
    snapshot: Option<Snapshot>,
    state: Option<State>,
    state_version: u64,
    committed: Vec<([u8; 32], u64)>,
    positions: Vec<Position>,
}

impl Replay {
    fn new(options: &Options, snapshot: Option<Snapshot>) -> Self {
        Self {
            network_id: options.network.id,
            snapshot,
            state: None,
            state_version: 0,
            committed: Vec::new(),
            positions: Vec::new(),
        }
    }

    fn begin(&mut self, options: &Options, log: &mut Log) -> Result<()> {
        self.snapshot = None;
        let state = boot(&options.genesis());
        let entry = genesis_entry(options, &state)?;
        let position = log.append(&entry.encode()?)?;
        log.sync()?;
        self.state = Some(state);
        self.state_version = entry.state_version;
        self.positions.push(position);
        Ok(())
    }

    fn take(&mut self, entry: Entry, position: Position) -> Result<()> {
        if entry.kind == Kind::Genesis {
            let origin = self.check_origin(&entry)?;
            if self.snapshot.is_none() {
                self.state = Some(boot(&origin));
            }
        }
        if entry.kind != Kind::Round {
            self.state_version = entry.state_version;
            self.positions.push(position);
        }
        if entry.kind == Kind::User {
            self.committed
                .push((entry.intent_hash, entry.state_version));
        }
        self.apply(&entry.updates, position.offset)
    }

    fn apply(&mut self, updates: &DatabaseUpdates, offset: u64) -> Result<()> {
        if self
            .snapshot
            .as_ref()
            .is_some_and(|s| s.log_length == offset)
        {
            self.state = self.snapshot.take().map(|snapshot| snapshot.state);
        }
        match (&mut self.state, &self.snapshot) {
            (Some(state), _) => state.commit(updates),
            (None, Some(_)) => {}
            (None, None) => return Err(Error::damaged("the log does not begin with genesis")),
        }
        Ok(())
    }

    /// A snapshot of a longer log, or of another one, is useless.
    fn has_arrived(&self, log: &Log) -> bool {
        let pending = self.snapshot.as_ref();
        pending.is_none_or(|snapshot| snapshot.log_length == log.length)
    }

    fn check_origin(&self, entry: &Entry) -> Result<Genesis> {
        let origin: Origin = serde_json::from_slice(&entry.raw)
            .map_err(|error| Error::damaged(format!("genesis of the log: {error}")))?;
        if origin.network_id != self.network_id {
            return Err(Error::new(
                Code::WrongNetwork,
                format!(
                    "the ledger in this directory belongs to network {}, not {}",
                    origin.network_id, self.network_id
                ),
            ));
        }
        origin.genesis()
    }

    fn finish(mut self, log: &Log) -> Result<Chain> {
        if let Some(snapshot) = self.snapshot.take() {
            self.state = Some(snapshot.state);
        }
        let state = self
            .state
            .ok_or_else(|| Error::damaged("the log is empty"))?;
        let archive = Archive::File {
            log: Arc::new(log.reader()?),
            positions: self.positions,
        };
        let mut chain = Chain::new(state, archive);
        chain.state_version = self.state_version;
        chain.committed = self
            .committed
            .into_iter()
            .map(|(hash, version)| (Hash(hash), version))
            .collect();
        Ok(chain)
    }
}

impl Options {
    fn genesis(&self) -> Genesis {
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

    fn genesis(&self) -> Result<Genesis> {
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

fn genesis_entry(options: &Options, state: &State) -> Result<Entry> {
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

pub fn to_json(value: &impl Serialize) -> Result<String> {
    serde_json::to_string(value).map_err(|error| Error::internal(error.to_string()))
}
