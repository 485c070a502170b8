use std::sync::LazyLock;

use radix_common::address::{AddressBech32Decoder, HrpSet};
use radix_common::crypto::PublicKey;
use radix_common::prelude::{
    ComponentAddress, EntityType, Hash, IsHash, NetworkDefinition, NodeId,
};
use radix_transactions::model::{
    IsTransactionHash, SubintentHash, TransactionHashBech32Decoder, TransactionIntentHash,
};
use serde::Serialize;

use crate::bech32m::Bech32m;
use crate::error::{Code, Error, Result};
use crate::key::Key;
use crate::network::{network, network_of_suffix, KNOWN};
use crate::payload::{bytes_from_hex, hex_of};

/// Writes ledger addresses of one network.
pub struct Addresses(&'static Coders);

struct Coders {
    network_id: u8,
    /// By the address's first byte, its entity type.
    addresses: Vec<Option<Bech32m>>,
    subintent_ids: Bech32m,
    transaction_ids: Bech32m,
    read_addresses: AddressBech32Decoder,
    read_ids: TransactionHashBech32Decoder,
}

/// Of the known networks, made once: to make one takes longer than to write an address.
static CODERS: LazyLock<[Coders; 4]> = LazyLock::new(|| {
    KNOWN.map(|network| {
        let parts = HrpSet::from(&network);
        Coders {
            network_id: network.id,
            addresses: (0..=u8::MAX)
                .map(EntityType::from_repr)
                .map(|entity| Some(Bech32m::new(parts.get_entity_hrp(&entity?))))
                .collect(),
            subintent_ids: Bech32m::new(&parts.subintent),
            transaction_ids: Bech32m::new(&parts.transaction_intent),
            read_addresses: AddressBech32Decoder::new(&network),
            read_ids: TransactionHashBech32Decoder::new(&network),
        }
    })
});

fn coders(network: &NetworkDefinition) -> &'static Coders {
    let of_network = CODERS.iter().find(|each| each.network_id == network.id);
    of_network.expect("only known networks are handed on")
}

impl Addresses {
    pub fn new(network: &NetworkDefinition) -> Self {
        Self(coders(network))
    }

    /// None if the first byte is not an entity type.
    pub fn text(&self, node: impl AsRef<[u8]>) -> Option<String> {
        let node = node.as_ref();
        let of_entity = self.0.addresses[usize::from(*node.first()?)].as_ref()?;
        Some(of_entity.text(node))
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AddressInfo {
    pub network_id: u32,
    pub entity_type: String,
    pub is_account: bool,
    pub is_resource: bool,
    pub hex: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct IdInfo {
    pub network_id: u32,
    pub hash: String,
}

pub fn read_address(address: &str) -> Result<AddressInfo> {
    let bad = |error| Error::new(Code::BadAddress, format!("{address:?}: {error}"));
    let network =
        network_of_suffix(address).map_err(|_| bad("of an unknown network".to_string()))?;
    let (entity, bytes) = coders(&network)
        .read_addresses
        .validate_and_decode(address)
        .map_err(|error| bad(format!("{error:?}")))?;
    if bytes.len() != NodeId::LENGTH {
        return Err(bad(format!("{} bytes instead of 30", bytes.len())));
    }
    Ok(AddressInfo {
        network_id: network.id.into(),
        entity_type: format!("{entity:?}"),
        is_account: is_account(entity),
        is_resource: is_resource(entity),
        hex: hex_of(&bytes),
    })
}

/// The bytes of an address on this network.
pub(crate) fn read_node(address: &str, network: &NetworkDefinition) -> Result<NodeId> {
    let bad = |error| Error::new(Code::BadAddress, format!("{address:?}: {error}"));
    let (_, bytes) = coders(network)
        .read_addresses
        .validate_and_decode(address)
        .map_err(|error| bad(format!("{error:?}")))?;
    let bytes = bytes.try_into();
    bytes
        .map(NodeId)
        .map_err(|bytes: Vec<u8>| bad(format!("{} bytes instead of 30", bytes.len())))
}

/// The hash behind the id of a subintent on this network.
pub(crate) fn read_id(id: &str, network: &NetworkDefinition) -> Result<SubintentHash> {
    let read = coders(network).read_ids.validate_and_decode(id);
    read.map_err(|error| Error::new(Code::BadAddress, format!("{id:?}: {error:?}")))
}

/// The preallocated account of a key.
pub fn account_address(key: &Key, network_id: u32) -> Result<String> {
    account_of(&key.parse()?, &network(network_id)?)
}

pub(crate) fn account_of(key: &PublicKey, network: &NetworkDefinition) -> Result<String> {
    let account = ComponentAddress::preallocated_account_from_public_key(key);
    Addresses::new(network)
        .text(account)
        .ok_or_else(|| Error::new(Code::Internal, "an account address cannot be written"))
}

pub fn subintent_id(hash: &SubintentHash, network: &NetworkDefinition) -> String {
    coders(network).subintent_ids.text(hash.as_ref())
}

pub fn transaction_id(hash: &TransactionIntentHash, network: &NetworkDefinition) -> String {
    coders(network).transaction_ids.text(hash.as_ref())
}

pub fn subintent_id_of_hex(hash: &str, network_id: u32) -> Result<String> {
    Ok(subintent_id(
        &read_hash(hash)?.into(),
        &network(network_id)?,
    ))
}

pub fn transaction_id_of_hex(hash: &str, network_id: u32) -> Result<String> {
    Ok(transaction_id(
        &read_hash(hash)?.into(),
        &network(network_id)?,
    ))
}

pub fn parse_subintent_id(id: &str) -> Result<IdInfo> {
    parse_id::<SubintentHash>(id)
}

pub fn parse_transaction_id(id: &str) -> Result<IdInfo> {
    parse_id::<TransactionIntentHash>(id)
}

fn parse_id<T: IsTransactionHash>(id: &str) -> Result<IdInfo> {
    let bad = |error| Error::new(Code::BadAddress, format!("{id:?}: {error}"));
    let network = network_of_suffix(id).map_err(|_| bad("of an unknown network".to_string()))?;
    let hash: T = coders(&network)
        .read_ids
        .validate_and_decode(id)
        .map_err(|error| bad(format!("{error:?}")))?;
    Ok(IdInfo {
        network_id: network.id.into(),
        hash: hex_of(hash.as_inner_hash().as_slice()),
    })
}

fn read_hash(text: &str) -> Result<Hash> {
    let bytes = bytes_from_hex(text, Hash::LENGTH)?;
    Hash::try_from(bytes.as_slice()).map_err(|_| Error::new(Code::BadHex, "a hash has 32 bytes"))
}

/// Whether the address is an account's.
pub(crate) fn is_account_node(node: &NodeId) -> bool {
    node.entity_type().is_some_and(is_account)
}

fn is_account(entity: EntityType) -> bool {
    matches!(
        entity,
        EntityType::GlobalAccount
            | EntityType::GlobalPreallocatedEd25519Account
            | EntityType::GlobalPreallocatedSecp256k1Account
    )
}

fn is_resource(entity: EntityType) -> bool {
    matches!(
        entity,
        EntityType::GlobalFungibleResourceManager | EntityType::GlobalNonFungibleResourceManager
    )
}
