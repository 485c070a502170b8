#![allow(dead_code)]

use std::fs;
use std::path::PathBuf;

use accord_codec::{
    Curve, Header, Key, Outline, Signature, Signed, SignedLimitOrder, SignedOutline,
};
use serde::Deserialize;
use serde_json::{json, Value};

/// The vectors that Rust and TypeScript both read.
pub fn vectors(name: &str) -> Vec<Value> {
    let text = fs::read_to_string(path(name)).expect("the vectors are committed");
    serde_json::from_str(&text).expect("the vectors are JSON")
}

pub fn write_vectors(name: &str, vectors: &[Value]) {
    let text = serde_json::to_string_pretty(vectors).expect("JSON");
    fs::write(path(name), text + "\n").expect("the vectors can be written");
}

pub fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../vectors")
        .join(name)
}

pub fn text<'a>(value: &'a Value, field: &str) -> &'a str {
    value[field]
        .as_str()
        .unwrap_or_else(|| panic!("{field} is a text"))
}

pub fn texts(value: &Value, field: &str) -> Vec<String> {
    let items = value[field].as_array().expect("an array");
    items
        .iter()
        .map(|item| item.as_str().expect("a text").into())
        .collect()
}

pub fn number(value: &Value, field: &str) -> u32 {
    value[field].as_u64().expect("a number") as u32
}

pub fn header(value: &Value) -> Header {
    Header {
        network_id: number(value, "networkId"),
        start_epoch: number(value, "startEpoch").into(),
        end_epoch: number(value, "endEpoch").into(),
        min_timestamp_s: value["minTimestampS"].as_i64(),
        max_timestamp_s: value["maxTimestampS"].as_i64(),
        intent_discriminator: text(value, "intentDiscriminator").into(),
    }
}

pub fn header_json(header: &Header) -> Value {
    let mut value = json!({
        "networkId": header.network_id,
        "startEpoch": header.start_epoch,
        "endEpoch": header.end_epoch,
        "intentDiscriminator": header.intent_discriminator,
    });
    if let Some(seconds) = header.min_timestamp_s {
        value["minTimestampS"] = json!(seconds);
    }
    if let Some(seconds) = header.max_timestamp_s {
        value["maxTimestampS"] = json!(seconds);
    }
    value
}

pub fn key_json(key: &Key) -> Value {
    json!({ "curve": key.curve, "publicKey": key.public_key })
}

pub fn signatures(value: &Value) -> Vec<Signature> {
    let signatures = value["signatures"].as_array().expect("an array");
    signatures
        .iter()
        .map(|signature| Signature {
            curve: Curve::deserialize(&signature["curve"]).expect("a curve"),
            public_key: signature["publicKey"].as_str().map(Into::into),
            signature: text(signature, "signature").into(),
        })
        .collect()
}

/// What JavaScript makes of an order that was read from `text`.
pub fn outline_of(order: SignedLimitOrder, text: &str) -> SignedOutline {
    match order {
        SignedLimitOrder::Other(other) => other.info,
        SignedLimitOrder::Usual(usual) => SignedOutline {
            root: Outline {
                subintent_hash: usual.subintent_hash,
                subintent_id: usual.subintent_id,
                header: usual.header,
                children: vec![],
                has_message: false,
                blobs: 0,
            },
            signed: Signed {
                root_subintent: usual.root.beginning + &text[usual.root.from..usual.root.to],
                signers: usual.signers,
                subintents: vec![],
            },
        },
    }
}
