//! The bad peers: members of the same workspace, on a thread of their own, until they are stopped.

use std::cell::Cell;
use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use futures_util::future::{try_join, try_join_all};
use tokio::sync::oneshot;
use tokio::time::timeout;

use super::raw::{self, Raw};
use super::{PATIENCE, topic};
use crate::stomp::Stomp;
use crate::table::thousands;
use crate::{Result, sends};

/// Members from here on are the bad peers; the first sends at an even pace.
const FIRST_PEER: usize = 10;
/// Who sends as fast as it can.
const SENDERS: usize = 8;
/// Between two signs of life of one who does not read: where they are refused, its connection has ended.
const BEAT: Duration = Duration::from_millis(100);
/// So many of them make the second after which it reads a byte.
const BEATS_A_BYTE: u64 = 10;
/// Between two visits of each of those who come and go.
const VISITS: Duration = Duration::from_millis(100);

/// How they behave. Whoever is ended comes back at once and does the same.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Listen to the channel and to another one, into which as much is sent as can be, and read nothing of it.
    Unread,
    /// The same, reading a byte a second.
    Trickle,
    /// Send half a WebSocket frame: every second one before CONNECT, the others when they are in and have promised
    /// heart-beats.
    Half,
    /// Promise heart-beats and never send one.
    Mute,
    /// Come, are connected, and go without a word.
    Passing,
    /// Hold subscriptions to all channels and renew one after the other, as fast as that is answered.
    Everything,
    /// Send into another channel as fast as they can, each the next when the last is answered.
    Flood,
}

impl Kind {
    pub const ALL: [Self; 7] =
        [Self::Unread, Self::Trickle, Self::Half, Self::Mute, Self::Passing, Self::Everything, Self::Flood];

    pub fn name(self) -> &'static str {
        match self {
            Self::Unread => "50 that stop reading, in a channel that 8 flood",
            Self::Trickle => "50 that read a byte a second, in a channel that 8 flood",
            Self::Half => "50 that send half a frame",
            Self::Mute => "50 that never answer",
            Self::Passing => "200 a second that come and go",
            Self::Everything => "20 that subscribe to 50 channels again and again",
            Self::Flood => "8 that send as fast as they can",
        }
    }

    /// In words.
    pub fn did(self, tally: &Tally) -> String {
        let sum = |of: &[Cell<u64>]| of.iter().map(Cell::get).sum::<u64>() as f64;
        let (ended, did, sent) = (sum(&tally.ended), tally.did.get() as f64, sum(&tally.sent));
        match self {
            Self::Unread | Self::Trickle => {
                format!("ended {} times; {} were sent", thousands(ended), thousands(sent))
            }
            Self::Half | Self::Mute => format!("ended {} times", thousands(ended)),
            Self::Passing => format!("{} came", thousands(did)),
            Self::Everything => format!("{} subscriptions", thousands(did)),
            Self::Flood => format!("{} were sent", thousands(sent)),
        }
    }

    /// How long the case lasts at least. The server waits for what is promised: 8 s for a heart-beat, 10 s for CONNECT.
    pub fn least(self) -> Duration {
        if matches!(self, Self::Half | Self::Mute) { Duration::from_secs(12) } else { Duration::ZERO }
    }

    /// Whether the server has to end them.
    pub fn must_end(self) -> bool {
        matches!(self, Self::Unread | Self::Trickle | Self::Half | Self::Mute)
    }

    fn peers(self) -> usize {
        match self {
            Self::Unread | Self::Trickle | Self::Half | Self::Mute => 50,
            Self::Passing | Self::Everything => 20,
            Self::Flood => 0,
        }
    }

    fn senders(self) -> usize {
        if matches!(self, Self::Unread | Self::Trickle | Self::Flood) { SENDERS } else { 0 }
    }
}

/// Where they do it.
pub struct Place {
    pub at: SocketAddr,
    /// Cookies.
    pub members: Vec<String>,
    /// What the ordinary ones listen to.
    pub channel: i64,
    /// What is flooded.
    pub other: i64,
    /// Channels of the workspace, those two too.
    pub all: Vec<i64>,
}

impl Place {
    /// The cookie of a bad peer.
    pub fn peer(&self, who: usize) -> &str {
        &self.members[FIRST_PEER + who]
    }

    /// Of a message in the other channel.
    pub fn mark(&self, sender: usize, number: u64) -> String {
        format!("flood-{}-{sender}-{number}", self.other)
    }
}

/// What they did.
pub struct Tally {
    /// How often each was ended.
    pub ended: Vec<Cell<u64>>,
    /// Messages of each sender that were answered.
    pub sent: Vec<Cell<u64>>,
    /// Visits or subscriptions of all.
    did: Cell<u64>,
}

/// Their thread.
pub struct Bad {
    thread: JoinHandle<Result<Tally>>,
    /// Dropping it stops them, too.
    stop: oneshot::Sender<()>,
}

impl Bad {
    pub fn start(kind: Kind, place: &Arc<Place>) -> Result<Self> {
        let (stop, stopped) = oneshot::channel();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let place = Arc::clone(place);
        let body = move || runtime.block_on(behave(kind, &place, stopped));
        let thread = std::thread::Builder::new().name("bad-peers".to_owned()).spawn(body)?;
        Ok(Self { thread, stop })
    }

    /// Fails when one could not come, come back, or was not served.
    pub async fn stop(self) -> Result<Tally> {
        let _ = self.stop.send(());
        let joining = tokio::task::spawn_blocking(move || self.thread.join());
        joining.await?.map_err(|_| "the bad peers have panicked")?
    }
}

async fn behave(kind: Kind, place: &Place, stopped: oneshot::Receiver<()>) -> Result<Tally> {
    let cells = |count| (0..count).map(|_| Cell::new(0)).collect();
    let tally = Tally { ended: cells(kind.peers()), sent: cells(kind.senders()), did: Cell::new(0) };
    let over = Cell::new(false);
    let peers = async {
        try_join_all((0..kind.peers()).map(|who| one(kind, place, who, &tally))).await?;
        std::future::pending::<Result<()>>().await
    };
    let senders =
        try_join_all(tally.sent.iter().enumerate().map(|(who, sent)| flood(place, who, sent, &over)));
    let stop = async {
        let _ = stopped.await;
        over.set(true);
        Ok(())
    };
    // Who sends has its last answer before it goes; the others are dropped where they are.
    tokio::select! {
        failed = peers => failed?,
        done = try_join(senders, stop) => drop(done?),
    }
    Ok(tally)
}

async fn one(kind: Kind, place: &Place, who: usize, tally: &Tally) -> Result<()> {
    let token = place.peer(who);
    match kind {
        Kind::Passing => return pass(place, who, tally).await,
        Kind::Everything => return everything(place, who, tally).await,
        Kind::Unread | Kind::Trickle | Kind::Half | Kind::Mute | Kind::Flood => {}
    }
    loop {
        match kind {
            Kind::Half if who.is_multiple_of(2) => {
                let mut peer = timeout(PATIENCE, Raw::open(place.at, token)).await??;
                half(&mut peer, &raw::connect("0,0")).await;
            }
            Kind::Half => {
                let mut peer = timeout(PATIENCE, Raw::connected(place.at, token, "1000,1000")).await??;
                half(&mut peer, "SEND\ndestination:/app/chat/channel/1\n\n{}\0").await;
            }
            Kind::Mute => {
                timeout(PATIENCE, Raw::connected(place.at, token, "1000,1000")).await??.gone().await;
            }
            _ => unread(place, token, kind == Kind::Trickle).await?,
        }
        let ended = &tally.ended[who];
        ended.set(ended.get() + 1);
    }
}

/// Sends half a frame and waits for the end.
async fn half(peer: &mut Raw, text: &str) {
    if let Ok(frame) = raw::masked(text)
        && peer.write(&frame[..frame.len() / 2]).await.is_ok()
    {
        peer.gone().await;
    }
}

/// Subscribes and does not read until it is ended.
async fn unread(place: &Place, token: &str, sips: bool) -> Result<()> {
    let coming = async {
        let mut peer = Raw::connected(place.at, token, "0,0").await?;
        peer.subscribe("1", &topic(place.channel)).await?;
        peer.subscribe("2", &topic(place.other)).await?;
        Result::Ok(peer)
    };
    let mut peer = timeout(PATIENCE, coming).await??;
    for beat in 1.. {
        tokio::time::sleep(BEAT).await;
        if sips && beat % BEATS_A_BYTE == 0 {
            peer.sip();
        }
        // The end itself lies behind what it does not read.
        if peer.say("\n").await.is_err() {
            break;
        }
    }
    Ok(())
}

async fn pass(place: &Place, who: usize, tally: &Tally) -> Result<()> {
    let apart = VISITS.mul_f64(who as f64 / Kind::Passing.peers() as f64);
    let mut due = tokio::time::interval_at(tokio::time::Instant::now() + apart, VISITS);
    loop {
        due.tick().await;
        drop(timeout(PATIENCE, Stomp::open(place.at, place.peer(who))).await??);
        tally.did.set(tally.did.get() + 1);
    }
}

async fn everything(place: &Place, who: usize, tally: &Tally) -> Result<()> {
    let mut peer = timeout(PATIENCE, Stomp::open(place.at, place.peer(who))).await??;
    let mut held = VecDeque::new();
    for channel in place.all.iter().cycle() {
        if held.len() == place.all.len()
            && let Some(oldest) = held.pop_front()
        {
            peer.unsubscribe(oldest).await?;
        }
        held.push_back(timeout(PATIENCE, peer.subscribe(&topic(*channel))).await??);
        tally.did.set(tally.did.get() + 1);
    }
    Ok(())
}

async fn flood(place: &Place, who: usize, sent: &Cell<u64>, over: &Cell<bool>) -> Result<()> {
    let mut stomp = timeout(PATIENCE, Stomp::open(place.at, &place.members[1 + who])).await??;
    timeout(PATIENCE, stomp.subscribe("/user/queue/reply")).await??;
    let destination = sends::destination(place.other);
    while !over.get() {
        let number = sent.get();
        stomp.send(&destination, &sends::body(&place.mark(who, number), number)).await?;
        let answer = timeout(PATIENCE, stomp.read()).await??;
        if !answer.contains(r#""success":true"#) {
            return Err(answer.as_str().into());
        }
        sent.set(number + 1);
    }
    Ok(())
}
