use accord_engine::State;
use radix_common::prelude::{Epoch, Round, ScryptoDecode, CONSENSUS_MANAGER};
use radix_engine::blueprints::consensus_manager::{
    ConsensusManagerField, ConsensusManagerProposerMilliTimestampFieldPayload,
    ConsensusManagerStateFieldPayload,
};
use radix_engine::system::system_db_reader::SystemDatabaseReader;
use radix_engine_interface::api::ModuleId;
use radix_engine_interface::blueprints::consensus_manager::LeaderProposalHistory;
use radix_transactions::model::{
    ExecutableTransaction, PreparationSettings, RoundUpdateTransactionV1,
};
use serde::Serialize;

use crate::error::{Error, Result};

/// The ledger's own time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct LedgerTime {
    pub epoch: u64,
    pub round: u64,
    #[serde(rename = "proposerTimestampMs")]
    pub timestamp_ms: i64,
}

impl LedgerTime {
    pub fn of(state: &State) -> Result<Self> {
        let manager =
            read::<ConsensusManagerStateFieldPayload>(state, ConsensusManagerField::State)?
                .fully_update_and_into_latest_version();
        let time = read::<ConsensusManagerProposerMilliTimestampFieldPayload>(
            state,
            ConsensusManagerField::ProposerMilliTimestamp,
        )?
        .fully_update_and_into_latest_version();
        Ok(Self {
            epoch: manager.epoch.number(),
            round: manager.round.number(),
            timestamp_ms: time.epoch_milli,
        })
    }

    /// Windows are whole seconds, so the time need not move more often.
    pub fn is_behind(&self, now_ms: i64) -> bool {
        now_ms.div_euclid(1000) > self.timestamp_ms.div_euclid(1000)
    }

    /// The round update that advances the ledger's time.
    pub fn next_round(&self, now_ms: i64) -> Result<ExecutableTransaction> {
        let update = RoundUpdateTransactionV1 {
            proposer_timestamp_ms: now_ms,
            epoch: Epoch::of(self.epoch),
            round: Round::of(self.round + 1),
            leader_proposal_history: LeaderProposalHistory {
                gap_round_leaders: vec![],
                current_leader: 0,
                is_fallback: false,
            },
        };
        let prepared = update
            .prepare(PreparationSettings::latest_ref())
            .map_err(|error| Error::internal(format!("a round update: {error:?}")))?;
        Ok(prepared.create_executable())
    }
}

fn read<T: ScryptoDecode>(state: &State, field: ConsensusManagerField) -> Result<T> {
    SystemDatabaseReader::new(state)
        .read_typed_object_field(CONSENSUS_MANAGER.as_node_id(), ModuleId::Main, field.into())
        .map_err(|error| Error::internal(format!("the consensus manager: {error:?}")))
}
