//! Whether a WebM or MP4 contains only audio: both containers may also hold video, and their tracks tell. Only names
//! and lengths of elements are parsed, nothing is decoded; a demultiplexer would need the whole file, and only its
//! beginning is available. If the beginning does not show it, the file counts as video. Pure.

/// Elements of a WebM (RFC 8794 and 9559) that lead to its tracks, and the one after which only media data follows.
const SEGMENT: u64 = 0x1853_8067;
const TRACKS: u64 = 0x1654_AE6B;
const TRACK_ENTRY: u64 = 0xAE;
const TRACK_TYPE: u64 = 0x83;
const CLUSTER: u64 = 0x1F43_B675;
/// `TrackType` of audio.
const SOUND: u8 = 2;

/// Whether every track of a WebM is audio.
pub(super) fn webm_is_sound(head: &[u8]) -> bool {
    let segment = Elements(head).find(|(id, _)| *id == SEGMENT).map(|(_, inside)| inside.bytes);
    let tracks = segment.and_then(|segment| {
        Elements(segment).take_while(|(id, _)| *id != CLUSTER).find(|(id, _)| *id == TRACKS)
    });
    let Some((_, tracks)) = tracks else { return false };
    // If tracks continue after the visible part, one may be video.
    let entries = Elements(tracks.bytes).filter(|(id, _)| *id == TRACK_ENTRY);
    let kinds: Vec<_> = entries
        .map(|(_, entry)| {
            Elements(entry.bytes).find_map(|(id, kind)| (id == TRACK_TYPE).then_some(kind.bytes))
        })
        .collect();
    tracks.whole && !kinds.is_empty() && kinds.iter().all(|kind| *kind == Some(&[SOUND]))
}

/// Whether every track of an MP4 is audio: at least one handler is `soun`, and no other displayable kind.
pub(super) fn mp4_is_sound(head: &[u8]) -> bool {
    let Some((_, movie)) = Boxes(head).find(|(name, _)| *name == b"moov") else { return false };
    let kinds: Vec<_> = Boxes(movie.bytes)
        .filter(|(name, _)| *name == b"trak")
        .map(|(_, track)| {
            let media = Boxes(track.bytes).find(|(name, _)| *name == b"mdia")?.1;
            let handler = Boxes(media.bytes).find(|(name, _)| *name == b"hdlr")?.1;
            // After version, flags and a reserved field.
            handler.bytes.get(8..12)
        })
        .collect();
    movie.whole && !kinds.is_empty() && kinds.iter().all(|kind| *kind == Some(b"soun".as_slice()))
}

/// The content of an element, as far as it is visible.
#[derive(Clone, Copy)]
struct Inside<'a> {
    bytes: &'a [u8],
    /// Whether it is complete.
    whole: bool,
}

/// Splits what follows an element's header: its content, and the rest. `length`: none for until the end.
fn cut(rest: &[u8], length: Option<u64>) -> (Inside<'_>, &[u8]) {
    match length.map(usize::try_from) {
        Some(Ok(length)) if length <= rest.len() => {
            let (bytes, after) = rest.split_at(length);
            (Inside { bytes, whole: true }, after)
        }
        _ => (Inside { bytes: rest, whole: false }, &[]),
    }
}

/// Consecutive EBML elements: ids and contents. Ends where nothing more can be parsed.
struct Elements<'a>(&'a [u8]);

impl<'a> Iterator for Elements<'a> {
    type Item = (u64, Inside<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        let (id, _, rest) = number(self.0, 4)?;
        let (marked, bits, rest) = number(rest, 8)?;
        let length = marked & !(1 << bits);
        // All ones: unknown length, as in live recordings.
        let (inside, after) = cut(rest, (length != (1 << bits) - 1).then_some(length));
        self.0 = after;
        Some((id, inside))
    }
}

/// A variable-length number of up to `most` bytes, its number of bits without the length marker, and the rest.
fn number(bytes: &[u8], most: u32) -> Option<(u64, u32, &[u8])> {
    let count = bytes.first()?.leading_zeros() + 1;
    if count > most {
        return None;
    }
    let (own, rest) = bytes.split_at_checked(count as usize)?;
    let value = own.iter().fold(0, |value, byte| value << 8 | u64::from(*byte));
    Some((value, count * 7, rest))
}

/// Consecutive boxes of an MP4 (ISO/IEC 14496-12): names and contents.
struct Boxes<'a>(&'a [u8]);

impl<'a> Iterator for Boxes<'a> {
    type Item = (&'a [u8; 4], Inside<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        let (length, rest) = self.0.split_first_chunk::<4>()?;
        let (name, rest) = rest.split_first_chunk::<4>()?;
        let (length, rest) = match u32::from_be_bytes(*length) {
            // Until the end of the file.
            0 => (None, rest),
            1 => {
                let (long, rest) = rest.split_first_chunk::<8>()?;
                (Some(u64::from_be_bytes(*long).checked_sub(16)?), rest)
            }
            short => (Some(u64::from(short).checked_sub(8)?), rest),
        };
        let (inside, after) = cut(rest, length);
        self.0 = after;
        Some((name, inside))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The beginnings of `ffmpeg` output for `-f lavfi -i sine=frequency=440:duration=0.3`, for video with `-f lavfi -i
    /// color=c=red:s=32x32:d=0.3`: WebM with Opus (and VP8), without lengths as browsers record (`-live 1`); MP4 with
    /// AAC (and MPEG-4) in fragments, as Safari records (`-movflags frag_keyframe+empty_moov -brand iso5`).
    const VOICE_WEBM: &[u8] = include_bytes!("samples/voice.webm");
    const FILM_WEBM: &[u8] = include_bytes!("samples/film.webm");
    const VOICE_MP4: &[u8] = include_bytes!("samples/voice.mp4");
    const FILM_MP4: &[u8] = include_bytes!("samples/film.mp4");

    fn place(bytes: &[u8], of: &[u8]) -> usize {
        bytes.windows(of.len()).position(|window| window == of).unwrap()
    }

    #[test]
    fn audio_is_recognised_by_its_tracks() {
        assert!(webm_is_sound(VOICE_WEBM));
        assert!(!webm_is_sound(FILM_WEBM), "a picture beside the sound");
        assert!(mp4_is_sound(VOICE_MP4));
        assert!(!mp4_is_sound(FILM_MP4), "a picture beside the sound");
        assert!(!webm_is_sound(VOICE_MP4) && !mp4_is_sound(VOICE_WEBM));
    }

    /// A file cut off before all tracks are described does not count as audio; after them it does.
    #[test]
    fn truncated_file_is_not_audio() {
        let told = place(VOICE_WEBM, b"OpusHead") + b"OpusHead".len() + 11;
        for end in 0..VOICE_WEBM.len() {
            assert_eq!(webm_is_sound(&VOICE_WEBM[..end]), end >= told, "{end} bytes, told at {told}");
        }
        let movie = place(VOICE_MP4, b"moov") - 4;
        let length = u32::from_be_bytes(VOICE_MP4[movie..movie + 4].try_into().unwrap()) as usize;
        for end in 0..VOICE_MP4.len() {
            assert_eq!(mp4_is_sound(&VOICE_MP4[..end]), end >= movie + length, "{end} bytes");
        }
        for end in 0..FILM_MP4.len() {
            assert!(!mp4_is_sound(&FILM_MP4[..end]), "{end} bytes of a film");
        }
        for end in 0..FILM_WEBM.len() {
            assert!(!webm_is_sound(&FILM_WEBM[..end]), "{end} bytes of a film");
        }
    }

    /// Any bytes give an answer, and false lengths do no harm.
    #[test]
    fn corrupt_bytes_do_no_harm() {
        for sample in [VOICE_WEBM, FILM_WEBM, VOICE_MP4, FILM_MP4] {
            let mut broken = sample.to_vec();
            for at in 0..broken.len() {
                for byte in [0x00, 0x01, 0x7f, 0xff] {
                    let own = std::mem::replace(&mut broken[at], byte);
                    let _ = (webm_is_sound(&broken), mp4_is_sound(&broken));
                    broken[at] = own;
                }
            }
        }
        let endless = [0x18, 0x53, 0x80, 0x67, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];
        assert!(!webm_is_sound(&endless));
        assert!(!mp4_is_sound(b"\0\0\0\x01moov\xff\xff\xff\xff\xff\xff\xff\xff"));
        assert!(!mp4_is_sound(b"\0\0\0\x04moov\0\0\0\x01"));
    }

    #[test]
    fn tracks_of_no_kind_are_no_sound() {
        // Segment of unknown length, Tracks with one TrackEntry of each TrackType.
        for (kind, sound) in [(1, false), (2, true), (3, false), (17, false)] {
            let made =
                [0x18, 0x53, 0x80, 0x67, 0xff, 0x16, 0x54, 0xAE, 0x6B, 0x85, 0xAE, 0x83, 0x83, 0x81, kind];
            assert_eq!(webm_is_sound(&made), sound, "track of type {kind}");
        }
        assert!(!webm_is_sound(&[0x18, 0x53, 0x80, 0x67, 0xff, 0x16, 0x54, 0xAE, 0x6B, 0x80]), "no track");
    }
}
