//! The Radix Engine behind functions that are not generic. Keep this crate small and leave it alone:
//! touching it recompiles the whole engine.

mod state;

pub use state::State;

use radix_common::crypto::Secp256k1PrivateKey;
use radix_common::prelude::{ComponentAddress, Decimal, Epoch, NetworkDefinition, PublicKey, XRD};
use radix_engine::system::bootstrap::{GenesisDataChunk, GenesisResourceAllocation};
use radix_engine::transaction::{execute_transaction, ExecutionConfig, TransactionReceipt};
use radix_engine::updates::{BabylonSettings, ProtocolBuilder};
use radix_engine::vm::DefaultVmModules;
use radix_engine_interface::blueprints::consensus_manager::{
    ConsensusManagerConfig, EpochChangeCondition,
};
use radix_transactions::model::ExecutableTransaction;

const EPOCH_MS: u64 = 300_000;

pub struct Genesis {
    pub network: NetworkDefinition,
    pub time_ms: i64,
    /// Its account begins with `treasury_xrd`.
    pub treasury: PublicKey,
    pub treasury_xrd: Decimal,
}

/// The state after genesis and every protocol update. The same genesis gives the same state.
pub fn boot(genesis: &Genesis) -> State {
    let mut state = State::default();
    ProtocolBuilder::for_network(&genesis.network)
        .configure_babylon(|_| babylon_settings(genesis))
        .from_bootstrap_to_latest()
        .commit_each_protocol_update(&mut state);
    state
}

/// Runs transactions. It caches compiled code, so keep it.
#[derive(Default)]
pub struct Executor(DefaultVmModules);

impl Executor {
    /// Nothing is committed: the receipt says what would change.
    pub fn execute(
        &self,
        state: &State,
        config: &ExecutionConfig,
        transaction: &ExecutableTransaction,
    ) -> TransactionReceipt {
        execute_transaction(state, &self.0, config, transaction)
    }
}

fn babylon_settings(genesis: &Genesis) -> BabylonSettings {
    let validator = Secp256k1PrivateKey::from_u64(1)
        .expect("1 is a private key")
        .public_key();
    let treasury = ComponentAddress::preallocated_account_from_public_key(&genesis.treasury);
    let mut settings = BabylonSettings::single_validator_and_staker(
        validator,
        Decimal::ONE,
        Decimal::ZERO,
        ComponentAddress::preallocated_account_from_public_key(&validator),
        Epoch::of(1),
        ConsensusManagerConfig::test_default().with_epoch_change_condition(EpochChangeCondition {
            min_round_count: 1,
            max_round_count: 1_000_000_000,
            target_duration_millis: EPOCH_MS,
        }),
    );
    settings.initial_time_ms = genesis.time_ms;
    settings
        .genesis_data_chunks
        .push(GenesisDataChunk::ResourceBalances {
            accounts: vec![treasury],
            allocations: vec![(
                XRD,
                vec![GenesisResourceAllocation {
                    account_index: 0,
                    amount: genesis.treasury_xrd,
                }],
            )],
        });
    settings
}
