use radix_common::prelude::Decimal;

/// As a `Decimal` writes itself, and several times as fast where it fits into 128 bits, as nearly every amount does.
pub fn amount_text(amount: &Decimal) -> String {
    let Ok(attos) = u128::try_from(amount.attos()) else {
        return amount.to_string();
    };
    let (whole, fraction) = (attos / ATTOS_OF_ONE, attos % ATTOS_OF_ONE);
    if fraction == 0 {
        return whole.to_string();
    }
    let mut text = format!("{whole}.{fraction:018}");
    text.truncate(text.trim_end_matches('0').len());
    text
}

const ATTOS_OF_ONE: u128 = 10u128.pow(Decimal::SCALE);
