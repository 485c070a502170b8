//! The embedded ledger: one writer, previews alongside it, reads from any thread, and a log that outlives the process.

mod archive;
mod chain;
mod clock;
mod committer;
mod entry;
mod error;
mod ledger;
mod lock;
mod log;
mod names;
mod open;
mod origin;
mod outputs;
mod owners;
mod previewer;
mod publication;
mod reads;
mod receipt;
mod record;
mod replay;
mod snapshot;
mod template;
mod well_known;
mod worker;

pub use error::{Code, Error, Result};
pub use ledger::{Info, Ledger};
pub use open::Options;
pub use publication::{prepare_publication, Publication};
pub use radix_common::crypto::{Ed25519PublicKey, PublicKey, Secp256k1PublicKey};
pub use radix_transactions::model::PreviewFlags;
pub use reads::{FungibleBalance, MetadataEntry, ResourceInfo, VaultBalance};
pub use worker::Done;

use radix_common::prelude::NetworkDefinition;

pub fn network_of(id: u8) -> Option<NetworkDefinition> {
    [
        NetworkDefinition::mainnet(),
        NetworkDefinition::stokenet(),
        NetworkDefinition::localnet(),
        NetworkDefinition::simulator(),
    ]
    .into_iter()
    .find(|network| network.id == id)
}
