use std::path::Path;

use accord_engine::{boot, Genesis, State};
use radix_common::prelude::Hash;
use radix_substate_store_interface::interface::{CommittableSubstateDatabase, DatabaseUpdates};

use crate::archive::Archive;
use crate::chain::Chain;
use crate::entry::{Entry, Kind};
use crate::error::{Code, Error, Result};
use crate::home::Options;
use crate::log::{Log, Position};
use crate::origin::{genesis_entry, Origin};
use crate::snapshot::Snapshot;

pub const LOG_FILE: &str = "commits.log";

/// Where the archive of what is replayed is kept.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Keeps {
    InLog,
    InMemory,
}

/// The replayed log of a directory, and the length of the log that its snapshot is of.
pub fn replay(
    options: &Options,
    directory: &Path,
    keeps: Keeps,
) -> Result<(Replay, Log, Option<u64>)> {
    let snapshot = Snapshot::load(directory);
    let snapshot_of = snapshot.as_ref().map(|snapshot| snapshot.log_length);
    let (replay, log) = replay_from(snapshot, options, directory, keeps)?;
    if replay.has_arrived(&log) {
        return Ok((replay, log, snapshot_of));
    }
    let (replay, log) = replay_from(None, options, directory, keeps)?;
    Ok((replay, log, None))
}

fn replay_from(
    snapshot: Option<Snapshot>,
    options: &Options,
    directory: &Path,
    keeps: Keeps,
) -> Result<(Replay, Log)> {
    let mut replay = Replay::new(options, snapshot, keeps);
    let log = Log::open(&directory.join(LOG_FILE), |payload, position| {
        replay.take(Entry::decode(payload)?, position)
    })?;
    Ok((replay, log))
}

/// Follows the log from genesis, or from a snapshot of it.
pub struct Replay {
    network_id: u8,
    keeps: Keeps,
    snapshot: Option<Snapshot>,
    state: Option<State>,
    state_version: u64,
    committed: Vec<([u8; 32], u64)>,
    positions: Vec<Position>,
    /// Only if they are kept in memory.
    entries: Vec<Entry>,
}

impl Replay {
    fn new(options: &Options, snapshot: Option<Snapshot>, keeps: Keeps) -> Self {
        Self {
            network_id: options.network.id,
            keeps,
            snapshot,
            state: None,
            state_version: 0,
            committed: Vec::new(),
            positions: Vec::new(),
            entries: Vec::new(),
        }
    }

    pub fn begin(&mut self, options: &Options, log: &mut Log) -> Result<()> {
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
        self.apply(&entry.updates, position.offset)?;
        if self.keeps == Keeps::InMemory && entry.kind != Kind::Round {
            self.entries.push(entry.without_updates());
        }
        Ok(())
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

    pub fn finish(mut self, log: &Log) -> Result<Chain> {
        if let Some(snapshot) = self.snapshot.take() {
            self.state = Some(snapshot.state);
        }
        let state = self
            .state
            .ok_or_else(|| Error::damaged("the log is empty"))?;
        let archive = match self.keeps {
            Keeps::InMemory => Archive::Memory(self.entries),
            Keeps::InLog => Archive::File {
                log: log.reader()?,
                positions: self.positions,
            },
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
