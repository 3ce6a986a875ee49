//! What the machine does by itself, as a measure of what the server adds.

use std::fs::File;
use std::io::Write as _;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::Path;
use std::time::{Duration, Instant};

use rustix::time::ClockId;

use crate::fanout::Pace;
use crate::receivers::{Arrivals, Receivers};
use crate::{Measured, Result};

/// Appends 256 B and waits until they are on the disk, again and again.
pub fn fdatasync(path: &Path, each: Duration) -> Result<Measured> {
    let mut file = File::create(path)?;
    let mut measured = Measured::default();
    let started = Instant::now();
    while started.elapsed() < each {
        let one = Instant::now();
        file.write_all(&[b'x'; 256])?;
        file.sync_data()?;
        measured.latencies.add(one.elapsed());
        measured.count += 1;
    }
    measured.took = started.elapsed();
    Ok(measured)
}

/// CPU that this thread has used.
fn thread_cpu() -> Duration {
    let time = rustix::time::clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// One `send()` of a frame to each of many sockets, round after round; what the sending thread alone spends.
/// `frame` gives the bytes of the n-th message. Blocks: not for a thread that does anything else.
pub fn send_loop(
    sockets: usize,
    frame: impl Fn(u64) -> Vec<u8>,
    pace: Pace,
    each: Duration,
) -> Result<Measured> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    let (mut senders, mut readers) = (Vec::new(), Vec::new());
    for _ in 0..sockets {
        readers.push(TcpStream::connect(listener.local_addr()?)?);
        let (sender, _) = listener.accept()?;
        sender.set_nodelay(true)?;
        senders.push(sender);
    }
    let arrivals = Arrivals::new(sockets, 1);
    let receivers = Receivers::start(readers, &arrivals)?;
    let (started, spent) = (Instant::now(), thread_cpu());
    let mut sent = 0;
    while started.elapsed() < each {
        let frame = frame(sent);
        arrivals.sent(sent);
        for sender in &mut senders {
            sender.write_all(&frame)?;
        }
        sent += 1;
        // Waiting costs this thread next to nothing.
        while arrivals.complete() + pace.window() <= sent {
            receivers.check()?;
            std::thread::sleep(Duration::from_micros(50));
        }
    }
    let spent = thread_cpu() - spent;
    let took = started.elapsed();
    while arrivals.complete() < sent {
        receivers.check()?;
        std::thread::sleep(Duration::from_millis(1));
    }
    let latencies = receivers.finish(sent)?;
    Ok(Measured { latencies, count: sent * sockets as u64, took, spent: Some(spent) })
}
