use napi_derive::napi;

use crate::convert::Convert;
use crate::error::{run, run_ledger, Result};
use crate::types::PublicKey;

#[napi(object)]
pub struct Package {
    pub network_id: u32,
    /// Signs and pays for the transaction.
    pub publisher: PublicKey,
    /// Hex of the WebAssembly.
    pub code: String,
    /// Hex of the definition, as Manifest SBOR.
    pub definition: String,
}

/// What `notarize` takes, and what the publisher signs.
#[napi(object)]
pub struct PreparedPublication {
    pub signed_transaction_intent: String,
    pub hash_to_sign: String,
}

/// The transaction that publishes a package at a new ledger's beginning: the same one for the same package.
#[napi(catch_unwind)]
pub fn prepare_publication(to_publish: Package) -> Result<PreparedPublication> {
    let network = run(|| accord_codec::network(to_publish.network_id))?;
    let publisher = to_publish.publisher.convert();
    let publisher = run(|| publisher.parse())?;
    let bytes = |hex: &str| accord_codec::bytes_from_hex(hex, accord_codec::TRANSACTION_BYTES_MAX);
    let code = run(|| bytes(&to_publish.code))?;
    let definition = run(|| bytes(&to_publish.definition))?;
    let prepared =
        run_ledger(|| accord_ledger::prepare_publication(&network, publisher, code, &definition))?;
    Ok(PreparedPublication {
        signed_transaction_intent: hex::encode(prepared.signed_transaction_intent),
        hash_to_sign: hex::encode(prepared.hash_to_sign),
    })
}
