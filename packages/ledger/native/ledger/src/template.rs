use std::fs::{self, File};
use std::path::Path;

use crate::chain::Chain;
use crate::error::{Code, Error, Result};
use crate::open::Options;
use crate::replay::{replay, Keeps, LOG_FILE};
use crate::snapshot::SNAPSHOT_FILE;

/// A ledger in memory that begins as the template. Any error is the template's.
pub fn open_template(options: &Options, template: &Path) -> Result<Chain> {
    if !template.join(LOG_FILE).exists() {
        return Err(damaged(Error::damaged("it has no log")));
    }
    let (replay, log, _) = replay(options, template, Keeps::InMemory).map_err(damaged)?;
    replay.finish(&log).map_err(damaged)
}

/// Gives a directory without a ledger that of the template, if that is whole. The log comes last: without it there is no
/// ledger yet.
pub fn begin_as(options: &Options, template: &Path, directory: &Path) -> Result<()> {
    let log = directory.join(LOG_FILE);
    if fs::metadata(&log).is_ok_and(|log| log.len() > 0) {
        return Ok(());
    }
    open_template(options, template)?;
    for name in [SNAPSHOT_FILE, LOG_FILE] {
        let copy = directory.join(format!("{name}.new"));
        fs::copy(template.join(name), &copy).map_err(|error| damaged(error.into()))?;
        File::open(&copy)?.sync_all()?;
        fs::rename(copy, directory.join(name))?;
    }
    Ok(File::open(directory)?.sync_all()?)
}

fn damaged(error: Error) -> Error {
    let message = format!("the ledger that new ones begin as: {}", error.message);
    Error::new(Code::TemplateDamaged, message)
}
