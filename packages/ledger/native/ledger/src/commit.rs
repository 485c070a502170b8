use radix_common::prelude::Hash;
use radix_engine::transaction::{
    CommitResult, ExecutionConfig, Nullification, TransactionReceipt, TransactionResult,
};
use radix_substate_store_interface::interface::{CreateDatabaseUpdates, DatabaseUpdates};
use radix_transactions::errors::TransactionValidationError;
use radix_transactions::model::{
    ExecutableTransaction, IntentHash, RawNotarizedTransaction, UserTransactionHashes,
};

use crate::clock::LedgerTime;
use crate::entry::{Entry, Kind};
use crate::error::{Code, Error, Result};
use crate::host::{milliseconds, Instant};
use crate::ledger::Ledger;
use crate::outputs::read_events;
use crate::owners::Owners;
use crate::receipt::{read_changes, read_cost, read_error};
use crate::record::{
    to_json, CommitRecord, CommitStatus, SubintentRecord, SubmitOutcome, SubmitResult, Timings,
};

/// A transaction is in the log and synced before anyone sees what it changed.
impl Ledger {
    /// Moves the ledger's time to `now_ms` if that is another second.
    pub fn tick(&mut self, now_ms: i64) -> Result<()> {
        let time = LedgerTime::of(&self.chain.state)?;
        if !time.is_behind(now_ms) {
            return Ok(());
        }
        let config = ExecutionConfig::for_validator_transaction(self.network.clone());
        let receipt = self
            .executor
            .execute(&self.chain.state, &config, &time.next_round(now_ms)?);
        let commit = committed(&receipt)
            .filter(|commit| commit.outcome.is_success())
            .ok_or_else(|| Error::internal(format!("a round update: {receipt:?}")))?;
        self.write(Entry {
            kind: Kind::Round,
            state_version: self.chain.state_version,
            intent_hash: [0; 32],
            updates: commit.state_updates.create_database_updates(),
            record: String::new(),
            raw: Vec::new(),
        })
    }

    /// Commits a notarized transaction, or reports why not.
    pub fn submit(&mut self, notarized: Vec<u8>, now_ms: i64) -> Result<SubmitResult> {
        let started = Instant::now();
        self.tick(now_ms)?;
        let ticked = Instant::now();
        let (hashes, executable) = self.validate(&notarized)?;
        let validated = Instant::now();
        let mut timings = Timings {
            tick_ms: milliseconds(started, ticked),
            validate_ms: milliseconds(ticked, validated),
            ..Timings::default()
        };
        if self.is_committed(&hashes) {
            return Ok(outcome(SubmitOutcome::Duplicate, None, None, timings));
        }
        let executed = self.execute(&hashes, &executable)?;
        let finished = Instant::now();
        timings.execute_ms = milliseconds(validated, finished);
        let (record, updates) = match executed {
            Executed::Rejected(reason) => {
                return Ok(outcome(
                    SubmitOutcome::Rejected,
                    Some(reason),
                    None,
                    timings,
                ))
            }
            Executed::Committed(record, updates) => (*record, updates),
        };
        self.write(Entry {
            kind: Kind::User,
            state_version: record.state_version,
            intent_hash: hashes.transaction_intent_hash.0 .0,
            updates,
            record: to_json(&record)?,
            raw: notarized,
        })?;
        timings.sync_ms = milliseconds(finished, Instant::now());
        let error = record.error_message.clone();
        Ok(outcome(record.status.into(), error, Some(record), timings))
    }

    fn validate(&self, bytes: &[u8]) -> Result<(UserTransactionHashes, ExecutableTransaction)> {
        let prepared = RawNotarizedTransaction::from(bytes.to_vec())
            .prepare(self.validator.preparation_settings())
            .map_err(|error| {
                Error::new(
                    Code::BadPayload,
                    format!("not a notarized transaction: {error:?}"),
                )
            })?;
        let hashes = prepared.hashes();
        let validated = prepared.validate(&self.validator).map_err(invalid)?;
        Ok((hashes, validated.create_executable()))
    }

    fn is_committed(&self, hashes: &UserTransactionHashes) -> bool {
        let hash = &hashes.transaction_intent_hash.0;
        self.chain.committed.contains_key(hash)
    }

    fn execute(
        &self,
        hashes: &UserTransactionHashes,
        executable: &ExecutableTransaction,
    ) -> Result<Executed> {
        let chain = &self.chain;
        let config = ExecutionConfig::for_notarized_transaction(self.network.clone());
        let receipt = self.executor.execute(&chain.state, &config, executable);
        let commit = match &receipt.result {
            TransactionResult::Commit(commit) => commit,
            TransactionResult::Reject(reject) => {
                return Ok(Executed::Rejected(format!("{:?}", reject.reason)))
            }
            TransactionResult::Abort(abort) => {
                return Ok(Executed::Rejected(format!("{:?}", abort.reason)))
            }
        };
        let updates = commit.state_updates.create_database_updates();
        let new_owners = Owners::of_updates(&updates);
        let time = LedgerTime::of(&chain.state)?;
        let error_message = read_error(commit);
        let record = CommitRecord {
            state_version: chain.state_version + 1,
            epoch: time.epoch,
            round: time.round,
            timestamp_ms: time.timestamp_ms,
            kind: Kind::User,
            transaction_id: Some(self.names.transaction(&hashes.transaction_intent_hash)),
            intent_hash: Some(hex::encode(hashes.transaction_intent_hash)),
            status: match error_message {
                None => CommitStatus::CommittedSuccess,
                Some(_) => CommitStatus::CommittedFailure,
            },
            error_message,
            cost: read_cost(&receipt.fee_summary),
            changes: read_changes(commit, &[&new_owners, &chain.owners], &self.names),
            subintents: self.subintents(hashes, commit),
            events: read_events(commit, &self.names)?,
        };
        Ok(Executed::Committed(Box::new(record), updates))
    }

    fn subintents(
        &self,
        hashes: &UserTransactionHashes,
        commit: &CommitResult,
    ) -> Vec<SubintentRecord> {
        let subintents = hashes.non_root_subintent_hashes.iter();
        subintents
            .map(|hash| SubintentRecord {
                subintent_hash: hex::encode(hash),
                subintent_id: self.names.subintent(hash),
                finalized: commit.performed_nullifications.iter().any(|nullified| {
                    let Nullification::Intent { intent_hash, .. } = nullified;
                    *intent_hash == IntentHash::from(*hash)
                }),
            })
            .collect()
    }

    fn write(&mut self, entry: Entry) -> Result<()> {
        let home = self.home.as_mut();
        let position = home.map(|home| home.write(&entry)).transpose()?;
        self.chain.apply(&entry.updates);
        if entry.kind == Kind::User {
            let hash = Hash(entry.intent_hash);
            self.chain.state_version = entry.state_version;
            self.chain.committed.insert(hash, entry.state_version);
            self.chain.archive.push(entry, position);
        }
        if let Some(home) = &mut self.home {
            home.save_if_due(&self.chain.state);
        }
        Ok(())
    }
}

enum Executed {
    Committed(Box<CommitRecord>, DatabaseUpdates),
    Rejected(String),
}

fn committed(receipt: &TransactionReceipt) -> Option<&CommitResult> {
    match &receipt.result {
        TransactionResult::Commit(commit) => Some(commit),
        _ => None,
    }
}

pub fn invalid(error: TransactionValidationError) -> Error {
    Error::new(Code::InvalidTransaction, format!("{error:?}"))
}

fn outcome(
    outcome: SubmitOutcome,
    error_message: Option<String>,
    record: Option<CommitRecord>,
    timings: Timings,
) -> SubmitResult {
    SubmitResult {
        outcome,
        error_message,
        record,
        timings,
    }
}
