use std::sync::{Arc, RwLock};
use std::time::Instant;

use accord_engine::Executor;
use radix_common::prelude::NetworkDefinition;
use radix_engine::transaction::{
    CommitResult, ExecutionConfig, Nullification, TransactionReceipt, TransactionResult,
};
use radix_substate_store_interface::interface::{CreateDatabaseUpdates, DatabaseUpdates};
use radix_transactions::errors::TransactionValidationError;
use radix_transactions::model::{
    ExecutableTransaction, IntentHash, RawNotarizedTransaction, UserTransactionHashes,
};
use radix_transactions::validation::TransactionValidator;

use crate::chain::Chain;
use crate::clock::LedgerTime;
use crate::entry::{Entry, Kind};
use crate::error::{Code, Error, Result};
use crate::names::Names;
use crate::open::{to_json, Home};
use crate::outputs::read_events;
use crate::owners::Owners;
use crate::receipt::{read_changes, read_cost, read_error};
use crate::record::{
    CommitRecord, CommitStatus, SubintentRecord, SubmitOutcome, SubmitResult, Timings,
};
use crate::snapshot::save;

const SNAPSHOT_EVERY_BYTES: u64 = 16 * 1024 * 1024;

/// The one writer. A transaction is in the log and synced before anyone sees what it changed.
pub struct Committer {
    chain: Arc<RwLock<Chain>>,
    home: Option<Home>,
    executor: Executor,
    network: NetworkDefinition,
    names: Names,
    validator: TransactionValidator,
    snapshot_at: u64,
    /// After a failed write the log's end is unknown, so nothing more is written.
    failed: Option<Error>,
}

impl Committer {
    pub fn new(chain: Arc<RwLock<Chain>>, home: Option<Home>, network: NetworkDefinition) -> Self {
        let validator = TransactionValidator::new(&chain.read().expect("fresh").state, &network);
        Self {
            snapshot_at: next_snapshot(&home),
            names: Names::new(&network),
            executor: Executor::default(),
            chain,
            home,
            network,
            validator,
            failed: None,
        }
    }

    /// Moves the ledger's time to `now_ms` if that is another second.
    pub fn tick(&mut self, now_ms: i64) -> Result<()> {
        let (time, updates) = {
            let chain = self.chain.read().map_err(poisoned)?;
            let time = LedgerTime::of(&chain.state)?;
            if !time.is_behind(now_ms) {
                return Ok(());
            }
            let config = ExecutionConfig::for_validator_transaction(self.network.clone());
            let receipt = self
                .executor
                .execute(&chain.state, &config, &time.next_round(now_ms)?);
            let commit = committed(&receipt)
                .filter(|commit| commit.outcome.is_success())
                .ok_or_else(|| Error::internal(format!("a round update: {receipt:?}")))?;
            (
                chain.state_version,
                commit.state_updates.create_database_updates(),
            )
        };
        self.write(Entry {
            kind: Kind::Round,
            state_version: time,
            intent_hash: [0; 32],
            updates,
            record: String::new(),
            raw: Vec::new(),
        })
    }

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
        if self.is_committed(&hashes)? {
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

    fn is_committed(&self, hashes: &UserTransactionHashes) -> Result<bool> {
        let chain = self.chain.read().map_err(poisoned)?;
        Ok(chain
            .committed
            .contains_key(&hashes.transaction_intent_hash.0))
    }

    fn execute(
        &self,
        hashes: &UserTransactionHashes,
        executable: &ExecutableTransaction,
    ) -> Result<Executed> {
        let chain = self.chain.read().map_err(poisoned)?;
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
        if let Some(error) = &self.failed {
            return Err(error.clone());
        }
        let position = match &mut self.home {
            None => None,
            Some(home) => {
                let written = home.log.append(&entry.encode()?).and_then(|position| {
                    if entry.kind == Kind::User {
                        home.log.sync()?;
                    }
                    Ok(position)
                });
                Some(written.inspect_err(|error| self.failed = Some(error.clone()))?)
            }
        };
        {
            let mut chain = self.chain.write().map_err(poisoned)?;
            chain.apply(&entry.updates);
            if entry.kind == Kind::User {
                let hash = radix_common::prelude::Hash(entry.intent_hash);
                chain.state_version = entry.state_version;
                chain.committed.insert(hash, entry.state_version);
                chain.archive.push(entry, position);
            }
        }
        self.snapshot_if_due()
    }

    /// The log alone is enough, so a snapshot that cannot be saved is tried again later.
    fn snapshot_if_due(&mut self) -> Result<()> {
        let Some(home) = &self.home else {
            return Ok(());
        };
        if home.log.length < self.snapshot_at {
            return Ok(());
        }
        // Taken out of the lock: saving takes a while, and the copy costs nothing.
        let state = self.chain.read().map_err(poisoned)?.state.clone();
        let saved = home
            .log
            .sync()
            .and_then(|()| save(&home.directory, &state, home.log.length));
        if let Err(error) = saved {
            eprintln!(
                "ledger: the snapshot cannot be saved, so the log keeps growing: {}",
                error.message
            );
        }
        self.snapshot_at = next_snapshot(&self.home);
        Ok(())
    }
}

enum Executed {
    Committed(Box<CommitRecord>, DatabaseUpdates),
    Rejected(String),
}

pub fn committed(receipt: &TransactionReceipt) -> Option<&CommitResult> {
    match &receipt.result {
        TransactionResult::Commit(commit) => Some(commit),
        _ => None,
    }
}

pub fn poisoned<T>(_: T) -> Error {
    Error::internal("an earlier failure left the ledger's state unusable")
}

pub fn invalid(error: TransactionValidationError) -> Error {
    Error::new(Code::InvalidTransaction, format!("{error:?}"))
}

pub fn milliseconds(from: Instant, to: Instant) -> f64 {
    (to - from).as_secs_f64() * 1000.0
}

fn next_snapshot(home: &Option<Home>) -> u64 {
    let length = home.as_ref().map_or(0, |home| home.log.length);
    length + SNAPSHOT_EVERY_BYTES
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
