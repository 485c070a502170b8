use scrypto::prelude::*;

use crate::token::Tokens;

#[derive(ScryptoSbor, Clone, Debug)]
pub struct Customer {
    /// Receives the badge and all that is minted.
    pub account: Global<Account>,
    /// In XRD, for all loans together.
    pub allowance: Decimal,
    pub paused: bool,
    /// Outstanding amounts; none of them is zero.
    pub loans: IndexMap<ResourceAddress, Decimal>,
}

/// What was seen of a repayment elsewhere; its key is the reference.
#[derive(ScryptoSbor, Clone, Debug)]
pub struct Reconciliation {
    pub customer_id: u64,
    pub resource: ResourceAddress,
    pub amount: Decimal,
}

impl Customer {
    pub fn new(account: Global<Account>, allowance: Decimal) -> Self {
        Self { account, allowance, paused: false, loans: IndexMap::default() }
    }

    pub fn loan(&self, resource: ResourceAddress) -> Decimal {
        self.loans.get(&resource).copied().unwrap_or(Decimal::ZERO)
    }

    /// Adds to the loan, and returns it. Panics if all loans are then worth more than the allowance, or if a price that
    /// they need is older than `oldest`.
    pub fn lend(
        &mut self,
        resource: ResourceAddress,
        amount: Decimal,
        tokens: &Tokens,
        oldest: Instant,
    ) -> Decimal {
        let sum = self.loan(resource).checked_add(amount);
        let loan = sum.expect("amount_too_large: the loan is out of range");
        self.loans.insert(resource, loan);
        for resource in self.loans.keys() {
            let is_fresh = tokens[resource].priced_at >= oldest;
            assert!(is_fresh, "price_stale: the price of {resource:?} is too old to mint");
        }
        let (value, allowance) = (self.loan_value(tokens), self.allowance);
        assert!(
            value <= allowance,
            "allowance_exceeded: loans worth {value} XRD, allowance {allowance} XRD"
        );
        loan
    }

    /// Takes an amount, which is at most the loan, off it. Returns what is left.
    pub fn settle(&mut self, resource: ResourceAddress, amount: Decimal) -> Decimal {
        let left = self.loan(resource) - amount;
        if left.is_zero() {
            self.loans.swap_remove(&resource);
        } else {
            self.loans.insert(resource, left);
        }
        left
    }

    /// In XRD, each loan rounded up.
    pub fn loan_value(&self, tokens: &Tokens) -> Decimal {
        let values = self.loans.iter().map(|(resource, amount)| tokens[resource].value_of(*amount));
        values
            .fold(Some(Decimal::ZERO), |sum, value| sum?.checked_add(value))
            .expect("amount_too_large: the loans' value is out of range")
    }
}

/// Panics if there is no such customer.
pub fn existing(
    customers: &mut KeyValueStore<u64, Customer>,
    customer_id: u64,
) -> KeyValueEntryRefMut<'_, Customer> {
    customers.get_mut(&customer_id).unwrap_or_else(|| panic!("unknown_customer: {customer_id}"))
}
