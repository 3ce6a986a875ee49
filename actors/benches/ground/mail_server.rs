//! A mail server on this machine.

use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc::UnboundedSender;

use super::Failure;

/// A mail server without TLS, which thinks about each mail for `pause` and then reports its recipient; its address.
pub async fn mail_server(pause: Duration, taken: UnboundedSender<String>) -> Result<String, Failure> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let at = listener.local_addr()?;
    actix_rt::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            actix_rt::spawn(take_letters(stream, pause, taken.clone()));
        }
    });
    Ok(format!("smtp://{at}?tls=none"))
}

async fn take_letters(
    stream: TcpStream,
    pause: Duration,
    taken: UnboundedSender<String>,
) -> std::io::Result<()> {
    let mut stream = BufReader::new(stream);
    stream.write_all(b"220 here\r\n").await?;
    let (mut line, mut to, mut is_text) = (String::new(), String::new(), false);
    loop {
        line.clear();
        if stream.read_line(&mut line).await? == 0 {
            return Ok(());
        }
        let said = line.trim_end();
        if is_text {
            if said != "." {
                continue;
            }
            is_text = false;
            if !pause.is_zero() {
                tokio::time::sleep(pause).await;
            }
            let _ = taken.send(to.clone());
        } else if said == "DATA" {
            is_text = true;
            stream.write_all(b"354 on\r\n").await?;
            continue;
        } else if let Some(receiver) = said.strip_prefix("RCPT TO:") {
            receiver.trim_matches(['<', '>']).clone_into(&mut to);
        }
        stream.write_all(b"250 ok\r\n").await?;
    }
}
