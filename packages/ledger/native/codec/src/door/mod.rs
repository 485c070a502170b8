//! The codec for JavaScript: the same text goes in and comes out whether it crosses to the addon or to WebAssembly.

mod drafts;
mod functions;

use serde::de::DeserializeOwned;
use serde::Serialize;

use crate::error::{Code, Error, Result};

/// Runs the function of this name. `parameters` is a JSON array; the answer is `{"ok":…}` or `{"error":{code, message}}`.
pub fn call(name: &str, parameters: &str) -> String {
    functions::dispatch(name, parameters).unwrap_or_else(|error| refusal(&error))
}

/// The answer to a call that was refused.
pub fn refusal(error: &Error) -> String {
    #[derive(Serialize)]
    struct Refused<'a> {
        error: &'a Error,
    }
    write(&Refused { error }).unwrap_or_default()
}

fn answer<A: DeserializeOwned, R: Serialize>(
    parameters: &str,
    work: impl FnOnce(A) -> Result<R>,
) -> Result<String> {
    #[derive(Serialize)]
    struct Answered<R> {
        ok: R,
    }
    let parameters = serde_json::from_str(parameters)
        .map_err(|error| Error::new(Code::BadArgument, error.to_string()))?;
    write(&Answered {
        ok: work(parameters)?,
    })
}

fn write(answer: &impl Serialize) -> Result<String> {
    serde_json::to_string(answer).map_err(|error| Error::new(Code::Internal, error.to_string()))
}
