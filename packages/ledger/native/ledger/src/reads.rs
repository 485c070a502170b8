use std::collections::BTreeMap;

use accord_engine::State;
use radix_common::data::scrypto::{scrypto_decode, scrypto_encode};
use radix_common::prelude::{Decimal, NodeId, ResourceAddress};
use radix_engine::blueprints::resource::{
    FungibleResourceManagerDivisibilityFieldPayload, FungibleResourceManagerField,
    FungibleResourceManagerTotalSupplyFieldPayload, FungibleVaultBalanceFieldPayload,
    FungibleVaultField,
};
use radix_engine::object_modules::metadata::{MetadataCollection, MetadataEntryEntryPayload};
use radix_engine::system::system_db_reader::SystemDatabaseReader;
use radix_engine_interface::api::ModuleId;
use radix_engine_interface::object_modules::metadata::MetadataValue;
use radix_engine_interface::types::{CollectionDescriptor, SubstateKey};
use serde::Serialize;

use crate::chain::Chain;
use crate::names::Names;

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FungibleBalance {
    pub resource: String,
    pub amount: String,
    pub vaults: Vec<VaultBalance>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct VaultBalance {
    pub vault: String,
    pub amount: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ResourceInfo {
    pub divisibility: u8,
    /// For a resource that does not count its supply: what all vaults hold.
    pub total_supply: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MetadataEntry {
    pub key: String,
    /// The name of the engine's type, such as `String` or `GlobalAddressArray`.
    #[serde(rename = "type")]
    pub kind: String,
    /// As text; for an array, a JSON array of its elements as text.
    pub value: String,
    /// Only for an array: one text per element.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<String>>,
    pub sbor_hex: String,
}

/// What all vaults within a global entity hold, by resource.
pub fn fungibles(chain: &Chain, entity: &NodeId, names: &Names) -> Vec<FungibleBalance> {
    let mut by_resource: BTreeMap<NodeId, Vec<(NodeId, Decimal)>> = BTreeMap::new();
    for vault in chain.owners.vaults_of(entity) {
        if let Some((resource, amount)) = vault_balance(&chain.state, &vault) {
            by_resource
                .entry(resource)
                .or_default()
                .push((vault, amount));
        }
    }
    by_resource
        .into_iter()
        .map(|(resource, vaults)| FungibleBalance::new(&resource, vaults, names))
        .collect()
}

impl FungibleBalance {
    fn new(resource: &NodeId, mut vaults: Vec<(NodeId, Decimal)>, names: &Names) -> Self {
        vaults.sort();
        let total = vaults
            .iter()
            .fold(Decimal::ZERO, |sum, (_, amount)| sum + *amount);
        Self {
            resource: names.node(resource),
            amount: total.to_string(),
            vaults: vaults
                .into_iter()
                .map(|(vault, amount)| VaultBalance {
                    vault: names.node(&vault),
                    amount: amount.to_string(),
                })
                .collect(),
        }
    }
}

/// None if the node is not a fungible resource, whose fields are of other types.
pub fn resource(chain: &Chain, node: &NodeId) -> Option<ResourceInfo> {
    if !node.is_global_fungible_resource_manager() {
        return None;
    }
    let reader = SystemDatabaseReader::new(&chain.state);
    let divisibility: FungibleResourceManagerDivisibilityFieldPayload = reader
        .read_typed_object_field(
            node,
            ModuleId::Main,
            FungibleResourceManagerField::Divisibility.into(),
        )
        .ok()?;
    let total_supply: Option<FungibleResourceManagerTotalSupplyFieldPayload> = reader
        .read_typed_object_field(
            node,
            ModuleId::Main,
            FungibleResourceManagerField::TotalSupply.into(),
        )
        .ok();
    Some(ResourceInfo {
        divisibility: divisibility.fully_update_and_into_latest_version(),
        total_supply: total_supply
            .map(|supply| supply.fully_update_and_into_latest_version())
            .unwrap_or_else(|| held_in_vaults(chain, node))
            .to_string(),
    })
}

pub fn metadata(state: &State, node: &NodeId, names: &Names) -> Vec<MetadataEntry> {
    let reader = SystemDatabaseReader::new(state);
    let entries = reader.collection_iter(
        node,
        ModuleId::Metadata,
        MetadataCollection::EntryKeyValue.collection_index(),
    );
    entries
        .into_iter()
        .flatten()
        .filter_map(|(key, value)| read_entry(key, &value, names))
        .collect()
}

pub fn exists(state: &State, node: &NodeId) -> bool {
    SystemDatabaseReader::new(state).get_type_info(node).is_ok()
}

fn held_in_vaults(chain: &Chain, resource: &NodeId) -> Decimal {
    let vaults = chain.owners.vaults();
    vaults
        .filter_map(|vault| vault_balance(&chain.state, vault))
        .filter(|(held, _)| held == resource)
        .fold(Decimal::ZERO, |sum, (_, amount)| sum + amount)
}

fn vault_balance(state: &State, vault: &NodeId) -> Option<(NodeId, Decimal)> {
    let reader = SystemDatabaseReader::new(state);
    let info = reader.get_object_info(*vault).ok()?;
    let resource = ResourceAddress::try_from(NodeId::from(info.get_outer_object()).0).ok()?;
    if !resource.is_fungible() {
        return None;
    }
    let balance: FungibleVaultBalanceFieldPayload = reader
        .read_typed_object_field(vault, ModuleId::Main, FungibleVaultField::Balance.into())
        .ok()?;
    let amount = balance.fully_update_and_into_latest_version().amount();
    Some((resource.into_node_id(), amount))
}

fn read_entry(key: SubstateKey, value: &[u8], names: &Names) -> Option<MetadataEntry> {
    let SubstateKey::Map(key) = key else {
        return None;
    };
    let payload: MetadataEntryEntryPayload = scrypto_decode(value).ok()?;
    let value = payload.fully_update_and_into_latest_version();
    let (kind, texts) = read_value(&value, names);
    let is_array = kind.ends_with("Array");
    Some(MetadataEntry {
        key: scrypto_decode(&key).ok()?,
        kind: kind.into(),
        value: match is_array {
            true => serde_json::to_string(&texts).ok()?,
            false => texts.concat(),
        },
        values: is_array.then_some(texts),
        sbor_hex: hex::encode(scrypto_encode(&value).ok()?),
    })
}

fn read_value(value: &MetadataValue, names: &Names) -> (&'static str, Vec<String>) {
    use MetadataValue as M;
    match value {
        M::String(v) => ("String", vec![v.clone()]),
        M::Bool(v) => ("Bool", vec![v.to_string()]),
        M::U8(v) => ("U8", vec![v.to_string()]),
        M::U32(v) => ("U32", vec![v.to_string()]),
        M::U64(v) => ("U64", vec![v.to_string()]),
        M::I32(v) => ("I32", vec![v.to_string()]),
        M::I64(v) => ("I64", vec![v.to_string()]),
        M::Decimal(v) => ("Decimal", vec![v.to_string()]),
        M::GlobalAddress(v) => ("GlobalAddress", vec![names.address(v)]),
        M::PublicKey(v) => ("PublicKey", vec![format!("{v:?}")]),
        M::NonFungibleGlobalId(v) => ("NonFungibleGlobalId", vec![format!("{v:?}")]),
        M::NonFungibleLocalId(v) => ("NonFungibleLocalId", vec![v.to_string()]),
        M::Instant(v) => ("Instant", vec![v.seconds_since_unix_epoch.to_string()]),
        M::Url(v) => ("Url", vec![v.0.clone()]),
        M::Origin(v) => ("Origin", vec![v.0.clone()]),
        M::PublicKeyHash(v) => ("PublicKeyHash", vec![format!("{v:?}")]),
        M::StringArray(v) => ("StringArray", v.clone()),
        M::BoolArray(v) => ("BoolArray", texts(v)),
        M::U8Array(v) => ("U8Array", vec![hex::encode(v)]),
        M::U32Array(v) => ("U32Array", texts(v)),
        M::U64Array(v) => ("U64Array", texts(v)),
        M::I32Array(v) => ("I32Array", texts(v)),
        M::I64Array(v) => ("I64Array", texts(v)),
        M::DecimalArray(v) => ("DecimalArray", texts(v)),
        M::GlobalAddressArray(v) => (
            "GlobalAddressArray",
            v.iter().map(|address| names.address(address)).collect(),
        ),
        M::PublicKeyArray(v) => ("PublicKeyArray", debug_texts(v)),
        M::NonFungibleGlobalIdArray(v) => ("NonFungibleGlobalIdArray", debug_texts(v)),
        M::NonFungibleLocalIdArray(v) => ("NonFungibleLocalIdArray", texts(v)),
        M::InstantArray(v) => (
            "InstantArray",
            v.iter()
                .map(|instant| instant.seconds_since_unix_epoch.to_string())
                .collect(),
        ),
        M::UrlArray(v) => ("UrlArray", v.iter().map(|url| url.0.clone()).collect()),
        M::OriginArray(v) => ("OriginArray", v.iter().map(|url| url.0.clone()).collect()),
        M::PublicKeyHashArray(v) => ("PublicKeyHashArray", debug_texts(v)),
    }
}

fn texts(values: &[impl ToString]) -> Vec<String> {
    values.iter().map(ToString::to_string).collect()
}

fn debug_texts(values: &[impl std::fmt::Debug]) -> Vec<String> {
    values.iter().map(|value| format!("{value:?}")).collect()
}
