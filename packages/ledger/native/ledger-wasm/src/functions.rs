use std::cell::RefCell;
use std::path::PathBuf;
use std::sync::Once;

use accord_codec::{answer, bytes_from_hex, network, refusal, split_text, TRANSACTION_BYTES_MAX};
use accord_ledger::{write_line, Error, Ledger, Options, PreviewFlags};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::refusal::Result;

thread_local! {
    static LEDGER: RefCell<Option<Ledger>> = const { RefCell::new(None) };
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Opening {
    network_id: u32,
    genesis_time_ms: i64,
    treasury: accord_codec::Key,
    template: Option<PathBuf>,
    directory: Option<PathBuf>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Flags {
    use_free_credit: bool,
    assume_all_signature_proofs: bool,
    skip_epoch_check: bool,
    disable_auth: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Package {
    network_id: u32,
    publisher: accord_codec::Key,
    code: String,
    definition: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PreparedPublication {
    signed_transaction_intent: String,
    hash_to_sign: String,
}

/// `packages/ledger/src/engine/ledger.ts` documents each function, under the same name in camel case. Parameters and answers are
/// those of the codec.
pub fn call(name: &str, parameters: &str) -> String {
    report_panics();
    dispatch(name, parameters).unwrap_or_else(|error| refusal(&error))
}

fn dispatch(name: &str, parameters: &str) -> Result<String> {
    match name {
        "open" => answer(parameters, |(opening,): (Opening,)| open(opening)),
        "info" => answer(parameters, |_: [(); 0]| with(|ledger| Ok(ledger.info()?))),
        "history" => answer(parameters, |(from, limit): (i64, u64)| history(from, limit)),
        "tick" => answer(parameters, |(now_ms,): (i64,)| {
            with(|ledger| Ok(ledger.tick(now_ms)?))
        }),
        "raw_transaction" => answer(parameters, |(version,): (i64,)| {
            with(|ledger| Ok(hex::encode(ledger.raw_transaction(counted(version))?)))
        }),
        "prepare_publication" => answer(parameters, |(package,): (Package,)| {
            prepare_publication(package)
        }),
        _ => dispatch_of_text(name, parameters),
    }
}

/// Functions whose first parameter is text.
fn dispatch_of_text(name: &str, parameters: &str) -> Result<String> {
    let (parameters, text) = split_text(parameters)?;
    match name {
        "submit" => answer(parameters, |(_, now_ms): ((), i64)| {
            let notarized = bytes(text)?;
            with(|ledger| Ok(ledger.submit(notarized, now_ms)?))
        }),
        "preview" => answer(parameters, |(_, flags, now_ms): ((), Flags, i64)| {
            let payload = bytes(text)?;
            with(|ledger| Ok(ledger.preview(payload, flags.into(), now_ms)?))
        }),
        "fungibles" => answer(parameters, |_: ((),)| {
            with(|ledger| Ok(ledger.fungibles(text)?))
        }),
        "resource" => answer(parameters, |_: ((),)| {
            with(|ledger| Ok(ledger.resource(text)?))
        }),
        "metadata" => answer(parameters, |_: ((),)| {
            with(|ledger| Ok(ledger.metadata(text)?))
        }),
        "exists" => answer(parameters, |_: ((),)| {
            with(|ledger| Ok(ledger.exists(text)?))
        }),
        _ => Err(Error::internal(format!("there is no function {name}")).into()),
    }
}

fn open(opening: Opening) -> Result<()> {
    let ledger = Ledger::open(Options {
        network: network(opening.network_id)?,
        genesis_time_ms: opening.genesis_time_ms,
        treasury: opening.treasury.parse()?,
        template: opening.template,
        directory: opening.directory,
    })?;
    LEDGER.set(Some(ledger));
    Ok(())
}

fn history(from: i64, limit: u64) -> Result<Vec<Box<RawValue>>> {
    let records = with(|ledger| Ok(ledger.history(counted(from), limit)?))?;
    let records = records.into_iter().map(RawValue::from_string);
    let records: std::result::Result<_, _> = records.collect();
    Ok(records.map_err(|error| Error::damaged(format!("a record: {error}")))?)
}

fn prepare_publication(package: Package) -> Result<PreparedPublication> {
    let prepared = accord_ledger::prepare_publication(
        &network(package.network_id)?,
        package.publisher.parse()?,
        bytes(&package.code)?,
        &bytes(&package.definition)?,
    )?;
    Ok(PreparedPublication {
        signed_transaction_intent: hex::encode(prepared.signed_transaction_intent),
        hash_to_sign: hex::encode(prepared.hash_to_sign),
    })
}

fn with<T>(work: impl FnOnce(&mut Ledger) -> Result<T>) -> Result<T> {
    LEDGER.with_borrow_mut(|ledger| match ledger {
        Some(ledger) => work(ledger),
        None => Err(Error::internal("no ledger is open").into()),
    })
}

/// A state version below the first is none.
fn counted(state_version: i64) -> u64 {
    state_version.try_into().unwrap_or_default()
}

fn bytes(hex: &str) -> Result<Vec<u8>> {
    Ok(bytes_from_hex(hex, TRANSACTION_BYTES_MAX)?)
}

/// The engine catches panics of its own. One that nobody catches ends the program, and its message says why.
fn report_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| std::panic::set_hook(Box::new(|panic| write_line(&panic.to_string()))));
}

impl From<Flags> for PreviewFlags {
    fn from(flags: Flags) -> Self {
        Self {
            use_free_credit: flags.use_free_credit,
            assume_all_signature_proofs: flags.assume_all_signature_proofs,
            skip_epoch_check: flags.skip_epoch_check,
            disable_auth: flags.disable_auth,
        }
    }
}
