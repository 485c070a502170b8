use std::path::{Path, PathBuf};

use accord_engine::boot;
use radix_common::crypto::PublicKey;
use radix_common::prelude::NetworkDefinition;
use serde::Serialize;

use crate::archive::Archive;
use crate::chain::Chain;
use crate::error::{Error, Result};
use crate::lock::DirectoryLock;
use crate::log::Log;
use crate::origin::genesis_entry;
use crate::replay::{replay, Keeps};
use crate::snapshot::save;
use crate::template::{begin_as, open_template};

pub struct Options {
    pub network: NetworkDefinition,
    /// Used only when the ledger is created, like `treasury` and `template`.
    pub genesis_time_ms: i64,
    pub treasury: PublicKey,
    /// The directory of a ledger that a new one begins as, instead of with genesis.
    pub template: Option<PathBuf>,
    /// Where it is kept; if absent, in memory only.
    pub directory: Option<PathBuf>,
}

/// A ledger's place on disk.
pub struct Home {
    pub directory: PathBuf,
    pub log: Log,
    _lock: DirectoryLock,
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
    let lock = DirectoryLock::acquire(directory)?;
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
    let home = Home {
        directory: directory.into(),
        log,
        _lock: lock,
    };
    Ok((chain, home))
}

pub fn to_json(value: &impl Serialize) -> Result<String> {
    serde_json::to_string(value).map_err(|error| Error::internal(error.to_string()))
}
