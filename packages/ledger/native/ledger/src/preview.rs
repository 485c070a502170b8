use radix_engine::transaction::{ExecutionConfig, TransactionResult};
use radix_substate_store_interface::interface::CreateDatabaseUpdates;
use radix_transactions::model::{
    ExecutableTransaction, PreviewFlags, PreviewTransactionV2, TransactionPayload,
};

use crate::commit::invalid;
use crate::error::{Code, Error, Result};
use crate::host::{milliseconds, Instant};
use crate::ledger::Ledger;
use crate::outputs::read_outputs;
use crate::owners::Owners;
use crate::receipt::{read_changes, read_cost, read_error};
use crate::record::{Changes, Cost, PreviewResult, PreviewStatus};

impl Ledger {
    /// Runs a transaction at `now_ms`, and keeps nothing of what it does.
    pub fn preview(
        &mut self,
        payload: Vec<u8>,
        flags: PreviewFlags,
        now_ms: i64,
    ) -> Result<PreviewResult> {
        self.tick(now_ms)?;
        let config = self.preview_config(&flags);
        let executable = self.validate_preview(payload, flags)?;
        let started = Instant::now();
        let receipt = self
            .executor
            .execute(&self.chain.state, &config, &executable);
        let execute_ms = milliseconds(started, Instant::now());
        let base = PreviewResult {
            status: PreviewStatus::Rejected,
            error_message: None,
            cost: Cost::default(),
            changes: Changes::default(),
            outputs: Vec::new(),
            state_version: self.chain.state_version,
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
                    changes: read_changes(commit, &[&new, &self.chain.owners], &self.names),
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

    fn validate_preview(
        &self,
        payload: Vec<u8>,
        flags: PreviewFlags,
    ) -> Result<ExecutableTransaction> {
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

    fn preview_config(&self, flags: &PreviewFlags) -> ExecutionConfig {
        ExecutionConfig::for_notarized_transaction(self.network.clone()).update_system_overrides(
            |mut overrides| {
                overrides.disable_auth = flags.disable_auth;
                overrides
            },
        )
    }
}
