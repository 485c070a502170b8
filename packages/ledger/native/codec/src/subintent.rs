use radix_common::data::manifest::model::{
    ManifestResourceConstraint, ManifestResourceConstraints,
};
use radix_common::prelude::{Decimal, NetworkDefinition};
use radix_transactions::manifest::compiler::{
    compile_manifest_with_pretty_error, CompileErrorDiagnosticsStyle,
};
use radix_transactions::manifest::decompiler::decompile;
use radix_transactions::manifest::{BlobProvider, BuildableManifest, TypedReadableManifest};
use radix_transactions::model::{
    ChildSubintentSpecifiersV2, HasSubintentHash, InstructionV2, IntentCoreV2, MessageV2,
    PlaintextMessageV1, SubintentHash, SubintentManifestV2, SubintentV2,
};
use serde::Serialize;

use crate::address::{subintent_id, Addresses};
use crate::error::{Code, Error, Result};
use crate::header::Header;
use crate::instruction::{read_instructions, Instruction};
use crate::network::{network, require_network};
use crate::payload::{
    bytes_from_hex, decode, encode_hex, hex_of, prepare, MANIFEST_CHARACTERS_MAX, PARTIAL_BYTES_MAX,
};

/// A subintent's bytes and the hash to sign.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CompiledSubintent {
    pub subintent: String,
    pub subintent_hash: String,
    pub subintent_id: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SubintentInfo {
    #[serde(flatten)]
    pub outline: Outline,
    pub instructions: Vec<Instruction>,
}

/// All of a subintent but its instructions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Outline {
    pub subintent_hash: String,
    pub subintent_id: String,
    pub header: Header,
    /// Hashes of the children, in USE_CHILD order.
    pub children: Vec<String>,
    pub has_message: bool,
    pub blobs: u32,
}

impl Outline {
    pub(crate) fn of(
        subintent: &SubintentV2,
        hash: &SubintentHash,
        network: &NetworkDefinition,
    ) -> Self {
        let core = &subintent.intent_core;
        Self {
            subintent_hash: hex_of(hash),
            subintent_id: subintent_id(hash, network),
            header: Header::of(&core.header),
            children: child_hashes(&core.children),
            has_message: core.message != MessageV2::None,
            blobs: core.blobs.blobs.len() as u32,
        }
    }
}

pub fn compile_subintent(
    manifest: &str,
    header: &Header,
    message: Option<String>,
) -> Result<CompiledSubintent> {
    let network = network(header.network_id)?;
    let manifest: SubintentManifestV2 = compile(manifest, &network)?;
    let (instructions, blobs, children) = manifest.for_intent();
    let subintent = SubintentV2 {
        intent_core: IntentCoreV2 {
            header: header.parse()?,
            blobs,
            message: plaintext(message),
            children,
            instructions,
        },
    };
    describe(&subintent, &network)
}

/// The instructions of a subintent manifest, without compiling a subintent.
pub fn read_manifest(manifest: &str, network_id: u32) -> Result<Vec<Instruction>> {
    let network = network(network_id)?;
    let manifest: SubintentManifestV2 = compile(manifest, &network)?;
    Ok(read_instructions(
        &manifest.instructions,
        &Addresses::new(&network),
    ))
}

pub fn read_subintent(subintent: &str, network_id: u32) -> Result<SubintentInfo> {
    let network = network(network_id)?;
    read_decoded(&decode_subintent(subintent, &network)?, &network)
}

/// Where an assertion demands tokens that a preview does not supply, its amounts are set to 0.
/// The copy has a different hash.
pub fn copy_for_preview(
    subintent: &str,
    network_id: u32,
    zero_assertion_at: Option<u32>,
) -> Result<CompiledSubintent> {
    let network = network(network_id)?;
    let copy = match zero_assertion_at {
        Some(index) => zeroed_copy(subintent, index, &network)?,
        None => decode_subintent(subintent, &network)?,
    };
    describe(&copy, &network)
}

pub(crate) fn zeroed_copy(
    subintent: &str,
    index: u32,
    network: &NetworkDefinition,
) -> Result<SubintentV2> {
    let mut copy = decode_subintent(subintent, network)?;
    zero_assertion(&mut copy, index)?;
    Ok(copy)
}

pub(crate) fn compile<M: BuildableManifest>(
    manifest: &str,
    network: &NetworkDefinition,
) -> Result<M> {
    if manifest.len() > MANIFEST_CHARACTERS_MAX {
        return Err(Error::new(Code::TooLarge, "the manifest is too long"));
    }
    compile_manifest_with_pretty_error(
        manifest,
        network,
        BlobProvider::new(),
        CompileErrorDiagnosticsStyle::PlainText,
    )
    .map_err(|error| Error::new(Code::BadManifest, error))
}

pub(crate) fn decompile_core(core: &IntentCoreV2, network: &NetworkDefinition) -> Result<String> {
    text_of(&SubintentManifestV2::from_intent_core(core), network)
}

pub(crate) fn text_of(
    manifest: &impl TypedReadableManifest,
    network: &NetworkDefinition,
) -> Result<String> {
    decompile(manifest, network)
        .map_err(|error| Error::bad_payload(format!("cannot be written as text: {error:?}")))
}

pub(crate) fn decode_subintent(
    subintent: &str,
    network: &NetworkDefinition,
) -> Result<SubintentV2> {
    let bytes = bytes_from_hex(subintent, PARTIAL_BYTES_MAX)?;
    let subintent: SubintentV2 = decode(bytes, "subintent")?;
    require_network(network, subintent.intent_core.header.network_id)?;
    Ok(subintent)
}

pub(crate) fn hash_of(subintent: &SubintentV2) -> Result<SubintentHash> {
    Ok(prepare(subintent)?.subintent_hash())
}

pub(crate) fn read_decoded(
    subintent: &SubintentV2,
    network: &NetworkDefinition,
) -> Result<SubintentInfo> {
    Ok(read_hashed(subintent, &hash_of(subintent)?, network))
}

/// As [`read_decoded`], where the hash is known.
pub(crate) fn read_hashed(
    subintent: &SubintentV2,
    hash: &SubintentHash,
    network: &NetworkDefinition,
) -> SubintentInfo {
    let instructions = &subintent.intent_core.instructions.0;
    SubintentInfo {
        outline: Outline::of(subintent, hash, network),
        instructions: read_instructions(instructions, &Addresses::new(network)),
    }
}

pub(crate) fn plaintext(message: Option<String>) -> MessageV2 {
    message.map_or(MessageV2::None, |text| {
        MessageV2::Plaintext(PlaintextMessageV1::text(text))
    })
}

fn child_hashes(children: &ChildSubintentSpecifiersV2) -> Vec<String> {
    let hashes = children.children.iter();
    hashes.map(|child| hex_of(child.hash)).collect()
}

pub(crate) fn describe(
    subintent: &SubintentV2,
    network: &NetworkDefinition,
) -> Result<CompiledSubintent> {
    let hash = hash_of(subintent)?;
    Ok(CompiledSubintent {
        subintent: encode_hex(subintent)?,
        subintent_hash: hex_of(hash),
        subintent_id: subintent_id(&hash, network),
    })
}

fn zero_assertion(subintent: &mut SubintentV2, index: u32) -> Result<()> {
    let instruction = subintent.intent_core.instructions.0.get_mut(index as usize);
    let Some(InstructionV2::AssertNextCallReturnsOnly(assertion)) = instruction else {
        return Err(Error::bad_payload(format!(
            "instruction {index} is not an ASSERT_NEXT_CALL_RETURNS_ONLY"
        )));
    };
    let demanded = std::mem::take(&mut assertion.constraints);
    assertion.constraints = demanded.into_iter().fold(
        ManifestResourceConstraints::new(),
        |constraints, (resource, constraint)| {
            constraints.with_unchecked(resource, zeroed(constraint))
        },
    );
    Ok(())
}

fn zeroed(constraint: ManifestResourceConstraint) -> ManifestResourceConstraint {
    match constraint {
        ManifestResourceConstraint::AtLeastAmount(_) => {
            ManifestResourceConstraint::AtLeastAmount(Decimal::ZERO)
        }
        other => other,
    }
}
