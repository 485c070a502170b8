//! Outers, and previews of orders in provisional ones, put together from their parts: the same bytes that their manifest
//! text compiles to, without the text.

use radix_common::data::manifest::converter::from_decimal;
use radix_common::data::manifest::model::{
    ManifestAddress, ManifestBucket, ManifestExpression, ManifestGlobalAddress,
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
use crate::subintent::{describe, hash_of, plaintext, zeroed_copy, CompiledSubintent};

/// How much an outer takes and returns, in the order's sell resource, and to whose account; what it does beyond that.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OuterAmounts {
    pub sell_resource: String,
    pub platform_fee: String,
    pub rebate: String,
    pub service_account: String,
    /// Lets the item settle only together with the others of its bundle.
    pub binding: Option<Binding>,
    /// Goes to the user before anything goes to the root.
    pub surplus: Option<Surplus>,
    /// The part of the platform fee that goes to the integrator instead of the service.
    pub share: Option<Share>,
    /// Plain text, which the ledger stores with the transaction.
    pub message: Option<String>,
}

/// The outer mints one marker into the box and burns the other from it: only a whole bundle adds up to nothing.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Binding {
    pub marker_box: String,
    pub mint: ResourceAmount,
    pub burn: ResourceAmount,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ResourceAmount {
    pub resource: String,
    pub amount: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Surplus {
    pub resource: String,
    pub amount: String,
    pub account: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Share {
    pub amount: String,
    pub account: String,
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
        service_account,
        "try_deposit_batch_or_abort",
        [entire_worktop(), no_badge()],
        &network,
    )?;
    steps.push(deposit.into());
    encode_preview(
        core(header.parse()?, outers, steps, MessageV2::None),
        tree,
        &[],
    )
}

/// The instructions of an outer in the making, with the number of buckets that they have named.
struct Steps<'a> {
    network: &'a NetworkDefinition,
    instructions: Vec<InstructionV2>,
    buckets: u32,
}

impl Steps<'_> {
    fn push(&mut self, step: impl Into<InstructionV2>) {
        self.instructions.push(step.into());
    }

    /// Calls a method of an account or a resource.
    fn call<const N: usize>(
        &mut self,
        account: &str,
        method: &str,
        arguments: [ManifestValue; N],
    ) -> Result<()> {
        self.push(call(account, method, arguments, self.network)?);
        Ok(())
    }

    /// Takes an amount from the worktop, as a new bucket.
    fn take(&mut self, resource_address: ResourceAddress, amount: Decimal) -> ManifestValue {
        self.push(TakeFromWorktop {
            resource_address,
            amount,
        });
        self.buckets += 1;
        bucket(self.buckets - 1)
    }

    /// Pays the platform fee to the service, and its share of it to an integrator.
    fn pay_platform_fee(
        &mut self,
        amounts: &OuterAmounts,
        fee: Decimal,
        sold: ResourceAddress,
    ) -> Result<()> {
        let share = match &amounts.share {
            Some(share) => {
                let given = amount(&share.amount)?;
                let taken = self.take(sold, given);
                // A refund stays on the worktop, and goes to the solver: an integrator can stop no trade.
                self.call(&share.account, "try_deposit_or_refund", [taken, no_badge()])?;
                given
            }
            None => Decimal::ZERO,
        };
        if share > fee {
            return Err(Error::bad_payload(
                "the share is more than the platform fee",
            ));
        }
        let kept = fee - share;
        if kept.is_positive() {
            let taken = self.take(sold, kept);
            self.call(
                &amounts.service_account,
                "try_deposit_or_abort",
                [taken, no_badge()],
            )?;
        }
        Ok(())
    }
}

fn outer(
    inner: SubintentHash,
    header: IntentHeaderV2,
    amounts: &OuterAmounts,
    network: &NetworkDefinition,
) -> Result<SubintentV2> {
    let (fee, rebate) = (amount(&amounts.platform_fee)?, amount(&amounts.rebate)?);
    let sold = resource_at(&amounts.sell_resource, network)?;
    let mut steps = Steps {
        network,
        instructions: Vec::new(),
        buckets: 0,
    };
    if let Some(Binding {
        marker_box, mint, ..
    }) = &amounts.binding
    {
        // What MINT_FUNGIBLE compiles to.
        let minted = amount_value(amount(&mint.amount)?);
        steps.call(&mint.resource, "mint", [minted])?;
        steps.call(marker_box, "deposit_batch", [entire_worktop()])?;
    }
    steps.push(YieldToChild::empty(0));
    if let Some(surplus) = &amounts.surplus {
        let resource = resource_at(&surplus.resource, network)?;
        let taken = steps.take(resource, amount(&surplus.amount)?);
        steps.call(
            &surplus.account,
            "try_deposit_or_refund",
            [taken, no_badge()],
        )?;
    }
    steps.push(to_parent());
    if let Some(Binding {
        marker_box, burn, ..
    }) = &amounts.binding
    {
        let resource = resource_at(&burn.resource, network)?;
        let burnt = [
            address_value(resource.into()),
            amount_value(amount(&burn.amount)?),
        ];
        steps.call(marker_box, "burn", burnt)?;
    }
    steps.push(to_inner(vec![entire_worktop()]));
    steps.pay_platform_fee(amounts, fee, sold)?;
    if rebate.is_positive() {
        let taken = steps.take(sold, rebate);
        steps.push(to_inner(vec![taken]));
    } else {
        steps.push(YieldToChild::empty(0));
    }
    steps.push(to_parent());
    let message = plaintext(amounts.message.clone());
    Ok(SubintentV2 {
        intent_core: core(header, vec![inner], steps.instructions, message),
    })
}

fn core(
    header: IntentHeaderV2,
    children: Vec<SubintentHash>,
    instructions: Vec<InstructionV2>,
    message: MessageV2,
) -> IntentCoreV2 {
    IntentCoreV2 {
        header,
        blobs: BlobsV1 { blobs: Vec::new() },
        message,
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

fn call<const N: usize>(
    account: &str,
    method: &str,
    arguments: [ManifestValue; N],
    network: &NetworkDefinition,
) -> Result<CallMethod> {
    Ok(CallMethod {
        address: ManifestGlobalAddress::Static(account_at(account, network)?),
        method_name: method.into(),
        args: tuple(arguments.into()),
    })
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

fn address_value(address: GlobalAddress) -> ManifestValue {
    ManifestValue::Custom {
        value: ManifestCustomValue::Address(ManifestAddress::Static(address.into())),
    }
}

fn amount_value(amount: Decimal) -> ManifestValue {
    ManifestValue::Custom {
        value: ManifestCustomValue::Decimal(from_decimal(&amount)),
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

fn resource_at(address: &str, network: &NetworkDefinition) -> Result<ResourceAddress> {
    ResourceAddress::try_from(read_node(address, network)?).map_err(|_| not_a("resource", address))
}

fn amount(text: &str) -> Result<Decimal> {
    Decimal::try_from(text).map_err(|_| Error::bad_payload(format!("{text:?} is not an amount")))
}

fn not_a(kind: &str, address: &str) -> Error {
    Error::bad_payload(format!("{address:?} is not the address of a {kind}"))
}
