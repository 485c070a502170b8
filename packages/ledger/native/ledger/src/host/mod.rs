//! Files, a clock and a place for complaints: the system's own, or what JavaScript lends to WebAssembly.

#[cfg(not(target_arch = "wasm32"))]
mod native;
#[cfg(target_arch = "wasm32")]
mod wasm;

#[cfg(not(target_arch = "wasm32"))]
pub use native::{rename, sync_folder, write_line, File, Instant};
#[cfg(target_arch = "wasm32")]
pub use wasm::{rename, sync_folder, write_line, File, Instant};

use std::io::Result;
use std::path::Path;

pub fn milliseconds(from: Instant, to: Instant) -> f64 {
    (to - from).as_secs_f64() * 1000.0
}

/// None if there is no such file.
pub fn length(path: &Path) -> Option<u64> {
    File::open(path).and_then(|file| file.length()).ok()
}

pub fn read(path: &Path) -> Result<Vec<u8>> {
    let file = File::open(path)?;
    let mut bytes = vec![0; file.length()? as usize];
    file.read_exact_at(&mut bytes, 0)?;
    Ok(bytes)
}

/// Writes a file whole, and durably except for its name.
pub fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync()
}
