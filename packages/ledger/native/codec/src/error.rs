use serde::Serialize;

/// Why a call was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// What was passed does not have the expected form.
    BadArgument,
    BadHex,
    BadPayload,
    WrongNetwork,
    BadManifest,
    BadAddress,
    BadSignature,
    TooLarge,
    InvalidTransaction,
    Internal,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Error {
    pub code: Code,
    pub message: String,
}

pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
        }
    }

    pub fn bad_payload(message: impl Into<String>) -> Self {
        Self::new(Code::BadPayload, message)
    }
}
