//! Manifest text to bytes, hash and id, and signed bytes: fixed forever, and read by the TypeScript tests too.
//! `ACCORD_WRITE_VECTORS=1` writes them again; then examine the difference carefully.

mod support;

use accord_codec::{
    account_address, attach_signatures, compile_subintent, read_signed_partial_transaction,
    signature_access_rule, unwrap, Header, Key, Signature,
};
use radix_common::crypto::{Ed25519PrivateKey, Hash, IsHash, PublicKey, Secp256k1PrivateKey};
use serde_json::{json, Value};
use support::{header, header_json, key_json, number, signatures, text, texts, vectors};

const SUBINTENTS: &str = "subintents.json";
const SIGNED: &str = "signed-partial-transactions.json";

#[test]
fn every_manifest_compiles_to_its_bytes_hash_and_id() {
    write_if_asked();
    for vector in vectors(SUBINTENTS) {
        let message = vector["message"].as_str().map(Into::into);
        let compiled = compile_subintent(
            text(&vector, "manifest"),
            &header(&vector["header"]),
            message,
        )
        .unwrap();
        let name = text(&vector, "name");
        assert_eq!(compiled.subintent, text(&vector, "subintent"), "{name}");
        assert_eq!(compiled.subintent_hash, text(&vector, "subintentHash"));
        assert_eq!(compiled.subintent_id, text(&vector, "subintentId"));
    }
}

#[test]
fn every_signed_partial_transaction_has_its_bytes_and_signers() {
    write_if_asked();
    for vector in vectors(SIGNED) {
        let network = number(&vector, "networkId");
        let signed = attach_signatures(
            text(&vector, "subintent"),
            &signatures(&vector),
            &texts(&vector, "children"),
            network,
        )
        .unwrap();
        let bytes = text(&vector, "signedPartialTransaction");
        assert_eq!(signed.signed_partial_transaction, bytes);
        let read = read_signed_partial_transaction(bytes, network).unwrap();
        let signers: Vec<Value> = read.signed.signers.iter().map(key_json).collect();
        assert_eq!(json!(signers), vector["signers"]);
        assert_eq!(read.signed.root_subintent, text(&vector, "subintent"));
        if let [child] = texts(&vector, "children").as_slice() {
            let inner = unwrap(bytes, network).unwrap();
            assert_eq!(inner.signed_partial_transaction, *child);
        }
    }
}

fn write_if_asked() {
    if std::env::var_os("ACCORD_WRITE_VECTORS").is_none() {
        return;
    }
    let order = order_vector(&User::ed25519(1), 242, "an order", false);
    let fill = order_vector(
        &User::secp256k1(2),
        242,
        "a fill with all that is optional",
        true,
    );
    let mainnet = order_vector(&User::ed25519(3), 1, "an order on mainnet", false);
    let signed_order = signed_vector(&order, &[User::ed25519(1)], &[]);
    let signed_fill = signed_vector(&fill, &[User::secp256k1(2)], &[]);
    let outer_order = outer_vector(&order, "an outer that takes a fee and gives a rebate");
    let outer_fill = outer_vector(&fill, "an outer of the fill");
    let signed_outers = [(&outer_order, &signed_order), (&outer_fill, &signed_fill)]
        .map(|(outer, inner)| signed_vector(outer, &[User::ed25519(9)], &[inner]));
    let twice = signed_vector(&order, &[User::ed25519(1), User::secp256k1(4)], &[]);
    let nobody = signed_vector(&order, &[], &[]);
    support::write_vectors(SUBINTENTS, &[order, fill, mainnet, outer_order, outer_fill]);
    let [wrapped_order, wrapped_fill] = signed_outers;
    support::write_vectors(
        SIGNED,
        &[
            signed_order,
            signed_fill,
            wrapped_order,
            wrapped_fill,
            twice,
            nobody,
        ],
    );
}

enum User {
    Ed25519(Ed25519PrivateKey),
    Secp256k1(Secp256k1PrivateKey),
}

impl User {
    fn ed25519(number: u64) -> Self {
        Self::Ed25519(Ed25519PrivateKey::from_u64(number).unwrap())
    }

    fn secp256k1(number: u64) -> Self {
        Self::Secp256k1(Secp256k1PrivateKey::from_u64(number).unwrap())
    }

    fn key(&self) -> Key {
        Key::of(&match self {
            Self::Ed25519(key) => PublicKey::from(key.public_key()),
            Self::Secp256k1(key) => PublicKey::from(key.public_key()),
        })
    }

    fn sign(&self, hash: &str) -> Signature {
        let hash = Hash::from_bytes(hex::decode(hash).unwrap().try_into().unwrap());
        let key = self.key();
        Signature {
            signature: match self {
                Self::Ed25519(private) => hex::encode(private.sign(hash).0),
                Self::Secp256k1(private) => hex::encode(private.sign(&hash).0),
            },
            public_key: Some(key.public_key),
            curve: key.curve,
        }
    }
}

fn order_vector(user: &User, network: u32, name: &str, optional: bool) -> Value {
    let suffix = if network == 1 { "rdx" } else { "sim" };
    let xrd = format!(
        "resource_{suffix}1tknxxxxxxxxxradxrdxxxxxxxxx009923554798xxxxxxxxx{}",
        if network == 1 { "radxrd" } else { "akj8n3" }
    );
    let usdc = resource(network, 7);
    let account = account_address(&user.key(), network).unwrap();
    let rule = signature_access_rule(&User::ed25519(9).key(), network)
        .unwrap()
        .manifest;
    let asserted = |resource: &str, amount: &str| {
        format!(
            "ASSERT_NEXT_CALL_RETURNS_ONLY Map<Address, Enum>(Address(\"{resource}\") => Enum<ResourceConstraint::AtLeastAmount>(Decimal(\"{amount}\")));"
        )
    };
    let lines = [
        if optional { "ASSERT_WORKTOP_IS_EMPTY;".into() } else { String::new() },
        format!("VERIFY_PARENT {rule};"),
        format!("CALL_METHOD Address(\"{account}\") \"withdraw\" Address(\"{xrd}\") Decimal(\"100.6\");"),
        format!("TAKE_FROM_WORKTOP Address(\"{xrd}\") Decimal(\"100\") Bucket(\"sell\");"),
        asserted(&usdc, "4.98"),
        "YIELD_TO_PARENT Bucket(\"sell\");".into(),
        format!("TAKE_FROM_WORKTOP Address(\"{xrd}\") Decimal(\"0.1\") Bucket(\"anthic-fee\");"),
        format!("TAKE_FROM_WORKTOP Address(\"{xrd}\") Decimal(\"0.5\") Bucket(\"solver-fee\");"),
        if optional { asserted(&xrd, "0") } else { String::new() },
        "YIELD_TO_PARENT Bucket(\"anthic-fee\") Bucket(\"solver-fee\");".into(),
        format!("CALL_METHOD Address(\"{account}\") \"deposit_batch\" Expression(\"ENTIRE_WORKTOP\");"),
        "YIELD_TO_PARENT;".into(),
    ];
    let manifest = lines.into_iter().filter(|line| !line.is_empty());
    let header = Header {
        network_id: network,
        start_epoch: 2,
        end_epoch: 12,
        min_timestamp_s: optional.then_some(1_700_000_000),
        max_timestamp_s: Some(1_700_000_045),
        intent_discriminator: if optional {
            u64::MAX.to_string()
        } else {
            "7".into()
        },
    };
    let message = optional.then_some("Grüße 🦀");
    subintent_vector(
        name,
        manifest.collect::<Vec<_>>().join("\n"),
        header,
        message,
    )
}

fn outer_vector(inner: &Value, name: &str) -> Value {
    let network = number(&inner["header"], "networkId");
    let service = account_address(&User::ed25519(9).key(), network).unwrap();
    let xrd = "resource_sim1tknxxxxxxxxxradxrdxxxxxxxxx009923554798xxxxxxxxxakj8n3";
    let manifest = [
        format!(
            "USE_CHILD NamedIntent(\"order\") Intent(\"{}\");",
            text(inner, "subintentId")
        ),
        "YIELD_TO_CHILD NamedIntent(\"order\");".into(),
        "YIELD_TO_PARENT Expression(\"ENTIRE_WORKTOP\");".into(),
        "YIELD_TO_CHILD NamedIntent(\"order\") Expression(\"ENTIRE_WORKTOP\");".into(),
        format!("TAKE_FROM_WORKTOP Address(\"{xrd}\") Decimal(\"0.1\") Bucket(\"platform-fee\");"),
        format!("CALL_METHOD Address(\"{service}\") \"deposit\" Bucket(\"platform-fee\");"),
        format!("TAKE_FROM_WORKTOP Address(\"{xrd}\") Decimal(\"0.2\") Bucket(\"rebate\");"),
        "YIELD_TO_CHILD NamedIntent(\"order\") Bucket(\"rebate\");".into(),
        "YIELD_TO_PARENT Expression(\"ENTIRE_WORKTOP\");".into(),
    ]
    .join("\n");
    let header = Header {
        intent_discriminator: "8".into(),
        ..header(&inner["header"])
    };
    subintent_vector(name, manifest, header, None)
}

fn subintent_vector(name: &str, manifest: String, header: Header, message: Option<&str>) -> Value {
    let compiled = compile_subintent(&manifest, &header, message.map(Into::into)).unwrap();
    let mut vector = json!({
        "name": name,
        "manifest": manifest,
        "header": header_json(&header),
        "subintent": compiled.subintent,
        "subintentHash": compiled.subintent_hash,
        "subintentId": compiled.subintent_id,
    });
    if let Some(message) = message {
        vector["message"] = json!(message);
    }
    vector
}

fn signed_vector(subintent: &Value, users: &[User], children: &[&Value]) -> Value {
    let network = number(&subintent["header"], "networkId");
    let signatures: Vec<Signature> = users
        .iter()
        .map(|user| user.sign(text(subintent, "subintentHash")))
        .collect();
    let children: Vec<String> = children
        .iter()
        .map(|child| text(child, "signedPartialTransaction").into())
        .collect();
    let signed = attach_signatures(
        text(subintent, "subintent"),
        &signatures,
        &children,
        network,
    )
    .unwrap();
    json!({
        "name": format!("{}, signed by {}", text(subintent, "name"), users.len()),
        "networkId": network,
        "subintent": text(subintent, "subintent"),
        "signatures": signatures.iter().map(|signature| json!({
            "curve": signature.curve,
            "publicKey": signature.public_key,
            "signature": signature.signature,
        })).collect::<Vec<_>>(),
        "children": children,
        "signedPartialTransaction": signed.signed_partial_transaction,
        "subintentHash": signed.subintent_hash,
        "subintentId": signed.subintent_id,
        "signers": signed.signers.iter().map(key_json).collect::<Vec<_>>(),
    })
}

fn resource(network: u32, byte: u8) -> String {
    use radix_common::address::AddressBech32Encoder;
    let mut node = [byte; 30];
    node[0] = 0x5d;
    AddressBech32Encoder::new(&accord_codec::network(network).unwrap())
        .encode(&node)
        .unwrap()
}
