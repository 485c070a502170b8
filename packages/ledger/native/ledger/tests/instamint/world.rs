//! A ledger on which the blueprint is published and instantiated, with two tokens that only it mints.

use accord_engine::{boot, Executor, Genesis, State};
use radix_common::prelude::*;
use radix_engine::transaction::{ExecutionConfig, TransactionReceipt, TransactionResult};
use radix_engine_interface::blueprints::consensus_manager::LeaderProposalHistory;
use radix_engine_interface::prelude::*;
use radix_substate_store_interface::interface::{
    CommittableSubstateDatabase, CreateDatabaseUpdates,
};
use radix_transactions::builder::{ManifestBuilder, TransactionManifestV1Builder};
use radix_transactions::model::{
    ExecutableTransaction, PreparationSettings, RoundUpdateTransactionV1, TestTransaction,
};
use radix_transactions::prelude::{ResolvableArguments, TransactionManifestV1};

use crate::events::{events_of, Event};
use crate::people::*;
use crate::views::*;

const GENESIS_S: i64 = 1_800_000_000;

pub const DIVISIBILITIES: [u8; 3] = [6, 8, 18];
pub const GENESIS_SUPPLY: i64 = 1_000_000;
pub const PRICE_VALIDITY_S: i64 = 600;

pub struct World {
    state: State,
    executor: Executor,
    nonce: u32,
    epoch: u64,
    round: u64,
    pub now_s: i64,
    pub package: PackageAddress,
    pub instamint: ComponentAddress,
    pub badge: ResourceAddress,
    pub tokens: Vec<ResourceAddress>,
    /// All events of the component, in order.
    pub events: Vec<Event>,
}

impl World {
    /// Nothing is enabled and nobody is a customer yet.
    pub fn new() -> Self {
        let network = NetworkDefinition::simulator();
        let state = boot(&Genesis {
            network,
            time_ms: GENESIS_S * 1000,
            treasury: key(TREASURY).public_key().into(),
            treasury_xrd: dec!(1_000_000),
        });
        let mut world = Self {
            state,
            executor: Executor::default(),
            nonce: 0,
            epoch: 2,
            round: 0,
            now_s: GENESIS_S,
            package: PACKAGE_PACKAGE,
            instamint: FAUCET,
            badge: XRD,
            tokens: Vec::new(),
            events: Vec::new(),
        };
        world.package = world.publish();
        (world.instamint, world.badge) = world.instantiate(PRICE_VALIDITY_S).unwrap();
        world.events.clear();
        let minter = rule!(require(global_caller(world.instamint)));
        for divisibility in DIVISIBILITIES {
            let token = world.create_token(divisibility, minter.clone(), AccessRule::DenyAll);
            world.tokens.push(token);
        }
        world
    }

    /// Commits, unless it fails.
    pub fn run(&mut self, manifest: TransactionManifestV1, signers: &[u64]) -> TransactionReceipt {
        let proofs = signers.iter().map(|signer| signature_of(*signer)).collect();
        let nonce = self.next_nonce();
        self.run_transaction(TestTransaction::new_v1_from_nonce(manifest, nonce, proofs))
    }

    pub fn next_nonce(&mut self) -> u32 {
        self.nonce += 1;
        self.nonce
    }

    pub fn run_transaction(&mut self, transaction: TestTransaction) -> TransactionReceipt {
        let executable = transaction
            .prepare(&PreparationSettings::latest())
            .unwrap()
            .into_unvalidated_executable();
        let config = ExecutionConfig::for_notarized_transaction(NetworkDefinition::simulator());
        self.execute(&config, &executable)
    }

    fn execute(
        &mut self,
        config: &ExecutionConfig,
        executable: &ExecutableTransaction,
    ) -> TransactionReceipt {
        let receipt = self.executor.execute(&self.state, config, executable);
        if let TransactionResult::Commit(commit) = &receipt.result {
            self.state
                .commit(&commit.state_updates.create_database_updates());
            self.events.extend(events_of(commit, self.instamint));
        }
        receipt
    }

    /// The last instruction's output, or the error as text.
    pub fn output<T: ScryptoDecode>(
        &mut self,
        manifest: TransactionManifestV1,
        signers: &[u64],
    ) -> Result<T, String> {
        let last = manifest.instructions.len() - 1;
        let receipt = self.run(manifest, signers);
        match &receipt.result {
            TransactionResult::Commit(commit) if commit.outcome.is_success() => {
                Ok(commit.output(last))
            }
            TransactionResult::Commit(commit) => Err(format!("{:?}", commit.outcome)),
            result => Err(format!("{result:?}")),
        }
    }

    pub fn call<T: ScryptoDecode>(
        &mut self,
        signer: u64,
        method: &str,
        arguments: impl ResolvableArguments,
    ) -> Result<T, String> {
        let manifest = ManifestBuilder::new()
            .lock_fee_from_faucet()
            .call_method(self.instamint, method, arguments)
            .build();
        self.output(manifest, &[signer])
    }

    /// As the operator.
    pub fn operate(
        &mut self,
        method: &str,
        arguments: impl ResolvableArguments,
    ) -> Result<(), String> {
        self.call(OPERATOR, method, arguments)
    }

    /// Returns the new customer's id; its account is that of the key `CUSTOMERS` + id.
    pub fn add_customer(&mut self, allowance: Decimal) -> Result<u64, String> {
        let next: u64 = self.status().customers + 1;
        self.call(
            OPERATOR,
            "add_customer",
            (account(CUSTOMERS + next), allowance),
        )
    }

    /// Enables all tokens, at these prices.
    pub fn enable_all(&mut self, prices: [Decimal; 3]) {
        for (token, price) in self.tokens.clone().into_iter().zip(prices) {
            self.operate("enable_resource", (token, price)).unwrap();
        }
    }

    pub fn mint(
        &mut self,
        customer: u64,
        token: ResourceAddress,
        amount: Decimal,
    ) -> Result<(), String> {
        let manifest = self.mint_manifest(customer, token, amount).build();
        self.output(manifest, &[CUSTOMERS + customer])
    }

    /// What clients put in front of an order.
    pub fn mint_manifest(
        &self,
        customer: u64,
        token: ResourceAddress,
        amount: Decimal,
    ) -> TransactionManifestV1Builder {
        let id = NonFungibleLocalId::integer(customer);
        let holder = account(CUSTOMERS + customer);
        ManifestBuilder::new()
            .lock_fee_from_faucet()
            .create_proof_from_account_of_non_fungibles(holder, self.badge, [id.clone()])
            .create_proof_from_auth_zone_of_non_fungibles(self.badge, [id], "badge")
            .call_method_with_name_lookup(self.instamint, "mint_to_account", |names| {
                (token, amount, names.proof("badge"))
            })
    }

    /// From the account of a key. What is too much comes back to it.
    pub fn repay(
        &mut self,
        customer: u64,
        payer: u64,
        token: ResourceAddress,
        amount: Decimal,
    ) -> Result<(), String> {
        let manifest = ManifestBuilder::new()
            .lock_fee_from_faucet()
            .withdraw_from_account(account(payer), token, amount)
            .take_all_from_worktop(token, "repayment")
            .call_method_with_name_lookup(self.instamint, "repay", |names| {
                (customer, names.bucket("repayment"))
            })
            .deposit_entire_worktop(account(payer))
            .build();
        self.output(manifest, &[payer])
    }

    pub fn status(&mut self) -> Status {
        self.call(STRANGER, "status", ()).unwrap()
    }

    pub fn customer(&mut self, customer: u64) -> Option<Customer> {
        self.call(STRANGER, "customer", (customer,)).unwrap()
    }

    pub fn loan(&mut self, customer: u64, token: ResourceAddress) -> Decimal {
        let loans = self.customer(customer).unwrap().loans;
        loans.get(&token).copied().unwrap_or_default()
    }

    pub fn supply(&mut self, token: ResourceAddress) -> Decimal {
        let manifest = ManifestBuilder::new()
            .lock_fee_from_faucet()
            .call_method(token, "get_total_supply", ())
            .build();
        self.output::<Option<Decimal>>(manifest, &[])
            .unwrap()
            .unwrap()
    }

    pub fn balance(&mut self, holder: u64, resource: ResourceAddress) -> Decimal {
        let manifest = ManifestBuilder::new()
            .lock_fee_from_faucet()
            .call_method(account(holder), "balance", (resource,))
            .build();
        self.output(manifest, &[]).unwrap()
    }

    pub fn pass_seconds(&mut self, seconds: i64) {
        self.now_s += seconds;
        self.round += 1;
        let update = RoundUpdateTransactionV1 {
            proposer_timestamp_ms: self.now_s * 1000,
            epoch: Epoch::of(self.epoch),
            round: Round::of(self.round),
            leader_proposal_history: LeaderProposalHistory {
                gap_round_leaders: vec![],
                current_leader: 0,
                is_fallback: false,
            },
        };
        let executable = update
            .prepare(PreparationSettings::latest_ref())
            .unwrap()
            .create_executable();
        let config = ExecutionConfig::for_validator_transaction(NetworkDefinition::simulator());
        let receipt = self.execute(&config, &executable);
        if receipt.expect_commit_success().next_epoch().is_some() {
            self.epoch += 1;
            self.round = 0;
        }
    }
}

/// Panics unless it was refused with this code.
pub fn assert_refused<T: std::fmt::Debug>(result: Result<T, String>, code: &str) {
    let error = result.expect_err(code);
    assert!(error.contains(code), "{code} expected: {error}");
}
