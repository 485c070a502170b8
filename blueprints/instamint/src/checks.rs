//! Each panics if the argument is refused.

use scrypto::prelude::*;

use crate::token::Token;

const PRICE_VALIDITY_SECONDS_MAX: i64 = 7 * 24 * 60 * 60;
const REFERENCE_LENGTH_MAX: usize = 128;

pub fn check_amount(token: &Token, amount: Decimal) {
    assert!(amount.is_positive(), "amount_not_positive: {amount} is not above zero");
    let decimals = token.divisibility;
    assert!(token.fits(amount), "amount_not_divisible: {amount} has more than {decimals} decimals");
}

pub fn check_allowance(allowance: Decimal) {
    assert!(!allowance.is_negative(), "bad_allowance: {allowance} XRD is below zero");
}

pub fn check_price(price: Decimal) {
    assert!(price.is_positive(), "bad_price: {price} XRD is not above zero");
}

pub fn check_price_validity(seconds: i64) {
    assert!(
        (1..=PRICE_VALIDITY_SECONDS_MAX).contains(&seconds),
        "bad_price_validity: 1 to {PRICE_VALIDITY_SECONDS_MAX} seconds"
    );
}

pub fn check_reference(reference: &str) {
    assert!(
        (1..=REFERENCE_LENGTH_MAX).contains(&reference.len()),
        "reference_length: 1 to {REFERENCE_LENGTH_MAX} bytes"
    );
}
