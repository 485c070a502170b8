use napi_derive::napi;

use crate::convert::{convert, string_enum, Convert};

string_enum!(
    #[doc = "The curve of a key or a signature."]
    Curve = accord_codec::Curve { Ed25519, Secp256k1 }
);

string_enum!(
    #[doc = "What a manifest value is; `Other` is whatever no rule looks into."]
    ValueKind = accord_codec::ValueKind {
        Address,
        Decimal,
        Bucket,
        Proof,
        Expression,
        String,
        Enum,
        Tuple,
        Array,
        Map,
        Bool,
        Int,
        Other,
    }
);

string_enum!(
    #[doc = "The constraints of manifest text."]
    ConstraintKind = accord_codec::ConstraintKind {
        NonZeroAmount,
        ExactAmount,
        AtLeastAmount,
        ExactNonFungibles,
        AtLeastNonFungibles,
        General,
    }
);

/// The key of an account, a signer or a notary.
#[napi(object)]
pub struct PublicKey {
    pub curve: Curve,
    /// Hex: 32 bytes of Ed25519, 33 of Secp256k1.
    pub public_key: String,
}

#[napi(object)]
pub struct Signature {
    pub curve: Curve,
    /// Hex. Required for Ed25519; from a Secp256k1 signature the key is recovered.
    pub public_key: Option<String>,
    /// Hex: 64 bytes of Ed25519; 65 of Secp256k1, the recovery id first.
    pub signature: String,
}

/// The header of an intent. Times are whole seconds since 1970.
#[napi(object)]
pub struct Header {
    pub network_id: u32,
    /// The first epoch in which the intent is valid.
    pub start_epoch: i64,
    /// The first epoch in which the intent is no longer valid.
    pub end_epoch: i64,
    pub min_timestamp_s: Option<i64>,
    /// The first second in which the intent is no longer valid.
    pub max_timestamp_s: Option<i64>,
    /// An unsigned 64-bit number.
    pub intent_discriminator: String,
}

/// One manifest value, flat: `kind` says which other field is present.
#[napi(object)]
pub struct Value {
    pub kind: ValueKind,
    /// Address: bech32m. Expression: ENTIRE_WORKTOP or ENTIRE_AUTH_ZONE. Enum: the variant's number.
    pub value: Option<String>,
    /// Of Enum, Tuple and Array; of Map key, value, key, value.
    pub fields: Option<Vec<Value>>,
    /// Of Other: manifest SBOR.
    pub sbor_hex: Option<String>,
}

/// What an assertion demands of one resource.
#[napi(object)]
pub struct Constraint {
    pub resource: String,
    pub kind: ConstraintKind,
    pub amount: Option<String>,
}

/// One instruction, flat: `name` says which other fields are present.
#[napi(object)]
pub struct Instruction {
    pub index: u32,
    /// As in manifest text: CALL_METHOD, TAKE_FROM_WORKTOP, ASSERT_WORKTOP_IS_EMPTY.
    pub name: String,
    /// Absent where the address is only allocated within the transaction.
    pub address: Option<String>,
    pub blueprint: Option<String>,
    pub method: Option<String>,
    pub args: Option<Vec<Value>>,
    pub resource: Option<String>,
    pub amount: Option<String>,
    /// The bucket that is used, or that a TAKE creates; numbered from 0.
    pub bucket: Option<u32>,
    pub constraints: Option<Vec<Constraint>>,
    /// Of VERIFY_PARENT: Scrypto SBOR.
    pub access_rule_sbor_hex: Option<String>,
    /// Of YIELD_TO_CHILD: the child's place in USE_CHILD order.
    pub child: Option<u32>,
}

#[napi(object)]
pub struct CompiledSubintent {
    pub subintent: String,
    /// What is signed.
    pub subintent_hash: String,
    pub subintent_id: String,
}

#[napi(object)]
pub struct SubintentInfo {
    pub subintent_hash: String,
    pub subintent_id: String,
    pub header: Header,
    pub instructions: Vec<Instruction>,
    /// Subintent hashes, in USE_CHILD order.
    pub children: Vec<String>,
    pub has_message: bool,
    pub blobs: u32,
}

/// A subintent below the root of a signed partial transaction.
#[napi(object)]
pub struct SignedSubintent {
    pub subintent_hash: String,
    pub subintent_id: String,
    pub signers: Vec<PublicKey>,
}

/// The root subintent's own information, its signers, and who signed what below it.
#[napi(object)]
pub struct SignedPartialInfo {
    pub subintent_hash: String,
    pub subintent_id: String,
    pub header: Header,
    pub instructions: Vec<Instruction>,
    /// Subintent hashes, in USE_CHILD order.
    pub children: Vec<String>,
    pub has_message: bool,
    pub blobs: u32,
    /// The root subintent's bytes alone.
    pub root_subintent: String,
    /// Keys whose signatures over the root hold; empty if no one signed.
    pub signers: Vec<PublicKey>,
    pub subintents: Vec<SignedSubintent>,
}

#[napi(object)]
pub struct SignedPartial {
    pub signed_partial_transaction: String,
    pub subintent_hash: String,
    pub subintent_id: String,
    pub signers: Vec<PublicKey>,
}

#[napi(object)]
pub struct PreparedTransaction {
    pub signed_transaction_intent: String,
    /// What the notary signs.
    pub hash_to_sign: String,
    pub transaction_id: String,
    pub intent_hash: String,
}

#[napi(object)]
pub struct NotarizedTransaction {
    pub notarized_transaction: String,
    pub transaction_id: String,
    pub intent_hash: String,
}

#[napi(object)]
pub struct TransactionInfo {
    pub transaction_id: String,
    pub intent_hash: String,
    pub header: Header,
    pub instructions: Vec<Instruction>,
    pub subintents: Vec<SubintentInfo>,
    pub signers: Vec<PublicKey>,
}

/// A subintent and the keys that count as its signers; or one that is already signed.
#[napi(object)]
pub struct PreviewChild {
    pub subintent: Option<String>,
    pub signers: Option<Vec<PublicKey>>,
    pub children: Option<Vec<PreviewChild>>,
    /// In place of the other three fields.
    pub signed_partial: Option<String>,
}

#[napi(object)]
pub struct AccessRule {
    /// Scrypto SBOR; begins with 5c.
    pub sbor_hex: String,
    /// The argument of VERIFY_PARENT.
    pub manifest: String,
}

#[napi(object)]
pub struct Address {
    pub network_id: u32,
    /// The engine's name, such as GlobalFungibleResourceManager.
    pub entity_type: String,
    pub is_account: bool,
    pub is_resource: bool,
    pub hex: String,
}

#[napi(object)]
pub struct IdInfo {
    pub network_id: u32,
    pub hash: String,
}

convert!(accord_codec::Key => PublicKey { curve, public_key });
convert!(accord_codec::Header => Header {
    network_id, start_epoch, end_epoch, min_timestamp_s, max_timestamp_s, intent_discriminator,
});
convert!(accord_codec::Value => Value { kind, value, fields, sbor_hex });
convert!(accord_codec::Constraint => Constraint { resource, kind, amount });
convert!(accord_codec::Instruction => Instruction {
    index, name, address, blueprint, method, args, resource, amount, bucket, constraints,
    access_rule_sbor_hex, child,
});
convert!(accord_codec::CompiledSubintent => CompiledSubintent {
    subintent, subintent_hash, subintent_id,
});
convert!(accord_codec::SubintentInfo => SubintentInfo {
    subintent_hash, subintent_id, header, instructions, children, has_message, blobs,
});
convert!(accord_codec::SignedSubintent => SignedSubintent {
    subintent_hash, subintent_id, signers,
});
convert!(accord_codec::SignedPartial => SignedPartial {
    signed_partial_transaction, subintent_hash, subintent_id, signers,
});
convert!(accord_codec::PreparedTransaction => PreparedTransaction {
    signed_transaction_intent, hash_to_sign, transaction_id, intent_hash,
});
convert!(accord_codec::NotarizedTransaction => NotarizedTransaction {
    notarized_transaction, transaction_id, intent_hash,
});
convert!(accord_codec::TransactionInfo => TransactionInfo {
    transaction_id, intent_hash, header, instructions, subintents, signers,
});
convert!(accord_codec::AccessRuleInfo => AccessRule { sbor_hex, manifest });
convert!(accord_codec::AddressInfo => Address {
    network_id, entity_type, is_account, is_resource, hex,
});
convert!(accord_codec::IdInfo => IdInfo { network_id, hash });

impl Convert<SignedPartialInfo> for accord_codec::SignedPartialInfo {
    fn convert(self) -> SignedPartialInfo {
        SignedPartialInfo {
            subintent_hash: self.root.subintent_hash,
            subintent_id: self.root.subintent_id,
            header: self.root.header.convert(),
            instructions: self.root.instructions.convert(),
            children: self.root.children,
            has_message: self.root.has_message,
            blobs: self.root.blobs,
            root_subintent: self.root_subintent,
            signers: self.signers.convert(),
            subintents: self.subintents.convert(),
        }
    }
}

type CodecKey = accord_codec::Key;
type CodecSignature = accord_codec::Signature;
type CodecHeader = accord_codec::Header;
type CodecPreviewChild = accord_codec::PreviewChild;

convert!(PublicKey => CodecKey { curve, public_key });
convert!(Signature => CodecSignature { curve, public_key, signature });
convert!(Header => CodecHeader {
    network_id, start_epoch, end_epoch, min_timestamp_s, max_timestamp_s, intent_discriminator,
});
convert!(PreviewChild => CodecPreviewChild { subintent, signers, children, signed_partial });
