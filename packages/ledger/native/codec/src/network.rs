use radix_common::prelude::NetworkDefinition;

use crate::error::{Code, Error, Result};

pub(crate) const KNOWN: [NetworkDefinition; 4] = [
    NetworkDefinition::mainnet(),
    NetworkDefinition::stokenet(),
    NetworkDefinition::localnet(),
    NetworkDefinition::simulator(),
];

pub fn network(id: u32) -> Result<NetworkDefinition> {
    KNOWN
        .into_iter()
        .find(|known| u32::from(known.id) == id)
        .ok_or_else(|| {
            Error::new(
                Code::WrongNetwork,
                format!("unknown network {id}; known are 1, 2, 240 and 242"),
            )
        })
}

/// The network whose addresses and ids end their human-readable part in `suffix`.
pub fn network_of_suffix(text: &str) -> Result<NetworkDefinition> {
    let prefix = text.rsplit_once('1').map_or("", |(prefix, _)| prefix);
    KNOWN
        .into_iter()
        .find(|known| prefix.ends_with(&format!("_{}", known.hrp_suffix)))
        .ok_or_else(|| {
            Error::new(
                Code::WrongNetwork,
                format!("{text} is of an unknown network"),
            )
        })
}

pub fn require_network(expected: &NetworkDefinition, found: u8) -> Result<()> {
    if expected.id == found {
        return Ok(());
    }
    Err(Error::new(
        Code::WrongNetwork,
        format!("for network {found}, expected {}", expected.id),
    ))
}
