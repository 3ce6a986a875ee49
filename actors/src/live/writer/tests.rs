#![allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

use std::io::Read as _;
use std::net::{Ipv4Addr, TcpListener, TcpStream};

use futures_util::FutureExt as _;
use proptest::prelude::*;

use super::*;

/// A peer that takes only as many bytes as it is allowed to, and keeps them.
#[derive(Default)]
struct Stingy {
    state: Mutex<Taken>,
    changed: Notify,
}

#[derive(Default)]
struct Taken {
    bytes: Vec<u8>,
    /// Number of calls that took anything.
    times: usize,
    allowed: usize,
    shut: Vec<Shutdown>,
}

impl Stingy {
    fn allow(&self, bytes: usize) {
        self.state.lock().unwrap().allowed += bytes;
        self.changed.notify_one();
    }

    fn bytes(&self) -> Vec<u8> {
        self.state.lock().unwrap().bytes.clone()
    }

    fn shuts(&self) -> Vec<Shutdown> {
        self.state.lock().unwrap().shut.clone()
    }
}

impl Sink for Arc<Stingy> {
    fn take(&self, parts: &[IoSlice<'_>]) -> io::Result<usize> {
        let mut state = self.state.lock().unwrap();
        if !state.shut.is_empty() {
            return Err(ErrorKind::BrokenPipe.into());
        }
        let whole: Vec<u8> = parts.iter().flat_map(|part| part.iter().copied()).collect();
        let taken = whole.len().min(state.allowed);
        if taken == 0 {
            return Err(ErrorKind::WouldBlock.into());
        }
        state.allowed -= taken;
        state.times += 1;
        state.bytes.extend(&whole[..taken]);
        Ok(taken)
    }

    fn room(&self) -> BoxFuture<'_, io::Result<()>> {
        async {
            loop {
                let changed = self.changed.notified();
                {
                    let state = self.state.lock().unwrap();
                    if state.allowed > 0 || !state.shut.is_empty() {
                        return Ok(());
                    }
                }
                changed.await;
            }
        }
        .boxed()
    }

    fn shut(&self, how: Shutdown) {
        self.state.lock().unwrap().shut.push(how);
        self.changed.notify_one();
    }
}

/// An open writer to such a peer.
fn open(backlog: &Arc<Backlog>) -> (Arc<Writer>, Arc<Stingy>) {
    let peer = Arc::new(Stingy::default());
    let writer = Writer::new(Arc::clone(&peer), Arc::clone(backlog), 0);
    writer.open();
    (writer, peer)
}

/// Lets tasks run until the condition holds.
async fn until(holds: impl Fn() -> bool) {
    while !holds() {
        tokio::task::yield_now().await;
    }
}

fn run<T>(test: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(test)
}

proptest! {
    /// Wherever the peer stops and resumes, it gets every byte once and in order; then the stream ends, and nothing
    /// waits.
    #[test]
    fn slow_peer_receives_all_bytes_in_order(
        frames in prop::collection::vec(prop::collection::vec(any::<u8>(), 1..200), 1..150),
        takes in prop::collection::vec(1usize..300, 1..40),
        before in 0usize..500,
    ) {
        run(async {
            let backlog = Arc::new(Backlog::default());
            let (writer, peer) = open(&backlog);
            peer.allow(before);
            let mut takes = takes.iter().cycle();
            for frame in &frames {
                prop_assert_eq!(writer.send(&Bytes::copy_from_slice(frame)), Ok(()));
                peer.allow(takes.next().unwrap() / 4);
                tokio::task::yield_now().await;
            }
            writer.close(&Bytes::from_static(b"end"));
            while peer.shuts().is_empty() {
                peer.allow(*takes.next().unwrap());
                tokio::task::yield_now().await;
            }
            let mut expected = frames.concat();
            expected.extend(b"end");
            prop_assert_eq!(peer.bytes(), expected);
            prop_assert_eq!(peer.shuts(), [Shutdown::Write]);
            prop_assert_eq!(backlog.bytes(), 0);
            Ok(())
        })?;
    }
}

/// Every offset at which a write can be interrupted, for two frames and the last one.
#[test]
fn write_resumes_at_every_offset() {
    run(async {
        let whole = b"one-frame-another-frame-end";
        for at in 0..=whole.len() {
            let (writer, peer) = open(&Arc::default());
            peer.allow(at);
            writer.send(&Bytes::from_static(b"one-frame-")).unwrap();
            writer.send(&Bytes::from_static(b"another-frame-")).unwrap();
            writer.close(&Bytes::from_static(b"end"));
            assert_eq!(peer.bytes(), &whole[..at]);
            peer.allow(whole.len() - at);
            until(|| !peer.shuts().is_empty()).await;
            assert_eq!(peer.bytes(), whole);
        }
    });
}

#[test]
fn frames_before_open_are_written_in_one_piece() {
    run(async {
        let peer = Arc::new(Stingy::default());
        peer.allow(1_000);
        let writer = Writer::new(Arc::clone(&peer), Arc::default(), 0);
        writer.send(&Bytes::from_static(b"one ")).unwrap();
        writer.send(&Bytes::from_static(b"two ")).unwrap();
        writer.close(&Bytes::from_static(b"end"));
        tokio::task::yield_now().await;
        assert_eq!((peer.bytes(), peer.shuts()), (Vec::new(), Vec::new()));
        writer.open();
        assert_eq!(peer.bytes(), b"one two end");
        assert_eq!(peer.state.lock().unwrap().times, 1);
        assert_eq!(peer.shuts(), [Shutdown::Write]);
        writer.ended().await;
    });
}

#[test]
fn closing_writer_accepts_no_frames() {
    run(async {
        let (writer, peer) = open(&Arc::default());
        writer.send(&Bytes::from_static(b"a")).unwrap();
        writer.close(&Bytes::from_static(b"end"));
        assert!(!writer.is_open());
        assert_eq!(writer.send(&Bytes::from_static(b"late")), Err(Slow));
        writer.close(&Bytes::from_static(b"again"));
        peer.allow(100);
        writer.ended().await;
        assert_eq!(peer.bytes(), b"aend");
    });
}

#[test]
fn stalled_peer_is_cut_and_its_memory_released() {
    run(async {
        let backlog = Arc::new(Backlog::default());
        let (writer, peer) = open(&backlog);
        let frame = Bytes::from(vec![b'x'; 1_000]);
        let most = BYTES_IN_FLIGHT / frame.len();
        for _ in 0..most {
            writer.send(&frame).unwrap();
        }
        assert_eq!(backlog.bytes(), most * frame.len());
        assert_eq!(writer.send(&frame), Err(Slow));
        writer.ended().await;
        assert_eq!(peer.shuts(), [Shutdown::Both]);
        assert_eq!(backlog.bytes(), 0);
        assert!(backlog.lock().is_empty());
        assert_eq!(writer.send(&frame), Err(Slow));
    });
}

/// Frames that may be lost are dropped only for a peer that is behind.
#[test]
fn optional_frames_are_dropped_for_a_slow_peer() {
    run(async {
        let (writer, peer) = open(&Arc::default());
        writer.offer(&Bytes::from_static(b"beat"));
        writer.send(&Bytes::from(vec![b'x'; BUSY])).unwrap();
        writer.offer(&Bytes::from_static(b"lost"));
        assert!(writer.is_open());
        peer.allow(2 * BUSY);
        until(|| peer.bytes().len() == BUSY + 4).await;
        assert_eq!(&peer.bytes()[..4], b"beat");
        writer.offer(&Bytes::from_static(b"more"));
        assert_eq!(&peer.bytes()[BUSY + 4..], b"more");
    });
}

/// The common bound: the writers with the most waiting bytes are cut first, and only as many as necessary.
#[test]
fn common_bound_cuts_the_largest_backlogs() {
    run(async {
        let backlog = Arc::new(Backlog::of(1_000));
        let (small, _small) = open(&backlog);
        let (large, large_peer) = open(&backlog);
        let (medium, _medium) = open(&backlog);
        small.send(&Bytes::from(vec![0; 100])).unwrap();
        large.send(&Bytes::from(vec![0; 500])).unwrap();
        medium.send(&Bytes::from(vec![0; 400])).unwrap();
        assert_eq!(backlog.bytes(), 1_000);
        small.send(&Bytes::from(vec![0; 1])).unwrap();
        assert!(small.is_open() && medium.is_open() && !large.is_open());
        assert_eq!(large_peer.shuts(), [Shutdown::Both]);
        assert_eq!(backlog.bytes(), 501);
    });
}

/// A peer that leaves after the last frame was sent may still read it; one that leaves before receives nothing more.
#[test]
fn leaving_peer_receives_a_last_frame_already_sent() {
    run(async {
        let (writer, peer) = open(&Arc::default());
        writer.close(&Bytes::from_static(b"end"));
        writer.left();
        peer.allow(3);
        writer.ended().await;
        assert_eq!((peer.bytes(), peer.shuts()), (b"end".to_vec(), vec![Shutdown::Write]));

        let backlog = Arc::new(Backlog::default());
        let (writer, peer) = open(&backlog);
        writer.send(&Bytes::from_static(b"unread")).unwrap();
        writer.left();
        assert_eq!((backlog.bytes(), peer.shuts()), (0, vec![Shutdown::Both]));
    });
}

/// A peer that takes nothing is cut after its time.
#[test]
fn peer_that_never_reads_the_last_frame_is_cut() {
    run(async {
        let (writer, peer) = open(&Arc::default());
        writer.close(&Bytes::from_static(b"end"));
        writer.ended().await;
        assert_eq!(peer.shuts(), [Shutdown::Both]);
    });
}

struct Tcp(tokio::net::TcpStream);

impl Sink for Tcp {
    fn take(&self, parts: &[IoSlice<'_>]) -> io::Result<usize> {
        self.0.try_write_vectored(parts)
    }

    fn room(&self) -> BoxFuture<'_, io::Result<()>> {
        self.0.writable().boxed()
    }

    fn shut(&self, _: Shutdown) {}
}

/// Ten threads send at once to a real connection whose peer reads a few bytes at a time. The stream consists of whole
/// frames, unchanged, and those of each thread are in order.
#[test]
fn frames_of_concurrent_senders_never_mix() {
    const SPEAKERS: u8 = 10;
    const EACH: u32 = 400;
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let mut peer = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    let (ours, _) = listener.accept().unwrap();
    ours.set_nonblocking(true).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let writer = runtime.block_on(async {
        Writer::new(Tcp(tokio::net::TcpStream::from_std(ours).unwrap()), Arc::default(), 0)
    });
    writer.open();
    let (all_read, reading) = tokio::sync::oneshot::channel();
    std::thread::scope(|scope| {
        scope.spawn(|| runtime.block_on(reading).unwrap());
        for speaker in 0..SPEAKERS {
            let writer = Arc::clone(&writer);
            scope.spawn(move || {
                for n in 0..EACH {
                    // Sender, number, length, and as many bytes derived from both.
                    let length = 200 + n * 7 % 1_900;
                    let mut frame = vec![speaker];
                    frame.extend(n.to_be_bytes());
                    frame.extend(length.to_be_bytes());
                    frame.extend((0..length).map(|at| (at ^ n) as u8 ^ speaker));
                    // Stays within the bound, because this test is about order and not about slow peers.
                    while writer.waiting.load(Ordering::Relaxed) > BYTES_IN_FLIGHT / 2 {
                        std::thread::yield_now();
                    }
                    writer.send(&frame.into()).unwrap();
                }
            });
        }
        let mut next = [0; SPEAKERS as usize];
        for _ in 0..u32::from(SPEAKERS) * EACH {
            let mut head = [0; 9];
            for byte in &mut head {
                peer.read_exact(std::slice::from_mut(byte)).unwrap();
            }
            let (speaker, n) = (head[0], u32::from_be_bytes(head[1..5].try_into().unwrap()));
            let length = u32::from_be_bytes(head[5..].try_into().unwrap());
            assert_eq!(n, next[usize::from(speaker)]);
            next[usize::from(speaker)] += 1;
            let mut rest = vec![0; length as usize];
            peer.read_exact(&mut rest).unwrap();
            assert!((0..length).zip(&rest).all(|(at, byte)| (at ^ n) as u8 ^ speaker == *byte));
        }
        all_read.send(()).unwrap();
    });
    // Nothing follows.
    peer.set_nonblocking(true).unwrap();
    assert_eq!(peer.read(&mut [0]).unwrap_err().kind(), ErrorKind::WouldBlock);
}
