use radix_common::data::scrypto::{scrypto_decode, scrypto_encode};
use radix_common::prelude::{NetworkDefinition, NonFungibleGlobalId};
use radix_common::types::FromPublicKey;
use radix_engine_interface::blueprints::resource::{require, AccessRule};
use radix_transactions::manifest::decompiler::decompile;
use radix_transactions::manifest::VerifyParent;
use radix_transactions::model::{InstructionV2, SubintentManifestV2};
use serde::Serialize;

use crate::error::{Code, Error, Result};
use crate::key::Key;
use crate::network::network;
use crate::payload::{bytes_from_hex, hex_of};

const RULE_BYTES_MAX: usize = 16 * 1024;

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AccessRuleInfo {
    /// Scrypto SBOR; begins with 5c.
    pub sbor_hex: String,
    /// The argument of VERIFY_PARENT.
    pub manifest: String,
}

/// The rule that a parent satisfies when `key` has signed it.
pub fn signature_access_rule(key: &Key, network_id: u32) -> Result<AccessRuleInfo> {
    let badge = NonFungibleGlobalId::from_public_key(key.parse()?);
    let rule = AccessRule::Protected(require(badge));
    Ok(AccessRuleInfo {
        sbor_hex: access_rule_sbor_hex(&rule)?,
        manifest: manifest_text(rule, &network(network_id)?)?,
    })
}

/// The rule as text, for callers who only know its bytes.
pub fn access_rule_manifest(sbor_hex: &str, network_id: u32) -> Result<String> {
    let bytes = bytes_from_hex(sbor_hex, RULE_BYTES_MAX)?;
    let rule: AccessRule = scrypto_decode(&bytes)
        .map_err(|error| Error::bad_payload(format!("not an access rule: {error:?}")))?;
    manifest_text(rule, &network(network_id)?)
}

pub fn access_rule_sbor_hex(rule: &AccessRule) -> Result<String> {
    scrypto_encode(rule).map(hex_of).map_err(|error| {
        Error::bad_payload(format!("the access rule is nested too deeply: {error:?}"))
    })
}

/// The canonical decompiler's text of the rule, on one line.
fn manifest_text(access_rule: AccessRule, network: &NetworkDefinition) -> Result<String> {
    let manifest = SubintentManifestV2 {
        instructions: vec![InstructionV2::VerifyParent(VerifyParent { access_rule })],
        ..SubintentManifestV2::default()
    };
    let text = decompile(&manifest, network)
        .map_err(|error| Error::new(Code::Internal, format!("{error:?}")))?;
    let argument = text
        .trim()
        .trim_start_matches("VERIFY_PARENT")
        .trim_end_matches(';');
    // No string of a rule contains white space: they are addresses, ids and numbers.
    Ok(argument.split_whitespace().collect())
}
