/// Why the ledger refused. The code crosses to JavaScript as `error.code`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    pub code: &'static str,
    pub message: String,
}

pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
        }
    }

    pub fn internal(message: impl Into<String>) -> Self {
        Self::new("internal", message)
    }

    pub fn damaged(message: impl Into<String>) -> Self {
        Self::new("ledger_damaged", message)
    }

    pub fn closed() -> Self {
        Self::new("ledger_closed", "the ledger is closed")
    }
}

impl From<std::io::Error> for Error {
    fn from(error: std::io::Error) -> Self {
        Self::internal(error.to_string())
    }
}
