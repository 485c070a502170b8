use std::collections::HashMap;
use std::sync::Arc;

use accord_engine::State;
use radix_common::prelude::Hash;
use radix_substate_store_interface::interface::{CommittableSubstateDatabase, DatabaseUpdates};

use crate::archive::Archive;
use crate::owners::Owners;

/// All that has been committed; it is durable if the ledger is.
pub struct Chain {
    pub state: State,
    pub owners: Arc<Owners>,
    /// Counts genesis and user transactions. Rounds do not count: they need not survive a crash.
    pub state_version: u64,
    /// Counts every change, including rounds. Starts at 0 after a restart.
    pub changes: u64,
    /// Transaction intents and where they were committed.
    pub committed: HashMap<Hash, u64>,
    pub archive: Archive,
}

impl Chain {
    pub fn new(state: State, archive: Archive) -> Self {
        Self {
            owners: Arc::new(Owners::of_state(&state)),
            state,
            state_version: 0,
            changes: 0,
            committed: HashMap::new(),
            archive,
        }
    }

    pub fn apply(&mut self, updates: &DatabaseUpdates) {
        self.state.commit(updates);
        let learned = Owners::of_updates(updates);
        if !learned.is_known_to(&self.owners) {
            Arc::make_mut(&mut self.owners).extend(learned);
        }
        self.changes += 1;
    }
}
