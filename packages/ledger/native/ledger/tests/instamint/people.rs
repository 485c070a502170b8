//! Who signs, by the number of a key.

use radix_common::crypto::Ed25519PrivateKey;
use radix_common::prelude::*;
use radix_engine_interface::prelude::*;

pub const TREASURY: u64 = 1;
pub const OPERATOR: u64 = 2;
pub const SUPER_OPERATOR: u64 = 3;
pub const STRANGER: u64 = 4;
/// The customers' accounts are of keys from here.
pub const CUSTOMERS: u64 = 10;

pub fn key(number: u64) -> Ed25519PrivateKey {
    Ed25519PrivateKey::from_u64(number).unwrap()
}

pub fn account(number: u64) -> ComponentAddress {
    ComponentAddress::preallocated_account_from_public_key(&key(number).public_key())
}

pub fn signature_of(number: u64) -> NonFungibleGlobalId {
    NonFungibleGlobalId::from_public_key(key(number).public_key())
}

pub fn signed_by(number: u64) -> AccessRule {
    rule!(require(signature_of(number)))
}
