use std::collections::HashMap;

use accord_engine::State;
use radix_common::prelude::Hash;
use radix_substate_store_interface::interface::{CommittableSubstateDatabase, DatabaseUpdates};

use crate::archive::Archive;
use crate::owners::Owners;

/// All that has been committed; it is durable if the ledger is.
pub struct Chain {
    pub state: State,
    pub owners: Owners,
    /// Counts genesis and user transactions. Rounds do not count: they need not survive a crash.
    pub state_version: u64,
    /// Transaction intents and where they were committed.
    pub committed: HashMap<Hash, u64>,
    pub archive: Archive,
}

impl Chain {
    pub fn new(state: State, archive: Archive) -> Self {
        Self {
            owners: Owners::of_state(&state),
            state,
            state_version: 0,
            committed: HashMap::new(),
            archive,
        }
    }

    pub fn apply(&mut self, updates: &DatabaseUpdates) {
        self.state.commit(updates);
        self.owners.extend(Owners::of_updates(updates));
    }
}
