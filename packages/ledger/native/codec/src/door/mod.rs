//! The codec for JavaScript: the same text goes in and comes out whether it crosses to the addon or to WebAssembly.

mod drafts;
mod functions;

use serde::de::DeserializeOwned;
use serde::Serialize;

use crate::error::{Code, Error, Result};

/// Runs the function of this name. `parameters` is a JSON array. A first parameter that is text, which may be long, is null in it
/// and follows as it is, after a line break. The answer is `{"ok":…}` or `{"error":{code, message}}`.
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

/// The array, which is one line, and the text behind it.
fn split_text(parameters: &str) -> Result<(&str, &str)> {
    let split = parameters.split_once('\n');
    split.ok_or_else(|| Error::new(Code::BadArgument, "the first parameter must be text"))
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
