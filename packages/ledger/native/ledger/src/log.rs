use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use radix_common::crypto::hash;

use crate::entry::{kind_of, Kind};
use crate::error::{Error, Result};
use crate::host::File;

/// Length and checksum, before every payload.
const FRAME_HEAD: usize = 4 + 8;
const PAYLOAD_MAX: usize = 64 * 1024 * 1024;

/// Where a frame is in the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    pub offset: u64,
    pub length: u32,
}

/// The append-only file that holds the ledger.
pub struct Log {
    path: PathBuf,
    file: File,
    pub length: u64,
}

impl Log {
    /// Passes every whole payload to `read`, then cuts off what a crash left half-written.
    /// Unreadable bytes before a user transaction are not that: such a ledger is damaged.
    pub fn open(path: &Path, read: impl FnMut(&[u8], Position) -> Result<()>) -> Result<Self> {
        let file = File::append(path)?;
        let length = read_frames(&file, read)?;
        if length < file.length()? {
            require_torn(&file, length)?;
            file.truncate(length)?;
            file.sync()?;
        }
        let path = path.into();
        Ok(Self { path, file, length })
    }

    pub fn reader(&self) -> Result<File> {
        Ok(File::open(&self.path)?)
    }

    /// Written, but durable only after `sync`.
    pub fn append(&mut self, payload: &[u8]) -> Result<Position> {
        let frame = encode_frame(payload);
        self.file.write_all(&frame)?;
        let position = Position {
            offset: self.length,
            length: frame.len() as u32,
        };
        self.length += frame.len() as u64;
        Ok(position)
    }

    pub fn sync(&self) -> Result<()> {
        Ok(self.file.sync()?)
    }
}

pub fn encode_frame(payload: &[u8]) -> Vec<u8> {
    let mut frame = Vec::with_capacity(FRAME_HEAD + payload.len());
    frame.extend((payload.len() as u32).to_le_bytes());
    frame.extend(checksum(payload));
    frame.extend(payload);
    frame
}

/// The payload of the frame at the front of `bytes`, if it is whole.
pub fn decode_frame(bytes: &[u8]) -> Option<&[u8]> {
    let (head, rest) = bytes.split_at_checked(FRAME_HEAD)?;
    let length = u32::from_le_bytes(head[..4].try_into().ok()?) as usize;
    let payload = rest.get(..length).filter(|_| length > 0)?;
    (checksum(payload) == head[4..]).then_some(payload)
}

fn checksum(payload: &[u8]) -> [u8; 8] {
    hash(payload).lower_bytes()
}

/// Reads a file from its start on.
struct FromStart<'a> {
    file: &'a File,
    at: u64,
}

impl Read for FromStart<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read_at(buffer, self.at)?;
        self.at += read as u64;
        Ok(read)
    }
}

/// Where the whole frames end.
fn read_frames(file: &File, mut read: impl FnMut(&[u8], Position) -> Result<()>) -> Result<u64> {
    let mut reader = BufReader::with_capacity(1 << 20, FromStart { file, at: 0 });
    let mut offset = 0;
    while let Some(frame) = read_frame(&mut reader)? {
        let position = Position {
            offset,
            length: frame.len() as u32,
        };
        read(&frame[FRAME_HEAD..], position)?;
        offset += frame.len() as u64;
    }
    Ok(offset)
}

fn read_frame(reader: &mut impl Read) -> Result<Option<Vec<u8>>> {
    let mut frame = Vec::new();
    reader.take(FRAME_HEAD as u64).read_to_end(&mut frame)?;
    if frame.len() < FRAME_HEAD {
        return Ok(None);
    }
    let length = u32::from_le_bytes([frame[0], frame[1], frame[2], frame[3]]) as usize;
    if length > PAYLOAD_MAX {
        return Ok(None);
    }
    reader.take(length as u64).read_to_end(&mut frame)?;
    Ok(decode_frame(&frame).is_some().then_some(frame))
}

fn require_torn(file: &File, from: u64) -> Result<()> {
    let mut rest = vec![0; (file.length()? - from) as usize];
    file.read_exact_at(&mut rest, from)?;
    let later = (1..rest.len()).find(|&at| {
        decode_frame(&rest[at..]).is_some_and(|payload| kind_of(payload) == Some(Kind::User))
    });
    match later {
        None => Ok(()),
        Some(at) => Err(Error::damaged(format!(
            "the log is unreadable at {from}, but a transaction follows at {}",
            from + at as u64
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Code;

    fn user(byte: u8) -> Vec<u8> {
        vec![Kind::User as u8, byte, byte, byte]
    }

    fn read_all(path: &Path) -> Result<Vec<Vec<u8>>> {
        let mut payloads = Vec::new();
        Log::open(path, |payload, _| {
            payloads.push(payload.to_vec());
            Ok(())
        })?;
        Ok(payloads)
    }

    fn temporary(name: &str) -> std::path::PathBuf {
        std::env::temp_dir().join(format!("accord-log-{name}-{}", std::process::id()))
    }

    #[test]
    fn a_file_cut_at_any_byte_keeps_every_whole_payload_before_the_cut() {
        let path = temporary("cut");
        let frames: Vec<_> = (1..4).map(|byte| encode_frame(&user(byte))).collect();
        let whole = frames.concat();
        for length in 0..=whole.len() {
            std::fs::write(&path, &whole[..length]).unwrap();
            let kept = length / frames[0].len();
            let expected: Vec<_> = (1..4).map(user).take(kept).collect();
            assert_eq!(read_all(&path).unwrap(), expected, "{length} bytes");
            let left = std::fs::metadata(&path).unwrap().len() as usize;
            assert_eq!(left, kept * frames[0].len());
        }
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn a_spoiled_byte_before_a_later_transaction_is_damage_and_at_the_end_a_torn_record() {
        let path = temporary("spoiled");
        let frames: Vec<_> = (1..4).map(|byte| encode_frame(&user(byte))).collect();
        let whole = frames.concat();
        for at in 0..whole.len() {
            let mut spoiled = whole.clone();
            spoiled[at] ^= 0x40;
            std::fs::write(&path, &spoiled).unwrap();
            match read_all(&path) {
                Ok(payloads) => {
                    assert!(at >= 2 * frames[0].len(), "byte {at}");
                    assert_eq!(payloads, [user(1), user(2)]);
                }
                Err(error) => {
                    assert!(at < 2 * frames[0].len(), "byte {at}");
                    assert_eq!(error.code, Code::LedgerDamaged);
                }
            }
        }
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn what_is_appended_after_opening_is_read_back() {
        let path = temporary("append");
        let mut log = Log::open(&path, |_, _| Ok(())).unwrap();
        let first = log.append(&user(1)).unwrap();
        let second = log.append(&user(2)).unwrap();
        assert_eq!((first.offset, second.offset), (0, first.length.into()));
        assert_eq!(read_all(&path).unwrap(), [user(1), user(2)]);
        std::fs::remove_file(path).unwrap();
    }
}
