use std::collections::BTreeMap;

use radix_common::prelude::{Decimal, NodeId, CONSENSUS_MANAGER, XRD};
use radix_engine::system::system_modules::costing::RoyaltyRecipient;
use radix_engine::transaction::{
    BalanceChange as VaultChange, CommitResult, TransactionFeeSummary, TransactionOutcome,
};

use crate::names::Names;
use crate::owners::{global_holder, Owners};
use crate::record::{
    BalanceChange, Changes, Cost, CostUnits, EntityKind, FeeBalanceChange, FeeBalanceChangeKind,
    FeeXrd, NewEntity,
};

pub fn read_cost(fee: &TransactionFeeSummary) -> Cost {
    Cost {
        fee_xrd: FeeXrd {
            total: fee.total_cost().to_string(),
            execution: fee.total_execution_cost_in_xrd.to_string(),
            finalization: fee.total_finalization_cost_in_xrd.to_string(),
            storage: fee.total_storage_cost_in_xrd.to_string(),
            royalty: fee.total_royalty_cost_in_xrd.to_string(),
            tip: fee.total_tipping_cost_in_xrd.to_string(),
        },
        cost_units: CostUnits {
            execution: fee.total_execution_cost_units_consumed,
            finalization: fee.total_finalization_cost_units_consumed,
        },
    }
}

/// None for a success, else the engine's own words.
pub fn read_error(commit: &CommitResult) -> Option<String> {
    match &commit.outcome {
        TransactionOutcome::Success(_) => None,
        TransactionOutcome::Failure(error) => Some(format!("{error:?}")),
    }
}

/// `owners` must know the vaults that the commit makes.
pub fn read_changes(commit: &CommitResult, owners: &[&Owners], names: &Names) -> Changes {
    let fees = fee_flows(commit, owners);
    Changes {
        balance_changes: balance_changes(commit, &fees, owners, names),
        fee_balance_changes: fees
            .into_iter()
            .filter(|flow| !flow.amount.is_zero())
            .map(|flow| FeeBalanceChange {
                kind: flow.kind,
                entity: names.node(&flow.entity),
                change: flow.amount.to_string(),
            })
            .collect(),
        new_entities: new_entities(commit, names),
    }
}

struct FeeFlow {
    kind: FeeBalanceChangeKind,
    entity: NodeId,
    amount: Decimal,
}

fn fee_flows(commit: &CommitResult, owners: &[&Owners]) -> Vec<FeeFlow> {
    let payments = commit.fee_source.paying_vaults.iter();
    let payments = payments.map(|(vault, paid)| FeeFlow {
        kind: FeeBalanceChangeKind::FeePayment,
        entity: global_holder(vault, owners),
        amount: Decimal::ZERO - *paid,
    });
    let to = &commit.fee_destination;
    let royalties = to.to_royalty_recipients.iter();
    let royalties = royalties.map(|(recipient, amount)| FeeFlow {
        kind: FeeBalanceChangeKind::RoyaltyDistributed,
        entity: royalty_entity(recipient),
        amount: *amount,
    });
    let distributed = FeeFlow {
        kind: FeeBalanceChangeKind::FeeDistributed,
        entity: CONSENSUS_MANAGER.into_node_id(),
        amount: to.to_proposer + to.to_validator_set,
    };
    payments
        .chain(std::iter::once(distributed))
        .chain(royalties)
        .collect()
}

fn royalty_entity(recipient: &RoyaltyRecipient) -> NodeId {
    match recipient {
        RoyaltyRecipient::Package(address, _) => address.into_node_id(),
        RoyaltyRecipient::Component(address, _) => address.into_node_id(),
    }
}

fn balance_changes(
    commit: &CommitResult,
    fees: &[FeeFlow],
    owners: &[&Owners],
    names: &Names,
) -> Vec<BalanceChange> {
    let mut sums: BTreeMap<(NodeId, NodeId), Decimal> = BTreeMap::new();
    let mut add = |entity: NodeId, resource: NodeId, amount: Decimal| {
        let sum = sums.entry((entity, resource)).or_insert(Decimal::ZERO);
        *sum += amount;
    };
    for (vault, (resource, change)) in &commit.state_update_summary.vault_balance_changes {
        if let VaultChange::Fungible(amount) = change {
            add(
                global_holder(vault, owners),
                resource.into_node_id(),
                *amount,
            );
        }
    }
    for flow in fees {
        add(flow.entity, XRD.into_node_id(), Decimal::ZERO - flow.amount);
    }
    sums.into_iter()
        .filter(|(_, sum)| !sum.is_zero())
        .map(|((entity, resource), sum)| BalanceChange {
            entity: names.node(&entity),
            resource: names.node(&resource),
            change: sum.to_string(),
        })
        .collect()
}

fn new_entities(commit: &CommitResult, names: &Names) -> Vec<NewEntity> {
    let summary = &commit.state_update_summary;
    let packages = summary
        .new_packages
        .iter()
        .map(|a| (EntityKind::Package, a.into_node_id()));
    let components = summary
        .new_components
        .iter()
        .map(|a| (EntityKind::Component, a.into_node_id()));
    let resources = summary
        .new_resources
        .iter()
        .map(|a| (EntityKind::Resource, a.into_node_id()));
    packages
        .chain(components)
        .chain(resources)
        .map(|(kind, node)| NewEntity {
            kind,
            address: names.node(&node),
        })
        .collect()
}
