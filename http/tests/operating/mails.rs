//! Mails are sent over TLS, and in clear only if the operator says so.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpListener;
use std::sync::mpsc::{Receiver, channel};

use super::running::{Place, until};

/// A mail server (RFC 5321, as far as a sender needs it) without STARTTLS, which offers AUTH unencrypted. Sends each
/// received line to the channel.
fn in_clear() -> (String, Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let at = listener.local_addr().unwrap().to_string();
    let (tell, told) = channel();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { return };
            let tell = tell.clone();
            std::thread::spawn(move || {
                let _ = stream.write_all(b"220 post.example\r\n");
                let Ok(heard) = stream.try_clone() else { return };
                let mut in_mail = false;
                for line in BufReader::new(heard).lines() {
                    let Ok(line) = line else { return };
                    let answer = match line.split(' ').next().unwrap_or_default() {
                        "." => {
                            in_mail = false;
                            "250 kept\r\n"
                        }
                        _ if in_mail => "",
                        "EHLO" => "250-post.example\r\n250 AUTH PLAIN LOGIN\r\n",
                        "AUTH" => "235 welcome\r\n",
                        "DATA" => {
                            in_mail = true;
                            "354 go on\r\n"
                        }
                        "QUIT" => "221 bye\r\n",
                        _ => "250 ok\r\n",
                    };
                    if tell.send(line).is_err() || stream.write_all(answer.as_bytes()).is_err() {
                        return;
                    }
                }
            });
        }
    });
    (at, told)
}

/// Requests a mail for Anna through that server until the metric reaches a value; answers the lines that it received.
fn heard(smtp: &str, told: &Receiver<String>, metric: &str, times: u64) -> String {
    let place = Place::with_anna();
    let serving = place.serve_with(&[("KALENDER_SMTP_URL", smtp)]);
    let body = r#"{"email":"anna@example.se"}"#;
    assert_eq!(serving.call("POST", "/api/public/auth/reset/request", "", body).0, 204);
    until(metric, || {
        let (_, metrics) = super::running::call(serving.admin, "GET", "/metrics", "", "");
        let value = metrics.lines().find_map(|line| line.strip_prefix(metric)?.trim().parse::<u64>().ok());
        value.filter(|value| *value >= times)
    });
    told.try_iter().collect::<Vec<_>>().join("\n")
}

#[test]
fn without_starttls_nothing_is_sent_and_the_mail_waits() {
    let (at, told) = in_clear();
    // Attempted twice: after the first failure the mail was still a job.
    let heard = heard(&format!("smtp://anna:hemligt@{at}"), &told, r#"jobs_total{outcome="again"}"#, 2);
    assert!(heard.contains("EHLO"), "{heard}");
    for forbidden in ["AUTH", "MAIL", "RCPT", "DATA", "token"] {
        assert!(!heard.contains(forbidden), "{forbidden}: {heard}");
    }
}

#[test]
fn configured_relay_gets_mail_in_clear() {
    let (at, told) = in_clear();
    let smtp = format!("smtp://anna%40b.se:p%40ss@{at}?tls=none");
    let heard = heard(&smtp, &told, "mail_sent_total", 1);
    assert!(heard.contains("AUTH PLAIN"), "{heard}");
    assert!(heard.contains("RCPT TO:<anna@example.se>"), "{heard}");
    assert!(heard.contains("token"), "{heard}");
}

#[test]
fn unknown_variables_are_reported() {
    let place = Place::with_anna();
    let said = place.run_with(&["user", "list"], &[("KALENDER_LISTNE", "hemligt")], "");
    said.success();
    let lines: Vec<&str> = said.err.lines().filter(|line| line.contains("KALENDER_LISTNE")).collect();
    assert_eq!(lines.len(), 1, "{said:?}");
    assert!(!said.err.contains("hemligt"), "{said:?}");
}
