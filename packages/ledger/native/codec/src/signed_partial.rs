use radix_common::crypto::PublicKey;
use radix_common::prelude::{Hash, IndexSet, IsHash, NetworkDefinition};
use radix_transactions::errors::TransactionValidationError;
use radix_transactions::model::{
    ChildSubintentSpecifiersV2, HasSubintentHash, IntentSignatureV1, IntentSignaturesV2,
    NonRootSubintentSignaturesV2, NonRootSubintentsV2, PartialTransactionV2,
    SignatureWithPublicKeyV1, SignedPartialTransactionV2, SubintentHash, SubintentV2,
    ValidatedSignedPartialTransactionV2,
};
use radix_transactions::validation::TransactionValidator;
use serde::Serialize;

use crate::address::subintent_id;
use crate::error::{Code, Error, Result};
use crate::key::{unverified, verified, Key, Signature};
use crate::network::{network, require_network};
use crate::payload::{bytes_from_hex, decode, encode_hex, hex_of, PARTIAL_BYTES_MAX};
use crate::stack::from_page;
use crate::subintent::{decode_subintent, decompile_core, hash_of, read_hashed, SubintentInfo};

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SignedPartialInfo {
    #[serde(flatten)]
    pub root: SubintentInfo,
    #[serde(flatten)]
    pub signed: Signed,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Signed {
    /// The root subintent's bytes alone.
    pub root_subintent: String,
    /// Whose signatures over the root subintent verify. That no one signed is not an error.
    pub signers: Vec<Key>,
    pub subintents: Vec<SignedSubintent>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SignedSubintent {
    pub subintent_hash: String,
    pub subintent_id: String,
    pub signers: Vec<Key>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SignedPartial {
    pub signed_partial_transaction: String,
    pub subintent_hash: String,
    pub subintent_id: String,
    pub signers: Vec<Key>,
}

/// Decodes and validates all that needs no ledger state: signatures, structure, windows.
pub fn read_signed_partial_transaction(bytes: &str, network_id: u32) -> Result<SignedPartialInfo> {
    let network = network(network_id)?;
    let partial = decode_partial(bytes, &network)?;
    let validated = validate(&partial, &network)?;
    let root = &partial.partial_transaction.root_subintent;
    Ok(SignedPartialInfo {
        root: read_hashed(root, &validated.prepared.subintent_hash(), &network),
        signed: Signed::of(&partial, &validated, &network)?,
    })
}

/// Manifest text of a subintent, or of a signed partial transaction's root.
pub fn decompile_subintent(bytes: &str, network_id: u32) -> Result<String> {
    let network = network(network_id)?;
    let subintent = decode_subintent(bytes, &network).or_else(|_| {
        decode_partial(bytes, &network).map(|p| p.partial_transaction.root_subintent)
    })?;
    decompile_core(&subintent.intent_core, &network)
}

/// Signatures are verified over the subintent's hash; children may come in any order.
pub fn attach_signatures(
    subintent: &str,
    signatures: &[Signature],
    children: &[String],
    network_id: u32,
) -> Result<SignedPartial> {
    attach(subintent, signatures, children, network_id, verified)
}

/// As [`attach_signatures`], for signatures that the caller has just made with its own keys: they are not verified.
pub fn attach_own_signatures(
    subintent: &str,
    signatures: &[Signature],
    children: &[String],
    network_id: u32,
) -> Result<SignedPartial> {
    let taken = |signature: &Signature, _: &Hash| unverified(signature);
    attach(subintent, signatures, children, network_id, taken)
}

fn attach(
    subintent: &str,
    signatures: &[Signature],
    children: &[String],
    network_id: u32,
    read: impl Fn(&Signature, &Hash) -> Result<(SignatureWithPublicKeyV1, PublicKey)>,
) -> Result<SignedPartial> {
    let network = network(network_id)?;
    let root = decode_subintent(subintent, &network)?;
    let hash = hash_of(&root)?;
    let (signatures, signers): (Vec<_>, Vec<_>) = signatures
        .iter()
        .map(|signature| read(signature, hash.as_hash()))
        .collect::<Result<Vec<_>>>()?
        .into_iter()
        .unzip();
    let descendants = Descendants::collect(&root.intent_core.children, children, &network)?;
    let partial = SignedPartialTransactionV2 {
        partial_transaction: PartialTransactionV2 {
            root_subintent: root,
            non_root_subintents: NonRootSubintentsV2(descendants.subintents),
        },
        root_subintent_signatures: signed_by(signatures),
        non_root_subintent_signatures: NonRootSubintentSignaturesV2 {
            by_subintent: descendants.signatures,
        },
    };
    describe(
        &partial,
        &hash,
        signers.iter().map(Key::of).collect(),
        &network,
    )
}

/// The root's only child, with its descendants, as it was before it was wrapped.
pub fn unwrap(signed_partial: &str, network_id: u32) -> Result<SignedPartial> {
    let network = network(network_id)?;
    let outer = decode_partial(signed_partial, &network)?;
    let validated = validate(&outer, &network)?;
    let child = only_child(&outer.partial_transaction.root_subintent)?;
    let at = validated
        .prepared
        .non_root_subintent_hashes()
        .position(|hash| hash == child)
        .ok_or_else(|| Error::bad_payload("the child is missing"))?;
    let mut subintents = outer.partial_transaction.non_root_subintents.0;
    let mut signatures = outer.non_root_subintent_signatures.by_subintent;
    let inner = SignedPartialTransactionV2 {
        root_subintent_signatures: signatures.remove(at),
        partial_transaction: PartialTransactionV2 {
            root_subintent: subintents.remove(at),
            non_root_subintents: NonRootSubintentsV2(subintents),
        },
        non_root_subintent_signatures: NonRootSubintentSignaturesV2 {
            by_subintent: signatures,
        },
    };
    let signers = keys(&validated.non_root_subintents_info[at].signer_keys);
    describe(&inner, &child, signers, &network)
}

impl Signed {
    pub(crate) fn of(
        partial: &SignedPartialTransactionV2,
        validated: &ValidatedSignedPartialTransactionV2,
        network: &NetworkDefinition,
    ) -> Result<Self> {
        Ok(Self {
            root_subintent: encode_hex(&partial.partial_transaction.root_subintent)?,
            signers: keys(&validated.root_subintent_info.signer_keys),
            subintents: read_descendants(validated, network),
        })
    }
}

/// The subintents below an intent, flat, each with its signatures.
#[derive(Default)]
pub(crate) struct Descendants {
    pub subintents: Vec<SubintentV2>,
    pub signatures: Vec<IntentSignaturesV2>,
}

impl Descendants {
    /// Takes the children in the order in which the manifest uses them.
    pub(crate) fn collect(
        used: &ChildSubintentSpecifiersV2,
        children: &[String],
        network: &NetworkDefinition,
    ) -> Result<Self> {
        let mut passed = children
            .iter()
            .map(|child| decode_child(child, network))
            .collect::<Result<Vec<_>>>()?;
        let mut descendants = Self::default();
        for child in &used.children {
            let at = passed.iter().position(|(hash, _)| *hash == child.hash);
            let at = at.ok_or_else(|| missing_child(&child.hash))?;
            descendants.add(passed.remove(at).1);
        }
        match passed.first() {
            None => Ok(descendants),
            Some((hash, _)) => Err(Error::bad_payload(format!(
                "child {} is not used by the manifest, or passed twice",
                hex_of(hash)
            ))),
        }
    }

    fn add(&mut self, child: SignedPartialTransactionV2) {
        self.subintents
            .push(child.partial_transaction.root_subintent);
        self.subintents
            .extend(child.partial_transaction.non_root_subintents.0);
        self.signatures.push(child.root_subintent_signatures);
        self.signatures
            .extend(child.non_root_subintent_signatures.by_subintent);
    }
}

pub(crate) fn decode_partial(
    bytes: &str,
    network: &NetworkDefinition,
) -> Result<SignedPartialTransactionV2> {
    let bytes = bytes_from_hex(bytes, PARTIAL_BYTES_MAX)?;
    let partial: SignedPartialTransactionV2 = decode(bytes, "signed partial transaction")?;
    let root = &partial.partial_transaction.root_subintent;
    require_network(network, root.intent_core.header.network_id)?;
    Ok(partial)
}

pub(crate) fn validate(
    partial: &SignedPartialTransactionV2,
    network: &NetworkDefinition,
) -> Result<ValidatedSignedPartialTransactionV2> {
    let validator = TransactionValidator::new_with_latest_config(network);
    from_page(|| partial.prepare_and_validate(&validator)).map_err(refused)
}

pub(crate) fn refused(error: TransactionValidationError) -> Error {
    Error::new(Code::InvalidTransaction, format!("{error:?}"))
}

pub(crate) fn keys(signers: &IndexSet<PublicKey>) -> Vec<Key> {
    signers.iter().map(Key::of).collect()
}

pub(crate) fn signed_by(signatures: Vec<SignatureWithPublicKeyV1>) -> IntentSignaturesV2 {
    IntentSignaturesV2::new(signatures.into_iter().map(IntentSignatureV1).collect())
}

fn decode_child(
    child: &str,
    network: &NetworkDefinition,
) -> Result<(SubintentHash, SignedPartialTransactionV2)> {
    let partial = decode_partial(child, network)?;
    let hash = hash_of(&partial.partial_transaction.root_subintent)?;
    Ok((hash, partial))
}

fn missing_child(hash: &SubintentHash) -> Error {
    Error::bad_payload(format!("child {} is missing", hex_of(hash)))
}

fn only_child(subintent: &SubintentV2) -> Result<SubintentHash> {
    let children = &subintent.intent_core.children.children;
    match (children.len(), children.first()) {
        (1, Some(child)) => Ok(child.hash),
        (count, _) => Err(Error::bad_payload(format!(
            "the root subintent has {count} children, expected 1"
        ))),
    }
}

fn read_descendants(
    validated: &ValidatedSignedPartialTransactionV2,
    network: &NetworkDefinition,
) -> Vec<SignedSubintent> {
    let hashes = validated.prepared.non_root_subintent_hashes();
    hashes
        .zip(&validated.non_root_subintents_info)
        .map(|(hash, info)| SignedSubintent {
            subintent_hash: hex_of(hash),
            subintent_id: subintent_id(&hash, network),
            signers: keys(&info.signer_keys),
        })
        .collect()
}

fn describe(
    partial: &SignedPartialTransactionV2,
    hash: &SubintentHash,
    signers: Vec<Key>,
    network: &NetworkDefinition,
) -> Result<SignedPartial> {
    Ok(SignedPartial {
        signed_partial_transaction: encode_hex(partial)?,
        subintent_hash: hex_of(hash),
        subintent_id: subintent_id(hash, network),
        signers,
    })
}
