//! The boundary between Node and the crates below: hex, decimal strings and plain objects cross it.
//! Every export catches panics.

mod codec;
mod convert;
mod error;
mod ledger;
mod publication;
mod types;
