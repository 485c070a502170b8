use std::panic::{catch_unwind, AssertUnwindSafe};

use napi::bindgen_prelude::{Error as NapiError, Status};

/// Becomes `error.code` in JavaScript.
pub struct Code(&'static str);

impl AsRef<str> for Code {
    fn as_ref(&self) -> &str {
        self.0
    }
}

pub type Result<T> = std::result::Result<T, NapiError<Code>>;

pub fn internal(message: impl Into<String>) -> NapiError<Code> {
    NapiError::new(Code("internal"), message.into())
}

pub fn of_ledger(error: accord_ledger::Error) -> NapiError<Code> {
    NapiError::new(Code(error.code), error.message)
}

pub fn of_codec(error: accord_codec::Error) -> NapiError<Code> {
    NapiError::new(Code(error.code.name()), error.message)
}

/// A rejection cannot carry a code of its own; the typed door in TypeScript takes it off the message.
pub fn rejection(error: accord_ledger::Error) -> NapiError {
    NapiError::new(
        Status::GenericFailure,
        format!("{}: {}", error.code, error.message),
    )
}

/// Runs work of the codec; a panic within it is an internal error.
pub fn run<T>(work: impl FnOnce() -> accord_codec::Result<T>) -> Result<T> {
    catch_unwind(AssertUnwindSafe(work))
        .map_err(|_| internal("the codec panicked"))?
        .map_err(of_codec)
}

/// Runs work of the ledger; a panic within it is an internal error.
pub fn run_ledger<T>(work: impl FnOnce() -> accord_ledger::Result<T>) -> Result<T> {
    catch_unwind(AssertUnwindSafe(work))
        .map_err(|_| internal("the ledger panicked"))?
        .map_err(of_ledger)
}
