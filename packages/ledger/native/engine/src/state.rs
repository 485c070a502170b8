use std::collections::BTreeMap;
use std::sync::Arc;

use radix_common::prelude::{DatabaseUpdate, DbSubstateValue};
use radix_substate_store_interface::interface::{
    CommittableSubstateDatabase, DatabaseUpdates, DbPartitionKey, DbSortKey,
    ListableSubstateDatabase, PartitionDatabaseUpdates, PartitionEntry, SubstateDatabase,
};

/// Node keys and map keys begin with a hash, so their first byte spreads them evenly.
const SHARDS: usize = 256;

type Values = BTreeMap<DbSortKey, DbSubstateValue>;
/// By the first byte of the sort key.
type Partition = BTreeMap<u8, Arc<Values>>;
type Shard = BTreeMap<DbPartitionKey, Partition>;

/// All substates of the ledger. A clone costs the same whatever the ledger has grown to: the two share
/// what neither has changed since.
#[derive(Clone)]
pub struct State {
    /// By the first byte of the node key.
    shards: Vec<Arc<Shard>>,
}

impl State {
    pub fn empty() -> Self {
        Self {
            shards: vec![Arc::default(); SHARDS],
        }
    }

    fn partition(&self, key: &DbPartitionKey) -> Option<&Partition> {
        self.shards[shard_of(key)].get(key)
    }

    fn update(&mut self, key: DbPartitionKey, updates: &PartitionDatabaseUpdates) {
        let shard = Arc::make_mut(&mut self.shards[shard_of(&key)]);
        let partition = shard.entry(key.clone()).or_default();
        match updates {
            PartitionDatabaseUpdates::Delta { substate_updates } => {
                for (sort_key, update) in substate_updates {
                    match update {
                        DatabaseUpdate::Set(value) => set(partition, sort_key, value),
                        DatabaseUpdate::Delete => delete(partition, sort_key),
                    }
                }
            }
            PartitionDatabaseUpdates::Reset {
                new_substate_values,
            } => {
                partition.clear();
                for (sort_key, value) in new_substate_values {
                    set(partition, sort_key, value);
                }
            }
        }
        if partition.is_empty() {
            shard.remove(&key);
        }
    }
}

impl SubstateDatabase for State {
    fn get_raw_substate_by_db_key(
        &self,
        partition_key: &DbPartitionKey,
        sort_key: &DbSortKey,
    ) -> Option<DbSubstateValue> {
        let values = self.partition(partition_key)?.get(&first_byte(sort_key))?;
        values.get(sort_key).cloned()
    }

    fn list_raw_values_from_db_key(
        &self,
        partition_key: &DbPartitionKey,
        from_sort_key: Option<&DbSortKey>,
    ) -> Box<dyn Iterator<Item = PartitionEntry> + '_> {
        let Some(partition) = self.partition(partition_key) else {
            return Box::new(std::iter::empty());
        };
        let from = from_sort_key.cloned().unwrap_or(DbSortKey(Vec::new()));
        let later = partition.range(first_byte(&from)..);
        Box::new(
            later
                .flat_map(move |(_, values)| values.range(from.clone()..))
                .map(|(key, value)| (key.clone(), value.clone())),
        )
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
        Box::new(self.shards.iter().flat_map(|shard| shard.keys().cloned()))
    }
}

fn shard_of(key: &DbPartitionKey) -> usize {
    key.node_key.first().copied().unwrap_or_default().into()
}

fn first_byte(key: &DbSortKey) -> u8 {
    key.0.first().copied().unwrap_or_default()
}

fn set(partition: &mut Partition, key: &DbSortKey, value: &DbSubstateValue) {
    let values = partition.entry(first_byte(key)).or_default();
    Arc::make_mut(values).insert(key.clone(), value.clone());
}

fn delete(partition: &mut Partition, key: &DbSortKey) {
    let Some(values) = partition.get_mut(&first_byte(key)) else {
        return;
    };
    Arc::make_mut(values).remove(key);
    if values.is_empty() {
        partition.remove(&first_byte(key));
    }
}
