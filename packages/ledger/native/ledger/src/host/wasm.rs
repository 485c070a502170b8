//! What `packages/ledger/src/engine/host.ts` lends. Nothing is read or written behind its back: it sees this memory only while one
//! of these calls lasts.

use std::io::{Error, ErrorKind, Result};
use std::ops::Sub;
use std::path::Path;
use std::time::Duration;

mod imports {
    #[link(wasm_import_module = "host")]
    extern "C" {
        pub fn open(path: *const u8, path_length: usize, mode: i32) -> i32;
        pub fn close(file: i32);
        pub fn length(file: i32) -> f64;
        pub fn read(file: i32, at: f64, to: *mut u8, length: usize) -> i32;
        pub fn write(file: i32, from: *const u8, length: usize) -> i32;
        pub fn truncate(file: i32, length: f64) -> i32;
        pub fn sync(file: i32) -> i32;
        pub fn sync_folder(path: *const u8, path_length: usize) -> i32;
        pub fn rename(from: *const u8, from_length: usize, to: *const u8, to_length: usize) -> i32;
        /// Writes the text of the last failure, cut to `length_max` bytes; returns its length.
        pub fn failure(to: *mut u8, length_max: usize) -> usize;
        pub fn now() -> f64;
        pub fn write_line(text: *const u8, length: usize);
    }
}

const READ: i32 = 0;
const APPEND: i32 = 1;
const CREATE: i32 = 2;

const NO_SUCH_FILE: i32 = -2;
const FAILURE_BYTES_MAX: usize = 1024;

pub struct File(i32);

impl File {
    pub fn open(path: &Path) -> Result<Self> {
        open(path, READ)
    }

    /// Writes go to its end.
    pub fn append(path: &Path) -> Result<Self> {
        open(path, APPEND)
    }

    pub fn create(path: &Path) -> Result<Self> {
        open(path, CREATE)
    }

    pub fn length(&self) -> Result<u64> {
        // SAFETY: the host passes numbers alone.
        let length = unsafe { imports::length(self.0) };
        match length >= 0.0 {
            true => Ok(length as u64),
            false => Err(failure(length as i32)),
        }
    }

    /// Returns how many bytes were read: 0 at the end.
    pub fn read_at(&self, buffer: &mut [u8], offset: u64) -> Result<usize> {
        // SAFETY: the host writes at most as many bytes as the buffer has.
        let read =
            unsafe { imports::read(self.0, offset as f64, buffer.as_mut_ptr(), buffer.len()) };
        Ok(checked(read)? as usize)
    }

    pub fn read_exact_at(&self, mut buffer: &mut [u8], mut offset: u64) -> Result<()> {
        while !buffer.is_empty() {
            let read = self.read_at(buffer, offset)?;
            if read == 0 {
                return Err(ErrorKind::UnexpectedEof.into());
            }
            buffer = &mut buffer[read..];
            offset += read as u64;
        }
        Ok(())
    }

    pub fn write_all(&mut self, bytes: &[u8]) -> Result<()> {
        // SAFETY: the host reads these bytes alone.
        checked(unsafe { imports::write(self.0, bytes.as_ptr(), bytes.len()) }).map(drop)
    }

    pub fn truncate(&self, length: u64) -> Result<()> {
        // SAFETY: the host passes numbers alone.
        checked(unsafe { imports::truncate(self.0, length as f64) }).map(drop)
    }

    pub fn sync(&self) -> Result<()> {
        // SAFETY: the host passes numbers alone.
        checked(unsafe { imports::sync(self.0) }).map(drop)
    }
}

impl Drop for File {
    fn drop(&mut self) {
        // SAFETY: nobody else has the number.
        unsafe { imports::close(self.0) }
    }
}

/// Of the host's clock, in milliseconds.
#[derive(Clone, Copy)]
pub struct Instant(f64);

impl Instant {
    pub fn now() -> Self {
        // SAFETY: the host returns a number.
        Self(unsafe { imports::now() })
    }
}

impl Sub for Instant {
    type Output = Duration;

    fn sub(self, earlier: Self) -> Duration {
        Duration::from_secs_f64(((self.0 - earlier.0) / 1000.0).max(0.0))
    }
}

pub fn rename(from: &Path, to: &Path) -> Result<()> {
    let (from, to) = (text(from)?, text(to)?);
    // SAFETY: the host reads the two texts.
    let renamed = unsafe { imports::rename(from.as_ptr(), from.len(), to.as_ptr(), to.len()) };
    checked(renamed).map(drop)
}

/// Makes what was renamed in it durable.
pub fn sync_folder(path: &Path) -> Result<()> {
    let path = text(path)?;
    // SAFETY: the host reads the text.
    checked(unsafe { imports::sync_folder(path.as_ptr(), path.len()) }).map(drop)
}

pub fn write_line(text: &str) {
    // SAFETY: the host reads the text.
    unsafe { imports::write_line(text.as_ptr(), text.len()) }
}

fn open(path: &Path, mode: i32) -> Result<File> {
    let path = text(path)?;
    // SAFETY: the host reads the text.
    checked(unsafe { imports::open(path.as_ptr(), path.len(), mode) }).map(File)
}

fn text(path: &Path) -> Result<&str> {
    let bad = || Error::new(ErrorKind::InvalidInput, "a path that is not text");
    path.to_str().ok_or_else(bad)
}

fn checked(result: i32) -> Result<i32> {
    match result >= 0 {
        true => Ok(result),
        false => Err(failure(result)),
    }
}

fn failure(result: i32) -> Error {
    let mut text = vec![0; FAILURE_BYTES_MAX];
    // SAFETY: the host writes at most as many bytes as there are.
    let length = unsafe { imports::failure(text.as_mut_ptr(), text.len()) };
    text.truncate(length);
    let kind = match result {
        NO_SUCH_FILE => ErrorKind::NotFound,
        _ => ErrorKind::Other,
    };
    Error::new(kind, String::from_utf8_lossy(&text))
}
