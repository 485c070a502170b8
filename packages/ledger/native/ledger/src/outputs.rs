use radix_common::data::scrypto::{
    scrypto_decode, scrypto_encode, ScryptoCustomValue, ScryptoValue, ScryptoValueKind,
};
use radix_common::prelude::{EntityType, NodeId};
use radix_engine::transaction::{CommitResult, TransactionOutcome};
use radix_engine_interface::api::ModuleId;
use radix_engine_interface::blueprints::transaction_processor::InstructionOutput;
use radix_engine_interface::types::{Emitter, EventTypeIdentifier};
use serde_json::{json, Value};

use crate::error::{Error, Result};
use crate::names::Names;
use crate::record::{Event, Output};

/// What each instruction of a success returned; empty for a failure.
pub fn read_outputs(commit: &CommitResult, names: &Names) -> Result<Vec<Output>> {
    match &commit.outcome {
        TransactionOutcome::Success(outputs) => outputs
            .iter()
            .map(|each| read_output(each, names))
            .collect(),
        TransactionOutcome::Failure(_) => Ok(Vec::new()),
    }
}

/// An instruction that returns nothing returns the unit, as the node's own API has it.
fn read_output(output: &InstructionOutput, names: &Names) -> Result<Output> {
    let bytes = match output {
        InstructionOutput::CallReturn(bytes) => bytes.clone(),
        InstructionOutput::None => scrypto_encode(&()).map_err(unreadable)?,
    };
    Ok(Output {
        hex: hex::encode(&bytes),
        programmatic_json: read_value(&bytes, names)?,
    })
}

/// The events of published components in their order; what the native blueprints emit, the changes say.
pub fn read_events(commit: &CommitResult, names: &Names) -> Result<Vec<Event>> {
    let events = commit.application_events.iter();
    let of_components = events.filter_map(|(EventTypeIdentifier(emitter, name), data)| {
        let node = published_component(emitter)?;
        Some((node, name, data))
    });
    of_components
        .map(|(node, name, data)| {
            Ok(Event {
                name: name.clone(),
                emitter: names.node(&node),
                data: read_value(data, names)?,
            })
        })
        .collect()
}

fn published_component(emitter: &Emitter) -> Option<NodeId> {
    match emitter {
        Emitter::Method(node, ModuleId::Main) => {
            (node.entity_type() == Some(EntityType::GlobalGenericComponent)).then_some(*node)
        }
        _ => None,
    }
}

fn read_value(bytes: &[u8], names: &Names) -> Result<Value> {
    let value: ScryptoValue = scrypto_decode(bytes).map_err(unreadable)?;
    Ok(programmatic(&value, names))
}

fn unreadable(error: impl std::fmt::Debug) -> Error {
    Error::internal(format!("a value that the engine returned: {error:?}"))
}

/// The node's "programmatic JSON" of a value, without names: no schema is at hand.
fn programmatic(value: &ScryptoValue, names: &Names) -> Value {
    let all = |values: &[ScryptoValue]| -> Vec<Value> {
        values
            .iter()
            .map(|each| programmatic(each, names))
            .collect()
    };
    let scalar = |kind: &str, text: String| json!({ "kind": kind, "value": text });
    match value {
        ScryptoValue::Bool { value } => json!({ "kind": "Bool", "value": value }),
        ScryptoValue::I8 { value } => scalar("I8", value.to_string()),
        ScryptoValue::I16 { value } => scalar("I16", value.to_string()),
        ScryptoValue::I32 { value } => scalar("I32", value.to_string()),
        ScryptoValue::I64 { value } => scalar("I64", value.to_string()),
        ScryptoValue::I128 { value } => scalar("I128", value.to_string()),
        ScryptoValue::U8 { value } => scalar("U8", value.to_string()),
        ScryptoValue::U16 { value } => scalar("U16", value.to_string()),
        ScryptoValue::U32 { value } => scalar("U32", value.to_string()),
        ScryptoValue::U64 { value } => scalar("U64", value.to_string()),
        ScryptoValue::U128 { value } => scalar("U128", value.to_string()),
        ScryptoValue::String { value } => scalar("String", value.clone()),
        ScryptoValue::Enum {
            discriminator,
            fields,
        } => json!({
            "kind": "Enum",
            "variant_id": discriminator.to_string(),
            "fields": all(fields),
        }),
        ScryptoValue::Array {
            element_value_kind: ScryptoValueKind::U8,
            elements,
        } => json!({ "kind": "Bytes", "element_kind": "U8", "hex": hex_of(elements) }),
        ScryptoValue::Array {
            element_value_kind,
            elements,
        } => json!({
            "kind": "Array",
            "element_kind": element_value_kind.to_string(),
            "elements": all(elements),
        }),
        ScryptoValue::Tuple { fields } => json!({ "kind": "Tuple", "fields": all(fields) }),
        ScryptoValue::Map {
            key_value_kind,
            value_value_kind,
            entries,
        } => {
            let entries = entries.iter().map(|(key, value)| {
                json!({ "key": programmatic(key, names), "value": programmatic(value, names) })
            });
            json!({
                "kind": "Map",
                "key_kind": key_value_kind.to_string(),
                "value_kind": value_value_kind.to_string(),
                "entries": entries.collect::<Vec<_>>(),
            })
        }
        ScryptoValue::Custom { value } => match value {
            ScryptoCustomValue::Reference(node) => scalar("Reference", names.node(&node.0)),
            ScryptoCustomValue::Own(node) => scalar("Own", names.node(&node.0)),
            ScryptoCustomValue::Decimal(amount) => scalar("Decimal", amount.to_string()),
            ScryptoCustomValue::PreciseDecimal(amount) => {
                scalar("PreciseDecimal", amount.to_string())
            }
            ScryptoCustomValue::NonFungibleLocalId(id) => {
                scalar("NonFungibleLocalId", id.to_string())
            }
        },
    }
}

fn hex_of(elements: &[ScryptoValue]) -> String {
    let bytes = elements.iter().filter_map(|element| match element {
        ScryptoValue::U8 { value } => Some(*value),
        _ => None,
    });
    hex::encode(bytes.collect::<Vec<_>>())
}
