//! One event for each change. Replayed in order, they give the component's state.

use scrypto::prelude::*;

#[derive(ScryptoSbor, ScryptoEvent)]
pub struct CustomerAddedEvent {
    pub customer_id: u64,
    pub account: ComponentAddress,
    pub allowance: Decimal,
}

#[derive(ScryptoSbor, ScryptoEvent)]
pub struct AllowanceSetEvent {
    pub customer_id: u64,
    pub allowance: Decimal,
}

/// Without a customer, the component.
#[derive(ScryptoSbor, ScryptoEvent)]
pub struct PausedEvent {
    pub customer_id: Option<u64>,
}

/// Without a customer, the component.
#[derive(ScryptoSbor, ScryptoEvent)]
pub struct ResumedEvent {
    pub customer_id: Option<u64>,
}

#[derive(ScryptoSbor, ScryptoEvent)]
pub struct ResourceEnabledEvent {
    pub resource: ResourceAddress,
    pub divisibility: u8,
}

#[derive(ScryptoSbor, ScryptoEvent)]
pub struct ResourceDisabledEvent {
    pub resource: ResourceAddress,
}

#[derive(ScryptoSbor, ScryptoEvent)]
pub struct PriceSetEvent {
    pub resource: ResourceAddress,
    pub price: Decimal,
    pub priced_at: Instant,
}

#[derive(ScryptoSbor, ScryptoEvent)]
pub struct PriceValiditySetEvent {
    pub seconds: i64,
}

/// `loan` is the customer's loan of this resource afterwards, here and below.
#[derive(ScryptoSbor, ScryptoEvent)]
pub struct MintedEvent {
    pub customer_id: u64,
    pub resource: ResourceAddress,
    pub amount: Decimal,
    pub loan: Decimal,
}

#[derive(ScryptoSbor, ScryptoEvent)]
pub struct RepaidEvent {
    pub customer_id: u64,
    pub resource: ResourceAddress,
    pub amount: Decimal,
    pub loan: Decimal,
}

#[derive(ScryptoSbor, ScryptoEvent)]
pub struct ReconciledEvent {
    pub customer_id: u64,
    pub resource: ResourceAddress,
    pub amount: Decimal,
    pub reference: String,
    pub loan: Decimal,
}
