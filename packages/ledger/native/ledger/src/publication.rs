use radix_common::crypto::{Hash, IsHash, PublicKey};
use radix_common::data::manifest::manifest_decode;
use radix_common::prelude::{ComponentAddress, Decimal, Epoch, NetworkDefinition};
use radix_engine_interface::blueprints::package::{ManifestPackageDefinition, PackageDefinition};
use radix_engine_interface::prelude::{MetadataInit, OwnerRole};
use radix_transactions::builder::ManifestBuilder;
use radix_transactions::model::{
    HasSignedTransactionIntentHash, IntentHeaderV2, IntentSignaturesV2, MessageV2,
    NonRootSubintentSignaturesV2, NonRootSubintentsV2, PreparationSettings,
    SignedTransactionIntentV2, TransactionHeaderV2, TransactionIntentV2, TransactionPayload,
};

use crate::error::{Code, Error, Result};

/// For about 300 kB of code, of which each byte costs.
const LOCKED_XRD: u32 = 1_000;

/// A transaction that its publisher, who pays for it from the account of the key, still has to sign.
pub struct Publication {
    pub signed_transaction_intent: Vec<u8>,
    pub hash_to_sign: [u8; 32],
}

/// Publishes a package, code and definition, that nobody owns. The header is fixed, so that the package has the same address
/// on every ledger, and the transaction can only be committed in the first weeks of one.
pub fn prepare_publication(
    network: &NetworkDefinition,
    publisher: PublicKey,
    code: Vec<u8>,
    definition: &[u8],
) -> Result<Publication> {
    let account = ComponentAddress::preallocated_account_from_public_key(&publisher);
    let manifest = ManifestBuilder::new_v2()
        .lock_fee(account, Decimal::from(LOCKED_XRD))
        .publish_package_advanced(
            None,
            code,
            read_definition(definition)?,
            MetadataInit::default(),
            OwnerRole::None,
        )
        .build();
    let header = IntentHeaderV2 {
        network_id: network.id,
        start_epoch_inclusive: Epoch::of(2),
        end_epoch_exclusive: Epoch::of(8_000),
        min_proposer_timestamp_inclusive: None,
        max_proposer_timestamp_exclusive: None,
        intent_discriminator: 1,
    };
    let signed = SignedTransactionIntentV2 {
        transaction_intent: TransactionIntentV2 {
            transaction_header: TransactionHeaderV2 {
                notary_public_key: publisher,
                notary_is_signatory: true,
                tip_basis_points: 0,
            },
            root_intent_core: manifest.to_intent_core(header, MessageV2::None),
            non_root_subintents: NonRootSubintentsV2(Vec::new()),
        },
        transaction_intent_signatures: IntentSignaturesV2::none(),
        non_root_subintent_signatures: NonRootSubintentSignaturesV2 {
            by_subintent: Vec::new(),
        },
    };
    let prepared = signed
        .prepare(PreparationSettings::latest_ref())
        .map_err(|error| bad(format!("beyond the ledger's limits: {error:?}")))?;
    let hash: Hash = *prepared.signed_transaction_intent_hash().as_hash();
    let raw = signed.to_raw().map_err(|error| bad(format!("{error:?}")))?;
    Ok(Publication {
        signed_transaction_intent: raw.into(),
        hash_to_sign: hash.0,
    })
}

fn read_definition(bytes: &[u8]) -> Result<PackageDefinition> {
    manifest_decode::<ManifestPackageDefinition>(bytes)
        .map_err(|error| bad(format!("not the definition of a package: {error:?}")))?
        .try_into_typed()
        .map_err(|error| bad(format!("not the definition of a package: {error:?}")))
}

fn bad(message: String) -> Error {
    Error::new(Code::BadPayload, message)
}
