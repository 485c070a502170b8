use std::path::Path;

use accord_engine::State;
use radix_common::data::scrypto::{scrypto_decode, scrypto_encode};
use radix_substate_store_interface::interface::{
    CommittableSubstateDatabase, DatabaseUpdates, ListableSubstateDatabase,
    PartitionDatabaseUpdates, SubstateDatabase,
};

use crate::error::{Error, Result};
use crate::host;
use crate::log::{decode_frame, encode_frame};

pub const SNAPSHOT_FILE: &str = "state.snapshot";

/// The whole state after the log's first `log_length` bytes. It only saves time:
/// a missing or unreadable one is rebuilt from the log.
pub struct Snapshot {
    pub log_length: u64,
    pub state: State,
}

impl Snapshot {
    pub fn load(directory: &Path) -> Option<Self> {
        let bytes = host::read(&directory.join(SNAPSHOT_FILE)).ok()?;
        let payload = decode_frame(&bytes)?;
        let (log_length, updates) = payload.split_at_checked(8)?;
        let updates: DatabaseUpdates = scrypto_decode(updates).ok()?;
        let mut state = State::default();
        state.commit(&updates);
        Some(Self {
            log_length: u64::from_le_bytes(log_length.try_into().ok()?),
            state,
        })
    }
}

/// Readers see the old snapshot or the new one, never a partial one.
pub fn save(directory: &Path, state: &State, log_length: u64) -> Result<()> {
    let updates = scrypto_encode(&all_substates(state))
        .map_err(|error| Error::internal(format!("a snapshot: {error:?}")))?;
    let payload = [log_length.to_le_bytes().as_slice(), &updates].concat();
    let temporary = directory.join(format!("{SNAPSHOT_FILE}.new"));
    host::write(&temporary, &encode_frame(&payload))?;
    host::rename(&temporary, &directory.join(SNAPSHOT_FILE))?;
    Ok(host::sync_folder(directory)?)
}

fn all_substates(state: &State) -> DatabaseUpdates {
    let mut all = DatabaseUpdates::default();
    for key in state.list_partition_keys() {
        let values = state.list_raw_values_from_db_key(&key, None).collect();
        all.node_updates
            .entry(key.node_key)
            .or_default()
            .partition_updates
            .insert(
                key.partition_num,
                PartitionDatabaseUpdates::Reset {
                    new_substate_values: values,
                },
            );
    }
    all
}
