use radix_common::prelude::*;
use radix_engine_interface::prelude::*;
use radix_transactions::builder::ManifestBuilder;

use crate::events::*;
use crate::people::*;
use crate::views::*;
use crate::world::*;

const PRICES: [Decimal; 3] = [dec!("0.5"), dec!(2), dec!("0.1")];

/// Customer 1 may borrow for 1,000 XRD, customer 2 for 10.
fn open() -> World {
    let mut world = World::new();
    world.enable_all(PRICES);
    world.add_customer(dec!(1000)).unwrap();
    world.add_customer(dec!(10)).unwrap();
    world.events.clear();
    world
}

#[test]
fn an_instance_begins_empty_and_says_so() {
    let mut world = World::new();
    let status = world.status();
    let expected = Status {
        badge: world.badge,
        paused: false,
        price_validity_seconds: PRICE_VALIDITY_S,
        customers: 0,
    };
    assert_eq!(status, expected);
    assert_eq!(world.customer(1), None);
    let tokens: IndexMap<ResourceAddress, Token> = world.call(STRANGER, "tokens", ()).unwrap();
    assert!(tokens.is_empty());
}

#[test]
fn a_customer_mints_into_an_empty_account_and_spends_it_in_the_same_transaction() {
    let mut world = open();
    let (token, holder) = (world.tokens[0], account(CUSTOMERS + 1));
    assert_eq!(world.balance(CUSTOMERS + 1, token), dec!(0));
    let manifest = world
        .mint_manifest(1, token, dec!("100.25"))
        .withdraw_from_account(holder, token, dec!("100.25"))
        .try_deposit_entire_worktop_or_abort(account(STRANGER), None)
        .build();
    let receipt = world.run(manifest, &[CUSTOMERS + 1]);
    receipt.expect_commit_success();
    println!(
        "a mint and its spending: {} XRD",
        receipt.fee_summary.total_cost()
    );
    assert_eq!(world.balance(STRANGER, token), dec!("100.25"));
    assert_eq!(world.balance(CUSTOMERS + 1, token), dec!(0));
    assert_eq!(world.loan(1, token), dec!("100.25"));
    assert_eq!(world.loan(2, token), dec!(0));
    assert_eq!(
        world.supply(token),
        Decimal::from(GENESIS_SUPPLY) + dec!("100.25")
    );
    let minted = LoanChange {
        customer_id: 1,
        resource: token,
        amount: dec!("100.25"),
        loan: dec!("100.25"),
    };
    assert_eq!(world.events, [Event::Minted(minted)]);
}

#[test]
fn loans_of_all_resources_count_against_one_allowance_rounded_up() {
    let mut world = open();
    let tokens = world.tokens.clone();
    world.mint(2, tokens[0], dec!(10)).unwrap();
    world.mint(2, tokens[1], dec!("2.49999999")).unwrap();
    let value: Option<Decimal> = world.call(STRANGER, "loan_value", (2u64,)).unwrap();
    assert_eq!(value, Some(dec!("9.99999998")));
    assert_refused(
        world.mint(2, tokens[1], dec!("0.00000002")),
        "allowance_exceeded",
    );
    // 10⁻¹⁸ of a token at 0.1 XRD counts as 10⁻¹⁸ XRD.
    world
        .mint(2, tokens[2], dec!("0.000000000000000001"))
        .unwrap();
    let value: Option<Decimal> = world.call(STRANGER, "loan_value", (2u64,)).unwrap();
    assert_eq!(value, Some(dec!("9.999999980000000001")));
}

#[test]
fn anybody_repays_and_what_is_too_much_comes_back() {
    let mut world = open();
    let token = world.tokens[0];
    world.mint(1, token, dec!(100)).unwrap();
    world.events.clear();
    world.repay(1, CUSTOMERS + 1, token, dec!(30)).unwrap();
    assert_eq!(world.loan(1, token), dec!(70));
    world.repay(1, TREASURY, token, dec!(500)).unwrap();
    assert_eq!(world.loan(1, token), dec!(0));
    assert_eq!(
        world.balance(TREASURY, token),
        Decimal::from(GENESIS_SUPPLY) - dec!(70)
    );
    assert_eq!(world.supply(token), Decimal::from(GENESIS_SUPPLY));
    assert_eq!(world.customer(1).unwrap().loans.len(), 0);
    // Nothing is owed any more: all of it comes back, and nothing changes.
    world.repay(1, TREASURY, token, dec!(5)).unwrap();
    assert_eq!(world.supply(token), Decimal::from(GENESIS_SUPPLY));
    let change = |amount, loan| {
        Event::Repaid(LoanChange {
            customer_id: 1,
            resource: token,
            amount,
            loan,
        })
    };
    assert_eq!(
        world.events,
        [change(dec!(30), dec!(70)), change(dec!(70), dec!(0))]
    );
}

#[test]
fn a_repayment_gives_the_allowance_back() {
    let mut world = open();
    let token = world.tokens[0];
    world.mint(2, token, dec!(20)).unwrap();
    assert_refused(world.mint(2, token, dec!("0.000001")), "allowance_exceeded");
    world.repay(2, CUSTOMERS + 2, token, dec!(5)).unwrap();
    world.mint(2, token, dec!(5)).unwrap();
    assert_refused(world.mint(2, token, dec!("0.000001")), "allowance_exceeded");
}

#[test]
fn pause_stops_mints_but_neither_repayment_nor_reconciliation() {
    let mut world = open();
    let token = world.tokens[0];
    world.mint(1, token, dec!(100)).unwrap();
    for (whom, code) in [
        (None::<u64>, "instamint_paused"),
        (Some(1), "customer_paused"),
    ] {
        world.events.clear();
        world.operate("pause", (whom,)).unwrap();
        assert_refused(world.mint(1, token, dec!(1)), code);
        assert_eq!(world.mint(2, token, dec!(1)).is_ok(), whom.is_some());
        world.repay(1, CUSTOMERS + 1, token, dec!(1)).unwrap();
        world
            .operate("reconcile", (1u64, token, dec!(1), format!("{whom:?}")))
            .unwrap();
        world.operate("resume", (whom,)).unwrap();
        world.mint(1, token, dec!(1)).unwrap();
        let whom = Whom { customer_id: whom };
        assert_eq!(world.events[0], Event::Paused(whom.clone()));
        assert!(world.events.contains(&Event::Resumed(whom)));
    }
    assert_eq!(world.loan(1, token), dec!(98));
}

#[test]
fn stale_prices_stop_mints_until_they_are_set_again() {
    let mut world = open();
    let tokens = world.tokens.clone();
    world.mint(1, tokens[0], dec!(1)).unwrap();
    world.pass_seconds(PRICE_VALIDITY_S);
    world.mint(1, tokens[0], dec!(1)).unwrap();
    world.pass_seconds(1);
    assert_refused(world.mint(1, tokens[0], dec!(1)), "price_stale");
    let prices: IndexMap<ResourceAddress, Decimal> = indexmap! { tokens[1] => dec!(3) };
    world.operate("set_prices", (prices,)).unwrap();
    // A loan of the token whose price is old is still worth nobody knows how much.
    assert_refused(world.mint(1, tokens[1], dec!(1)), "price_stale");
    world.mint(2, tokens[1], dec!(1)).unwrap();
    world
        .operate("set_price_validity", (PRICE_VALIDITY_S + 1,))
        .unwrap();
    world.mint(1, tokens[1], dec!(1)).unwrap();
    let tokens_now: IndexMap<ResourceAddress, Token> = world.call(STRANGER, "tokens", ()).unwrap();
    assert_eq!(tokens_now[&tokens[1]].price, dec!(3));
    assert_eq!(
        tokens_now[&tokens[1]].priced_at.seconds_since_unix_epoch,
        world.now_s
    );
}

#[test]
fn a_disabled_resource_is_not_minted_and_its_loans_still_count_and_are_repaid() {
    let mut world = open();
    let tokens = world.tokens.clone();
    world.mint(2, tokens[0], dec!(19)).unwrap();
    world.operate("disable_resource", (tokens[0],)).unwrap();
    assert_refused(world.mint(2, tokens[0], dec!(1)), "resource_not_enabled");
    assert_refused(world.mint(2, tokens[1], dec!(1)), "allowance_exceeded");
    world.repay(2, CUSTOMERS + 2, tokens[0], dec!(19)).unwrap();
    world.mint(2, tokens[1], dec!(1)).unwrap();
    world
        .operate("enable_resource", (tokens[0], dec!(1)))
        .unwrap();
    world.mint(2, tokens[0], dec!(1)).unwrap();
}

#[test]
fn a_repayment_seen_elsewhere_is_taken_off_the_loan_once() {
    let mut world = open();
    let token = world.tokens[0];
    world.mint(1, token, dec!(100)).unwrap();
    world.events.clear();
    let payment = (1u64, token, dec!(40), "payment 1".to_string());
    world.operate("reconcile", payment.clone()).unwrap();
    assert_refused(world.operate("reconcile", payment), "reference_used");
    assert_eq!(world.loan(1, token), dec!(60));
    assert_eq!(
        world.supply(token),
        Decimal::from(GENESIS_SUPPLY) + dec!(100)
    );
    let seen: Option<Reconciliation> = world
        .call(STRANGER, "reconciliation", ("payment 1",))
        .unwrap();
    let expected = Reconciliation {
        customer_id: 1,
        resource: token,
        amount: dec!(40),
    };
    assert_eq!(seen, Some(expected));
    let unseen: Option<Reconciliation> = world
        .call(STRANGER, "reconciliation", ("payment 2",))
        .unwrap();
    assert_eq!(unseen, None);
    let reconciled = Reconciled {
        customer_id: 1,
        resource: token,
        amount: dec!(40),
        reference: "payment 1".into(),
        loan: dec!(60),
    };
    assert_eq!(world.events, [Event::Reconciled(reconciled)]);
}

#[test]
fn a_lower_allowance_stops_new_mints_and_nothing_else() {
    let mut world = open();
    let token = world.tokens[0];
    world.mint(1, token, dec!(100)).unwrap();
    world.operate("set_allowance", (1u64, dec!(49))).unwrap();
    assert_refused(world.mint(1, token, dec!("0.000001")), "allowance_exceeded");
    assert_eq!(world.loan(1, token), dec!(100));
    world.operate("set_allowance", (1u64, dec!(51))).unwrap();
    world.mint(1, token, dec!(2)).unwrap();
}

#[test]
fn a_new_customer_holds_a_badge_that_cannot_be_moved() {
    let mut world = open();
    assert_eq!(world.balance(CUSTOMERS + 1, world.badge), dec!(1));
    let customer = world.customer(1).unwrap();
    assert_eq!(customer.account, account(CUSTOMERS + 1));
    assert_eq!((customer.allowance, customer.paused), (dec!(1000), false));
    let manifest = ManifestBuilder::new()
        .lock_fee_from_faucet()
        .withdraw_non_fungibles_from_account(
            account(CUSTOMERS + 1),
            world.badge,
            [NonFungibleLocalId::integer(1)],
        )
        .try_deposit_entire_worktop_or_abort(account(STRANGER), None)
        .build();
    let receipt = world.run(manifest, &[CUSTOMERS + 1, OPERATOR, SUPER_OPERATOR]);
    receipt.expect_auth_failure();
}
