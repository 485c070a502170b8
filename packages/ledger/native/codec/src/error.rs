/// Why a call was refused. The names cross to JavaScript as `error.code`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Code {
    BadHex,
    BadPayload,
    WrongNetwork,
    BadManifest,
    BadAddress,
    BadSignature,
    BadAmount,
    TooLarge,
    InvalidTransaction,
    Internal,
}

impl Code {
    pub fn name(self) -> &'static str {
        match self {
            Code::BadHex => "bad_hex",
            Code::BadPayload => "bad_payload",
            Code::WrongNetwork => "wrong_network",
            Code::BadManifest => "bad_manifest",
            Code::BadAddress => "bad_address",
            Code::BadSignature => "bad_signature",
            Code::BadAmount => "bad_amount",
            Code::TooLarge => "too_large",
            Code::InvalidTransaction => "invalid_transaction",
            Code::Internal => "internal",
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
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
