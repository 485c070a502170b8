use std::path::Path;

use crate::chain::Chain;
use crate::error::{Code, Error, Result};
use crate::home::Options;
use crate::host;
use crate::replay::{replay, Keeps, LOG_FILE};
use crate::snapshot::SNAPSHOT_FILE;

/// A ledger in memory that begins as the template. Any error is the template's.
pub fn open_template(options: &Options, template: &Path) -> Result<Chain> {
    if host::length(&template.join(LOG_FILE)).is_none() {
        return Err(damaged(Error::damaged("it has no log")));
    }
    let (replay, log, _) = replay(options, template, Keeps::InMemory).map_err(damaged)?;
    replay.finish(&log).map_err(damaged)
}

/// Gives a directory without a ledger that of the template, if that is whole. The log comes last: without it there is no
/// ledger yet.
pub fn begin_as(options: &Options, template: &Path, directory: &Path) -> Result<()> {
    let log = directory.join(LOG_FILE);
    if host::length(&log).is_some_and(|length| length > 0) {
        return Ok(());
    }
    open_template(options, template)?;
    for name in [SNAPSHOT_FILE, LOG_FILE] {
        let bytes = host::read(&template.join(name)).map_err(|error| damaged(error.into()))?;
        let copy = directory.join(format!("{name}.new"));
        host::write(&copy, &bytes)?;
        host::rename(&copy, &directory.join(name))?;
    }
    Ok(host::sync_folder(directory)?)
}

fn damaged(error: Error) -> Error {
    let message = format!("the ledger that new ones begin as: {}", error.message);
    Error::new(Code::TemplateDamaged, message)
}
