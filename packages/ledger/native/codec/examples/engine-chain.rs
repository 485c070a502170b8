//! What `npm run bench -- validate` compares with: the engine's own crates read and check the orders of a file, one signed
//! partial transaction in hex per line. Each line of the input runs one round, which prints its microseconds for one order.

use std::io::{stdin, BufRead};
use std::time::Instant;

use radix_common::data::manifest::converter::to_decimal;
use radix_common::data::manifest::model::{
    ManifestAddress, ManifestExpression, ManifestGlobalAddress, ManifestResourceConstraint,
    ManifestResourceConstraints,
};
use radix_common::data::manifest::{ManifestCustomValue, ManifestValue};
use radix_common::math::CheckedAdd;
use radix_common::prelude::{Decimal, NetworkDefinition, NodeId};
use radix_transactions::manifest::CallMethod;
use radix_transactions::model::{
    InstructionV2, PreparedSignedPartialTransactionV2, PreparedTransaction,
    RawSignedPartialTransaction,
};
use radix_transactions::validation::TransactionValidator;

fn main() {
    let file = std::env::args().nth(1).expect("a file of orders");
    let text = std::fs::read_to_string(file).expect("the file can be read");
    let orders: Vec<&str> = text.lines().collect();
    let validator = TransactionValidator::new_with_latest_config(&NetworkDefinition::simulator());
    for _ in stdin().lock().lines() {
        let started = Instant::now();
        for order in &orders {
            validate(order, &validator).expect("a limit order");
        }
        println!(
            "{}",
            started.elapsed().as_secs_f64() * 1e6 / orders.len() as f64
        );
    }
}

/// The withdrawn amount of a limit order that is signed, that the ledger would accept, and that is exactly the schema.
fn validate(hex: &str, validator: &TransactionValidator) -> Option<Decimal> {
    let raw = RawSignedPartialTransaction::from_vec(hex::decode(hex).ok()?);
    let settings = validator.preparation_settings();
    let prepared = PreparedSignedPartialTransactionV2::prepare(&raw, settings).ok()?;
    let validated = prepared.validate(validator).ok()?;
    let root = &validated.prepared.partial_transaction.root_subintent;
    let is_signed = !validated.root_subintent_info.signer_keys.is_empty();
    is_signed.then(|| read(&root.intent_core.instructions.inner.0))?
}

fn read(instructions: &[InstructionV2]) -> Option<Decimal> {
    use InstructionV2 as I;
    let [I::VerifyParent(_), I::CallMethod(withdraw), I::TakeFromWorktop(sell), I::AssertNextCallReturnsOnly(buy), I::YieldToParent(yield_sell), I::TakeFromWorktop(platform_fee), I::TakeFromWorktop(settlement_fee), I::YieldToParent(yield_fees), I::CallMethod(deposit), I::YieldToParent(yield_nothing)] =
        instructions
    else {
        return None;
    };
    let (resource, withdrawn) = read_withdrawal(withdraw)?;
    let takes = [sell, platform_fee, settlement_fee];
    let is_schema = takes
        .iter()
        .all(|take| take.resource_address.as_node_id() == resource)
        && takes
            .iter()
            .try_fold(Decimal::ZERO, |sum, take| sum.checked_add(take.amount))
            .is_some_and(|sum| sum == withdrawn)
        && asserts_one(&buy.constraints)
        && yields(&yield_sell.args, &[0])
        && yields(&yield_fees.args, &[1, 2])
        && yields(&yield_nothing.args, &[])
        && deposits_all(deposit, withdraw);
    is_schema.then_some(withdrawn)
}

fn read_withdrawal(call: &CallMethod) -> Option<(&NodeId, Decimal)> {
    use ManifestCustomValue as V;
    match (call.method_name.as_str(), arguments(&call.args)?) {
        (
            "withdraw",
            [ManifestValue::Custom {
                value: V::Address(ManifestAddress::Static(resource)),
            }, ManifestValue::Custom {
                value: V::Decimal(amount),
            }],
        ) => Some((resource, to_decimal(amount))),
        _ => None,
    }
}

fn asserts_one(constraints: &ManifestResourceConstraints) -> bool {
    let constraints = constraints.specified_resources();
    let is_least = |constraint| matches!(constraint, &ManifestResourceConstraint::AtLeastAmount(_));
    constraints.len() == 1 && constraints.values().all(is_least)
}

fn yields(args: &ManifestValue, buckets: &[u32]) -> bool {
    let is_bucket = |(argument, bucket): (&ManifestValue, &u32)| {
        matches!(argument, ManifestValue::Custom { value: ManifestCustomValue::Bucket(found) }
            if found.0 == *bucket)
    };
    arguments(args).is_some_and(|arguments| {
        arguments.len() == buckets.len() && arguments.iter().zip(buckets).all(is_bucket)
    })
}

fn deposits_all(deposit: &CallMethod, withdraw: &CallMethod) -> bool {
    matches!(&deposit.address, ManifestGlobalAddress::Static(_))
        && deposit.address == withdraw.address
        && deposit.method_name == "deposit_batch"
        && matches!(
            arguments(&deposit.args),
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
