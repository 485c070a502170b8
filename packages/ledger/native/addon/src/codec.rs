use napi_derive::napi;

use crate::convert::Convert;
use crate::error::{run, Result};
use crate::types::{
    AccessRule, Address, CompiledSubintent, Header, IdInfo, Instruction, NotarizedTransaction,
    PreparedTransaction, PreviewChild, PublicKey, Signature, SignedPartial, SignedPartialInfo,
    SubintentInfo, TransactionInfo,
};

#[napi(object)]
pub struct SubintentDraft {
    /// Manifest text, version 2, of a subintent.
    pub manifest: String,
    pub header: Header,
    /// Plain text that the signer sees.
    pub message: Option<String>,
}

#[napi(object)]
pub struct SignatureAttachment {
    pub subintent: String,
    pub signatures: Vec<Signature>,
    /// Signed partial transactions of the children.
    pub children: Option<Vec<String>>,
    pub network_id: u32,
}

#[napi(object)]
pub struct PreviewCopy {
    pub subintent: String,
    pub network_id: u32,
    /// Index of the ASSERT_NEXT_CALL_RETURNS_ONLY whose every AtLeastAmount becomes 0.
    pub zero_assertion_at: Option<u32>,
}

#[napi(object)]
pub struct TransactionDraft {
    /// Manifest text, version 2, of a root.
    pub manifest: String,
    pub header: Header,
    /// Its only signer.
    pub notary: PublicKey,
    pub tip_basis_points: Option<u32>,
    /// Signed partial transactions.
    pub children: Vec<String>,
    pub message: Option<String>,
}

#[napi(object)]
pub struct Notarization {
    pub signed_transaction_intent: String,
    pub notary_signature: Signature,
    pub network_id: u32,
}

#[napi(object)]
pub struct PreviewDraft {
    pub manifest: String,
    pub header: Header,
    pub children: Vec<PreviewChild>,
    /// The first is taken for the notary.
    pub signers: Vec<PublicKey>,
}

/// Identifies the sources that this file was built from.
#[napi(catch_unwind)]
pub fn content_hash() -> String {
    option_env!("ACCORD_CONTENT_HASH")
        .unwrap_or_default()
        .into()
}

/// A subintent's bytes, hash and id. The message of a bad_manifest has line and column.
#[napi(catch_unwind)]
pub fn compile_subintent(draft: SubintentDraft) -> Result<CompiledSubintent> {
    run(|| {
        accord_codec::compile_subintent(&draft.manifest, &draft.header.convert(), draft.message)
            .map(Convert::convert)
    })
}

/// The instructions of a subintent's manifest text.
#[napi(catch_unwind)]
pub fn read_manifest(manifest: String, network_id: u32) -> Result<Vec<Instruction>> {
    run(|| accord_codec::read_manifest(&manifest, network_id).map(Convert::convert))
}

/// An unsigned subintent.
#[napi(catch_unwind)]
pub fn read_subintent(subintent: String, network_id: u32) -> Result<SubintentInfo> {
    run(|| accord_codec::read_subintent(&subintent, network_id).map(Convert::convert))
}

/// Decodes and validates: signatures, structure, header windows; else invalid_transaction.
/// A missing signature is not an error: see `signers`.
#[napi(catch_unwind)]
pub fn read_signed_partial_transaction(
    signed_partial_transaction: String,
    network_id: u32,
) -> Result<SignedPartialInfo> {
    run(|| {
        accord_codec::read_signed_partial_transaction(&signed_partial_transaction, network_id)
            .map(Convert::convert)
    })
}

/// Manifest text of a subintent, or of a signed partial transaction's root.
#[napi(catch_unwind)]
pub fn decompile_subintent(bytes: String, network_id: u32) -> Result<String> {
    run(|| accord_codec::decompile_subintent(&bytes, network_id))
}

/// Verifies every signature over the subintent's hash; else bad_signature.
#[napi(catch_unwind)]
pub fn attach_signatures(attachment: SignatureAttachment) -> Result<SignedPartial> {
    let signatures: Vec<_> = attachment
        .signatures
        .into_iter()
        .map(Convert::convert)
        .collect();
    let children = attachment.children.unwrap_or_default();
    run(|| {
        accord_codec::attach_signatures(
            &attachment.subintent,
            &signatures,
            &children,
            attachment.network_id,
        )
        .map(Convert::convert)
    })
}

/// The root's only child with its descendants, byte for byte as it was wrapped.
#[napi(catch_unwind)]
pub fn unwrap(signed_partial_transaction: String, network_id: u32) -> Result<SignedPartial> {
    run(|| accord_codec::unwrap(&signed_partial_transaction, network_id).map(Convert::convert))
}

/// A copy of a subintent that demands nothing in return, so that a preview can run it alone.
#[napi(catch_unwind)]
pub fn copy_for_preview(copy: PreviewCopy) -> Result<CompiledSubintent> {
    run(|| {
        accord_codec::copy_for_preview(&copy.subintent, copy.network_id, copy.zero_assertion_at)
            .map(Convert::convert)
    })
}

/// A root transaction for its notary to sign.
#[napi(catch_unwind)]
pub fn prepare_transaction(draft: TransactionDraft) -> Result<PreparedTransaction> {
    run(|| {
        accord_codec::prepare_transaction(accord_codec::TransactionDraft {
            manifest: &draft.manifest,
            header: &draft.header.convert(),
            notary: &draft.notary.convert(),
            tip_basis_points: draft.tip_basis_points.unwrap_or_default(),
            children: &draft.children,
            message: draft.message,
        })
        .map(Convert::convert)
    })
}

/// Verifies the notary's signature and attaches it.
#[napi(catch_unwind)]
pub fn notarize(notarization: Notarization) -> Result<NotarizedTransaction> {
    run(|| {
        accord_codec::notarize(
            &notarization.signed_transaction_intent,
            &notarization.notary_signature.convert(),
            notarization.network_id,
        )
        .map(Convert::convert)
    })
}

/// The payload of a preview, as hex.
#[napi(catch_unwind)]
pub fn compile_preview(draft: PreviewDraft) -> Result<String> {
    let children: Vec<_> = draft.children.into_iter().map(Convert::convert).collect();
    let signers: Vec<_> = draft.signers.into_iter().map(Convert::convert).collect();
    run(|| {
        accord_codec::compile_preview(
            &draft.manifest,
            &draft.header.convert(),
            &children,
            &signers,
        )
    })
}

/// A notarized transaction of version 2, validated.
#[napi(catch_unwind)]
pub fn read_transaction(notarized: String, network_id: u32) -> Result<TransactionInfo> {
    run(|| accord_codec::read_transaction(&notarized, network_id).map(Convert::convert))
}

/// Manifest text of a notarized transaction's root. Its signatures are not verified.
#[napi(catch_unwind)]
pub fn decompile_transaction(notarized: String, network_id: u32) -> Result<String> {
    run(|| accord_codec::decompile_transaction(&notarized, network_id))
}

/// The rule that a parent satisfies when this key has signed it.
#[napi(catch_unwind)]
pub fn signature_access_rule(key: PublicKey, network_id: u32) -> Result<AccessRule> {
    run(|| accord_codec::signature_access_rule(&key.convert(), network_id).map(Convert::convert))
}

/// Manifest text of an access rule given as Scrypto SBOR.
#[napi(catch_unwind)]
pub fn access_rule_manifest(sbor_hex: String, network_id: u32) -> Result<String> {
    run(|| accord_codec::access_rule_manifest(&sbor_hex, network_id))
}

/// The preallocated account of a key.
#[napi(catch_unwind)]
pub fn account_address(key: PublicKey, network_id: u32) -> Result<String> {
    run(|| accord_codec::account_address(&key.convert(), network_id))
}

/// What an address stands for; bad_address if it is malformed.
#[napi(catch_unwind)]
pub fn read_address(address: String) -> Result<Address> {
    run(|| accord_codec::read_address(&address).map(Convert::convert))
}

#[napi(catch_unwind)]
pub fn subintent_id(hash: String, network_id: u32) -> Result<String> {
    run(|| accord_codec::subintent_id_of_hex(&hash, network_id))
}

#[napi(catch_unwind)]
pub fn parse_subintent_id(id: String) -> Result<IdInfo> {
    run(|| accord_codec::parse_subintent_id(&id).map(Convert::convert))
}

#[napi(catch_unwind)]
pub fn transaction_id(hash: String, network_id: u32) -> Result<String> {
    run(|| accord_codec::transaction_id_of_hex(&hash, network_id))
}

#[napi(catch_unwind)]
pub fn parse_transaction_id(id: String) -> Result<IdInfo> {
    run(|| accord_codec::parse_transaction_id(&id).map(Convert::convert))
}

/// Blake2b-256.
#[napi(catch_unwind)]
pub fn hash(bytes: String) -> Result<String> {
    run(|| accord_codec::hash(&bytes))
}
