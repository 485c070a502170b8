use std::fs::{File, OpenOptions};
use std::os::fd::AsRawFd;
use std::path::Path;

use crate::error::{Code, Error, Result};

/// Held while the ledger is open; the system releases it when the process ends, however it ends.
pub struct DirectoryLock(#[allow(dead_code)] File);

impl DirectoryLock {
    pub fn acquire(directory: &Path) -> Result<Self> {
        let file = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(false)
            .open(directory.join("lock"))?;
        // SAFETY: the descriptor is open for as long as `file` lives.
        let taken = unsafe { libc::flock(file.as_raw_fd(), libc::LOCK_EX | libc::LOCK_NB) } == 0;
        if taken {
            return Ok(Self(file));
        }
        Err(Error::new(
            Code::LedgerInUse,
            format!(
                "another process has the ledger in {} open",
                directory.display()
            ),
        ))
    }
}
