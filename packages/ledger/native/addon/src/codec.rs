use std::panic::catch_unwind;

use accord_codec::{Code, Error};
use napi_derive::napi;

/// Identifies the sources that this file was built from.
#[napi(catch_unwind)]
pub fn content_hash() -> String {
    option_env!("ACCORD_CONTENT_HASH")
        .unwrap_or_default()
        .into()
}

/// Runs a function of the codec. The parameters are a JSON array, and behind a line break a text that is the first of them; the
/// answer is JSON of `ok` or of `error`.
#[napi(catch_unwind)]
pub fn call_codec(name: String, parameters: String) -> String {
    catch_unwind(|| accord_codec::call(&name, &parameters)).unwrap_or_else(|_| {
        accord_codec::refusal(&Error::new(Code::Internal, "the codec panicked"))
    })
}
