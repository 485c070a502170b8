//! Whatever bytes or text come in: an error with a code, in bounded time, and never a panic.

mod support;

use std::time::{Duration, Instant};

use accord_codec::{
    access_rule_manifest, attach_signatures, compile_subintent, copy_for_preview,
    decompile_subintent, decompile_transaction, notarize, read_address, read_manifest,
    read_signed_limit_order, read_signed_partial_transaction, read_subintent, read_transaction,
    signature_access_rule, unwrap, Code, Curve, Header, Key, Signature, SignedLimitOrder,
    SignedOutline,
};
use support::{text, vectors};

const SIMULATOR: u32 = 242;
const ONE_CALL_MAX: Duration = Duration::from_millis(500);

#[test]
fn truncations_are_refused() {
    for bytes in signed_bytes() {
        for length in 0..bytes.len() {
            let error = read_signed_partial_transaction(&hex::encode(&bytes[..length]), SIMULATOR)
                .unwrap_err();
            assert_eq!(error.code, Code::BadPayload, "{length} bytes");
        }
    }
}

#[test]
fn trailing_bytes_are_refused() {
    for mut bytes in signed_bytes() {
        bytes.push(0);
        let error = read_signed_partial_transaction(&hex::encode(bytes), SIMULATOR).unwrap_err();
        assert_eq!(error.code, Code::BadPayload);
    }
}

#[test]
fn flipped_bits_never_panic_and_never_keep_all_signatures_valid() {
    for bytes in signed_bytes() {
        let signers = signers_of(&bytes).expect("the vectors are valid");
        for at in 0..bytes.len() {
            for mask in [0x01, 0x10, 0x80, 0xff] {
                let mut flipped = bytes.clone();
                flipped[at] ^= mask;
                try_everything(&hex::encode(&flipped));
                require_same_reading(&hex::encode(&flipped));
                // A Secp256k1 signature over other bytes is another key's signature.
                assert_ne!(signers_of(&flipped).as_ref(), Some(&signers), "byte {at}");
            }
        }
    }
}

#[test]
fn upper_case_is_read_as_lower_case_is() {
    let is_usual = |bytes: &Vec<u8>| {
        let read = read_signed_limit_order(&hex::encode(bytes), SIMULATOR);
        matches!(read, Ok(SignedLimitOrder::Usual(_)))
    };
    let usual: Vec<bool> = signed_bytes().iter().map(is_usual).collect();
    assert_eq!(usual, [true, false, false, false]);
    for bytes in signed_bytes() {
        require_same_reading(&hex::encode_upper(&bytes));
        assert_eq!(
            read_signed_partial_transaction(&hex::encode_upper(&bytes), SIMULATOR),
            read_signed_partial_transaction(&hex::encode(&bytes), SIMULATOR)
        );
    }
}

#[test]
fn another_kind_of_payload_is_refused() {
    let subintent = vectors("subintents.json").remove(0);
    let signed = vectors("signed-partial-transactions.json").remove(0);
    let subintent = text(&subintent, "subintent");
    let signed = text(&signed, "signedPartialTransaction");
    for error in [
        read_signed_partial_transaction(subintent, SIMULATOR).unwrap_err(),
        read_subintent(signed, SIMULATOR).unwrap_err(),
        read_transaction(signed, SIMULATOR).unwrap_err(),
        unwrap(signed, SIMULATOR).unwrap_err(),
        copy_for_preview(subintent, SIMULATOR, Some(0)).unwrap_err(),
        copy_for_preview(subintent, SIMULATOR, Some(u32::MAX)).unwrap_err(),
    ] {
        assert_eq!(error.code, Code::BadPayload, "{error:?}");
    }
}

#[test]
fn another_network_is_refused() {
    let signed = vectors("signed-partial-transactions.json").remove(0);
    let bytes = text(&signed, "signedPartialTransaction");
    for network in [1, 2, 3, u32::MAX] {
        let error = read_signed_partial_transaction(bytes, network).unwrap_err();
        assert_eq!(error.code, Code::WrongNetwork);
    }
}

#[test]
fn bombs_are_refused_in_bounded_time() {
    let deep = [vec![0x4d], [0x21, 0x01].repeat(30_000)].concat();
    let wide = [
        vec![0x4d, 0x22, 0x0e],
        vec![0x20, 0x21, 0xff, 0xff, 0xff, 0x7f],
    ]
    .concat();
    let long = [vec![0x4d, 0x22, 0x0e, 0x03, 0x0c], vec![0xff; 8]].concat();
    for bytes in [deep, wide, long, vec![], vec![0x4d], vec![0xff; 60_000]] {
        assert_eq!(refused(&hex::encode(bytes)), Code::BadPayload);
    }
    assert_eq!(refused(&"00".repeat(64 * 1024 + 1)), Code::TooLarge);
    assert_eq!(refused(&"0".repeat(50_000_000)), Code::TooLarge);
    assert_eq!(refused("0"), Code::BadHex);
    assert_eq!(refused("zz"), Code::BadHex);
    assert_eq!(refused("ß"), Code::BadHex);
}

#[test]
fn hostile_manifests_are_refused_in_bounded_time() {
    for manifest in [
        format!("YIELD_TO_PARENT {};", "Tuple(".repeat(100_000)),
        format!("YIELD_TO_PARENT {}{};", "Tuple(".repeat(60), ")".repeat(60)),
        "Enum<".repeat(10_000),
        "\"".repeat(10_001),
        "\"\\u{".into(),
        "YIELD_TO_PARENT \"\u{1f980}é\" ;;".into(),
        "🦀".into(),
        "\r\n\t\0".into(),
        "USE_CHILD NamedIntent(\"a\") Intent(\"subtxid_sim1\");".into(),
        "TAKE_FROM_WORKTOP Address(\"x\") Decimal(\"1\") Bucket(\"b\");".into(),
        "YIELD_TO_CHILD NamedIntent(\"none\");".into(),
        format!("YIELD_TO_PARENT Decimal(\"{}\");", "9".repeat(100_000)),
    ] {
        let started = Instant::now();
        let error = read_manifest(&manifest, SIMULATOR).unwrap_err();
        assert_eq!(error.code, Code::BadManifest, "{manifest:.40}");
        assert!(started.elapsed() < ONE_CALL_MAX, "{manifest:.40}");
    }
    let error = read_manifest(&" ".repeat(2_000_000), SIMULATOR).unwrap_err();
    assert_eq!(error.code, Code::TooLarge);
}

#[test]
fn a_manifest_cut_anywhere_never_panics() {
    let vector = vectors("subintents.json").remove(1);
    let manifest = text(&vector, "manifest");
    for (at, _) in manifest.char_indices() {
        let _ = read_manifest(&manifest[..at], SIMULATOR);
        let _ = read_manifest(&manifest[at..], SIMULATOR);
        let _ = read_manifest(
            &format!("{}é{}", &manifest[..at], &manifest[at..]),
            SIMULATOR,
        );
    }
}

#[test]
fn a_signature_over_other_bytes_or_of_another_key_is_refused() {
    let signed = vectors("signed-partial-transactions.json");
    let other = vectors("subintents.json").remove(3);
    for vector in &signed[..2] {
        let good = support::signatures(vector).remove(0);
        let error = attach_signatures(
            text(&other, "subintent"),
            std::slice::from_ref(&good),
            &[],
            SIMULATOR,
        )
        .unwrap_err();
        assert_eq!(error.code, Code::BadSignature);
        for bad in spoiled(&good) {
            let error =
                attach_signatures(text(vector, "subintent"), &[bad], &[], SIMULATOR).unwrap_err();
            assert!(
                matches!(
                    error.code,
                    Code::BadSignature | Code::BadHex | Code::TooLarge
                ),
                "{error:?}"
            );
        }
    }
}

#[test]
fn children_must_be_those_that_the_manifest_uses() {
    let signed = vectors("signed-partial-transactions.json");
    let (order, fill) = (
        text(&signed[0], "signedPartialTransaction").to_string(),
        text(&signed[1], "signedPartialTransaction").to_string(),
    );
    let outer = text(&signed[2], "subintent");
    for children in [
        vec![],
        vec![fill.clone()],
        vec![order.clone(), fill],
        vec![order.clone(), order],
    ] {
        let error = attach_signatures(outer, &[], &children, SIMULATOR).unwrap_err();
        assert_eq!(error.code, Code::BadPayload);
    }
}

#[test]
fn hostile_addresses_rules_and_headers_are_refused() {
    for address in [
        "",
        "1",
        "_1",
        "account_sim1",
        "account_sim1qqqqqqqq",
        "é_sim1",
    ] {
        assert_eq!(read_address(address).unwrap_err().code, Code::BadAddress);
    }
    for rule in ["", "5c", "5c2202", "4d2202012200", &"5c".repeat(10_000)] {
        assert_eq!(
            access_rule_manifest(rule, SIMULATOR).unwrap_err().code,
            Code::BadPayload
        );
    }
    let key = Key {
        curve: Curve::Ed25519,
        public_key: "00".into(),
    };
    let error = signature_access_rule(&key, SIMULATOR).unwrap_err();
    assert_eq!(error.code, Code::BadSignature);
    for (start_epoch, discriminator) in [(-1, "1"), (1, "-1"), (1, "18446744073709551616"), (1, "")]
    {
        let header = Header {
            network_id: SIMULATOR,
            start_epoch,
            end_epoch: 2,
            min_timestamp_s: None,
            max_timestamp_s: None,
            intent_discriminator: discriminator.into(),
        };
        let error = compile_subintent("YIELD_TO_PARENT;", &header, None).unwrap_err();
        assert_eq!(error.code, Code::BadPayload);
    }
}

fn signed_bytes() -> Vec<Vec<u8>> {
    vectors("signed-partial-transactions.json")
        .iter()
        .take(4)
        .map(|vector| hex::decode(text(vector, "signedPartialTransaction")).unwrap())
        .collect()
}

fn signers_of(bytes: &[u8]) -> Option<Vec<Vec<Key>>> {
    let read = read_signed_partial_transaction(&hex::encode(bytes), SIMULATOR).ok()?;
    let below = read
        .signed
        .subintents
        .into_iter()
        .map(|child| child.signers);
    Some(std::iter::once(read.signed.signers).chain(below).collect())
}

/// A limit order is read as any other signed partial transaction, and refused for the same reasons.
fn require_same_reading(bytes: &str) {
    let order = read_signed_limit_order(bytes, SIMULATOR);
    let partial = read_signed_partial_transaction(bytes, SIMULATOR);
    assert_eq!(
        order.map(|order| support::outline_of(order, bytes)),
        partial.map(|read| SignedOutline {
            root: read.root.outline,
            signed: read.signed
        })
    );
}

fn refused(bytes: &str) -> Code {
    let started = Instant::now();
    let code = read_signed_partial_transaction(bytes, SIMULATOR)
        .unwrap_err()
        .code;
    try_everything(bytes);
    assert!(started.elapsed() < ONE_CALL_MAX);
    code
}

fn try_everything(bytes: &str) {
    let _ = read_subintent(bytes, SIMULATOR);
    let _ = read_transaction(bytes, SIMULATOR);
    let _ = decompile_transaction(bytes, SIMULATOR);
    let _ = decompile_subintent(bytes, SIMULATOR);
    let _ = unwrap(bytes, SIMULATOR);
    let _ = copy_for_preview(bytes, SIMULATOR, Some(3));
    let _ = attach_signatures(bytes, &[], &[], SIMULATOR);
    let _ = access_rule_manifest(bytes, SIMULATOR);
    let signature = Signature {
        curve: Curve::Secp256k1,
        public_key: None,
        signature: "00".repeat(65),
    };
    let _ = notarize(bytes, &signature, SIMULATOR);
}

fn spoiled(good: &Signature) -> Vec<Signature> {
    let with = |signature: String, curve: Curve, public_key: Option<String>| Signature {
        curve,
        public_key,
        signature,
    };
    let key = good.public_key.clone();
    let mut flipped = hex::decode(&good.signature).unwrap();
    flipped[40] ^= 1;
    vec![
        with(hex::encode(flipped), good.curve, key.clone()),
        with(String::new(), good.curve, key.clone()),
        with("00".repeat(500), good.curve, key.clone()),
        with("xx".repeat(64), good.curve, key.clone()),
        with(good.signature.clone(), good.curve, Some("02".repeat(33))),
        with(good.signature.clone(), good.curve, Some(String::new())),
        with("00".repeat(65), Curve::Secp256k1, None),
        with("ff".repeat(65), Curve::Secp256k1, None),
        with("00".repeat(64), Curve::Ed25519, None),
    ]
}
