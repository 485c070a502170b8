use std::collections::BTreeMap;

use radix_common::prelude::{DatabaseUpdate, DbSubstateValue};
use radix_substate_store_interface::interface::{
    CommittableSubstateDatabase, DatabaseUpdates, DbPartitionKey, DbSortKey,
    ListableSubstateDatabase, PartitionDatabaseUpdates, PartitionEntry, SubstateDatabase,
};

type Partition = BTreeMap<DbSortKey, DbSubstateValue>;

/// All substates of the ledger.
#[derive(Default)]
pub struct State(BTreeMap<DbPartitionKey, Partition>);

impl State {
    fn update(&mut self, key: DbPartitionKey, updates: &PartitionDatabaseUpdates) {
        let partition = self.0.entry(key.clone()).or_default();
        match updates {
            PartitionDatabaseUpdates::Delta { substate_updates } => {
                for (sort_key, update) in substate_updates {
                    match update {
                        DatabaseUpdate::Set(value) => {
                            partition.insert(sort_key.clone(), value.clone())
                        }
                        DatabaseUpdate::Delete => partition.remove(sort_key),
                    };
                }
            }
            PartitionDatabaseUpdates::Reset {
                new_substate_values,
            } => {
                let values = new_substate_values.iter();
                *partition = values
                    .map(|(key, value)| (key.clone(), value.clone()))
                    .collect();
            }
        }
        if partition.is_empty() {
            self.0.remove(&key);
        }
    }
}

impl SubstateDatabase for State {
    fn get_raw_substate_by_db_key(
        &self,
        partition_key: &DbPartitionKey,
        sort_key: &DbSortKey,
    ) -> Option<DbSubstateValue> {
        self.0.get(partition_key)?.get(sort_key).cloned()
    }

    fn list_raw_values_from_db_key(
        &self,
        partition_key: &DbPartitionKey,
        from_sort_key: Option<&DbSortKey>,
    ) -> Box<dyn Iterator<Item = PartitionEntry> + '_> {
        let from = from_sort_key.cloned().unwrap_or(DbSortKey(Vec::new()));
        let partition = self.0.get(partition_key).into_iter();
        let values = partition.flat_map(move |partition| partition.range(from.clone()..));
        Box::new(values.map(|(key, value)| (key.clone(), value.clone())))
    }
}

impl CommittableSubstateDatabase for State {
    fn commit(&mut self, database_updates: &DatabaseUpdates) {
        for (node_key, node_updates) in &database_updates.node_updates {
            for (partition_num, updates) in &node_updates.partition_updates {
                let key = DbPartitionKey {
                    node_key: node_key.clone(),
                    partition_num: *partition_num,
                };
                self.update(key, updates);
            }
        }
    }
}

impl ListableSubstateDatabase for State {
    fn list_partition_keys(&self) -> Box<dyn Iterator<Item = DbPartitionKey> + '_> {
        Box::new(self.0.keys().cloned())
    }
}
