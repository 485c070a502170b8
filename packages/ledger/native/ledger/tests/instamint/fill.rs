use radix_common::prelude::*;
use radix_engine_interface::prelude::*;
use radix_transactions::builder::ManifestBuilder;
use radix_transactions::model::TestTransaction;

use crate::people::*;
use crate::world::*;

/// A subintent as makers sign it: the mint, the check of the parent, then the order takes the very amount that was minted.
fn minting_fill(world: &mut World, amount: Decimal, signer: u64) -> TestTransaction {
    let (token, holder) = (world.tokens[0], account(CUSTOMERS + 1));
    let id = NonFungibleLocalId::integer(1);
    let fill = ManifestBuilder::new_subintent_v2()
        .create_proof_from_account_of_non_fungibles(holder, world.badge, [id.clone()])
        .create_proof_from_auth_zone_of_non_fungibles(world.badge, [id], "badge")
        .call_method_with_name_lookup(world.instamint, "mint_to_account", |names| {
            (token, amount, names.proof("badge"))
        })
        .verify_parent(signed_by(OPERATOR))
        .withdraw_from_account(holder, token, amount)
        .take_all_from_worktop(token, "sold")
        .yield_to_parent_with_name_lookup(|names| (names.bucket("sold"),))
        .build();
    let mut transaction = TestTransaction::new_v2_builder(world.next_nonce());
    let fill = transaction.add_subintent(fill, [signature_of(signer)]);
    let root = ManifestBuilder::new_v2()
        .use_child("fill", fill)
        .lock_fee_from_faucet()
        .yield_to_child("fill", ())
        .try_deposit_entire_worktop_or_abort(account(STRANGER), None)
        .build();
    transaction.finish_with_root_intent(root, [signature_of(OPERATOR)])
}

#[test]
fn a_subintent_mints_what_it_sells() {
    let mut world = World::new();
    world.enable_all([dec!(1), dec!(2), dec!(3)]);
    world.add_customer(dec!(100)).unwrap();
    let token = world.tokens[0];
    let fill = minting_fill(&mut world, dec!(100), CUSTOMERS + 1);
    let receipt = world.run_transaction(fill);
    receipt.expect_commit_success();
    println!(
        "a minting subintent: {} XRD",
        receipt.fee_summary.total_cost()
    );
    assert_eq!(world.balance(STRANGER, token), dec!(100));
    assert_eq!(world.loan(1, token), dec!(100));
    // Beyond the allowance, or signed by somebody else, the whole of it fails.
    let fill = minting_fill(&mut world, dec!("0.000001"), CUSTOMERS + 1);
    let receipt = world.run_transaction(fill);
    receipt.expect_commit_failure_containing_error("allowance_exceeded");
    let fill = minting_fill(&mut world, dec!("0.000001"), STRANGER);
    world.run_transaction(fill).expect_auth_failure();
    assert_eq!(world.loan(1, token), dec!(100));
}
