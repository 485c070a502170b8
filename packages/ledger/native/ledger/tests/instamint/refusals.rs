//! Every refusal. A refused call changes nothing: it is rolled back as a whole.

use radix_common::prelude::*;
use radix_engine_interface::blueprints::account::DefaultDepositRule;
use radix_engine_interface::prelude::*;
use radix_transactions::builder::ManifestBuilder;

use crate::people::*;
use crate::world::*;

const HALF_A_UNIT: Decimal = dec!("0.0000005");

fn open() -> World {
    let mut world = World::new();
    world.enable_all([dec!(1), dec!(2), dec!(3)]);
    world.add_customer(dec!(1000)).unwrap();
    world.add_customer(dec!(1000)).unwrap();
    world.events.clear();
    world
}

#[test]
fn a_mint_is_refused() {
    let mut world = open();
    let token = world.tokens[0];
    for (amount, code) in [
        (dec!(0), "amount_not_positive"),
        (dec!(-1), "amount_not_positive"),
        (HALF_A_UNIT, "amount_not_divisible"),
        (dec!("1000.000001"), "allowance_exceeded"),
        (Decimal::MAX, "amount_not_divisible"),
    ] {
        assert_refused(world.mint(1, token, amount), code);
    }
    // Its value, at 2 XRD for one, is more than a decimal holds.
    let huge = dec!(2_000_000_000_000_000_000_000_000_000_000_000_000_000);
    assert_refused(world.mint(1, world.tokens[1], huge), "amount_too_large");
    assert_refused(world.mint(1, XRD, dec!(1)), "resource_not_enabled");
    assert_refused(world.mint(1, world.badge, dec!(1)), "resource_not_enabled");
    assert_eq!(world.events, []);
    assert_eq!(world.supply(token), Decimal::from(GENESIS_SUPPLY));
}

#[test]
fn nothing_is_minted_without_a_proof_of_exactly_one_badge() {
    let mut world = open();
    let token = world.tokens[0];
    // Of another resource.
    let manifest = ManifestBuilder::new()
        .lock_fee_from_faucet()
        .create_proof_from_account_of_amount(account(TREASURY), token, dec!(1))
        .create_proof_from_auth_zone_of_amount(token, dec!(1), "proof")
        .call_method_with_name_lookup(world.instamint, "mint_to_account", |names| {
            (token, dec!(1), names.proof("proof"))
        })
        .build();
    assert_refused(world.output::<()>(manifest, &[TREASURY]), "wrong_badge");
    // Of two badges in one account.
    let second = (account(CUSTOMERS + 1), dec!(1000));
    let id: u64 = world.call(OPERATOR, "add_customer", second).unwrap();
    let ids = [1, id].map(NonFungibleLocalId::integer);
    let manifest = ManifestBuilder::new()
        .lock_fee_from_faucet()
        .create_proof_from_account_of_non_fungibles(
            account(CUSTOMERS + 1),
            world.badge,
            ids.clone(),
        )
        .create_proof_from_auth_zone_of_non_fungibles(world.badge, ids, "proof")
        .call_method_with_name_lookup(world.instamint, "mint_to_account", |names| {
            (token, dec!(1), names.proof("proof"))
        })
        .build();
    assert_refused(world.output::<()>(manifest, &[CUSTOMERS + 1]), "one_badge");
    // Of a customer who has not signed; nor does the operator's signature do.
    let manifest = world.mint_manifest(1, token, dec!(1)).build();
    let signers = [CUSTOMERS + 2, OPERATOR, SUPER_OPERATOR, TREASURY];
    world.run(manifest, &signers).expect_auth_failure();
    assert_eq!(world.supply(token), Decimal::from(GENESIS_SUPPLY));
}

#[test]
fn nothing_is_minted_into_an_account_that_takes_no_deposit() {
    let mut world = open();
    let token = world.tokens[0];
    let holder = account(CUSTOMERS + 1);
    let refuse = ManifestBuilder::new()
        .lock_fee_from_faucet()
        .call_method(
            holder,
            "set_default_deposit_rule",
            (DefaultDepositRule::Reject,),
        )
        .build();
    world.output::<()>(refuse, &[CUSTOMERS + 1]).unwrap();
    assert_refused(world.mint(1, token, dec!(1)), "DepositIsDisallowed");
    assert_eq!(world.loan(1, token), dec!(0));
    assert_eq!(world.supply(token), Decimal::from(GENESIS_SUPPLY));
}

#[test]
fn only_the_component_mints_and_burns() {
    let mut world = open();
    let token = world.tokens[0];
    let signers = [TREASURY, OPERATOR, SUPER_OPERATOR, CUSTOMERS + 1];
    let mint = ManifestBuilder::new()
        .lock_fee_from_faucet()
        .mint_fungible(token, dec!(1))
        .try_deposit_entire_worktop_or_abort(account(STRANGER), None)
        .build();
    world.run(mint, &signers).expect_auth_failure();
    let badge = ManifestBuilder::new()
        .lock_fee_from_faucet()
        .mint_non_fungible(
            world.badge,
            [(NonFungibleLocalId::integer(9), (account(STRANGER),))],
        )
        .try_deposit_entire_worktop_or_abort(account(STRANGER), None)
        .build();
    world.run(badge, &signers).expect_auth_failure();
    let burn = ManifestBuilder::new()
        .lock_fee_from_faucet()
        .withdraw_from_account(account(TREASURY), token, dec!(1))
        .burn_all_from_worktop(token)
        .build();
    world.run(burn, &signers).expect_auth_failure();
}

#[test]
fn a_repayment_is_refused() {
    let mut world = open();
    let token = world.tokens[0];
    assert_refused(world.repay(3, TREASURY, token, dec!(1)), "unknown_customer");
    assert_refused(
        world.repay(1, TREASURY, XRD, dec!(1)),
        "resource_not_enabled",
    );
}

#[test]
fn a_reconciliation_is_refused() {
    let mut world = open();
    let token = world.tokens[0];
    world.mint(1, token, dec!(10)).unwrap();
    let long = "x".repeat(129);
    for (customer, resource, amount, reference, code) in [
        (1u64, XRD, dec!(1), "a", "resource_not_enabled"),
        (1, token, dec!(0), "a", "amount_not_positive"),
        (1, token, dec!(-1), "a", "amount_not_positive"),
        (1, token, HALF_A_UNIT, "a", "amount_not_divisible"),
        (1, token, dec!(1), "", "reference_length"),
        (1, token, dec!(1), long.as_str(), "reference_length"),
        (3, token, dec!(1), "a", "unknown_customer"),
        (2, token, dec!(1), "a", "more_than_the_loan"),
        (1, token, dec!("10.000001"), "a", "more_than_the_loan"),
    ] {
        let arguments = (customer, resource, amount, reference);
        assert_refused(world.operate("reconcile", arguments), code);
    }
    // None of these used up the reference.
    world
        .operate("reconcile", (1u64, token, dec!(1), "a"))
        .unwrap();
}

#[test]
fn an_operators_mistake_is_refused() {
    let mut world = open();
    let token = world.tokens[0];
    assert_refused(world.add_customer(dec!(-1)), "bad_allowance");
    assert_refused(
        world.operate("set_allowance", (1u64, dec!(-1))),
        "bad_allowance",
    );
    assert_refused(
        world.operate("set_allowance", (3u64, dec!(1))),
        "unknown_customer",
    );
    assert_refused(world.operate("pause", (Some(3u64),)), "unknown_customer");
    assert_refused(world.operate("resume", (Some(3u64),)), "unknown_customer");
    assert_refused(
        world.operate("disable_resource", (XRD,)),
        "resource_not_enabled",
    );
    for price in [dec!(0), dec!(-1)] {
        let prices: IndexMap<ResourceAddress, Decimal> = indexmap! { token => price };
        assert_refused(world.operate("set_prices", (prices,)), "bad_price");
        assert_refused(
            world.operate("enable_resource", (token, price)),
            "bad_price",
        );
    }
    let prices: IndexMap<ResourceAddress, Decimal> = indexmap! { token => dec!(2), XRD => dec!(1) };
    assert_refused(
        world.operate("set_prices", (prices,)),
        "resource_not_enabled",
    );
    for seconds in [0i64, -1, 604_801, i64::MAX] {
        assert_refused(
            world.operate("set_price_validity", (seconds,)),
            "bad_price_validity",
        );
        assert_refused(world.instantiate(seconds), "bad_price_validity");
    }
    assert_eq!(world.events, []);
}

#[test]
fn a_resource_is_refused_that_somebody_else_can_mint_now_or_later() {
    let mut world = open();
    let ours = rule!(require(global_caller(world.instamint)));
    for (minter, updater) in [
        (rule!(allow_all), AccessRule::DenyAll),
        (AccessRule::DenyAll, AccessRule::DenyAll),
        (signed_by(TREASURY), AccessRule::DenyAll),
        (ours, signed_by(TREASURY)),
    ] {
        let token = world.create_token(18, minter, updater);
        assert_refused(
            world.operate("enable_resource", (token, dec!(1))),
            "resource_not_ours",
        );
    }
    assert_refused(
        world.operate("enable_resource", (XRD, dec!(1))),
        "resource_not_ours",
    );
    let badge = (world.badge, dec!(1));
    assert_refused(
        world.operate("enable_resource", badge),
        "resource_not_fungible",
    );
}

#[test]
fn the_seventeenth_resource_is_refused() {
    let mut world = open();
    let ours = rule!(require(global_caller(world.instamint)));
    for _ in world.tokens.len()..16 {
        let token = world.create_token(18, ours.clone(), AccessRule::DenyAll);
        world.operate("enable_resource", (token, dec!(1))).unwrap();
        world.tokens.push(token);
    }
    let token = world.create_token(18, ours, AccessRule::DenyAll);
    assert_refused(
        world.operate("enable_resource", (token, dec!(1))),
        "too_many_resources",
    );
    world
        .operate("enable_resource", (world.tokens[0], dec!(5)))
        .unwrap();
    // The dearest mint: a loan of every resource.
    for token in world.tokens.clone() {
        world.mint(1, token, dec!(1)).unwrap();
    }
    let manifest = world.mint_manifest(1, world.tokens[0], dec!(1)).build();
    let receipt = world.run(manifest, &[CUSTOMERS + 1]);
    receipt.expect_commit_success();
    println!(
        "a mint with 16 loans: {} XRD",
        receipt.fee_summary.total_cost()
    );
}
