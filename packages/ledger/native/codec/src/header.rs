use radix_common::prelude::{Epoch, Instant};
use radix_transactions::model::IntentHeaderV2;
use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};
use crate::network::network;

/// The header of a root intent or a subintent: each has its own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Header {
    pub network_id: u32,
    pub start_epoch: i64,
    pub end_epoch: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_timestamp_s: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_timestamp_s: Option<i64>,
    /// An unsigned 64-bit number.
    pub intent_discriminator: String,
}

impl Header {
    pub fn of(header: &IntentHeaderV2) -> Self {
        Self {
            network_id: header.network_id.into(),
            start_epoch: clamp(header.start_epoch_inclusive),
            end_epoch: clamp(header.end_epoch_exclusive),
            min_timestamp_s: seconds(&header.min_proposer_timestamp_inclusive),
            max_timestamp_s: seconds(&header.max_proposer_timestamp_exclusive),
            intent_discriminator: header.intent_discriminator.to_string(),
        }
    }

    pub fn parse_discriminator(text: &str) -> Result<u64> {
        text.parse()
            .map_err(|_| Error::bad_payload("intentDiscriminator is not an unsigned 64-bit number"))
    }

    pub fn parse(&self) -> Result<IntentHeaderV2> {
        Ok(IntentHeaderV2 {
            network_id: network(self.network_id)?.id,
            start_epoch_inclusive: epoch(self.start_epoch)?,
            end_epoch_exclusive: epoch(self.end_epoch)?,
            min_proposer_timestamp_inclusive: self.min_timestamp_s.map(Instant::new),
            max_proposer_timestamp_exclusive: self.max_timestamp_s.map(Instant::new),
            intent_discriminator: Self::parse_discriminator(&self.intent_discriminator)?,
        })
    }
}

/// The largest whole number that JavaScript represents exactly.
const SAFE_MAX: i64 = (1 << 53) - 1;

fn epoch(number: i64) -> Result<Epoch> {
    u64::try_from(number)
        .map(Epoch::of)
        .map_err(|_| Error::bad_payload("an epoch must not be negative"))
}

fn clamp(epoch: Epoch) -> i64 {
    epoch.number().min(SAFE_MAX as u64) as i64
}

fn seconds(instant: &Option<Instant>) -> Option<i64> {
    instant
        .as_ref()
        .map(|instant| instant.seconds_since_unix_epoch.clamp(-SAFE_MAX, SAFE_MAX))
}
