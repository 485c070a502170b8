//! The bytes of Radix transactions, over the canonical crates: nothing here needs a ledger's state.
//!
//! Hex is read in any case and written in lower case; amounts are decimal strings.

mod access_rule;
mod address;
mod amount;
mod bech32m;
mod door;
mod error;
mod header;
mod instruction;
mod key;
mod limit_order;
mod network;
mod outer;
mod payload;
mod preview;
mod signed_limit_order;
mod signed_partial;
mod stack;
mod subintent;
mod transaction;
mod value;

pub use access_rule::{access_rule_manifest, signature_access_rule, AccessRuleInfo};
pub use address::{
    account_address, parse_subintent_id, parse_transaction_id, read_address, subintent_id_of_hex,
    transaction_id_of_hex, AddressInfo, IdInfo,
};
pub use door::{answer, call, refusal, split_text};
pub use error::{Code, Error, Result};
pub use header::Header;
pub use instruction::{Constraint, ConstraintKind, Instruction};
pub use key::{Curve, Key, Signature};
pub use limit_order::SchemaTerms;
pub use network::network;
pub use outer::{compose_order_preview, compose_outer, OuterAmounts, PreviewedOrder};
pub use payload::{bytes_from_hex, TRANSACTION_BYTES_MAX};
pub use preview::{compile_preview, PreviewChild};
pub use signed_limit_order::{
    read_signed_limit_order, OtherOrder, RootPlace, SignedLimitOrder, SignedOutline, UsualOrder,
};
pub use signed_partial::{
    attach_own_signatures, attach_signatures, decompile_subintent, read_signed_partial_transaction,
    unwrap, Signed, SignedPartial, SignedPartialInfo, SignedSubintent,
};
pub use subintent::{
    compile_subintent, copy_for_preview, read_manifest, read_subintent, CompiledSubintent, Outline,
    SubintentInfo,
};
pub use transaction::{
    decompile_transaction, notarize, prepare_transaction, read_transaction, NotarizedTransaction,
    PreparedTransaction, TransactionDraft, TransactionInfo,
};
pub use value::{Value, ValueKind};

/// Blake2b-256, as the ledger hashes.
pub fn hash(bytes: &str) -> Result<String> {
    let bytes = bytes_from_hex(bytes, TRANSACTION_BYTES_MAX)?;
    Ok(payload::hex_of(radix_common::crypto::hash(bytes)))
}
