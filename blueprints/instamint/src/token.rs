use scrypto::prelude::*;

use crate::checks::check_price;
use crate::events::*;

/// A mint reads all of them, so their number has a bound; it is also the bound of a customer's loans.
pub type Tokens = IndexMap<ResourceAddress, Token>;

const TOKENS_MAX: usize = 16;

/// A resource that can be minted on credit.
#[derive(ScryptoSbor, Clone, Debug)]
pub struct Token {
    /// Off: nothing is minted, but loans remain and can be repaid.
    pub enabled: bool,
    pub divisibility: u8,
    /// In XRD for one.
    pub price: Decimal,
    pub priced_at: Instant,
}

impl Token {
    pub fn fits(&self, amount: Decimal) -> bool {
        amount.checked_round(self.divisibility, RoundingMode::ToZero) == Some(amount)
    }

    /// In XRD, rounded up: against the customer.
    pub fn value_of(&self, amount: Decimal) -> Decimal {
        // Exact: the product of two numbers of 18 places has 36, as many as a precise decimal.
        PreciseDecimal::from(amount)
            .checked_mul(self.price)
            .and_then(|value| value.checked_truncate(RoundingMode::ToPositiveInfinity))
            .expect("amount_too_large: its value in XRD is out of range")
    }
}

/// Panics if the resource was never enabled.
pub fn known(tokens: &mut Tokens, resource: ResourceAddress) -> &mut Token {
    tokens.get_mut(&resource).unwrap_or_else(|| panic!("resource_not_enabled: {resource:?}"))
}

/// Panics if there are too many, or if the resource is not the component's own.
pub fn enable(tokens: &mut Tokens, resource: ResourceAddress, price: Decimal) {
    let is_place_left = tokens.len() < TOKENS_MAX || tokens.contains_key(&resource);
    assert!(is_place_left, "too_many_resources: at most {TOKENS_MAX}");
    let divisibility = check_resource(resource, Runtime::global_address());
    tokens.insert(resource, Token { enabled: true, divisibility, price, priced_at: now() });
    Runtime::emit_event(ResourceEnabledEvent { resource, divisibility });
    set_price(tokens, resource, price);
}

pub fn set_price(tokens: &mut Tokens, resource: ResourceAddress, price: Decimal) {
    check_price(price);
    let token = known(tokens, resource);
    token.price = price;
    token.priced_at = now();
    Runtime::emit_event(PriceSetEvent { resource, price, priced_at: token.priced_at });
}

pub fn now() -> Instant {
    Clock::current_time(TimePrecision::Second)
}

/// Panics unless this component, and nothing else, mints and burns the resource, now and later. Returns its divisibility.
fn check_resource(resource: ResourceAddress, component: ComponentAddress) -> u8 {
    let manager = ResourceManager::from(resource);
    let ResourceType::Fungible { divisibility } = manager.resource_type() else {
        panic!("resource_not_fungible: only fungible resources can be minted on credit");
    };
    let only_this = rule!(require(global_caller(component)));
    for (role, expected) in [
        ("minter", &only_this),
        ("burner", &only_this),
        ("minter_updater", &AccessRule::DenyAll),
        ("burner_updater", &AccessRule::DenyAll),
    ] {
        assert!(
            manager.get_role(role).as_ref() == Some(expected),
            "resource_not_ours: only this component may mint and burn it for ever, but its {role} is another"
        );
    }
    divisibility
}
