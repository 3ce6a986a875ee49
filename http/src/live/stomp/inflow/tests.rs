//! Boundaries of RFC 6455 §5.2, byte by byte, and the gate.

use futures_util::{FutureExt as _, StreamExt as _, stream};
use proptest::prelude::*;

use super::*;

/// A client's frame as in RFC 6455: header with the shortest length, mask, payload.
fn frame(opcode: u8, payload: usize) -> Vec<u8> {
    let mut bytes = vec![0x80 | opcode];
    match payload {
        0..126 => bytes.push(0x80 | payload as u8),
        126..65_536 => {
            bytes.push(0xfe);
            bytes.extend((payload as u16).to_be_bytes());
        }
        _ => {
            bytes.push(0xff);
            bytes.extend((payload as u64).to_be_bytes());
        }
    }
    bytes.extend([1, 2, 3, 4]);
    bytes.extend(std::iter::repeat_n(b'x', payload));
    bytes
}

/// Lengths of the frames found when `bytes` arrive in pieces of these sizes.
fn found(bytes: &[u8], pieces: &[usize], bound: usize) -> Result<Vec<usize>, TooLong> {
    let (mut boundaries, mut lengths, mut length, mut at) = (Boundaries::default(), Vec::new(), 0, 0);
    let mut pieces = pieces.iter().cycle();
    while at < bytes.len() {
        let piece = &bytes[at..bytes.len().min(at + pieces.next().unwrap())];
        let part = boundaries.read(piece, bound)?;
        at += part.len;
        length += part.len;
        if part.ends {
            lengths.push(std::mem::take(&mut length));
        }
    }
    Ok(lengths)
}

#[test]
fn a_head_that_announces_too_much_is_refused_before_any_payload() {
    for (announced, width) in [(1_u64 << 40, 8), (u64::MAX, 8), (65_537, 8)] {
        let mut head = vec![0x81, 0xff];
        head.extend(announced.to_be_bytes());
        assert_eq!(Boundaries::default().read(&head, 65_536), Err(TooLong), "{announced} in {width} bytes");
    }
    assert_eq!(Boundaries::default().read(&frame(1, 1_001)[..4], 1_000), Err(TooLong));
    assert!(Boundaries::default().read(&frame(1, 1_000), 1_000).is_ok_and(|part| part.ends));
}

#[test]
fn control_frames_carry_125_bytes_at_most() {
    for opcode in [8, 9, 10] {
        assert!(found(&frame(opcode, 125), &[1], 1_000).is_ok());
        assert_eq!(found(&frame(opcode, 126), &[1], 1_000), Err(TooLong));
    }
}

#[test]
fn unmasked_frames_keep_their_boundaries() {
    // The codec refuses them; the following bytes must not be taken for their payload.
    let part = Boundaries::default().read(&[0x81, 2, b'a', b'b', 0x81, 0], 10);
    assert_eq!(part, Ok(Part { len: 4, ends: true }));
}

proptest! {
    #[test]
    fn boundaries_are_found_however_the_bytes_are_cut(
        payloads in prop::collection::vec(prop_oneof![0_usize..130, 126_usize..3_000, 65_530_usize..65_540], 1..6),
        pieces in prop::collection::vec(1_usize..5_000, 1..8),
    ) {
        let frames: Vec<_> = payloads.iter().map(|payload| frame(2, *payload)).collect();
        let lengths: Vec<_> = frames.iter().map(Vec::len).collect();
        prop_assert_eq!(found(&frames.concat(), &pieces, 70_000), Ok(lengths));
    }
}

/// A stream of chunks that are all available, as after a burst.
fn inflow(
    chunks: Vec<Vec<u8>>,
    gate: &Rc<Gate>,
) -> Inflow<impl Stream<Item = Result<Bytes, PayloadError>> + Unpin> {
    Inflow::new(stream::iter(chunks.into_iter().map(|chunk| Ok(Bytes::from(chunk)))), Rc::clone(gate))
}

#[test]
fn one_frame_passes_until_it_is_handled() {
    let gate = Gate::new(1_000);
    let mut frames = inflow(vec![[frame(1, 3), frame(1, 4)].concat(), frame(1, 5)], &gate);
    for payload in [3, 4, 5] {
        let bytes = frames.next().now_or_never().flatten().unwrap().unwrap();
        assert_eq!(&bytes[..], frame(1, payload));
        assert!(frames.next().now_or_never().is_none(), "the next one waits");
        gate.open();
    }
    assert!(frames.next().now_or_never().unwrap().is_none());
}

#[test]
fn nothing_passes_after_a_refusal_and_the_bound_can_grow() {
    let gate = Gate::new(10);
    let mut frames = inflow(vec![frame(1, 10), frame(1, 20), frame(1, 21), frame(1, 1)], &gate);
    assert!(frames.next().now_or_never().flatten().unwrap().is_ok());
    gate.set_bound(20);
    gate.open();
    assert!(frames.next().now_or_never().flatten().unwrap().is_ok());
    gate.open();
    assert!(!gate.has_refused());
    assert!(frames.next().now_or_never().flatten().unwrap().is_err());
    assert!(gate.has_refused());
    assert!(frames.next().now_or_never().unwrap().is_none());
}
