use radix_common::data::manifest::converter::to_decimal;
use radix_common::data::manifest::model::{ManifestAddress, ManifestExpression};
use radix_common::data::manifest::{
    manifest_encode, ManifestCustomValue, ManifestValue, ManifestValueKind,
};

use crate::address::Addresses;

/// One manifest value. `kind` says which of the other fields are present.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Value {
    /// Address, Decimal, Bucket, Proof, Expression, String, Enum, Tuple, Array, Map, Bool, Int or Other.
    pub kind: String,
    /// An Enum's variant number; else the value as text.
    pub value: Option<String>,
    /// Of Enum, Tuple and Array; of Map key, value, key, value.
    pub fields: Option<Vec<Value>>,
    /// Of Other: the value as manifest SBOR.
    pub sbor_hex: Option<String>,
}

impl Value {
    fn scalar(kind: &str, value: impl ToString) -> Self {
        Self {
            kind: kind.into(),
            value: Some(value.to_string()),
            ..Self::default()
        }
    }

    fn nested(kind: &str, fields: Vec<Value>) -> Self {
        Self {
            kind: kind.into(),
            fields: Some(fields),
            ..Self::default()
        }
    }

    /// Bytes, ids and whatever no rule looks into.
    fn other(value: &ManifestValue) -> Self {
        Self {
            kind: "Other".into(),
            sbor_hex: manifest_encode(value).ok().map(hex::encode),
            ..Self::default()
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
        ManifestValue::Bool { value } => Value::scalar("Bool", value),
        ManifestValue::I8 { value } => Value::scalar("Int", value),
        ManifestValue::I16 { value } => Value::scalar("Int", value),
        ManifestValue::I32 { value } => Value::scalar("Int", value),
        ManifestValue::I64 { value } => Value::scalar("Int", value),
        ManifestValue::I128 { value } => Value::scalar("Int", value),
        ManifestValue::U8 { value } => Value::scalar("Int", value),
        ManifestValue::U16 { value } => Value::scalar("Int", value),
        ManifestValue::U32 { value } => Value::scalar("Int", value),
        ManifestValue::U64 { value } => Value::scalar("Int", value),
        ManifestValue::U128 { value } => Value::scalar("Int", value),
        ManifestValue::String { value } => Value::scalar("String", value),
        ManifestValue::Enum {
            discriminator,
            fields,
        } => Value {
            value: Some(discriminator.to_string()),
            ..Value::nested("Enum", read_all(fields))
        },
        ManifestValue::Array {
            element_value_kind: ManifestValueKind::U8,
            ..
        } => Value::other(value),
        ManifestValue::Array { elements, .. } => Value::nested("Array", read_all(elements)),
        ManifestValue::Tuple { fields } => Value::nested("Tuple", read_all(fields)),
        ManifestValue::Map { entries, .. } => Value::nested(
            "Map",
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
            Some(Value::scalar("Address", addresses.text(node)?))
        }
        ManifestCustomValue::Bucket(bucket) => Some(Value::scalar("Bucket", bucket.0)),
        ManifestCustomValue::Proof(proof) => Some(Value::scalar("Proof", proof.0)),
        ManifestCustomValue::Decimal(decimal) => {
            Some(Value::scalar("Decimal", to_decimal(decimal)))
        }
        ManifestCustomValue::Expression(ManifestExpression::EntireWorktop) => {
            Some(Value::scalar("Expression", "ENTIRE_WORKTOP"))
        }
        ManifestCustomValue::Expression(ManifestExpression::EntireAuthZone) => {
            Some(Value::scalar("Expression", "ENTIRE_AUTH_ZONE"))
        }
        _ => None,
    }
}
