//! A signed partial transaction read as a limit order. The usual one is decoded once, by the engine's own preparation; whatever
//! differs from it is read as every other signed partial transaction is, with the same result.

use radix_common::prelude::NetworkDefinition;
use radix_transactions::model::{
    HasSubintentHash, MessageV2, PreparedSignedPartialTransactionV2, PreparedTransaction,
    RawSignedPartialTransaction, SubintentV2, TransactionPayload,
    ValidatedSignedPartialTransactionV2,
};
use radix_transactions::validation::TransactionValidator;
use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};

use crate::address::{account_of, subintent_id, Addresses};
use crate::error::Result;
use crate::header::Header;
use crate::instruction::{read_instructions, Instruction};
use crate::key::Key;
use crate::limit_order::{read_schema, SchemaTerms};
use crate::network::network;
use crate::payload::{bytes_from_hex, hex_of, PARTIAL_BYTES_MAX};
use crate::signed_partial::{decode_partial, keys, refused, validate, Signed};
use crate::stack::from_page;
use crate::subintent::Outline;

/// The usual order is an array for JavaScript, any other one an object.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum SignedLimitOrder {
    Usual(Box<UsualOrder>),
    Other(Box<OtherOrder>),
}

/// Exactly the schema, without children, blobs or a message, in lower-case hex. JavaScript gets it as one array, which it reads in
/// half the time of objects: `signed-limit-order.ts` names what is in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UsualOrder {
    pub subintent_hash: String,
    pub subintent_id: String,
    pub header: Header,
    pub root: RootPlace,
    pub signers: Vec<Key>,
    /// The accounts of the keys that signed.
    pub signer_accounts: Vec<String>,
    pub terms: SchemaTerms,
}

impl Serialize for UsualOrder {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let (header, root, terms) = (&self.header, &self.root, &self.terms);
        let mut row = serializer.serialize_seq(None)?;
        row.serialize_element(&self.subintent_hash)?;
        row.serialize_element(&self.subintent_id)?;
        row.serialize_element(&header.start_epoch)?;
        row.serialize_element(&header.end_epoch)?;
        row.serialize_element(&header.min_timestamp_s)?;
        row.serialize_element(&header.max_timestamp_s)?;
        row.serialize_element(&header.intent_discriminator)?;
        row.serialize_element(&root.beginning)?;
        row.serialize_element(&root.from)?;
        row.serialize_element(&root.to)?;
        row.serialize_element(&terms.prefix_length)?;
        row.serialize_element(&terms.access_rule_sbor_hex)?;
        row.serialize_element(&terms.account)?;
        row.serialize_element(&terms.sell_resource)?;
        row.serialize_element(&terms.buy_resource)?;
        row.serialize_element(&terms.withdrawn)?;
        row.serialize_element(&terms.sold)?;
        row.serialize_element(&terms.bought)?;
        row.serialize_element(&terms.platform_fee)?;
        row.serialize_element(&terms.settlement_fee)?;
        for (signer, account) in self.signers.iter().zip(&self.signer_accounts) {
            row.serialize_element(&signer.curve)?;
            row.serialize_element(&signer.public_key)?;
            row.serialize_element(account)?;
        }
        row.end()
    }
}

/// Where the root subintent's bytes are: `beginning`, then the characters `from` to `to` of the hex that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RootPlace {
    pub beginning: String,
    pub from: usize,
    pub to: usize,
}

/// Its terms, or its instructions if it is not exactly the schema.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OtherOrder {
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
    // To look at all of them at once takes a tenth of looking for one.
    let is_upper_case = |any: bool, digit: u8| any | digit.is_ascii_uppercase();
    let is_lower_case = !text.bytes().fold(false, is_upper_case);
    let usual = is_lower_case.then(|| read_usual(&raw, &network)).flatten();
    match usual {
        Some(usual) => usual.map(|usual| SignedLimitOrder::Usual(Box::new(usual))),
        None => read_other(text, &network).map(|other| SignedLimitOrder::Other(Box::new(other))),
    }
}

/// None for any other order, and for what is none.
fn read_usual(
    raw: &RawSignedPartialTransaction,
    network: &NetworkDefinition,
) -> Option<Result<UsualOrder>> {
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
    let validated = match from_page(|| prepared.validate(&validator)) {
        Ok(validated) => validated,
        Err(error) => return Some(Err(refused(error))),
    };
    let root = place_of_root(raw, &validated)?;
    Some(describe_usual(&validated, root, terms, network))
}

fn describe_usual(
    validated: &ValidatedSignedPartialTransactionV2,
    root: RootPlace,
    terms: SchemaTerms,
    network: &NetworkDefinition,
) -> Result<UsualOrder> {
    let subintent = &validated.prepared.partial_transaction.root_subintent;
    let hash = subintent.subintent_hash();
    Ok(UsualOrder {
        subintent_hash: hex_of(hash),
        subintent_id: subintent_id(&hash, network),
        header: Header::of(&subintent.intent_core.header.inner),
        root,
        signers: keys(&validated.root_subintent_info.signer_keys),
        signer_accounts: accounts_of_signers(validated, network)?,
        terms,
    })
}

/// What precedes the root's intent core: the payload's prefix, the variant with its three fields, and two tuples.
const BEFORE_CORE: usize = 8;
/// No subintents before the root's signatures, and no signatures of theirs after them: arrays of a kind and no length.
const EMPTY_ARRAY: usize = 3;

/// None if its instructions are not encoded as the engine would encode them.
fn place_of_root(
    raw: &RawSignedPartialTransaction,
    validated: &ValidatedSignedPartialTransactionV2,
) -> Option<RootPlace> {
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
    let [prefix, kind, ..] = *raw.as_slice() else {
        return None;
    };
    Some(RootPlace {
        beginning: hex_of([prefix, kind, SubintentV2::discriminator(), 1]),
        from: 2 * BEFORE_CORE,
        to: 2 * end,
    })
}

fn read_other(text: &str, network: &NetworkDefinition) -> Result<OtherOrder> {
    let partial = decode_partial(text, network)?;
    let validated = validate(&partial, network)?;
    let root = &partial.partial_transaction.root_subintent;
    let instructions = &root.intent_core.instructions.0;
    let terms = read_schema(instructions, network);
    Ok(OtherOrder {
        info: SignedOutline {
            root: Outline::of(root, &validated.prepared.subintent_hash(), network),
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
