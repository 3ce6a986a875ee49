//! What permessage-deflate (RFC 7692) would save of the frames that tell of messages, and what it would cost. The server does not
//! offer it: these figures are why.

use std::time::{Duration, Instant};

use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress};
use serde_json::json;

use crate::server::Server;
use crate::stage::Stage;
use crate::stomp::Stomp;
use crate::table::{Row, Table, micros};
use crate::{Plan, Result, sends};

/// What is said: no text twice, as long as messages are.
const SAID: [&str; 12] = [
    "Hej alla! Glöm inte att lämna in lappen om friluftsdagen senast på torsdag, annars får ni ingen plats på bussen.",
    "Vem har nyckeln till musiksalen?",
    "Jag är sjuk i dag och kommer tillbaka i morgon. Planeringen för 7B ligger i pärmen bredvid kopiatorn.",
    "Ja, det låter bra 👍",
    "Elevrådet har möte i sal 14 efter lunch. Ta med förslagen om skolgården så går vi igenom dem tillsammans.",
    "Ny tid för utvecklingssamtalen: 14.30 i stället för 15.00. Vårdnadshavarna har fått brev om det.",
    "Tack för hjälpen i går, det blev en jättefin avslutning!",
    "Kan någon ta min rastvakt klockan tio? Jag tar gärna din på fredag.",
    "Vaktmästaren lagar värmen i hus B under förmiddagen. Räkna med att det är kallt till omkring klockan elva.",
    "Betygen ska vara satta den 12 juni. Hör av er till mig om något är oklart med omdömena.",
    "Projektorn i 203 fungerar igen.",
    "Påminnelse: brandövning i morgon förmiddag. Samlingsplatsen är som vanligt fotbollsplanen bakom gymnastiksalen.",
];
/// The window that a connection keeps for what it has said, and for how to write it; in KiB, of zlib's own arithmetic.
const CONTEXT_KIB: u32 = 256;

pub async fn measure(plan: &Plan, server: &Server, stage: &Stage, table: &mut Table) -> Result<()> {
    crate::progress("frames, deflated");
    let (full, lean) = (told(server, stage, "full").await?, told(server, stage, "lean").await?);
    let size = |frames: &[String]| frames.iter().map(String::len).sum::<usize>() / frames.len().max(1);
    let (full, plain) = (size(&full), size(&lean));
    for (what, is_kept) in [
        ("by itself, once for all who hear it".to_owned(), false),
        (format!("after those before it, for each connection by itself ({CONTEXT_KIB} KiB each)"), true),
    ] {
        let Packed { bytes, packing, unpacking } = pack(&lean, is_kept, plan.each / 4)?;
        table.add(Row {
            what: format!("a message as it is told ({full} B, lean {plain} B), lean and deflated {what}"),
            cpu: micros(packing.as_secs_f64()),
            against: format!(
                "{bytes} B, {:.2} × lean; read in {}",
                bytes as f64 / plain as f64,
                micros(unpacking.as_secs_f64())
            ),
            ..Row::default()
        });
    }
    Ok(())
}

/// The frames' payloads that a listener gets for all that is said.
async fn told(server: &Server, stage: &Stage, form: &str) -> Result<Vec<String>> {
    let channel = stage.channel(server).await?;
    let mut listener = Stomp::open(server.at, &stage.members[1]).await?;
    listener.subscribe_as(&format!("/topic/chat/channel/{channel}"), &format!("body:{form}")).await?;
    let mut frames = Vec::new();
    for (number, text) in SAID.iter().enumerate() {
        let mut sender = Stomp::open(server.at, &stage.members[2 + number]).await?;
        sender.subscribe("/user/queue/reply").await?;
        let body = json!({"content": text, "clientMessageId": format!("deflate-{channel}-{number}")});
        sender.send(&sends::destination(channel), &body.to_string()).await?;
        sender.read().await?;
        frames.push(listener.read().await?.to_string());
    }
    Ok(frames)
}

/// A frame's middle size, and what it takes to make and to read one.
struct Packed {
    bytes: usize,
    packing: Duration,
    unpacking: Duration,
}

/// Deflates the frames again and again for a while; `is_kept`: each after those before it.
fn pack(frames: &[String], is_kept: bool, each: Duration) -> Result<Packed> {
    let mut writer = Compress::new(Compression::default(), false);
    let mut reader = Decompress::new(false);
    let (mut packing, mut unpacking, mut bytes, mut count) = (Duration::ZERO, Duration::ZERO, 0, 0_u32);
    let started = Instant::now();
    while started.elapsed() < each {
        // What was said an hour ago is forgotten: the same texts again would cost nothing.
        writer.reset();
        reader.reset(false);
        for frame in frames {
            if !is_kept {
                writer.reset();
                reader.reset(false);
            }
            let one = Instant::now();
            let mut packed = Vec::with_capacity(frame.len() + 64);
            writer.compress_vec(frame.as_bytes(), &mut packed, FlushCompress::Sync)?;
            packing += one.elapsed();
            let one = Instant::now();
            let mut read = Vec::with_capacity(frame.len() + 64);
            reader.decompress_vec(&packed, &mut read, FlushDecompress::Sync)?;
            unpacking += one.elapsed();
            if read != frame.as_bytes() {
                return Err("a frame does not survive its deflation".into());
            }
            // The four bytes at the end of every part are not sent.
            bytes += packed.len().saturating_sub(4);
            count += 1;
        }
    }
    let count = count.max(1);
    Ok(Packed { bytes: bytes / count as usize, packing: packing / count, unpacking: unpacking / count })
}
