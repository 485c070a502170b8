//! What the component answers.

use std::collections::BTreeMap;

use radix_common::prelude::*;

#[derive(Debug, Clone, PartialEq, Eq, ScryptoSbor)]
pub struct Status {
    pub badge: ResourceAddress,
    pub paused: bool,
    pub price_validity_seconds: i64,
    pub customers: u64,
}

#[derive(Debug, Clone, PartialEq, Eq, ScryptoSbor)]
pub struct Token {
    pub enabled: bool,
    pub divisibility: u8,
    pub price: Decimal,
    pub priced_at: Instant,
}

#[derive(Debug, Clone, PartialEq, Eq, ScryptoSbor)]
pub struct Customer {
    pub account: ComponentAddress,
    pub allowance: Decimal,
    pub paused: bool,
    pub loans: BTreeMap<ResourceAddress, Decimal>,
}

#[derive(Debug, Clone, PartialEq, Eq, ScryptoSbor)]
pub struct Reconciliation {
    pub customer_id: u64,
    pub resource: ResourceAddress,
    pub amount: Decimal,
}
