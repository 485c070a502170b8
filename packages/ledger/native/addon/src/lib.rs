//! The boundary between Node and the crates below: hex, decimal strings and plain objects cross it.
//! Every export catches panics.

mod codec;
mod convert;
mod error;
mod ledger;
mod publication;
mod types;

/// The engine makes and drops very many small values on several threads at once.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
