use radix_common::prelude::*;
use radix_engine_interface::prelude::*;
use radix_transactions::builder::ManifestBuilder;

use crate::people::*;
use crate::world::*;

const ANOTHER_OPERATOR: u64 = 5;

#[test]
fn only_the_operator_operates() {
    let mut world = World::new();
    world.enable_all([dec!(1), dec!(2), dec!(3)]);
    world.add_customer(dec!(1000)).unwrap();
    let token = world.tokens[0];
    let prices: IndexMap<ResourceAddress, Decimal> = indexmap! { token => dec!(2) };
    for signer in [STRANGER, SUPER_OPERATOR, TREASURY, CUSTOMERS + 1] {
        let whom = None::<u64>;
        for result in [
            world
                .call::<u64>(signer, "add_customer", (account(STRANGER), dec!(1)))
                .map(drop),
            world.call(signer, "set_allowance", (1u64, dec!(9999))),
            world.call(signer, "pause", (whom,)),
            world.call(signer, "resume", (whom,)),
            world.call(signer, "enable_resource", (token, dec!(1))),
            world.call(signer, "disable_resource", (token,)),
            world.call(signer, "set_prices", (prices.clone(),)),
            world.call(signer, "set_price_validity", (5i64,)),
            world.call(signer, "reconcile", (1u64, token, dec!(1), "a")),
        ] {
            assert_refused(result, "Unauthorized");
        }
    }
}

#[test]
fn the_super_operator_replaces_a_lost_operator_key() {
    let mut world = World::new();
    let replace = |world: &World, role: &str, signer: u64| {
        ManifestBuilder::new()
            .lock_fee_from_faucet()
            .set_main_role(world.instamint, role, signed_by(signer))
            .build()
    };
    for signer in [STRANGER, OPERATOR] {
        for role in ["operator", "super_operator"] {
            let manifest = replace(&world, role, STRANGER);
            world.run(manifest, &[signer]).expect_auth_failure();
        }
    }
    let manifest = replace(&world, "operator", ANOTHER_OPERATOR);
    world
        .run(manifest, &[SUPER_OPERATOR])
        .expect_commit_success();
    let token = world.tokens[0];
    let enable = (token, dec!(1));
    assert_refused(
        world.call::<()>(OPERATOR, "enable_resource", enable),
        "Unauthorized",
    );
    world
        .call::<()>(ANOTHER_OPERATOR, "enable_resource", enable)
        .unwrap();
    // It can hand on its own role too.
    let manifest = replace(&world, "super_operator", STRANGER);
    world
        .run(manifest, &[SUPER_OPERATOR])
        .expect_commit_success();
    let manifest = replace(&world, "operator", STRANGER);
    world.run(manifest, &[SUPER_OPERATOR]).expect_auth_failure();
}
