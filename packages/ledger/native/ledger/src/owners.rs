use std::collections::HashMap;

use accord_engine::State;
use radix_common::prelude::{DatabaseUpdate, NodeId};
use radix_engine_interface::types::IndexedScryptoValue;
use radix_substate_store_interface::db_key_mapper::{DatabaseKeyMapper, SpreadPrefixKeyMapper};
use radix_substate_store_interface::interface::{
    DatabaseUpdates, ListableSubstateDatabase, PartitionDatabaseUpdates, SubstateDatabase,
};

/// The engine nests vaults in stores in components by moving them; who holds what is only in the values.
const NESTING_MAX: usize = 64;

/// Which node holds which. Nodes are never taken out again.
#[derive(Default)]
pub struct Owners(HashMap<NodeId, NodeId>);

impl Owners {
    pub fn of_state(state: &State) -> Self {
        let mut owners = Self::default();
        for partition in state.list_partition_keys() {
            let holder = SpreadPrefixKeyMapper::from_db_node_key(&partition.node_key);
            for (_, value) in state.list_raw_values_from_db_key(&partition, None) {
                owners.learn_value(holder, &value);
            }
        }
        owners
    }

    pub fn of_updates(updates: &DatabaseUpdates) -> Self {
        let mut owners = Self::default();
        for (node_key, node) in &updates.node_updates {
            let holder = SpreadPrefixKeyMapper::from_db_node_key(node_key);
            for partition in node.partition_updates.values() {
                values_set(partition).for_each(|value| owners.learn_value(holder, value));
            }
        }
        owners
    }

    pub fn extend(&mut self, newer: Owners) {
        self.0.extend(newer.0);
    }

    /// All vaults within a global entity.
    pub fn vaults_of<'a>(&'a self, entity: &'a NodeId) -> impl Iterator<Item = NodeId> + 'a {
        self.vaults()
            .filter(|vault| global_holder(vault, &[self]) == *entity)
            .copied()
    }

    pub fn vaults(&self) -> impl Iterator<Item = &NodeId> {
        self.0.keys().filter(|node| node.is_internal_vault())
    }

    fn learn_value(&mut self, holder: NodeId, value: &[u8]) {
        let Ok(value) = IndexedScryptoValue::from_slice(value) else {
            return;
        };
        for node in value.owned_nodes() {
            self.0.insert(*node, holder);
        }
    }
}

/// The global entity around a node; the node itself if no holder is known.
pub fn global_holder(node: &NodeId, owners: &[&Owners]) -> NodeId {
    let mut found = *node;
    for _ in 0..NESTING_MAX {
        let holder = owners.iter().find_map(|owners| owners.0.get(&found));
        match holder {
            Some(holder) if !found.is_global() => found = *holder,
            _ => break,
        }
    }
    found
}

fn values_set(updates: &PartitionDatabaseUpdates) -> Box<dyn Iterator<Item = &Vec<u8>> + '_> {
    match updates {
        PartitionDatabaseUpdates::Delta { substate_updates } => {
            Box::new(substate_updates.values().filter_map(|update| match update {
                DatabaseUpdate::Set(value) => Some(value),
                DatabaseUpdate::Delete => None,
            }))
        }
        PartitionDatabaseUpdates::Reset {
            new_substate_values,
        } => Box::new(new_substate_values.values()),
    }
}
