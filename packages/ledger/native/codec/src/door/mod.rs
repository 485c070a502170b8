//! The codec for JavaScript, and how other functions for JavaScript read their parameters and write their answers.

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

/// The answer to a call that was refused: of the error's `code` and `message`.
pub fn refusal(error: &impl Serialize) -> String {
    #[derive(Serialize)]
    struct Refused<'a, E> {
        error: &'a E,
    }
    write(&Refused { error }).unwrap_or_default()
}

/// The array, which is one line, and the text behind it.
pub fn split_text(parameters: &str) -> Result<(&str, &str)> {
    let split = parameters.split_once('\n');
    split.ok_or_else(|| Error::new(Code::BadArgument, "the first parameter must be text"))
}

/// The answer of `work` to the parameters.
pub fn answer<A: DeserializeOwned, R: Serialize, E: From<Error>>(
    parameters: &str,
    work: impl FnOnce(A) -> std::result::Result<R, E>,
) -> std::result::Result<String, E> {
    #[derive(Serialize)]
    struct Answered<R> {
        ok: R,
    }
    let parameters = serde_json::from_str(parameters)
        .map_err(|error| Error::new(Code::BadArgument, error.to_string()))?;
    let ok = work(parameters)?;
    Ok(write(&Answered { ok })?)
}

fn write(answer: &impl Serialize) -> Result<String> {
    serde_json::to_string(answer).map_err(|error| Error::new(Code::Internal, error.to_string()))
}
