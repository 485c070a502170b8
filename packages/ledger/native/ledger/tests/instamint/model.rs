//! What the blueprint should do, in plain arithmetic and without a ledger.

use std::collections::{BTreeMap, BTreeSet};

use radix_common::prelude::*;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Model {
    pub price_validity_seconds: i64,
    pub paused: bool,
    pub tokens: BTreeMap<ResourceAddress, Token>,
    pub customers: BTreeMap<u64, Customer>,
    pub references: BTreeSet<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    pub enabled: bool,
    pub divisibility: u8,
    pub price: Decimal,
    pub priced_at: i64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Customer {
    pub allowance: Decimal,
    pub paused: bool,
    pub loans: BTreeMap<ResourceAddress, Decimal>,
}

/// The code of a refusal.
pub type Refusal = &'static str;

impl Customer {
    pub fn new(allowance: Decimal) -> Self {
        Self {
            allowance,
            paused: false,
            loans: BTreeMap::new(),
        }
    }

    pub fn loan(&self, token: ResourceAddress) -> Decimal {
        self.loans.get(&token).copied().unwrap_or_default()
    }

    pub fn set_loan(&mut self, token: ResourceAddress, loan: Decimal) {
        self.loans.insert(token, loan);
        self.loans.retain(|_, loan| !loan.is_zero());
    }
}

impl Model {
    pub fn set_paused(&mut self, customer: Option<u64>, paused: bool) {
        match customer {
            None => self.paused = paused,
            Some(id) => self.customers.get_mut(&id).unwrap().paused = paused,
        }
    }

    pub fn mint(
        &mut self,
        id: u64,
        token: ResourceAddress,
        amount: Decimal,
        now_s: i64,
    ) -> Result<(), Refusal> {
        refuse_if(self.paused, "instamint_paused")?;
        refuse_if(
            !self.tokens.get(&token).is_some_and(|token| token.enabled),
            "resource_not_enabled",
        )?;
        refuse_if(amount <= Decimal::ZERO, "amount_not_positive")?;
        refuse_if(!self.fits(token, amount), "amount_not_divisible")?;
        let mut customer = self.customers[&id].clone();
        refuse_if(customer.paused, "customer_paused")?;
        customer.set_loan(token, customer.loan(token) + amount);
        let oldest = now_s - self.price_validity_seconds;
        let mut priced = customer
            .loans
            .keys()
            .map(|token| self.tokens[token].priced_at);
        refuse_if(priced.any(|priced_at| priced_at < oldest), "price_stale")?;
        refuse_if(
            self.value_of(&customer) > attos(customer.allowance),
            "allowance_exceeded",
        )?;
        self.customers.insert(id, customer);
        Ok(())
    }

    /// Returns what was burned.
    pub fn repay(
        &mut self,
        id: u64,
        token: ResourceAddress,
        amount: Decimal,
    ) -> Result<Decimal, Refusal> {
        refuse_if(!self.tokens.contains_key(&token), "resource_not_enabled")?;
        let customer = self.customers.get_mut(&id).ok_or("unknown_customer")?;
        let burned = amount.min(customer.loan(token));
        customer.set_loan(token, customer.loan(token) - burned);
        Ok(burned)
    }

    pub fn reconcile(
        &mut self,
        id: u64,
        token: ResourceAddress,
        amount: Decimal,
        reference: &str,
    ) -> Result<(), Refusal> {
        refuse_if(!self.tokens.contains_key(&token), "resource_not_enabled")?;
        refuse_if(amount <= Decimal::ZERO, "amount_not_positive")?;
        refuse_if(!self.fits(token, amount), "amount_not_divisible")?;
        refuse_if(self.references.contains(reference), "reference_used")?;
        let customer = self.customers.get_mut(&id).ok_or("unknown_customer")?;
        refuse_if(amount > customer.loan(token), "more_than_the_loan")?;
        customer.set_loan(token, customer.loan(token) - amount);
        self.references.insert(reference.into());
        Ok(())
    }

    pub fn set_price(
        &mut self,
        token: ResourceAddress,
        price: Decimal,
        now_s: i64,
    ) -> Result<(), Refusal> {
        refuse_if(price <= Decimal::ZERO, "bad_price")?;
        let token = self.tokens.get_mut(&token).ok_or("resource_not_enabled")?;
        token.price = price;
        token.priced_at = now_s;
        Ok(())
    }

    fn fits(&self, token: ResourceAddress, amount: Decimal) -> bool {
        let unit = I256::from(10u64.pow(18 - u32::from(self.tokens[&token].divisibility)));
        attos(amount) % unit == I256::ZERO
    }

    /// In 10⁻¹⁸ XRD, each loan rounded up.
    pub fn value_of(&self, customer: &Customer) -> I256 {
        let one = I256::from(10u64.pow(18));
        let values = customer.loans.iter().map(|(token, loan)| {
            let exact = attos(*loan) * attos(self.tokens[token].price);
            (exact + one - I256::ONE) / one
        });
        values.fold(I256::ZERO, |sum, value| sum + value)
    }
}

pub fn attos(amount: Decimal) -> I256 {
    I256::from(amount.attos())
}

fn refuse_if(condition: bool, code: Refusal) -> Result<(), Refusal> {
    match condition {
        true => Err(code),
        false => Ok(()),
    }
}
