//! Numbers as short text: differences as variable-length integers, in base64.

/// Bytes that become base64 in the page. `page/data.js` reads them back.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Pack(Vec<u8>);

impl Pack {
    /// A number from 0, seven bits per byte.
    pub(super) fn unsigned(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.0.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.0.push(value as u8);
    }

    /// A number of either sign, small ones short.
    pub(super) fn signed(&mut self, value: i64) {
        self.unsigned((value << 1 ^ value >> 63) as u64);
    }

    /// One byte.
    pub(super) fn byte(&mut self, value: u8) {
        self.0.push(value);
    }

    /// The places of one player frame by frame: runs of (frames left out, length, then differences), closed by a run of no
    /// length. `begins` cuts a run: nothing is drawn between its two sides.
    pub(super) fn track(&mut self, places: &[Option<[i64; 2]>], begins: impl Fn(usize) -> bool) {
        let mut k = 0;
        let mut written = 0;
        while k < places.len() {
            let length = 1 + (k + 1..places.len()).take_while(|&j| places[j].is_some() && !begins(j)).count();
            let Some([mut x, mut y]) = places[k] else {
                k += 1;
                continue;
            };
            self.unsigned((k - written) as u64);
            self.unsigned(length as u64);
            self.signed(x);
            self.signed(y);
            for [to_x, to_y] in places[k + 1..k + length].iter().flatten() {
                self.signed(to_x - x);
                self.signed(to_y - y);
                (x, y) = (*to_x, *to_y);
            }
            k += length;
            written = k;
        }
        self.unsigned(0);
        self.unsigned(0);
    }

    /// Number of bytes.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Base64 with padding.
    pub(super) fn text(&self) -> String {
        const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        let mut out = String::with_capacity(self.0.len().div_ceil(3) * 4);
        for chunk in self.0.chunks(3) {
            let bits = chunk.iter().fold(0_u32, |bits, &byte| bits << 8 | u32::from(byte)) << (8 * (3 - chunk.len()));
            for digit in 0..4 {
                let digit = (digit <= chunk.len()).then(|| DIGITS[(bits >> (18 - 6 * digit) & 63) as usize]);
                out.push(char::from(digit.unwrap_or(b'=')));
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_that_of_the_standard() {
        let text = |bytes: &[u8]| Pack(bytes.to_vec()).text();
        assert_eq!(
            [text(b""), text(b"f"), text(b"fo"), text(b"foo"), text(b"foob")],
            ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg=="]
        );
    }

    #[test]
    fn numbers_take_as_many_bytes_as_they_need() {
        let bytes = |value: i64| {
            let mut pack = Pack::default();
            pack.signed(value);
            pack.0
        };
        assert_eq!(bytes(0), [0]);
        assert_eq!(bytes(-1), [1]);
        assert_eq!(bytes(63), [126]);
        assert_eq!(bytes(-65), [0x81, 1]);
        assert_eq!(bytes(i64::MIN).len(), 10);
    }

    #[test]
    fn a_track_is_cut_where_it_must_not_be_joined() {
        let mut pack = Pack::default();
        let places = [None, Some([5, 5]), Some([6, 5]), Some([0, 0]), None, Some([1, 1])];
        pack.track(&places, |k| k == 3);
        // 1 left out, 2 long, (5, 5), (+1, 0); 0 left out, 1 long, (0, 0); 1 left out, 1 long, (1, 1); the end.
        assert_eq!(pack.0, [1, 2, 10, 10, 2, 0, 0, 1, 0, 0, 1, 1, 2, 2, 0, 0]);
    }
}
