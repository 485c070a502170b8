use std::path::{Path, PathBuf};

use accord_engine::{boot, State};
use radix_common::crypto::PublicKey;
use radix_common::prelude::NetworkDefinition;

use crate::archive::Archive;
use crate::chain::Chain;
use crate::entry::{Entry, Kind};
use crate::error::{Error, Result};
use crate::host;
use crate::log::{Log, Position};
use crate::origin::genesis_entry;
use crate::replay::{replay, Keeps};
use crate::snapshot::save;
use crate::template::{begin_as, open_template};

const SNAPSHOT_EVERY_BYTES: u64 = 16 * 1024 * 1024;

pub struct Options {
    pub network: NetworkDefinition,
    /// Used only when the ledger is created, like `treasury` and `template`.
    pub genesis_time_ms: i64,
    pub treasury: PublicKey,
    /// The directory of a ledger that a new one begins as, instead of with genesis.
    pub template: Option<PathBuf>,
    /// Where it is kept; if absent, in memory only. Whoever opens it sees to it that nobody else has it open.
    pub directory: Option<PathBuf>,
}

/// A ledger's place on disk.
pub struct Home {
    directory: PathBuf,
    log: Log,
    snapshot_at: u64,
    /// After a failed write the log's end is unknown, so nothing more is written.
    failed: Option<Error>,
}

impl Home {
    fn new(directory: &Path, log: Log) -> Self {
        Self {
            directory: directory.into(),
            snapshot_at: log.length + SNAPSHOT_EVERY_BYTES,
            log,
            failed: None,
        }
    }

    /// Writes an entry; a user transaction durably.
    pub fn write(&mut self, entry: &Entry) -> Result<Position> {
        if let Some(error) = &self.failed {
            return Err(error.clone());
        }
        let written = self.append(entry);
        self.failed = written.as_ref().err().cloned();
        written
    }

    fn append(&mut self, entry: &Entry) -> Result<Position> {
        let position = self.log.append(&entry.encode()?)?;
        if entry.kind == Kind::User {
            self.log.sync()?;
        }
        Ok(position)
    }

    /// The log alone is enough, so a snapshot that cannot be saved is tried again later.
    pub fn save_if_due(&mut self, state: &State) {
        if self.log.length < self.snapshot_at {
            return;
        }
        let saved = self.log.sync();
        let saved = saved.and_then(|()| save(&self.directory, state, self.log.length));
        if let Err(Error { message, .. }) = saved {
            host::write_line(&format!(
                "ledger: the snapshot cannot be saved, so the log keeps growing: {message}"
            ));
        }
        self.snapshot_at = self.log.length + SNAPSHOT_EVERY_BYTES;
    }
}

pub fn open(options: &Options) -> Result<(Chain, Option<Home>)> {
    match (&options.directory, &options.template) {
        (Some(directory), _) => {
            open_directory(options, directory).map(|(chain, home)| (chain, Some(home)))
        }
        (None, Some(template)) => {
            let chain = open_template(options, template)?;
            Ok((chain, None))
        }
        (None, None) => Ok((create_in_memory(options)?, None)),
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
    if let Some(template) = &options.template {
        begin_as(options, template, directory)?;
    }
    let (mut replay, mut log, snapshot_of) = replay(options, directory, Keeps::InLog)?;
    if log.length == 0 {
        replay.begin(options, &mut log)?;
    }
    let chain = replay.finish(&log)?;
    log.sync()?;
    if snapshot_of != Some(log.length) {
        save(directory, &chain.state, log.length)?;
    }
    Ok((chain, Home::new(directory, log)))
}
