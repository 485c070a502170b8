//! The component's events, and what they give when they are replayed.

use std::collections::{BTreeMap, BTreeSet};

use radix_common::prelude::*;
use radix_engine::transaction::CommitResult;
use radix_engine_interface::prelude::*;

use crate::model::{Customer, Model, Token};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    CustomerAdded(CustomerAdded),
    AllowanceSet(AllowanceSet),
    Paused(Whom),
    Resumed(Whom),
    ResourceEnabled(ResourceEnabled),
    ResourceDisabled(ResourceDisabled),
    PriceSet(PriceSet),
    PriceValiditySet(PriceValiditySet),
    Minted(LoanChange),
    Repaid(LoanChange),
    Reconciled(Reconciled),
}

#[derive(Debug, Clone, PartialEq, Eq, ScryptoSbor)]
pub struct CustomerAdded {
    pub customer_id: u64,
    pub account: ComponentAddress,
    pub allowance: Decimal,
}

#[derive(Debug, Clone, PartialEq, Eq, ScryptoSbor)]
pub struct AllowanceSet {
    pub customer_id: u64,
    pub allowance: Decimal,
}

#[derive(Debug, Clone, PartialEq, Eq, ScryptoSbor)]
pub struct Whom {
    pub customer_id: Option<u64>,
}

#[derive(Debug, Clone, PartialEq, Eq, ScryptoSbor)]
pub struct ResourceEnabled {
    pub resource: ResourceAddress,
    pub divisibility: u8,
}

#[derive(Debug, Clone, PartialEq, Eq, ScryptoSbor)]
pub struct ResourceDisabled {
    pub resource: ResourceAddress,
}

#[derive(Debug, Clone, PartialEq, Eq, ScryptoSbor)]
pub struct PriceSet {
    pub resource: ResourceAddress,
    pub price: Decimal,
    pub priced_at: Instant,
}

#[derive(Debug, Clone, PartialEq, Eq, ScryptoSbor)]
pub struct PriceValiditySet {
    pub seconds: i64,
}

#[derive(Debug, Clone, PartialEq, Eq, ScryptoSbor)]
pub struct LoanChange {
    pub customer_id: u64,
    pub resource: ResourceAddress,
    pub amount: Decimal,
    pub loan: Decimal,
}

#[derive(Debug, Clone, PartialEq, Eq, ScryptoSbor)]
pub struct Reconciled {
    pub customer_id: u64,
    pub resource: ResourceAddress,
    pub amount: Decimal,
    pub reference: String,
    pub loan: Decimal,
}

pub fn events_of(commit: &CommitResult, component: ComponentAddress) -> Vec<Event> {
    let events = commit.application_events.iter();
    events
        .filter(|(id, _)| id.0 == Emitter::Method(component.into_node_id(), ModuleId::Main))
        .map(|(id, data)| decode(&id.1, data))
        .collect()
}

fn decode(name: &str, data: &[u8]) -> Event {
    match name {
        "CustomerAddedEvent" => Event::CustomerAdded(scrypto_decode(data).unwrap()),
        "AllowanceSetEvent" => Event::AllowanceSet(scrypto_decode(data).unwrap()),
        "PausedEvent" => Event::Paused(scrypto_decode(data).unwrap()),
        "ResumedEvent" => Event::Resumed(scrypto_decode(data).unwrap()),
        "ResourceEnabledEvent" => Event::ResourceEnabled(scrypto_decode(data).unwrap()),
        "ResourceDisabledEvent" => Event::ResourceDisabled(scrypto_decode(data).unwrap()),
        "PriceSetEvent" => Event::PriceSet(scrypto_decode(data).unwrap()),
        "PriceValiditySetEvent" => Event::PriceValiditySet(scrypto_decode(data).unwrap()),
        "MintedEvent" => Event::Minted(scrypto_decode(data).unwrap()),
        "RepaidEvent" => Event::Repaid(scrypto_decode(data).unwrap()),
        "ReconciledEvent" => Event::Reconciled(scrypto_decode(data).unwrap()),
        other => panic!("an event that nobody knows: {other}"),
    }
}

/// The state that follows from the events alone; each loan is as its last event says.
pub fn replay(events: &[Event], price_validity_seconds: i64) -> Model {
    let mut model = Model {
        price_validity_seconds,
        paused: false,
        tokens: BTreeMap::new(),
        customers: BTreeMap::new(),
        references: BTreeSet::new(),
    };
    for event in events {
        apply(&mut model, event.clone());
    }
    model
}

fn apply(model: &mut Model, event: Event) {
    match event {
        Event::CustomerAdded(added) => {
            let customer = Customer::new(added.allowance);
            model.customers.insert(added.customer_id, customer);
        }
        Event::AllowanceSet(set) => {
            model.customers.get_mut(&set.customer_id).unwrap().allowance = set.allowance
        }
        Event::Paused(whom) => model.set_paused(whom.customer_id, true),
        Event::Resumed(whom) => model.set_paused(whom.customer_id, false),
        Event::ResourceEnabled(enabled) => {
            let token = Token {
                enabled: true,
                divisibility: enabled.divisibility,
                price: Decimal::ZERO,
                priced_at: 0,
            };
            model.tokens.insert(enabled.resource, token);
        }
        Event::ResourceDisabled(disabled) => {
            model.tokens.get_mut(&disabled.resource).unwrap().enabled = false
        }
        Event::PriceSet(set) => {
            let token = model.tokens.get_mut(&set.resource).unwrap();
            token.price = set.price;
            token.priced_at = set.priced_at.seconds_since_unix_epoch;
        }
        Event::PriceValiditySet(set) => model.price_validity_seconds = set.seconds,
        Event::Minted(change) | Event::Repaid(change) => {
            let customer = model.customers.get_mut(&change.customer_id).unwrap();
            customer.set_loan(change.resource, change.loan);
        }
        Event::Reconciled(change) => {
            let customer = model.customers.get_mut(&change.customer_id).unwrap();
            customer.set_loan(change.resource, change.loan);
            model.references.insert(change.reference);
        }
    }
}
