use std::collections::BTreeMap;
use std::sync::mpsc::Sender;
use std::sync::{Arc, RwLock, RwLockReadGuard};

use radix_common::address::AddressBech32Decoder;
use radix_common::prelude::{NetworkDefinition, NodeId};
use radix_transactions::model::PreviewFlags;

use crate::chain::Chain;
use crate::clock::LedgerTime;
use crate::committer::{poisoned, Committer};
use crate::error::{Code, Error, Result};
use crate::names::Names;
use crate::open::{open, to_json, Options};
use crate::previewer::{Copies, Previewer};
use crate::reads::{self, FungibleBalance, MetadataEntry, ResourceInfo};
use crate::well_known::well_known_addresses;
use crate::worker::{send, Done, Job, Workers};

const PREVIEWS_AT_ONCE: usize = 2;

/// An embedded ledger. Reads see only what is durable.
pub struct Ledger {
    chain: Arc<RwLock<Chain>>,
    network: NetworkDefinition,
    names: Names,
    workers: Option<(Workers<Committer>, Workers<Previewer>)>,
}

#[derive(Debug, Clone)]
pub struct Info {
    pub network_id: u8,
    pub state_version: u64,
    pub time: LedgerTime,
    pub well_known: BTreeMap<String, String>,
}

impl Ledger {
    pub fn open(options: Options) -> Result<Self> {
        let (chain, home) = open(&options)?;
        let chain = Arc::new(RwLock::new(chain));
        let network = options.network;
        let committers = {
            let (chain, network) = (chain.clone(), network.clone());
            let home = Arc::new(std::sync::Mutex::new(home));
            Workers::start("ledger-commit", 1, move || {
                let home = home.lock().ok().and_then(|mut home| home.take());
                Committer::new(chain.clone(), home, network.clone())
            })?
        };
        let previewers = {
            let (chain, network) = (chain.clone(), network.clone());
            let copies = Arc::new(Copies::default());
            Workers::start("ledger-preview", PREVIEWS_AT_ONCE, move || {
                Previewer::new(chain.clone(), copies.clone(), network.clone())
            })?
        };
        Ok(Self {
            names: Names::new(&network),
            chain,
            network,
            workers: Some((committers, previewers)),
        })
    }

    /// Commits, or reports why not. `done` receives the JSON of a `SubmitResult`.
    pub fn submit(&self, notarized: Vec<u8>, now_ms: i64, done: Done<String>) -> Result<()> {
        let work = move |committer: &mut Committer| to_json(&committer.submit(notarized, now_ms)?);
        send(&self.commits()?, work, done)
    }

    pub fn tick(&self, now_ms: i64, done: Done<()>) -> Result<()> {
        let work = move |committer: &mut Committer| committer.tick(now_ms);
        send(&self.commits()?, work, done)
    }

    /// Runs the payload at `now_ms`. `done` receives the JSON of a `PreviewResult`.
    pub fn preview(
        &self,
        payload: Vec<u8>,
        flags: PreviewFlags,
        now_ms: i64,
        done: Done<String>,
    ) -> Result<()> {
        let previews = self.previews()?;
        let preview = move |previewer: &mut Previewer| to_json(&previewer.preview(payload, flags)?);
        if !self.time()?.is_behind(now_ms) {
            return send(&previews, preview, done);
        }
        self.tick(
            now_ms,
            Box::new(move |ticked| {
                let work =
                    move |previewer: &mut Previewer| ticked.and_then(|()| preview(previewer));
                // A closing ledger still finishes what was queued.
                let _ = send(&previews, work, done);
            }),
        )
    }

    pub fn info(&self) -> Result<Info> {
        let chain = self.read()?;
        Ok(Info {
            network_id: self.network.id,
            state_version: chain.state_version,
            time: LedgerTime::of(&chain.state)?,
            well_known: well_known_addresses(&self.names),
        })
    }

    /// Records of commits as JSON, in order.
    pub fn history(&self, from_state_version: u64, limit: u64) -> Result<Vec<String>> {
        let chain = self.read()?;
        let from = from_state_version.max(1);
        let to = chain
            .state_version
            .min(from.saturating_add(limit).saturating_sub(1));
        (from..=to)
            .map(|version| Ok(chain.archive.entry(version)?.record))
            .collect()
    }

    /// The notarized transaction of a state version; genesis has none.
    pub fn raw_transaction(&self, state_version: u64) -> Result<Vec<u8>> {
        if state_version == 1 {
            return Err(Error::new(Code::BadPayload, "state version 1 is genesis"));
        }
        Ok(self.read()?.archive.entry(state_version)?.raw)
    }

    pub fn fungibles(&self, address: &str) -> Result<Vec<FungibleBalance>> {
        let node = self.node(address)?;
        Ok(reads::fungibles(&*self.read()?, &node, &self.names))
    }

    pub fn resource(&self, address: &str) -> Result<Option<ResourceInfo>> {
        let node = self.node(address)?;
        Ok(reads::resource(&*self.read()?, &node))
    }

    pub fn metadata(&self, address: &str) -> Result<Vec<MetadataEntry>> {
        let node = self.node(address)?;
        Ok(reads::metadata(&self.read()?.state, &node, &self.names))
    }

    pub fn exists(&self, address: &str) -> Result<bool> {
        let node = self.node(address)?;
        Ok(reads::exists(&self.read()?.state, &node))
    }

    /// Waits for what is under way and releases the directory.
    pub fn close(&mut self) {
        if let Some((committers, previewers)) = self.workers.take() {
            // Commits first: a commit may still queue a preview.
            committers.finish();
            previewers.finish();
        }
    }

    pub fn require_open(&self) -> Result<()> {
        match self.workers {
            Some(_) => Ok(()),
            None => Err(Error::closed()),
        }
    }

    fn time(&self) -> Result<LedgerTime> {
        LedgerTime::of(&self.read()?.state)
    }

    fn read(&self) -> Result<RwLockReadGuard<'_, Chain>> {
        self.require_open()?;
        self.chain.read().map_err(poisoned)
    }

    fn commits(&self) -> Result<Sender<Job<Committer>>> {
        let workers = self.workers.as_ref().ok_or_else(Error::closed)?;
        Ok(workers.0.queue())
    }

    fn previews(&self) -> Result<Sender<Job<Previewer>>> {
        let workers = self.workers.as_ref().ok_or_else(Error::closed)?;
        Ok(workers.1.queue())
    }

    fn node(&self, address: &str) -> Result<NodeId> {
        let bad = |error: String| Error::new(Code::BadAddress, format!("{address:?}: {error}"));
        let (_, bytes) = AddressBech32Decoder::new(&self.network)
            .validate_and_decode(address)
            .map_err(|error| bad(format!("{error:?}")))?;
        let bytes = bytes.try_into().map_err(|_| bad("not 30 bytes".into()))?;
        Ok(NodeId(bytes))
    }
}

impl Drop for Ledger {
    fn drop(&mut self) {
        self.close();
    }
}
