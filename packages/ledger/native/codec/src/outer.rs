//! Outers, and previews of orders in provisional ones, put together from their parts: the same bytes that their manifest
//! text compiles to, without the text.

use radix_common::data::manifest::model::{
    ManifestBucket, ManifestExpression, ManifestGlobalAddress,
};
use radix_common::data::manifest::{ManifestCustomValue, ManifestValue};
use radix_common::prelude::{Decimal, GlobalAddress, NetworkDefinition, ResourceAddress};
use radix_transactions::manifest::{CallMethod, TakeFromWorktop, YieldToChild, YieldToParent};
use radix_transactions::model::{
    BlobsV1, ChildSubintentSpecifier, ChildSubintentSpecifiersV2, InstructionV2, InstructionsV2,
    IntentCoreV2, IntentHeaderV2, ManifestNamedIntentIndex, MessageV2, SubintentHash, SubintentV2,
};
use serde::Deserialize;

use crate::address::{read_id, read_node};
use crate::error::{Error, Result};
use crate::header::Header;
use crate::key::Key;
use crate::network::network;
use crate::preview::{encode_preview, Tree};
use crate::subintent::{describe, hash_of, zeroed_copy, CompiledSubintent};

/// How much an outer takes and returns, in the order's sell resource, and to whose account.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OuterAmounts {
    pub sell_resource: String,
    pub platform_fee: String,
    pub rebate: String,
    pub service_account: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PreviewedOrder {
    pub subintent: String,
    /// The ASSERT_NEXT_CALL_RETURNS_ONLY whose amounts become 0.
    pub zero_assertion_at: u32,
    pub signers: Vec<Key>,
    pub outer_discriminator: String,
    pub outer_signer: Key,
    pub amounts: OuterAmounts,
}

/// The outer of an inner, unsigned.
pub fn compose_outer(
    inner_id: &str,
    header: &Header,
    amounts: &OuterAmounts,
) -> Result<CompiledSubintent> {
    let network = network(header.network_id)?;
    let inner = read_id(inner_id, &network)?;
    describe(&outer(inner, header.parse()?, amounts, &network)?, &network)
}

/// The payload of a preview of orders, each in a provisional outer, under a root that returns nothing.
pub fn compose_order_preview(
    orders: &[PreviewedOrder],
    header: &Header,
    service_account: &str,
) -> Result<String> {
    let network = network(header.network_id)?;
    let mut tree = Tree::new(&network);
    let mut outers = Vec::new();
    for order in orders {
        let copy = zeroed_copy(&order.subintent, order.zero_assertion_at, &network)?;
        let of_outer = IntentHeaderV2 {
            intent_discriminator: Header::parse_discriminator(&order.outer_discriminator)?,
            ..copy.intent_core.header.clone()
        };
        let outer = outer(hash_of(&copy)?, of_outer, &order.amounts, &network)?;
        outers.push(hash_of(&outer)?);
        tree.push(outer, std::slice::from_ref(&order.outer_signer))?;
        tree.push(copy, &order.signers)?;
    }
    let mut steps: Vec<InstructionV2> = (0..outers.len() as u32)
        .flat_map(|child| [YieldToChild::empty(child), YieldToChild::empty(child)])
        .map(InstructionV2::from)
        .collect();
    let deposit = call(
        account_at(service_account, &network)?,
        "try_deposit_batch_or_abort",
        [entire_worktop(), no_badge()],
    );
    steps.push(deposit.into());
    encode_preview(core(header.parse()?, outers, steps), tree, &[])
}

fn outer(
    inner: SubintentHash,
    header: IntentHeaderV2,
    amounts: &OuterAmounts,
    network: &NetworkDefinition,
) -> Result<SubintentV2> {
    let (fee, rebate) = (amount(&amounts.platform_fee)?, amount(&amounts.rebate)?);
    let resource_address = ResourceAddress::try_from(read_node(&amounts.sell_resource, network)?)
        .map_err(|_| not_a("resource", &amounts.sell_resource))?;
    let take = |amount: Decimal| TakeFromWorktop {
        resource_address,
        amount,
    };
    let mut steps: Vec<InstructionV2> = vec![
        YieldToChild::empty(0).into(),
        to_parent().into(),
        to_inner(vec![entire_worktop()]).into(),
    ];
    let mut buckets = 0;
    if fee.is_positive() {
        let deposit = call(
            account_at(&amounts.service_account, network)?,
            "try_deposit_or_abort",
            [bucket(buckets), no_badge()],
        );
        steps.extend([take(fee).into(), deposit.into()]);
        buckets += 1;
    }
    if rebate.is_positive() {
        steps.extend([take(rebate).into(), to_inner(vec![bucket(buckets)]).into()]);
    } else {
        steps.push(YieldToChild::empty(0).into());
    }
    steps.push(to_parent().into());
    Ok(SubintentV2 {
        intent_core: core(header, vec![inner], steps),
    })
}

fn core(
    header: IntentHeaderV2,
    children: Vec<SubintentHash>,
    instructions: Vec<InstructionV2>,
) -> IntentCoreV2 {
    IntentCoreV2 {
        header,
        blobs: BlobsV1 { blobs: Vec::new() },
        message: MessageV2::None,
        children: ChildSubintentSpecifiersV2 {
            children: children
                .into_iter()
                .map(ChildSubintentSpecifier::from)
                .collect(),
        },
        instructions: InstructionsV2(instructions),
    }
}

fn to_parent() -> YieldToParent {
    YieldToParent {
        args: tuple(vec![entire_worktop()]),
    }
}

fn to_inner(arguments: Vec<ManifestValue>) -> YieldToChild {
    YieldToChild {
        child_index: ManifestNamedIntentIndex(0),
        args: tuple(arguments),
    }
}

fn call(address: GlobalAddress, method: &str, arguments: [ManifestValue; 2]) -> CallMethod {
    CallMethod {
        address: ManifestGlobalAddress::Static(address),
        method_name: method.into(),
        args: tuple(arguments.into()),
    }
}

fn tuple(fields: Vec<ManifestValue>) -> ManifestValue {
    ManifestValue::Tuple { fields }
}

fn bucket(number: u32) -> ManifestValue {
    ManifestValue::Custom {
        value: ManifestCustomValue::Bucket(ManifestBucket(number)),
    }
}

fn entire_worktop() -> ManifestValue {
    ManifestValue::Custom {
        value: ManifestCustomValue::Expression(ManifestExpression::EntireWorktop),
    }
}

/// None of the badges that a depositor may present.
fn no_badge() -> ManifestValue {
    ManifestValue::Enum {
        discriminator: 0,
        fields: Vec::new(),
    }
}

fn account_at(address: &str, network: &NetworkDefinition) -> Result<GlobalAddress> {
    GlobalAddress::try_from(read_node(address, network)?).map_err(|_| not_a("component", address))
}

fn amount(text: &str) -> Result<Decimal> {
    Decimal::try_from(text).map_err(|_| Error::bad_payload(format!("{text:?} is not an amount")))
}

fn not_a(kind: &str, address: &str) -> Error {
    Error::bad_payload(format!("{address:?} is not the address of a {kind}"))
}
