use radix_common::data::manifest::converter::to_decimal;
use radix_common::data::manifest::model::{ManifestAddress, ManifestExpression};
use radix_common::data::manifest::{
    manifest_encode, ManifestCustomValue, ManifestValue, ManifestValueKind,
};
use serde::Serialize;

use crate::address::Addresses;
use crate::amount::amount_text;
use crate::payload::hex_of;

/// What a manifest value is; `Other` is whatever no rule looks into.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum ValueKind {
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

/// One manifest value. `kind` says which of the other fields are present.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Value {
    pub kind: ValueKind,
    /// An Enum's variant number; else the value as text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Of Enum, Tuple and Array; of Map key, value, key, value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fields: Option<Vec<Value>>,
    /// Of Other: the value as manifest SBOR.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sbor_hex: Option<String>,
}

impl Value {
    fn empty(kind: ValueKind) -> Self {
        Self {
            kind,
            value: None,
            fields: None,
            sbor_hex: None,
        }
    }

    fn scalar(kind: ValueKind, value: impl ToString) -> Self {
        Self {
            value: Some(value.to_string()),
            ..Self::empty(kind)
        }
    }

    fn nested(kind: ValueKind, fields: Vec<Value>) -> Self {
        Self {
            fields: Some(fields),
            ..Self::empty(kind)
        }
    }

    /// Bytes, ids and whatever no rule looks into.
    pub fn other(value: &ManifestValue) -> Self {
        Self {
            sbor_hex: manifest_encode(value).ok().map(hex_of),
            ..Self::empty(ValueKind::Other)
        }
    }
}

pub fn read_value(value: &ManifestValue, addresses: &Addresses) -> Value {
    let read_all = |values: &[ManifestValue]| {
        values
            .iter()
            .map(|value| read_value(value, addresses))
            .collect()
    };
    match value {
        ManifestValue::Bool { value } => Value::scalar(ValueKind::Bool, value),
        ManifestValue::I8 { value } => Value::scalar(ValueKind::Int, value),
        ManifestValue::I16 { value } => Value::scalar(ValueKind::Int, value),
        ManifestValue::I32 { value } => Value::scalar(ValueKind::Int, value),
        ManifestValue::I64 { value } => Value::scalar(ValueKind::Int, value),
        ManifestValue::I128 { value } => Value::scalar(ValueKind::Int, value),
        ManifestValue::U8 { value } => Value::scalar(ValueKind::Int, value),
        ManifestValue::U16 { value } => Value::scalar(ValueKind::Int, value),
        ManifestValue::U32 { value } => Value::scalar(ValueKind::Int, value),
        ManifestValue::U64 { value } => Value::scalar(ValueKind::Int, value),
        ManifestValue::U128 { value } => Value::scalar(ValueKind::Int, value),
        ManifestValue::String { value } => Value::scalar(ValueKind::String, value),
        ManifestValue::Enum {
            discriminator,
            fields,
        } => Value {
            value: Some(discriminator.to_string()),
            ..Value::nested(ValueKind::Enum, read_all(fields))
        },
        ManifestValue::Array {
            element_value_kind: ManifestValueKind::U8,
            ..
        } => Value::other(value),
        ManifestValue::Array { elements, .. } => {
            Value::nested(ValueKind::Array, read_all(elements))
        }
        ManifestValue::Tuple { fields } => Value::nested(ValueKind::Tuple, read_all(fields)),
        ManifestValue::Map { entries, .. } => Value::nested(
            ValueKind::Map,
            entries
                .iter()
                .flat_map(|(key, value)| [key, value])
                .map(|value| read_value(value, addresses))
                .collect(),
        ),
        ManifestValue::Custom { value: custom } => {
            read_custom(custom, addresses).unwrap_or_else(|| Value::other(value))
        }
    }
}

fn read_custom(custom: &ManifestCustomValue, addresses: &Addresses) -> Option<Value> {
    match custom {
        ManifestCustomValue::Address(ManifestAddress::Static(node)) => {
            Some(Value::scalar(ValueKind::Address, addresses.text(node)?))
        }
        ManifestCustomValue::Bucket(bucket) => Some(Value::scalar(ValueKind::Bucket, bucket.0)),
        ManifestCustomValue::Proof(proof) => Some(Value::scalar(ValueKind::Proof, proof.0)),
        ManifestCustomValue::Decimal(decimal) => {
            let amount = amount_text(&to_decimal(decimal));
            Some(Value::scalar(ValueKind::Decimal, amount))
        }
        ManifestCustomValue::Expression(ManifestExpression::EntireWorktop) => {
            Some(Value::scalar(ValueKind::Expression, "ENTIRE_WORKTOP"))
        }
        ManifestCustomValue::Expression(ManifestExpression::EntireAuthZone) => {
            Some(Value::scalar(ValueKind::Expression, "ENTIRE_AUTH_ZONE"))
        }
        _ => None,
    }
}
