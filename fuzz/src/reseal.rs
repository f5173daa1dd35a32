//! Frames inside of an input get the checksum that fits, as somebody who forges them would give them.

use antreckon::base::serial::{FrameHeader, HEADER_LEN, seal};

/// Seals the frame that `bytes` are, and before it all frames inside of it.
pub(crate) fn reseal(bytes: &mut [u8]) {
    let Some(header) = FrameHeader::read(bytes) else { return };
    reseal_series(&mut bytes[HEADER_LEN..]);
    seal(bytes, header.magic, header.version);
}

/// Seals every frame that lies anywhere in the bytes.
pub(crate) fn reseal_series(payload: &mut [u8]) {
    let mut at = 0;
    while at + HEADER_LEN <= payload.len() {
        let inner = FrameHeader::read(&payload[at..]).filter(|inner| is_magic(inner.magic));
        let length = inner.and_then(|inner| usize::try_from(inner.length).ok());
        let end = length.and_then(|length| at.checked_add(HEADER_LEN)?.checked_add(length));
        match end.filter(|end| *end <= payload.len()) {
            Some(end) => {
                reseal(&mut payload[at..end]);
                at = end;
            }
            None => at += 1,
        }
    }
}

/// All magics begin alike.
fn is_magic(magic: [u8; 4]) -> bool {
    magic.starts_with(b"AN") && magic[2..].iter().all(u8::is_ascii_uppercase)
}

#[cfg(test)]
mod tests {
    use super::*;
    use antreckon::base::serial::{Reader, Writer};

    #[test]
    fn frames_in_frames_are_sealed_from_the_inside() {
        let mut inner = Writer::new();
        inner.u32(7);
        let mut outer = Writer::new();
        outer.u8(1).blob(&inner.seal(*b"ANIN", 1)).u8(2);
        let mut bytes = outer.seal(*b"ANOU", 1);
        let value = bytes.len() - 5;
        bytes[value] ^= 1;
        reseal(&mut bytes);
        let mut r = Reader::open(&bytes, *b"ANOU", 1).unwrap();
        r.u8().unwrap();
        let mut r = Reader::open(r.blob().unwrap(), *b"ANIN", 1).unwrap();
        assert_eq!(r.u32().unwrap(), 7 ^ 1);
    }
}
