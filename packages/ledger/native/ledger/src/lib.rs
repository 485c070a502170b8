//! The embedded ledger: commits, previews and reads, and a log that outlives the process.

mod archive;
mod chain;
mod clock;
mod commit;
mod entry;
mod error;
mod home;
mod host;
mod ledger;
mod log;
mod names;
mod origin;
mod outputs;
mod owners;
mod preview;
mod publication;
mod reads;
mod receipt;
mod record;
mod replay;
mod snapshot;
mod template;
mod well_known;

pub use error::{Code, Error, Result};
pub use home::Options;
pub use host::write_line;
pub use ledger::{Info, Ledger};
pub use publication::{prepare_publication, Publication};
pub use radix_common::crypto::{Ed25519PublicKey, PublicKey, Secp256k1PublicKey};
pub use radix_transactions::model::PreviewFlags;
pub use reads::{FungibleBalance, MetadataEntry, ResourceInfo, VaultBalance};
pub use record::{PreviewResult, SubmitOutcome, SubmitResult};

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
