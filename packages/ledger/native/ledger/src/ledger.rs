use std::collections::BTreeMap;

use accord_engine::Executor;
use radix_common::address::AddressBech32Decoder;
use radix_common::prelude::{NetworkDefinition, NodeId};
use radix_transactions::validation::TransactionValidator;
use serde::Serialize;

use crate::chain::Chain;
use crate::clock::LedgerTime;
use crate::error::{Code, Error, Result};
use crate::home::{open, Home, Options};
use crate::names::Names;
use crate::reads::{self, FungibleBalance, MetadataEntry, ResourceInfo};
use crate::well_known::well_known_addresses;

/// An embedded ledger: `commit.rs` has how it changes, `preview.rs` how it tries. After a panic it must not be used.
pub struct Ledger {
    pub(crate) chain: Chain,
    pub(crate) home: Option<Home>,
    pub(crate) executor: Executor,
    pub(crate) network: NetworkDefinition,
    pub(crate) names: Names,
    pub(crate) validator: TransactionValidator,
}

#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Info {
    pub network_id: u8,
    /// Counts genesis and user transactions.
    pub state_version: u64,
    #[serde(flatten)]
    pub time: LedgerTime,
    pub xrd: String,
    pub faucet: String,
    /// By the names of the Gateway API.
    pub well_known_addresses: BTreeMap<String, String>,
}

impl Ledger {
    pub fn open(options: Options) -> Result<Self> {
        let (chain, home) = open(&options)?;
        Ok(Self {
            validator: TransactionValidator::new(&chain.state, &options.network),
            names: Names::new(&options.network),
            executor: Executor::default(),
            network: options.network,
            chain,
            home,
        })
    }

    pub fn info(&self) -> Result<Info> {
        let well_known = well_known_addresses(&self.names);
        let address = |name: &str| well_known.get(name).cloned().unwrap_or_default();
        Ok(Info {
            network_id: self.network.id,
            state_version: self.chain.state_version,
            time: LedgerTime::of(&self.chain.state)?,
            xrd: address("xrd"),
            faucet: address("faucet"),
            well_known_addresses: well_known,
        })
    }

    /// Records of commits as JSON, in order.
    pub fn history(&self, from_state_version: u64, limit: u64) -> Result<Vec<String>> {
        let from = from_state_version.max(1);
        let to = from.saturating_add(limit).saturating_sub(1);
        (from..=to.min(self.chain.state_version))
            .map(|version| Ok(self.chain.archive.entry(version)?.record))
            .collect()
    }

    /// The notarized transaction of a state version; genesis has none.
    pub fn raw_transaction(&self, state_version: u64) -> Result<Vec<u8>> {
        if state_version == 1 {
            return Err(Error::new(Code::BadPayload, "state version 1 is genesis"));
        }
        Ok(self.chain.archive.entry(state_version)?.raw)
    }

    pub fn fungibles(&self, address: &str) -> Result<Vec<FungibleBalance>> {
        let node = self.node(address)?;
        Ok(reads::fungibles(&self.chain, &node, &self.names))
    }

    pub fn resource(&self, address: &str) -> Result<Option<ResourceInfo>> {
        let node = self.node(address)?;
        Ok(reads::resource(&self.chain, &node))
    }

    pub fn metadata(&self, address: &str) -> Result<Vec<MetadataEntry>> {
        let node = self.node(address)?;
        Ok(reads::metadata(&self.chain.state, &node, &self.names))
    }

    pub fn exists(&self, address: &str) -> Result<bool> {
        let node = self.node(address)?;
        Ok(reads::exists(&self.chain.state, &node))
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
