use std::collections::HashMap;
use std::path::PathBuf;

use accord_ledger::Done;
use napi::bindgen_prelude::{Env, Object, ToNapiValue};
use napi_derive::napi;

use crate::convert::{convert, Convert};
use crate::error::{internal, rejection, run, run_ledger, Result};
use crate::types::PublicKey;

#[napi(object)]
pub struct LedgerOptions {
    pub network_id: u32,
    /// Used only when the ledger is created, like `treasury` and `template`.
    pub genesis_time_ms: i64,
    /// Its account holds 10^12 XRD at genesis.
    pub treasury: PublicKey,
    /// The directory of a closed ledger that a new one begins as, instead of with genesis.
    pub template: Option<String>,
    /// Must exist. If absent, the ledger is in memory only.
    pub directory: Option<String>,
}

#[napi(object)]
pub struct LedgerInfo {
    pub network_id: u32,
    /// Counts genesis and user transactions.
    pub state_version: i64,
    pub epoch: i64,
    pub round: i64,
    pub proposer_timestamp_ms: i64,
    pub xrd: String,
    pub faucet: String,
    /// By the names of the Gateway API.
    pub well_known_addresses: HashMap<String, String>,
}

#[napi(object)]
pub struct PreviewFlags {
    pub use_free_credit: bool,
    pub assume_all_signature_proofs: bool,
    pub skip_epoch_check: bool,
    pub disable_auth: bool,
}

#[napi(object)]
pub struct FungibleBalance {
    pub resource: String,
    pub amount: String,
    pub vaults: Vec<VaultBalance>,
}

#[napi(object)]
pub struct VaultBalance {
    pub vault: String,
    pub amount: String,
}

#[napi(object)]
pub struct ResourceInfo {
    pub divisibility: u8,
    /// For a resource that does not count its supply: what all vaults hold.
    pub total_supply: String,
}

#[napi(object)]
pub struct MetadataEntry {
    pub key: String,
    /// The engine's name of the type, such as String or GlobalAddressArray.
    #[napi(js_name = "type")]
    pub kind: String,
    /// As text; for an array, a JSON array of its elements as text.
    pub value: String,
    /// Only for an array: one text per element.
    pub values: Option<Vec<String>>,
    /// Scrypto SBOR.
    pub sbor_hex: String,
}

type LedgerFlags = accord_ledger::PreviewFlags;

convert!(accord_ledger::FungibleBalance => FungibleBalance { resource, amount, vaults });
convert!(accord_ledger::VaultBalance => VaultBalance { vault, amount });
convert!(accord_ledger::ResourceInfo => ResourceInfo { divisibility, total_supply });
convert!(accord_ledger::MetadataEntry => MetadataEntry { key, kind, value, values, sbor_hex });
convert!(PreviewFlags => LedgerFlags {
    use_free_credit, assume_all_signature_proofs, skip_epoch_check, disable_auth,
});

/// The real engine over a state of its own. What it returns is durable, if it has a directory.
#[napi]
pub struct Ledger(accord_ledger::Ledger);

#[napi]
impl Ledger {
    /// Opens, or creates, the ledger in the directory. ledger_in_use if another process has it.
    #[napi(constructor, catch_unwind)]
    pub fn new(options: LedgerOptions) -> Result<Self> {
        let network = run(|| accord_codec::network(options.network_id))?;
        let treasury = options.treasury.convert();
        let treasury = run(|| treasury.parse())?;
        let ledger = run_ledger(|| {
            accord_ledger::Ledger::open(accord_ledger::Options {
                network,
                genesis_time_ms: options.genesis_time_ms,
                treasury,
                template: options.template.map(PathBuf::from),
                directory: options.directory.map(PathBuf::from),
            })
        })?;
        Ok(Self(ledger))
    }

    #[napi(catch_unwind)]
    pub fn info(&self) -> Result<LedgerInfo> {
        let info = run_ledger(|| self.0.info())?;
        let address = |name: &str| info.well_known.get(name).cloned().unwrap_or_default();
        Ok(LedgerInfo {
            network_id: info.network_id.into(),
            state_version: info.state_version as i64,
            epoch: info.time.epoch as i64,
            round: info.time.round as i64,
            proposer_timestamp_ms: info.time.timestamp_ms,
            xrd: address("xrd"),
            faucet: address("faucet"),
            well_known_addresses: info.well_known.into_iter().collect(),
        })
    }

    /// JSON of each CommitRecord from a state version on, in order, at most `limit` of them.
    #[napi(catch_unwind)]
    pub fn history(&self, from_state_version: i64, limit: u32) -> Result<Vec<String>> {
        let from = from_state_version.max(0) as u64;
        run_ledger(|| self.0.history(from, limit.into()))
    }

    /// Commits a notarized transaction, or reports why not: JSON of a SubmitResult.
    /// It is durable before the promise resolves.
    #[napi(catch_unwind, ts_return_type = "Promise<string>")]
    pub fn submit<'e>(&self, env: &'e Env, notarized: String, now_ms: i64) -> Result<Object<'e>> {
        let bytes = transaction_bytes(&notarized)?;
        self.promise(env, |done| self.0.submit(bytes, now_ms, done))
    }

    /// Runs the payload of compilePreview: JSON of a PreviewResult.
    #[napi(catch_unwind, ts_return_type = "Promise<string>")]
    pub fn preview<'e>(
        &self,
        env: &'e Env,
        preview: String,
        flags: PreviewFlags,
        now_ms: i64,
    ) -> Result<Object<'e>> {
        let bytes = transaction_bytes(&preview)?;
        self.promise(env, |done| {
            self.0.preview(bytes, flags.convert(), now_ms, done)
        })
    }

    /// Advances the ledger's time, if `nowMs` is in a later second.
    #[napi(catch_unwind, ts_return_type = "Promise<void>")]
    pub fn tick<'e>(&self, env: &'e Env, now_ms: i64) -> Result<Object<'e>> {
        self.promise(env, |done| self.0.tick(now_ms, done))
    }

    /// What all vaults within an account or another entity hold.
    #[napi(catch_unwind)]
    pub fn fungibles(&self, address: String) -> Result<Vec<FungibleBalance>> {
        run_ledger(|| self.0.fungibles(&address)).map(Convert::convert)
    }

    /// A fungible resource, or null.
    #[napi(catch_unwind)]
    pub fn resource(&self, address: String) -> Result<Option<ResourceInfo>> {
        run_ledger(|| self.0.resource(&address)).map(Convert::convert)
    }

    #[napi(catch_unwind)]
    pub fn metadata(&self, address: String) -> Result<Vec<MetadataEntry>> {
        run_ledger(|| self.0.metadata(&address)).map(Convert::convert)
    }

    /// Whether anything has been written at the address. An account that was never used does not exist yet.
    #[napi(catch_unwind)]
    pub fn exists(&self, address: String) -> Result<bool> {
        run_ledger(|| self.0.exists(&address))
    }

    /// The notarized transaction of a state version, as hex.
    #[napi(catch_unwind)]
    pub fn raw_transaction(&self, state_version: i64) -> Result<String> {
        let version = state_version.max(0) as u64;
        run_ledger(|| self.0.raw_transaction(version)).map(hex::encode)
    }

    /// Finishes what is under way and releases the directory. Every later call fails with ledger_closed.
    #[napi(catch_unwind)]
    pub fn close(&mut self) {
        self.0.close();
    }
}

impl Ledger {
    fn promise<'e, T: ToNapiValue + Send + 'static>(
        &self,
        env: &'e Env,
        start: impl FnOnce(Done<T>) -> accord_ledger::Result<()>,
    ) -> Result<Object<'e>> {
        run_ledger(|| self.0.require_open())?;
        let (deferred, promise) = env
            .create_deferred()
            .map_err(|error| internal(error.to_string()))?;
        let done: Done<T> = Box::new(move |result| match result {
            Ok(value) => deferred.resolve(Box::new(move |_| Ok(value)) as Resolve<T>),
            Err(error) => deferred.reject(rejection(error)),
        });
        run_ledger(|| start(done))?;
        Ok(promise)
    }
}

type Resolve<T> = Box<dyn FnOnce(Env) -> napi::Result<T>>;

fn transaction_bytes(text: &str) -> Result<Vec<u8>> {
    run(|| accord_codec::bytes_from_hex(text, accord_codec::TRANSACTION_BYTES_MAX))
}
