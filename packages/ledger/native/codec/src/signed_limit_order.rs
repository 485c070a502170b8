//! A signed partial transaction read as a limit order. The usual one is decoded once, by the engine's own preparation; whatever
//! differs from it is read as every other signed partial transaction is, with the same result.

use radix_common::prelude::NetworkDefinition;
use radix_transactions::model::{
    HasSubintentHash, MessageV2, PreparedSignedPartialTransactionV2, PreparedTransaction,
    RawSignedPartialTransaction, SubintentV2, TransactionPayload,
    ValidatedSignedPartialTransactionV2,
};
use radix_transactions::validation::TransactionValidator;
use serde::Serialize;

use crate::address::{account_of, Addresses};
use crate::error::Result;
use crate::instruction::{read_instructions, Instruction};
use crate::limit_order::{read_schema, SchemaTerms};
use crate::network::network;
use crate::payload::{bytes_from_hex, hex_of, PARTIAL_BYTES_MAX};
use crate::signed_partial::{decode_partial, keys, refused, validate, Signed};
use crate::subintent::Outline;

/// Its terms, or its instructions if it is not exactly the schema.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SignedLimitOrder {
    pub info: SignedOutline,
    /// The accounts of the keys that signed.
    pub signer_accounts: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub terms: Option<SchemaTerms>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instructions: Option<Vec<Instruction>>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SignedOutline {
    #[serde(flatten)]
    pub root: Outline,
    #[serde(flatten)]
    pub signed: Signed,
}

/// As [`crate::read_signed_partial_transaction`], with the terms in place of the instructions of a limit order.
pub fn read_signed_limit_order(text: &str, network_id: u32) -> Result<SignedLimitOrder> {
    let network = network(network_id)?;
    let raw = bytes_from_hex(text, PARTIAL_BYTES_MAX)?.into();
    read_usual(text, &raw, &network).unwrap_or_else(|| read_any(text, &network))
}

/// The usual order: exactly the schema, without children, blobs or a message. None for any other, and for what is none.
fn read_usual(
    text: &str,
    raw: &RawSignedPartialTransaction,
    network: &NetworkDefinition,
) -> Option<Result<SignedLimitOrder>> {
    let validator = TransactionValidator::new_with_latest_config(network);
    let prepared =
        PreparedSignedPartialTransactionV2::prepare(raw, validator.preparation_settings()).ok()?;
    let core = &prepared.partial_transaction.root_subintent.intent_core;
    let is_plain = core.header.inner.network_id == network.id
        && core.children.children.is_empty()
        && core.blobs.blobs_by_hash.is_empty()
        && core.message.inner == MessageV2::None
        && prepared.non_root_subintent_hashes().next().is_none();
    if !is_plain {
        return None;
    }
    let terms = read_schema(&core.instructions.inner.0, network)?;
    let validated = match prepared.validate(&validator) {
        Ok(validated) => validated,
        Err(error) => return Some(Err(refused(error))),
    };
    let root_subintent = root_of_plain(text, raw, &validated)?;
    Some(describe_usual(&validated, root_subintent, terms, network))
}

fn describe_usual(
    validated: &ValidatedSignedPartialTransactionV2,
    root_subintent: String,
    terms: SchemaTerms,
    network: &NetworkDefinition,
) -> Result<SignedLimitOrder> {
    let root = &validated.prepared.partial_transaction.root_subintent;
    let header = &root.intent_core.header.inner;
    Ok(SignedLimitOrder {
        info: SignedOutline {
            root: Outline::plain(header, &root.subintent_hash(), network)?,
            signed: Signed {
                root_subintent,
                signers: keys(&validated.root_subintent_info.signer_keys),
                subintents: Vec::new(),
            },
        },
        signer_accounts: accounts_of_signers(validated, network)?,
        terms: Some(terms),
        instructions: None,
    })
}

/// What precedes the root's intent core: the payload's prefix, the variant with its three fields, and two tuples.
const BEFORE_CORE: usize = 8;
/// No subintents before the root's signatures, and no signatures of theirs after them: arrays of a kind and no length.
const EMPTY_ARRAY: usize = 3;

/// The root's payload, taken from the text. None if its instructions are not encoded as the engine would encode them.
fn root_of_plain(
    text: &str,
    raw: &RawSignedPartialTransaction,
    validated: &ValidatedSignedPartialTransactionV2,
) -> Option<String> {
    let signatures = &validated.prepared.root_subintent_signatures.summary;
    let end = raw.len() - signatures.effective_length - 2 * EMPTY_ARRAY;
    let core = raw.as_slice().get(BEFORE_CORE..end)?;
    // Both begin with the payload's prefix, which a part of a payload does not have.
    let instructions = validated
        .root_subintent_info
        .encoded_instructions
        .get(1..)?;
    if !core.ends_with(instructions) {
        return None;
    }
    let mut payload = hex_of(&[
        raw.as_slice()[0],
        raw.as_slice()[1],
        SubintentV2::discriminator(),
        1,
    ]);
    payload.push_str(text.get(2 * BEFORE_CORE..2 * end)?);
    payload.make_ascii_lowercase();
    Some(payload)
}

fn read_any(text: &str, network: &NetworkDefinition) -> Result<SignedLimitOrder> {
    let partial = decode_partial(text, network)?;
    let validated = validate(&partial, network)?;
    let root = &partial.partial_transaction.root_subintent;
    let instructions = &root.intent_core.instructions.0;
    let terms = read_schema(instructions, network);
    Ok(SignedLimitOrder {
        info: SignedOutline {
            root: Outline::of(root, &validated.prepared.subintent_hash(), network)?,
            signed: Signed::of(&partial, &validated, network)?,
        },
        signer_accounts: accounts_of_signers(&validated, network)?,
        instructions: match terms {
            Some(_) => None,
            None => Some(read_instructions(instructions, &Addresses::new(network))),
        },
        terms,
    })
}

fn accounts_of_signers(
    validated: &ValidatedSignedPartialTransactionV2,
    network: &NetworkDefinition,
) -> Result<Vec<String>> {
    let signers = validated.root_subintent_info.signer_keys.iter();
    signers.map(|key| account_of(key, network)).collect()
}
