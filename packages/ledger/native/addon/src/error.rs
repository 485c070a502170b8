use std::panic::{catch_unwind, AssertUnwindSafe};

use napi::bindgen_prelude::{Error as NapiError, Status};
use napi_derive::napi;

macro_rules! error_codes {
    ($($variant:ident = $name:tt),* $(,)?) => {
        /// The `code` of every error that the addon throws.
        #[napi(string_enum)]
        #[derive(Debug, Clone, Copy)]
        pub enum AddonErrorCode {
            $(#[napi(value = $name)] $variant),*
        }

        impl AsRef<str> for AddonErrorCode {
            fn as_ref(&self) -> &str {
                match self {
                    $(Self::$variant => $name),*
                }
            }
        }
    };
}

error_codes! {
    BadArgument = "bad_argument",
    BadHex = "bad_hex",
    BadPayload = "bad_payload",
    WrongNetwork = "wrong_network",
    BadManifest = "bad_manifest",
    BadAddress = "bad_address",
    BadSignature = "bad_signature",
    TooLarge = "too_large",
    InvalidTransaction = "invalid_transaction",
    LedgerInUse = "ledger_in_use",
    LedgerDamaged = "ledger_damaged",
    LedgerClosed = "ledger_closed",
    TemplateDamaged = "template_damaged",
    Internal = "internal",
}

impl From<accord_codec::Code> for AddonErrorCode {
    fn from(code: accord_codec::Code) -> Self {
        use accord_codec::Code;
        match code {
            Code::BadArgument => Self::BadArgument,
            Code::BadHex => Self::BadHex,
            Code::BadPayload => Self::BadPayload,
            Code::WrongNetwork => Self::WrongNetwork,
            Code::BadManifest => Self::BadManifest,
            Code::BadAddress => Self::BadAddress,
            Code::BadSignature => Self::BadSignature,
            Code::TooLarge => Self::TooLarge,
            Code::InvalidTransaction => Self::InvalidTransaction,
            Code::Internal => Self::Internal,
        }
    }
}

impl From<accord_ledger::Code> for AddonErrorCode {
    fn from(code: accord_ledger::Code) -> Self {
        use accord_ledger::Code;
        match code {
            Code::BadAddress => Self::BadAddress,
            Code::BadPayload => Self::BadPayload,
            Code::WrongNetwork => Self::WrongNetwork,
            Code::InvalidTransaction => Self::InvalidTransaction,
            Code::LedgerInUse => Self::LedgerInUse,
            Code::LedgerDamaged => Self::LedgerDamaged,
            Code::LedgerClosed => Self::LedgerClosed,
            Code::TemplateDamaged => Self::TemplateDamaged,
            Code::Internal => Self::Internal,
        }
    }
}

pub type Result<T> = std::result::Result<T, NapiError<AddonErrorCode>>;

pub fn internal(message: impl Into<String>) -> NapiError<AddonErrorCode> {
    NapiError::new(AddonErrorCode::Internal, message.into())
}

/// A rejection cannot carry a code of its own: `Ledger` in TypeScript takes it from the front of the message.
pub fn rejection(error: accord_ledger::Error) -> NapiError {
    let code = AddonErrorCode::from(error.code);
    NapiError::new(
        Status::GenericFailure,
        format!("{}: {}", code.as_ref(), error.message),
    )
}

/// Runs work of the codec; a panic in it is an internal error.
pub fn run<T>(work: impl FnOnce() -> accord_codec::Result<T>) -> Result<T> {
    catch_unwind(AssertUnwindSafe(work))
        .map_err(|_| internal("the codec panicked"))?
        .map_err(|error| NapiError::new(error.code.into(), error.message))
}

/// Runs work of the ledger; a panic in it is an internal error.
pub fn run_ledger<T>(work: impl FnOnce() -> accord_ledger::Result<T>) -> Result<T> {
    catch_unwind(AssertUnwindSafe(work))
        .map_err(|_| internal("the ledger panicked"))?
        .map_err(|error| NapiError::new(error.code.into(), error.message))
}
