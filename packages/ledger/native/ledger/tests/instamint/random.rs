use radix_common::prelude::*;
use radix_engine_interface::prelude::*;

use crate::events::replay;
use crate::model::{attos, Customer, Model, Refusal, Token};
use crate::people::*;
use crate::world::*;

const OPERATIONS: usize = 10_000;
const COMPARED_EVERY: usize = 500;
const SEED: u64 = 12;

/// Numbers that look random (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % bound
    }

    /// Of any size up to 10,000; now and then zero, or with too many places.
    fn amount(&mut self, divisibility: u8) -> Decimal {
        let places = match self.below(20) {
            0 => return Decimal::ZERO,
            1 => 18,
            _ => divisibility.min(18),
        };
        let digits = self.below(5) as u32;
        let whole = self.below(10u64.pow(digits));
        let fraction = self.below(10u64.pow(u32::from(places)));
        let unit = 10u64.pow(18 - u32::from(places));
        Decimal::from(whole) + Decimal::from_attos(I192::from(fraction) * I192::from(unit))
    }

    fn price(&mut self) -> Decimal {
        match self.below(12) {
            0 => Decimal::ZERO,
            _ => Decimal::from_attos(I192::from(1 + self.below(10_000_000_000_000_000_000))),
        }
    }
}

/// The blueprint and the model, side by side.
struct Pair {
    world: World,
    model: Model,
    random: Random,
    /// By token: what was taken off loans without being burned.
    reconciled: Vec<Decimal>,
    references: u64,
    refusals: std::collections::BTreeMap<Refusal, usize>,
}

#[test]
fn ten_thousand_random_operations_do_what_a_plain_model_does() {
    println!("seed {SEED}");
    let mut pair = Pair::new();
    for number in 1..=OPERATIONS {
        pair.step();
        if number % COMPARED_EVERY == 0 {
            pair.compare();
        }
    }
    println!("refusals: {:?}", pair.refusals);
    for code in [
        "instamint_paused",
        "customer_paused",
        "resource_not_enabled",
        "amount_not_positive",
        "amount_not_divisible",
        "price_stale",
        "allowance_exceeded",
        "reference_used",
        "more_than_the_loan",
        "bad_price",
    ] {
        assert!(pair.refusals.contains_key(code), "{code} never happened");
    }
}

impl Pair {
    fn new() -> Self {
        let mut world = World::new();
        let mut model = replay(&[], PRICE_VALIDITY_S);
        world.enable_all([dec!(1), dec!(2), dec!(3)]);
        for (index, price) in [dec!(1), dec!(2), dec!(3)].into_iter().enumerate() {
            let token = Token {
                enabled: true,
                divisibility: DIVISIBILITIES[index],
                price,
                priced_at: world.now_s,
            };
            model.tokens.insert(world.tokens[index], token);
        }
        for id in 1..=3 {
            let allowance = Decimal::from(20_000 * id);
            assert_eq!(world.add_customer(allowance), Ok(id));
            model.customers.insert(id, Customer::new(allowance));
        }
        Self {
            reconciled: vec![Decimal::ZERO; world.tokens.len()],
            world,
            model,
            random: Random(SEED),
            references: 0,
            refusals: Default::default(),
        }
    }

    fn step(&mut self) {
        let id = 1 + self.random.below(3);
        let index = self.random.below(3) as usize;
        let amount = self.random.amount(DIVISIBILITIES[index]);
        match self.random.below(100) {
            0..=44 => self.mint(id, index, amount),
            45..=64 => self.repay(id, index, amount),
            65..=72 => self.reconcile(id, index, amount),
            73..=82 => self.set_price(index),
            83..=86 => self.set_allowance(id),
            87..=92 => self.set_paused(id),
            93..=95 => self.switch(index),
            96 => self.set_validity(),
            _ => {
                let seconds = 1 + self.random.below(400) as i64;
                self.world.pass_seconds(seconds);
            }
        }
        assert_eq!(replay(&self.world.events, PRICE_VALIDITY_S), self.model);
    }

    fn mint(&mut self, id: u64, index: usize, amount: Decimal) {
        let token = self.world.tokens[index];
        let expected = self.model.mint(id, token, amount, self.world.now_s);
        let result = self.world.mint(id, token, amount);
        self.expect(result, expected);
        if expected.is_ok() {
            let customer = &self.model.customers[&id];
            assert!(self.model.value_of(customer) <= attos(customer.allowance));
        }
    }

    fn repay(&mut self, id: u64, index: usize, amount: Decimal) {
        let token = self.world.tokens[index];
        // The ledger itself refuses to withdraw what does not fit, or is not there.
        let places = u32::from(DIVISIBILITIES[index]);
        let amount = amount
            .checked_round(places as i32, RoundingMode::ToZero)
            .unwrap();
        let payer = CUSTOMERS + id;
        let amount = amount.min(self.world.balance(payer, token));
        if amount.is_zero() {
            return;
        }
        let expected = self.model.repay(id, token, amount);
        let result = self.world.repay(id, payer, token, amount);
        self.expect(result, expected.map(|_| ()));
    }

    fn reconcile(&mut self, id: u64, index: usize, amount: Decimal) {
        let token = self.world.tokens[index];
        if self.random.below(4) > 0 {
            self.references += 1;
        }
        let reference = format!("payment {}", self.references);
        let expected = self.model.reconcile(id, token, amount, &reference);
        let result = self
            .world
            .operate("reconcile", (id, token, amount, reference));
        if expected.is_ok() {
            self.reconciled[index] += amount;
        }
        self.expect(result, expected);
    }

    fn set_price(&mut self, index: usize) {
        let token = self.world.tokens[index];
        let price = self.random.price();
        let expected = self.model.set_price(token, price, self.world.now_s);
        let prices: IndexMap<ResourceAddress, Decimal> = indexmap! { token => price };
        let result = self.world.operate("set_prices", (prices,));
        self.expect(result, expected);
    }

    fn set_allowance(&mut self, id: u64) {
        let allowance = Decimal::from(self.random.below(80_000));
        self.model.customers.get_mut(&id).unwrap().allowance = allowance;
        self.world
            .operate("set_allowance", (id, allowance))
            .unwrap();
    }

    fn set_paused(&mut self, id: u64) {
        // Resumed more often than paused, so that most operations meet an open door.
        let (method, paused) = match self.random.below(3) {
            0 => ("pause", true),
            _ => ("resume", false),
        };
        let whom = Some(id).filter(|_| self.random.below(2) == 0);
        self.model.set_paused(whom, paused);
        self.world.operate(method, (whom,)).unwrap();
    }

    fn switch(&mut self, index: usize) {
        let token = self.world.tokens[index];
        let now_s = self.world.now_s;
        if self.random.below(4) == 0 {
            self.model.tokens.get_mut(&token).unwrap().enabled = false;
            return self.world.operate("disable_resource", (token,)).unwrap();
        }
        let price = dec!(2);
        self.model.tokens.get_mut(&token).unwrap().enabled = true;
        self.model.set_price(token, price, now_s).unwrap();
        self.world
            .operate("enable_resource", (token, price))
            .unwrap();
    }

    fn set_validity(&mut self) {
        let seconds = 1 + self.random.below(1_200) as i64;
        self.model.price_validity_seconds = seconds;
        self.world
            .operate("set_price_validity", (seconds,))
            .unwrap();
    }

    fn expect(&mut self, result: Result<(), String>, expected: Result<(), Refusal>) {
        match expected {
            Ok(()) => result.unwrap(),
            Err(code) => {
                *self.refusals.entry(code).or_default() += 1;
                assert_refused(result, code);
            }
        }
    }

    /// All that can be read from the component, and the supply, against the model.
    fn compare(&mut self) {
        let status = self.world.status();
        assert_eq!(status.paused, self.model.paused);
        assert_eq!(
            status.price_validity_seconds,
            self.model.price_validity_seconds
        );
        assert_eq!(status.customers as usize, self.model.customers.len());
        for (id, expected) in self.model.customers.clone() {
            let customer = self.world.customer(id).unwrap();
            assert_eq!(customer.account, account(CUSTOMERS + id));
            assert_eq!(
                (customer.allowance, customer.paused, customer.loans),
                (expected.allowance, expected.paused, expected.loans.clone())
            );
            let value: Option<Decimal> = self.world.call(STRANGER, "loan_value", (id,)).unwrap();
            assert_eq!(value.map(attos), Some(self.model.value_of(&expected)));
        }
        for (index, token) in self.world.tokens.clone().into_iter().enumerate() {
            let customers = self.model.customers.values();
            let loans: Decimal =
                customers.fold(Decimal::ZERO, |sum, customer| sum + customer.loan(token));
            let expected = Decimal::from(GENESIS_SUPPLY) + loans + self.reconciled[index];
            assert_eq!(self.world.supply(token), expected);
        }
    }
}
