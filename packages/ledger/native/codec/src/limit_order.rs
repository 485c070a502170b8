//! A limit order's terms, read where its bytes are. Only a manifest that is exactly the schema has them here: what differs
//! from it in any way goes out as instructions, and `manifest-reader.ts` says what is wrong with it.

use radix_common::data::manifest::converter::to_decimal;
use radix_common::data::manifest::model::{
    ManifestAddress, ManifestExpression, ManifestGlobalAddress, ManifestResourceConstraint,
    ManifestResourceConstraints,
};
use radix_common::data::manifest::{ManifestCustomValue, ManifestValue};
use radix_common::prelude::{Decimal, NetworkDefinition, NodeId, ResourceAddress};
use radix_transactions::manifest::{CallMethod, TakeFromWorktop, VerifyParent, YieldToParent};
use radix_transactions::model::InstructionV2;
use serde::Serialize;

use crate::access_rule::access_rule_sbor_hex;
use crate::address::{is_account_node, Addresses};
use crate::amount::amount_text;

/// What a manifest that is exactly the schema says. The fees are in the sold resource.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SchemaTerms {
    /// 1 after a leading ASSERT_WORKTOP_IS_EMPTY; otherwise 0.
    pub prefix_length: u32,
    pub access_rule_sbor_hex: String,
    pub account: String,
    pub sell_resource: String,
    pub buy_resource: String,
    pub withdrawn: String,
    pub sold: String,
    pub bought: String,
    pub platform_fee: String,
    pub settlement_fee: String,
}

/// None if the instructions are not exactly the schema.
pub fn read_schema(
    instructions: &[InstructionV2],
    network: &NetworkDefinition,
) -> Option<SchemaTerms> {
    let prefix_length = u32::from(instructions.first().is_some_and(asserts_empty_worktop));
    let order = align(&instructions[prefix_length as usize..])?;
    let addresses = Addresses::new(network);
    let amount = |amount: &Decimal| (!amount.is_negative()).then(|| amount_text(amount));
    let (account, sold, withdrawn) = read_withdrawal(order.withdraw)?;
    let (bought, least) = read_at_least(order.assert_buy)?;
    let takes = [
        order.take_sell,
        order.take_platform_fee,
        order.take_settlement_fee,
    ];
    let follows_schema = is_account_node(account)
        && takes
            .iter()
            .all(|take| take.resource_address.as_node_id() == sold)
        && order
            .assert_rebate
            .is_none_or(|rebate| read_at_least(rebate) == Some((sold, &Decimal::ZERO)))
        && yields(order.yield_sell, &[0])
        && yields(order.yield_fees, &[1, 2])
        && yields(order.yield_nothing, &[])
        && deposits_all(order.deposit, account);
    if !follows_schema {
        return None;
    }
    Some(SchemaTerms {
        prefix_length,
        access_rule_sbor_hex: access_rule_sbor_hex(&order.verify_parent.access_rule).ok()?,
        account: addresses.text(account)?,
        sell_resource: addresses.text(sold)?,
        buy_resource: addresses.text(bought)?,
        withdrawn: amount(&withdrawn)?,
        sold: amount(&order.take_sell.amount)?,
        bought: amount(least)?,
        platform_fee: amount(&order.take_platform_fee.amount)?,
        settlement_fee: amount(&order.take_settlement_fee.amount)?,
    })
}

struct Aligned<'a> {
    verify_parent: &'a VerifyParent,
    withdraw: &'a CallMethod,
    take_sell: &'a TakeFromWorktop,
    assert_buy: &'a ManifestResourceConstraints,
    yield_sell: &'a YieldToParent,
    take_platform_fee: &'a TakeFromWorktop,
    take_settlement_fee: &'a TakeFromWorktop,
    assert_rebate: Option<&'a ManifestResourceConstraints>,
    yield_fees: &'a YieldToParent,
    deposit: &'a CallMethod,
    yield_nothing: &'a YieldToParent,
}

/// The ten steps and the one optional assertion, in their order.
fn align(instructions: &[InstructionV2]) -> Option<Aligned<'_>> {
    use InstructionV2 as I;
    let [I::VerifyParent(verify_parent), I::CallMethod(withdraw), I::TakeFromWorktop(take_sell), I::AssertNextCallReturnsOnly(assert_buy), I::YieldToParent(yield_sell), I::TakeFromWorktop(take_platform_fee), I::TakeFromWorktop(take_settlement_fee), end @ ..] =
        instructions
    else {
        return None;
    };
    let (assert_rebate, end) = match end {
        [I::AssertNextCallReturnsOnly(rebate), end @ ..] => (Some(&rebate.constraints), end),
        end => (None, end),
    };
    let [I::YieldToParent(yield_fees), I::CallMethod(deposit), I::YieldToParent(yield_nothing)] =
        end
    else {
        return None;
    };
    Some(Aligned {
        verify_parent,
        withdraw,
        take_sell,
        assert_buy: &assert_buy.constraints,
        yield_sell,
        take_platform_fee,
        take_settlement_fee,
        assert_rebate,
        yield_fees,
        deposit,
        yield_nothing,
    })
}

fn asserts_empty_worktop(instruction: &InstructionV2) -> bool {
    matches!(instruction, InstructionV2::AssertWorktopResourcesOnly(assertion)
        if assertion.constraints.specified_resources().is_empty())
}

/// The account, the resource and the amount.
fn read_withdrawal(call: &CallMethod) -> Option<(&NodeId, &NodeId, Decimal)> {
    use ManifestCustomValue as V;
    let ManifestGlobalAddress::Static(account) = &call.address else {
        return None;
    };
    match arguments(&call.args)? {
        [ManifestValue::Custom {
            value: V::Address(ManifestAddress::Static(resource)),
        }, ManifestValue::Custom {
            value: V::Decimal(amount),
        }] if call.method_name == "withdraw" => {
            Some((account.as_node_id(), resource, to_decimal(amount)))
        }
        _ => None,
    }
}

/// The only resource of an assertion and the least amount that is demanded of it.
fn read_at_least(constraints: &ManifestResourceConstraints) -> Option<(&NodeId, &Decimal)> {
    let mut demanded = constraints.specified_resources().iter();
    let (Some((resource, constraint)), None) = (demanded.next(), demanded.next()) else {
        return None;
    };
    let ManifestResourceConstraint::AtLeastAmount(amount) = constraint else {
        return None;
    };
    let resource: &ResourceAddress = resource;
    Some((resource.as_node_id(), amount))
}

/// A manifest's buckets are numbered from 0 in the order in which they are taken.
fn yields(step: &YieldToParent, buckets: &[u32]) -> bool {
    let is_bucket = |(argument, bucket): (&ManifestValue, &u32)| {
        matches!(argument, ManifestValue::Custom { value: ManifestCustomValue::Bucket(found) }
            if found.0 == *bucket)
    };
    arguments(&step.args).is_some_and(|arguments| {
        arguments.len() == buckets.len() && arguments.iter().zip(buckets).all(is_bucket)
    })
}

fn deposits_all(call: &CallMethod, account: &NodeId) -> bool {
    let ManifestGlobalAddress::Static(address) = &call.address else {
        return false;
    };
    address.as_node_id() == account
        && call.method_name == "deposit_batch"
        && matches!(
            arguments(&call.args),
            Some([ManifestValue::Custom {
                value: ManifestCustomValue::Expression(ManifestExpression::EntireWorktop)
            }])
        )
}

fn arguments(args: &ManifestValue) -> Option<&[ManifestValue]> {
    match args {
        ManifestValue::Tuple { fields } => Some(fields),
        _ => None,
    }
}
