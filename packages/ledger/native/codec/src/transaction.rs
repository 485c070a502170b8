use radix_common::prelude::{IsHash, NetworkDefinition};
use radix_transactions::model::{
    HasSignedTransactionIntentHash, HasTransactionIntentHash, IntentSignaturesV2,
    NonRootSubintentSignaturesV2, NonRootSubintentsV2, NotarizedTransactionV2, NotarySignatureV2,
    SignedTransactionIntentV2, TransactionHeaderV2, TransactionIntentHash, TransactionIntentV2,
    TransactionManifestV2,
};
use radix_transactions::validation::TransactionValidator;
use serde::Serialize;

use crate::address::{transaction_id, Addresses};
use crate::error::{Code, Error, Result};
use crate::header::Header;
use crate::instruction::{read_instructions, Instruction};
use crate::key::{verified_by, Key, Signature};
use crate::network::{network, require_network};
use crate::payload::{bytes_from_hex, decode, encode_hex, hex_of, prepare, TRANSACTION_BYTES_MAX};
use crate::signed_partial::{keys, Descendants};
use crate::stack::from_page;
use crate::subintent::{compile, plaintext, read_decoded, text_of, SubintentInfo};

/// The ledger's limit for one transaction.
pub const SUBINTENTS_MAX: usize = 32;

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PreparedTransaction {
    pub signed_transaction_intent: String,
    /// What the notary signs.
    pub hash_to_sign: String,
    pub transaction_id: String,
    pub intent_hash: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct NotarizedTransaction {
    pub notarized_transaction: String,
    pub transaction_id: String,
    pub intent_hash: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TransactionInfo {
    pub transaction_id: String,
    pub intent_hash: String,
    pub header: Header,
    pub instructions: Vec<Instruction>,
    pub subintents: Vec<SubintentInfo>,
    pub signers: Vec<Key>,
}

pub struct TransactionDraft<'a> {
    pub manifest: &'a str,
    pub header: &'a Header,
    pub notary: &'a Key,
    pub tip_basis_points: u32,
    /// Signed partial transactions.
    pub children: &'a [String],
    pub message: Option<String>,
}

/// A transaction whose notary is its only signer.
pub fn prepare_transaction(draft: TransactionDraft) -> Result<PreparedTransaction> {
    let network = network(draft.header.network_id)?;
    let manifest: TransactionManifestV2 = compile(draft.manifest, &network)?;
    let core = manifest.to_intent_core(draft.header.parse()?, plaintext(draft.message));
    let descendants = Descendants::collect(&core.children, draft.children, &network)?;
    require_count(descendants.subintents.len())?;
    let signed = SignedTransactionIntentV2 {
        transaction_intent: TransactionIntentV2 {
            transaction_header: TransactionHeaderV2 {
                notary_public_key: draft.notary.parse()?,
                notary_is_signatory: true,
                tip_basis_points: draft.tip_basis_points,
            },
            root_intent_core: core,
            non_root_subintents: NonRootSubintentsV2(descendants.subintents),
        },
        transaction_intent_signatures: IntentSignaturesV2::none(),
        non_root_subintent_signatures: NonRootSubintentSignaturesV2 {
            by_subintent: descendants.signatures,
        },
    };
    let prepared = prepare(&signed)?;
    let intent_hash = prepared.transaction_intent_hash();
    Ok(PreparedTransaction {
        signed_transaction_intent: encode_hex(&signed)?,
        hash_to_sign: hex_of(prepared.signed_transaction_intent_hash()),
        transaction_id: transaction_id(&intent_hash, &network),
        intent_hash: hex_of(intent_hash),
    })
}

/// Only the notary's signature is verified here; the ledger validates the whole.
pub fn notarize(
    signed_transaction_intent: &str,
    notary_signature: &Signature,
    network_id: u32,
) -> Result<NotarizedTransaction> {
    let network = network(network_id)?;
    let bytes = bytes_from_hex(signed_transaction_intent, TRANSACTION_BYTES_MAX)?;
    let signed: SignedTransactionIntentV2 = decode(bytes, "signed transaction intent")?;
    let intent = &signed.transaction_intent;
    require_network(&network, intent.root_intent_core.header.network_id)?;
    let prepared = prepare(&signed)?;
    let signature = verified_by(
        notary_signature,
        prepared.signed_transaction_intent_hash().as_hash(),
        &intent.transaction_header.notary_public_key,
    )?;
    let intent_hash = prepared.transaction_intent_hash();
    let notarized = NotarizedTransactionV2 {
        signed_transaction_intent: signed,
        notary_signature: NotarySignatureV2(signature),
    };
    describe(&notarized, &intent_hash, &network)
}

pub fn read_transaction(notarized: &str, network_id: u32) -> Result<TransactionInfo> {
    let network = network(network_id)?;
    let notarized = decode_notarized(notarized, &network)?;
    let intent = &notarized.signed_transaction_intent.transaction_intent;
    let validator = TransactionValidator::new_with_latest_config(&network);
    let validated = from_page(|| notarized.prepare_and_validate(&validator))
        .map_err(|error| Error::new(Code::InvalidTransaction, format!("{error:?}")))?;
    let hash = validated.prepared.transaction_intent_hash();
    let core = &intent.root_intent_core;
    let subintents = intent.non_root_subintents.0.iter();
    Ok(TransactionInfo {
        transaction_id: transaction_id(&hash, &network),
        intent_hash: hex_of(hash),
        header: Header::of(&core.header),
        instructions: read_instructions(&core.instructions.0, &Addresses::new(&network)),
        subintents: subintents
            .map(|subintent| read_decoded(subintent, &network))
            .collect::<Result<_>>()?,
        signers: keys(&validated.transaction_intent_info.signer_keys),
    })
}

/// Manifest text of a notarized transaction's root; its signatures are not verified.
pub fn decompile_transaction(notarized: &str, network_id: u32) -> Result<String> {
    let network = network(network_id)?;
    let notarized = decode_notarized(notarized, &network)?;
    let intent = &notarized.signed_transaction_intent.transaction_intent;
    let manifest = TransactionManifestV2::from_intent_core(&intent.root_intent_core);
    text_of(&manifest, &network)
}

fn decode_notarized(
    notarized: &str,
    network: &NetworkDefinition,
) -> Result<NotarizedTransactionV2> {
    let bytes = bytes_from_hex(notarized, TRANSACTION_BYTES_MAX)?;
    let notarized: NotarizedTransactionV2 = decode(bytes, "notarized transaction")?;
    let intent = &notarized.signed_transaction_intent.transaction_intent;
    require_network(network, intent.root_intent_core.header.network_id)?;
    Ok(notarized)
}

pub(crate) fn require_count(subintents: usize) -> Result<()> {
    if subintents <= SUBINTENTS_MAX {
        return Ok(());
    }
    Err(Error::bad_payload(format!(
        "{subintents} subintents in one transaction; at most {SUBINTENTS_MAX} are allowed"
    )))
}

fn describe(
    notarized: &NotarizedTransactionV2,
    intent_hash: &TransactionIntentHash,
    network: &NetworkDefinition,
) -> Result<NotarizedTransaction> {
    Ok(NotarizedTransaction {
        notarized_transaction: encode_hex(notarized)?,
        transaction_id: transaction_id(intent_hash, network),
        intent_hash: hex_of(intent_hash),
    })
}
