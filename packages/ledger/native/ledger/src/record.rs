use serde::Serialize;

use crate::entry::Kind;
use crate::error::{Error, Result};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum CommitStatus {
    CommittedSuccess,
    CommittedFailure,
}

/// One commit, as JavaScript reads it and as the log keeps it: `local/commit-record.ts` mirrors these types.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CommitRecord {
    pub state_version: u64,
    pub epoch: u64,
    pub round: u64,
    pub timestamp_ms: i64,
    pub kind: Kind,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transaction_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub intent_hash: Option<String>,
    pub status: CommitStatus,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error_message: Option<String>,
    #[serde(flatten)]
    pub cost: Cost,
    #[serde(flatten)]
    pub changes: Changes,
    pub subintents: Vec<SubintentRecord>,
    /// Of published components only.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<Event>,
}

/// What a component's method emitted; the data as the node's programmatic JSON.
#[derive(Debug, Clone, Serialize)]
pub struct Event {
    pub name: String,
    pub emitter: String,
    pub data: serde_json::Value,
}

#[derive(Debug, Clone, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Cost {
    pub fee_xrd: FeeXrd,
    pub cost_units: CostUnits,
}

/// Decimal strings.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FeeXrd {
    pub total: String,
    pub execution: String,
    pub finalization: String,
    pub storage: String,
    pub royalty: String,
    pub tip: String,
}

impl Default for FeeXrd {
    fn default() -> Self {
        let nothing = || "0".to_string();
        Self {
            total: nothing(),
            execution: nothing(),
            finalization: nothing(),
            storage: nothing(),
            royalty: nothing(),
            tip: nothing(),
        }
    }
}

#[derive(Debug, Clone, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CostUnits {
    pub execution: u32,
    pub finalization: u32,
}

#[derive(Debug, Clone, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Changes {
    /// Without the fee: what the transaction itself moved.
    pub balance_changes: Vec<BalanceChange>,
    pub fee_balance_changes: Vec<FeeBalanceChange>,
    pub new_entities: Vec<NewEntity>,
}

#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BalanceChange {
    pub entity: String,
    pub resource: String,
    pub change: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum FeeBalanceChangeKind {
    FeePayment,
    FeeDistributed,
    RoyaltyDistributed,
}

#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FeeBalanceChange {
    pub kind: FeeBalanceChangeKind,
    pub entity: String,
    /// In XRD; negative for the payer.
    pub change: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum EntityKind {
    Package,
    Component,
    Resource,
}

#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct NewEntity {
    #[serde(rename = "type")]
    pub kind: EntityKind,
    pub address: String,
}

#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SubintentRecord {
    pub subintent_hash: String,
    pub subintent_id: String,
    /// Whether this commit consumed it: only a successful one does.
    pub finalized: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum SubmitOutcome {
    CommittedSuccess,
    CommittedFailure,
    Rejected,
    Duplicate,
}

impl From<CommitStatus> for SubmitOutcome {
    fn from(status: CommitStatus) -> Self {
        match status {
            CommitStatus::CommittedSuccess => Self::CommittedSuccess,
            CommitStatus::CommittedFailure => Self::CommittedFailure,
        }
    }
}

#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SubmitResult {
    pub outcome: SubmitOutcome,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error_message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub record: Option<CommitRecord>,
    pub timings: Timings,
}

/// Where the time of one submit went.
#[derive(Debug, Clone, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Timings {
    pub tick_ms: f64,
    pub validate_ms: f64,
    pub execute_ms: f64,
    pub sync_ms: f64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum PreviewStatus {
    Success,
    Failure,
    Rejected,
}

#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PreviewResult {
    pub status: PreviewStatus,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error_message: Option<String>,
    #[serde(flatten)]
    pub cost: Cost,
    #[serde(flatten)]
    pub changes: Changes,
    /// Of each instruction; empty unless it succeeded.
    pub outputs: Vec<Output>,
    /// The state that it was previewed on.
    pub state_version: u64,
    pub execute_ms: f64,
}

/// What an instruction returned: Scrypto SBOR, and as the node's programmatic JSON.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    pub hex: String,
    pub programmatic_json: serde_json::Value,
}

pub fn to_json(value: &impl Serialize) -> Result<String> {
    serde_json::to_string(value).map_err(|error| Error::internal(error.to_string()))
}
