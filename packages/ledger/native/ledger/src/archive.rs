use crate::entry::Entry;
use crate::error::{Code, Error, Result};
use crate::host::File;
use crate::log::{decode_frame, Position};

/// The committed transactions and their records, by state version from 1.
pub enum Archive {
    Memory(Vec<Entry>),
    File { log: File, positions: Vec<Position> },
}

impl Archive {
    pub fn push(&mut self, entry: Entry, position: Option<Position>) {
        match (self, position) {
            (Archive::Memory(entries), _) => entries.push(entry.without_updates()),
            (Archive::File { positions, .. }, Some(position)) => positions.push(position),
            (Archive::File { .. }, None) => unreachable!("a durable entry has a place in the log"),
        }
    }

    pub fn entry(&self, state_version: u64) -> Result<Entry> {
        let index = usize::try_from(state_version)
            .ok()
            .and_then(|version| version.checked_sub(1));
        match self {
            Archive::Memory(entries) => index.and_then(|index| entries.get(index)).cloned().map(Ok),
            Archive::File { log, positions } => index
                .and_then(|index| positions.get(index))
                .map(|position| read_entry(log, position)),
        }
        .unwrap_or_else(|| {
            Err(Error::new(
                Code::BadPayload,
                format!("there is no state version {state_version}"),
            ))
        })
    }
}

fn read_entry(log: &File, position: &Position) -> Result<Entry> {
    let mut frame = vec![0; position.length as usize];
    log.read_exact_at(&mut frame, position.offset)?;
    let payload = decode_frame(&frame)
        .ok_or_else(|| Error::damaged(format!("no entry at {} of the log", position.offset)))?;
    Entry::decode(payload)
}
