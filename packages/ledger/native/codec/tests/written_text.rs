//! Addresses, ids and amounts are written as the engine writes them, whatever they are.

use std::iter::successors;

use accord_codec::{
    parse_subintent_id, read_manifest, subintent_id_of_hex, transaction_id_of_hex, Instruction,
};
use radix_common::address::AddressBech32Encoder;
use radix_common::crypto::{hash, Hash};
use radix_common::math::{CheckedNeg, I192};
use radix_common::prelude::{Decimal, EntityType, NetworkDefinition};
use radix_transactions::model::{
    SubintentHash, TransactionHashBech32Encoder, TransactionIntentHash,
};

fn networks() -> [NetworkDefinition; 4] {
    [
        NetworkDefinition::mainnet(),
        NetworkDefinition::stokenet(),
        NetworkDefinition::localnet(),
        NetworkDefinition::simulator(),
    ]
}

/// Bytes that look random, and two that do not.
fn hashes(count: usize) -> Vec<Hash> {
    let mut hashes = vec![Hash([0; 32]), Hash([255; 32])];
    while hashes.len() < count {
        hashes.push(hash(hashes[hashes.len() - 1].0));
    }
    hashes
}

#[test]
fn addresses_of_every_entity_type_on_every_network() {
    let mut written = 0;
    for network in networks() {
        let encoder = AddressBech32Encoder::new(&network);
        for entity in (0..=u8::MAX).filter_map(EntityType::from_repr) {
            for hash in hashes(20) {
                let node = [&[entity as u8], &hash.0[..29]].concat();
                let address = encoder.encode(&node).unwrap();
                let manifest = format!("YIELD_TO_PARENT Address(\"{address}\");");
                let read = read_first(&manifest, &network);
                assert_eq!(read.args.unwrap()[0].value, Some(address));
                written += 1;
            }
        }
    }
    assert_eq!(written, 4 * 22 * 20);
}

#[test]
fn ids_on_every_network() {
    for network in networks() {
        let encoder = TransactionHashBech32Encoder::new(&network);
        for hash in hashes(200) {
            let (hex, id) = (hex::encode(hash), network.id.into());
            assert_eq!(
                subintent_id_of_hex(&hex, id).unwrap(),
                encoder.encode(&SubintentHash(hash)).unwrap()
            );
            assert_eq!(
                transaction_id_of_hex(&hex, id).unwrap(),
                encoder.encode(&TransactionIntentHash(hash)).unwrap()
            );
            let read = parse_subintent_id(&subintent_id_of_hex(&hex, id).unwrap()).unwrap();
            assert_eq!((read.network_id, read.hash), (id, hex));
        }
    }
}

#[test]
fn amounts_of_any_size_and_number_of_places() {
    let mut amounts = vec![Decimal::ZERO, Decimal::MAX, Decimal::MIN];
    for (base, count) in [(I192::TEN, 57), (I192::from(2), 190)] {
        let powers = successors(Some(I192::ONE), |power| Some(*power * base));
        for unit in powers.take(count).map(Decimal::from_attos) {
            amounts.extend([unit, unit - Decimal::ONE_ATTO, unit + Decimal::ONE_ATTO]);
        }
    }
    for hash in hashes(500) {
        let length = 1 + usize::from(hash.0[31] % 24);
        let mut bytes = [0; 24];
        bytes[..length].copy_from_slice(&hash.0[..length]);
        amounts.push(Decimal::try_from(bytes.as_slice()).unwrap());
    }
    let negative: Vec<Decimal> = amounts
        .iter()
        .filter_map(|amount| amount.checked_neg())
        .collect();
    for amount in amounts.into_iter().chain(negative) {
        let manifest = format!("YIELD_TO_PARENT Decimal(\"{amount}\");");
        let read = read_first(&manifest, &NetworkDefinition::simulator());
        assert_eq!(read.args.unwrap()[0].value, Some(amount.to_string()));
    }
}

fn read_first(manifest: &str, network: &NetworkDefinition) -> Instruction {
    read_manifest(manifest, network.id.into())
        .unwrap()
        .remove(0)
}
