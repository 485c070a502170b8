use std::sync::{Arc, Mutex, RwLock};
use std::time::Instant;

use accord_engine::{Executor, State};
use radix_common::prelude::NetworkDefinition;
use radix_engine::transaction::{ExecutionConfig, TransactionResult};
use radix_substate_store_interface::interface::CreateDatabaseUpdates;
use radix_transactions::model::{
    ExecutableTransaction, PreviewFlags, PreviewTransactionV2, TransactionPayload,
};
use radix_transactions::validation::TransactionValidator;

use crate::chain::Chain;
use crate::committer::{invalid, milliseconds, poisoned};
use crate::error::{Code, Error, Result};
use crate::names::Names;
use crate::outputs::read_outputs;
use crate::owners::Owners;
use crate::receipt::{read_changes, read_cost, read_error};
use crate::record::{Changes, Cost, PreviewResult, PreviewStatus};

/// The state that previews run on, copied at most once per change.
pub struct Copy {
    changes: u64,
    state_version: u64,
    state: State,
    owners: Arc<Owners>,
}

#[derive(Default)]
pub struct Copies(Mutex<Option<Arc<Copy>>>);

impl Copies {
    fn latest(&self, chain: &RwLock<Chain>) -> Result<Arc<Copy>> {
        let mut kept = self.0.lock().map_err(poisoned)?;
        let chain = chain.read().map_err(poisoned)?;
        if let Some(copy) = kept.as_ref().filter(|copy| copy.changes == chain.changes) {
            return Ok(copy.clone());
        }
        let copy = Arc::new(Copy {
            changes: chain.changes,
            state_version: chain.state_version,
            state: chain.state.clone(),
            owners: chain.owners.clone(),
        });
        *kept = Some(copy.clone());
        Ok(copy)
    }
}

/// Runs transactions alongside the commits, and keeps nothing of what they do.
pub struct Previewer {
    chain: Arc<RwLock<Chain>>,
    copies: Arc<Copies>,
    executor: Executor,
    network: NetworkDefinition,
    names: Names,
    validator: TransactionValidator,
}

impl Previewer {
    pub fn new(chain: Arc<RwLock<Chain>>, copies: Arc<Copies>, network: NetworkDefinition) -> Self {
        let validator = TransactionValidator::new(&chain.read().expect("fresh").state, &network);
        Self {
            names: Names::new(&network),
            executor: Executor::default(),
            chain,
            copies,
            network,
            validator,
        }
    }

    pub fn preview(&self, payload: Vec<u8>, flags: PreviewFlags) -> Result<PreviewResult> {
        let config = self.config(&flags);
        let executable = self.validate(payload, flags)?;
        let copy = self.copies.latest(&self.chain)?;
        let started = Instant::now();
        let receipt = self.executor.execute(&copy.state, &config, &executable);
        let execute_ms = milliseconds(started, Instant::now());
        let base = PreviewResult {
            status: PreviewStatus::Rejected,
            error_message: None,
            cost: Cost::default(),
            changes: Changes::default(),
            outputs: Vec::new(),
            state_version: copy.state_version,
            execute_ms,
        };
        let cost = read_cost(&receipt.fee_summary);
        Ok(match &receipt.result {
            TransactionResult::Commit(commit) => {
                let new = Owners::of_updates(&commit.state_updates.create_database_updates());
                let error_message = read_error(commit);
                PreviewResult {
                    status: match error_message {
                        None => PreviewStatus::Success,
                        Some(_) => PreviewStatus::Failure,
                    },
                    error_message,
                    cost,
                    changes: read_changes(commit, &[&new, &copy.owners], &self.names),
                    outputs: read_outputs(commit, &self.names)?,
                    ..base
                }
            }
            TransactionResult::Reject(reject) => PreviewResult {
                error_message: Some(format!("{:?}", reject.reason)),
                cost,
                ..base
            },
            TransactionResult::Abort(abort) => PreviewResult {
                error_message: Some(format!("{:?}", abort.reason)),
                cost,
                ..base
            },
        })
    }

    fn validate(&self, payload: Vec<u8>, flags: PreviewFlags) -> Result<ExecutableTransaction> {
        let preview = PreviewTransactionV2::from_raw(&payload.into()).map_err(|error| {
            Error::new(
                Code::BadPayload,
                format!("not a preview transaction: {error:?}"),
            )
        })?;
        let validated = preview
            .prepare_and_validate(&self.validator)
            .map_err(invalid)?;
        let skip_epoch_check = flags.skip_epoch_check;
        let executable = validated.create_executable(flags);
        // Transactions of version 2 ignore this flag.
        Ok(match skip_epoch_check {
            true => executable.skip_epoch_range_check(),
            false => executable,
        })
    }

    fn config(&self, flags: &PreviewFlags) -> ExecutionConfig {
        ExecutionConfig::for_notarized_transaction(self.network.clone()).update_system_overrides(
            |mut overrides| {
                overrides.disable_auth = flags.disable_auth;
                overrides
            },
        )
    }
}
