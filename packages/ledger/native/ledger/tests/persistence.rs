//! What a ledger has answered is still there after the process ended, however it ended.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use accord_codec::{
    account_address, notarize, prepare_transaction, Curve, Header, Key, Signature, TransactionDraft,
};
use accord_ledger::{network_of, Code, Error, Ledger, Options, SubmitOutcome};
use radix_common::crypto::{Ed25519PrivateKey, Hash, IsHash, PublicKey};

const GENESIS_MS: i64 = 1_800_000_000_000;
const SIMULATOR: u32 = 242;

#[test]
fn a_closed_ledger_opens_with_all_it_had() {
    let home = Home::new();
    let (history, balances, time) = {
        let mut ledger = home.open().unwrap();
        for number in 1..=5 {
            let second = GENESIS_MS + i64::from(number) * 1000;
            assert_eq!(
                submit(&mut ledger, &transfer(number), second),
                SubmitOutcome::CommittedSuccess
            );
        }
        seen(&ledger)
    };
    let mut ledger = home.open().unwrap();
    assert_eq!(seen(&ledger), (history.clone(), balances, time));
    assert_eq!(history.len(), 6);
    assert_eq!(ledger.raw_transaction(3).unwrap(), transfer(2));
    assert_eq!(
        submit(&mut ledger, &transfer(3), GENESIS_MS),
        SubmitOutcome::Duplicate
    );
    assert_eq!(
        submit(&mut ledger, &transfer(6), GENESIS_MS),
        SubmitOutcome::CommittedSuccess
    );
}

#[test]
fn a_torn_last_record_is_cut_off_and_the_ledger_goes_on() {
    let home = Home::new();
    let (before, cut_from) = {
        let mut ledger = home.open().unwrap();
        submit(&mut ledger, &transfer(1), GENESIS_MS);
        (seen(&ledger), home.log_length())
    };
    submit(&mut home.open().unwrap(), &transfer(2), GENESIS_MS);
    let whole = fs::read(home.log()).unwrap();
    for length in (cut_from as usize..whole.len()).step_by(97) {
        fs::write(home.log(), &whole[..length]).unwrap();
        let mut ledger = home.open().unwrap();
        assert_eq!(seen(&ledger), before, "cut at {length}");
        assert_eq!(
            submit(&mut ledger, &transfer(2), GENESIS_MS),
            SubmitOutcome::CommittedSuccess
        );
    }
}

#[test]
fn a_hole_before_a_committed_transaction_is_damage_not_a_torn_end() {
    let home = Home::new();
    {
        let mut ledger = home.open().unwrap();
        submit(&mut ledger, &transfer(1), GENESIS_MS);
        submit(&mut ledger, &transfer(2), GENESIS_MS);
    }
    let mut bytes = fs::read(home.log()).unwrap();
    let first = bytes.len() / 2;
    bytes[first] ^= 1;
    fs::write(home.log(), &bytes).unwrap();
    assert_eq!(home.open().err().unwrap().code, Code::LedgerDamaged);
    assert_eq!(fs::read(home.log()).unwrap(), bytes, "nothing is cut off");
}

#[test]
fn a_snapshot_that_is_missing_spoiled_or_ahead_of_the_log_does_no_harm() {
    let home = Home::new();
    let before = {
        let mut ledger = home.open().unwrap();
        submit(&mut ledger, &transfer(1), GENESIS_MS);
        seen(&ledger)
    };
    let whole = fs::read(home.log()).unwrap();
    submit(&mut home.open().unwrap(), &transfer(2), GENESIS_MS);
    drop(home.open().unwrap());
    fs::write(home.log(), whole).unwrap();
    assert_eq!(seen(&home.open().unwrap()), before, "ahead");
    fs::write(home.path.join("state.snapshot"), b"spoiled").unwrap();
    assert_eq!(seen(&home.open().unwrap()), before, "spoiled");
    fs::remove_file(home.path.join("state.snapshot")).unwrap();
    assert_eq!(seen(&home.open().unwrap()), before, "missing");
}

#[test]
fn a_directory_has_a_ledger_of_one_network() {
    let home = Home::new();
    drop(home.open().unwrap());
    let other = Options {
        network: network_of(240).unwrap(),
        ..home.options()
    };
    assert_eq!(Ledger::open(other).err().unwrap().code, Code::WrongNetwork);
    home.open().unwrap();
}

#[test]
fn time_moves_by_whole_seconds_and_never_back() {
    let mut ledger = Ledger::open(Options {
        directory: None,
        ..Home::new().options()
    })
    .unwrap();
    let start = ledger.info().unwrap().time;
    let mut tick = |now_ms| {
        ledger.tick(now_ms).unwrap();
        ledger.info().unwrap().time
    };
    assert_eq!(tick(GENESIS_MS + 999), start);
    assert_eq!(tick(GENESIS_MS + 1_000).timestamp_ms, GENESIS_MS + 1_000);
    assert_eq!(tick(GENESIS_MS).timestamp_ms, GENESIS_MS + 1_000);
    assert_eq!(tick(GENESIS_MS + 301_000).epoch, start.epoch + 1);
    assert_eq!(tick(GENESIS_MS + 9_000_000).epoch, start.epoch + 2);
    assert_eq!(ledger.info().unwrap().state_version, 1);
}

#[test]
fn bytes_that_are_no_transaction_are_refused_with_a_code() {
    let mut ledger = Ledger::open(Options {
        directory: None,
        ..Home::new().options()
    })
    .unwrap();
    let whole = transfer(1);
    for length in (0..whole.len()).step_by(7) {
        assert_eq!(
            try_submit(&mut ledger, &whole[..length]).unwrap_err().code,
            Code::BadPayload
        );
    }
    let mut flipped = whole;
    *flipped.last_mut().unwrap() ^= 1;
    assert_eq!(
        try_submit(&mut ledger, &flipped).unwrap_err().code,
        Code::InvalidTransaction
    );
}

/// A directory of its own, removed at the end.
struct Home {
    path: PathBuf,
}

impl Home {
    fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("accord-ledger-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).unwrap();
        Self { path }
    }

    fn options(&self) -> Options {
        Options {
            network: network_of(242).unwrap(),
            genesis_time_ms: GENESIS_MS,
            treasury: PublicKey::Ed25519(treasury().public_key()),
            template: None,
            directory: Some(self.path.clone()),
        }
    }

    fn open(&self) -> Result<Ledger, Error> {
        Ledger::open(self.options())
    }

    fn log(&self) -> PathBuf {
        Path::join(&self.path, "commits.log")
    }

    fn log_length(&self) -> u64 {
        fs::metadata(self.log()).unwrap().len()
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}

fn seen(ledger: &Ledger) -> (Vec<String>, String, i64) {
    let info = ledger.info().unwrap();
    let receiver = ledger.fungibles(&account(2)).unwrap();
    (
        ledger.history(0, 100).unwrap(),
        receiver
            .first()
            .map(|held| held.amount.clone())
            .unwrap_or_default(),
        info.time.timestamp_ms,
    )
}

fn submit(ledger: &mut Ledger, bytes: &[u8], now_ms: i64) -> SubmitOutcome {
    ledger.submit(bytes.to_vec(), now_ms).unwrap().outcome
}

fn try_submit(ledger: &mut Ledger, bytes: &[u8]) -> Result<SubmitOutcome, Error> {
    let result = ledger.submit(bytes.to_vec(), GENESIS_MS)?;
    Ok(result.outcome)
}

fn treasury() -> Ed25519PrivateKey {
    Ed25519PrivateKey::from_u64(1).unwrap()
}

fn key(number: u64) -> Key {
    Key::of(
        &Ed25519PrivateKey::from_u64(number)
            .unwrap()
            .public_key()
            .into(),
    )
}

fn account(number: u64) -> String {
    account_address(&key(number), SIMULATOR).unwrap()
}

/// The treasury gives an account as many XRD as the number says.
fn transfer(number: u32) -> Vec<u8> {
    let (from, to) = (account(1), account(2));
    let xrd = "resource_sim1tknxxxxxxxxxradxrdxxxxxxxxx009923554798xxxxxxxxxakj8n3";
    let manifest = format!(
        "CALL_METHOD Address(\"{from}\") \"lock_fee\" Decimal(\"10\");
         CALL_METHOD Address(\"{from}\") \"withdraw\" Address(\"{xrd}\") Decimal(\"{number}\");
         CALL_METHOD Address(\"{to}\") \"try_deposit_batch_or_abort\" Expression(\"ENTIRE_WORKTOP\") Enum<0u8>();"
    );
    let prepared = prepare_transaction(TransactionDraft {
        manifest: &manifest,
        header: &Header {
            network_id: SIMULATOR,
            start_epoch: 2,
            end_epoch: 100,
            min_timestamp_s: None,
            max_timestamp_s: None,
            intent_discriminator: number.to_string(),
        },
        notary: &key(1),
        tip_basis_points: 0,
        children: &[],
        message: None,
    })
    .unwrap();
    let hash: [u8; 32] = hex::decode(&prepared.hash_to_sign)
        .unwrap()
        .try_into()
        .unwrap();
    let signature = Signature {
        curve: Curve::Ed25519,
        public_key: None,
        signature: hex::encode(treasury().sign(Hash::from_bytes(hash)).0),
    };
    let notarized = notarize(&prepared.signed_transaction_intent, &signature, SIMULATOR).unwrap();
    hex::decode(notarized.notarized_transaction).unwrap()
}
