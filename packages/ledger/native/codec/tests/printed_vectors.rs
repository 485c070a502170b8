//! docs/vectors.json, which is printed for those who write a codec of their own: from manifest, header and private key
//! to the signed bytes, and which bytes the ledger would not accept.

mod support;

use accord_codec::{
    attach_signatures, compile_subintent, read_signed_partial_transaction, unwrap, Header, Key,
    Signature,
};
use radix_common::crypto::{Ed25519PrivateKey, Hash, IsHash, PublicKey, Secp256k1PrivateKey};
use serde_json::Value;
use std::fs;
use support::{number, path, text, texts};

const NETWORK: u32 = 242;

#[test]
fn manifest_header_and_keys_give_the_bytes_the_hash_and_the_signed_bytes() {
    let vectors = printed("vectors");
    assert!(vectors.len() >= 40);
    for vector in vectors {
        let signed = compiled_and_signed(&vector, &[]);
        let printed = text(&vector, "signed_partial_transaction");
        let is_readable = read_signed_partial_transaction(printed, NETWORK).is_ok();
        let label = text(&vector, "label");
        match vector["code"].as_str() {
            Some("invalid_signature" | "invalid_signed_partial_transaction") => {
                assert_ne!(signed, printed, "{label}");
                assert!(!is_readable, "{label}");
            }
            _ => {
                assert_eq!(signed, printed, "{label}");
                assert!(is_readable, "{label}");
            }
        }
    }
}

#[test]
fn every_outer_has_its_bytes_and_its_inner() {
    for outer in printed("outers") {
        let children = texts(&outer, "children");
        let signed = compiled_and_signed(&outer, &children);
        assert_eq!(signed, text(&outer, "signed_partial_transaction"));
        let inner = unwrap(&signed, NETWORK).unwrap();
        assert_eq!(vec![inner.signed_partial_transaction], children);
    }
}

fn printed(part: &str) -> Vec<Value> {
    let file = path("../../../../docs/vectors.json");
    let text = fs::read_to_string(file).expect("the vectors are committed");
    let document: Value = serde_json::from_str(&text).expect("the vectors are JSON");
    document[part].as_array().expect("an array").clone()
}

fn compiled_and_signed(vector: &Value, children: &[String]) -> String {
    let label = text(vector, "label");
    let message = vector["message"].as_str().map(Into::into);
    let manifest = text(vector, "manifest");
    let compiled = compile_subintent(manifest, &header(&vector["header"]), message).unwrap();
    assert_eq!(compiled.subintent, text(vector, "subintent"), "{label}");
    assert_eq!(compiled.subintent_hash, text(vector, "subintent_hash"));
    assert_eq!(compiled.subintent_id, text(vector, "subintent_id"));
    let keys = vector["keys"].as_array().expect("an array");
    let signatures: Vec<Signature> = keys
        .iter()
        .map(|key| sign(key, &compiled.subintent_hash))
        .collect();
    attach_signatures(&compiled.subintent, &signatures, children, NETWORK)
        .unwrap()
        .signed_partial_transaction
}

fn header(value: &Value) -> Header {
    Header {
        network_id: number(value, "network_id"),
        start_epoch: number(value, "start_epoch_inclusive").into(),
        end_epoch: number(value, "end_epoch_exclusive").into(),
        min_timestamp_s: value["min_proposer_timestamp_inclusive"].as_i64(),
        max_timestamp_s: value["max_proposer_timestamp_exclusive"].as_i64(),
        intent_discriminator: text(value, "intent_discriminator").into(),
    }
}

fn sign(key: &Value, hash: &str) -> Signature {
    let hash = Hash::from_bytes(hex::decode(hash).unwrap().try_into().unwrap());
    let private = hex::decode(text(key, "privateKey")).unwrap();
    let (public, signature) = match text(key, "curve") {
        "Ed25519" => {
            let private = Ed25519PrivateKey::from_bytes(&private).unwrap();
            let signature = hex::encode(private.sign(hash).0);
            (PublicKey::from(private.public_key()), signature)
        }
        _ => {
            let private = Secp256k1PrivateKey::from_bytes(&private).unwrap();
            let signature = hex::encode(private.sign(&hash).0);
            (PublicKey::from(private.public_key()), signature)
        }
    };
    let key = Key::of(&public);
    Signature {
        signature,
        public_key: Some(key.public_key),
        curve: key.curve,
    }
}
