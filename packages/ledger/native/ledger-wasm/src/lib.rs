//! The ledger as WebAssembly: each program has one.

mod functions;
mod pools;
mod refusal;

/// The engine makes and drops very many small values.
#[global_allocator]
static ALLOCATOR: pools::Pools = pools::Pools::new();

accord_door::program!(functions::call);
