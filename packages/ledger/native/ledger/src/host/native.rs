use std::fs::OpenOptions;
use std::io::{Read, Result, Seek, SeekFrom, Write};
use std::path::Path;

pub use std::time::Instant;

pub struct File(std::fs::File);

impl File {
    pub fn open(path: &Path) -> Result<Self> {
        std::fs::File::open(path).map(Self)
    }

    /// Writes go to its end.
    pub fn append(path: &Path) -> Result<Self> {
        let mut options = OpenOptions::new();
        options.read(true).append(true).create(true);
        options.open(path).map(Self)
    }

    pub fn create(path: &Path) -> Result<Self> {
        std::fs::File::create(path).map(Self)
    }

    pub fn length(&self) -> Result<u64> {
        Ok(self.0.metadata()?.len())
    }

    /// Returns how many bytes were read: 0 at the end.
    pub fn read_at(&self, buffer: &mut [u8], offset: u64) -> Result<usize> {
        let mut file = &self.0;
        file.seek(SeekFrom::Start(offset))?;
        file.read(buffer)
    }

    pub fn read_exact_at(&self, buffer: &mut [u8], offset: u64) -> Result<()> {
        let mut file = &self.0;
        file.seek(SeekFrom::Start(offset))?;
        file.read_exact(buffer)
    }

    pub fn write_all(&mut self, bytes: &[u8]) -> Result<()> {
        self.0.write_all(bytes)
    }

    pub fn truncate(&self, length: u64) -> Result<()> {
        self.0.set_len(length)
    }

    pub fn sync(&self) -> Result<()> {
        self.0.sync_all()
    }
}

pub fn rename(from: &Path, to: &Path) -> Result<()> {
    std::fs::rename(from, to)
}

/// Makes what was renamed in it durable.
pub fn sync_folder(path: &Path) -> Result<()> {
    std::fs::File::open(path)?.sync_all()
}

pub fn write_line(text: &str) {
    eprintln!("{text}");
}
