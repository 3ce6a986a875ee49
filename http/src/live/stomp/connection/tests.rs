use std::sync::LazyLock;

use proptest::prelude::*;

use super::*;
use crate::live::stomp::frame::{Decoder, Violation};

static ROOMS: LazyLock<Rooms> = LazyLock::new(|| actors::areas::rooms(&[]));

type Headers<'a> = &'a [(&'a str, &'a str)];

fn frame(command: Command, headers: Headers) -> Frame {
    let headers = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    Frame { command, headers, body: Bytes::new() }
}

fn connect() -> Frame {
    frame(Command::Connect, &[("accept-version", "1.1,1.2"), ("heart-beat", "10000,10000")])
}

fn connected() -> Connection {
    let mut connection = Connection::new(*ROOMS, true);
    assert!(!connection.is_connected());
    connection.on_frame(connect());
    assert!(!connection.is_connected());
    connection.authenticated("s");
    assert!(connection.is_connected());
    connection
}

fn subscribe(id: &str, destination: &str) -> Frame {
    frame(Command::Subscribe, &[("id", id), ("destination", destination)])
}

fn failure(actions: &[Action]) -> Option<&'static str> {
    match actions {
        [Action::Fail { code, .. }] => Some(code),
        _ => None,
    }
}

fn parse(frame: &ByteString) -> Frame {
    let mut decoder = Decoder::new();
    decoder.feed(frame.as_bytes());
    decoder.next_frame().unwrap().unwrap()
}

#[test]
fn connects_by_cookie_or_token() {
    type Wanted = Result<Option<&'static str>, &'static str>;
    let cases: &[(bool, Headers, Wanted)] = &[
        (true, &[], Ok(None)),
        (true, &[("token", "t")], Ok(Some("t"))),
        (false, &[("token", "t")], Ok(Some("t"))),
        (false, &[("Authorization", "Bearer t")], Ok(Some("t"))),
        (false, &[("authorization", "bearer t")], Ok(Some("t"))),
        (false, &[], Err("NOT_SIGNED_IN")),
        (true, &[("token", "")], Err("NOT_SIGNED_IN")),
        (false, &[("Authorization", "Basic t")], Err("NOT_SIGNED_IN")),
    ];
    for (cookie, headers, wanted) in cases {
        for command in [Command::Connect, Command::Stomp] {
            let mut connection = Connection::new(*ROOMS, *cookie);
            let headers: Vec<_> =
                [("accept-version", "1.2")].into_iter().chain(headers.iter().copied()).collect();
            let actions = connection.on_frame(frame(command, &headers));
            match wanted {
                Ok(token) => {
                    let token = token.and_then(Token::new);
                    assert_eq!(actions, [Action::Authenticate { token }]);
                }
                Err(code) => assert_eq!(failure(&actions), Some(*code)),
            }
        }
    }
}

#[test]
fn takes_the_highest_common_version() {
    let cases = [
        (Some("1.0,1.1,1.2"), Ok("1.2")),
        (Some("1.2"), Ok("1.2")),
        (Some("1.1, 1.0"), Ok("1.1")),
        (Some("1.0"), Err("UNSUPPORTED_VERSION")),
        (Some("2.0"), Err("UNSUPPORTED_VERSION")),
        (Some(""), Err("UNSUPPORTED_VERSION")),
        (None, Err("UNSUPPORTED_VERSION")),
    ];
    for (accepted, wanted) in cases {
        let mut connection = Connection::new(*ROOMS, true);
        let headers: Vec<_> = accepted.map(|accepted| ("accept-version", accepted)).into_iter().collect();
        let actions = connection.on_frame(frame(Command::Connect, &headers));
        match wanted {
            Err(code) => assert_eq!(failure(&actions), Some(code), "{accepted:?}"),
            Ok(version) => match &connection.authenticated("s")[..] {
                [Action::Connected { frame, .. }] => {
                    assert_eq!(parse(frame).header("version"), Some(version));
                }
                other => panic!("{other:?}"),
            },
        }
    }
}

#[test]
fn heart_beats_are_negotiated_as_in_stomp() {
    let ms = |ms: u64| Some(Duration::from_millis(ms));
    let cases = [
        (None, Ok((None, None))),
        (Some("0,0"), Ok((None, None))),
        (Some("10000,10000"), Ok((ms(10_000), ms(20_000)))),
        (Some("1000,1000"), Ok((ms(4000), ms(8000)))),
        (Some("0,5000"), Ok((ms(5000), None))),
        (Some("5000,0"), Ok((None, ms(10_000)))),
        (Some("4000, 4000"), Ok((ms(4000), ms(8000)))),
        (Some("4294967295,1"), Ok((ms(4000), ms(8_589_934_590)))),
        (Some("4294967296,1"), Err("BAD_HEART_BEAT")),
        (Some("-1,0"), Err("BAD_HEART_BEAT")),
        (Some("+1,0"), Err("BAD_HEART_BEAT")),
        (Some("1"), Err("BAD_HEART_BEAT")),
        (Some("1,2,3"), Err("BAD_HEART_BEAT")),
        (Some(""), Err("BAD_HEART_BEAT")),
    ];
    for (text, wanted) in cases {
        let mut connection = Connection::new(*ROOMS, true);
        let headers = [("accept-version", "1.2")].into_iter().chain(text.map(|text| ("heart-beat", text)));
        let actions = connection.on_frame(frame(Command::Connect, &headers.collect::<Vec<_>>()));
        match wanted {
            Err(code) => assert_eq!(failure(&actions), Some(code), "{text:?}"),
            Ok((outgoing, deadline)) => match &connection.authenticated("s")[..] {
                [Action::Connected { heart_beat, frame, .. }] => {
                    assert_eq!(*heart_beat, HeartBeat { outgoing, deadline }, "{text:?}");
                    assert_eq!(parse(frame).header("heart-beat"), Some("4000,4000"));
                }
                other => panic!("{other:?}"),
            },
        }
    }
}

#[test]
fn nothing_is_accepted_before_connected() {
    for command in Command::ALL {
        if !matches!(command, Command::Connect | Command::Stomp) {
            let actions =
                Connection::new(*ROOMS, true).on_frame(frame(*command, &[("id", "1"), ("receipt", "r")]));
            assert_eq!(failure(&actions), Some("NOT_CONNECTED"));
        }
        let mut waiting = Connection::new(*ROOMS, true);
        waiting.on_frame(connect());
        assert_eq!(failure(&waiting.on_frame(frame(*command, &[]))), Some("NOT_CONNECTED"));
        assert_eq!(waiting.authenticated("late"), []);
    }
}

#[test]
fn refused_login_ends_the_connection() {
    let mut connection = Connection::new(*ROOMS, true);
    connection.on_frame(connect());
    assert_eq!(
        failure(&connection.fail("NOT_SIGNED_IN", "the session is over", None)),
        Some("NOT_SIGNED_IN")
    );
    assert!(connection.is_closed());
    assert_eq!(connection.authenticated("s"), []);
}

#[test]
fn broken_frames_end_the_connection_and_name_the_receipt() {
    let topic = "/topic/chat/channel/1";
    let cases: &[(Command, Headers, &str)] = &[
        (Command::Connect, &[("accept-version", "1.2")], "ALREADY_CONNECTED"),
        (Command::Stomp, &[], "ALREADY_CONNECTED"),
        (Command::Subscribe, &[("destination", topic)], "MISSING_HEADER"),
        (Command::Subscribe, &[("id", "1")], "MISSING_HEADER"),
        (Command::Subscribe, &[("id", ""), ("destination", topic)], "BAD_SUBSCRIPTION_ID"),
        (Command::Subscribe, &[("id", "1"), ("destination", "/topic/*")], "UNKNOWN_DESTINATION"),
        (Command::Subscribe, &[("id", "1"), ("destination", "/app/typing")], "UNKNOWN_DESTINATION"),
        (Command::Subscribe, &[("id", "1"), ("destination", topic), ("ack", "client")], "UNSUPPORTED_ACK"),
        (
            Command::Subscribe,
            &[("id", "1"), ("destination", topic), ("ack", "client-individual")],
            "UNSUPPORTED_ACK",
        ),
        (Command::Subscribe, &[("id", "taken"), ("destination", topic)], "DUPLICATE_SUBSCRIPTION"),
        (Command::Unsubscribe, &[], "MISSING_HEADER"),
        (Command::Send, &[], "MISSING_HEADER"),
        (Command::Send, &[("destination", topic)], "SEND_FORBIDDEN"),
        (Command::Send, &[("destination", "/user/queue/reply")], "SEND_FORBIDDEN"),
        (Command::Send, &[("destination", "/app/other")], "UNKNOWN_DESTINATION"),
        (Command::Send, &[("destination", "/app/typing"), ("transaction", "t")], "UNSUPPORTED_COMMAND"),
        (Command::Begin, &[("transaction", "t")], "UNSUPPORTED_COMMAND"),
        (Command::Commit, &[("transaction", "t")], "UNSUPPORTED_COMMAND"),
        (Command::Abort, &[("transaction", "t")], "UNSUPPORTED_COMMAND"),
        (Command::Ack, &[("id", "1")], "UNSUPPORTED_COMMAND"),
        (Command::Nack, &[("id", "1")], "UNSUPPORTED_COMMAND"),
        (Command::Message, &[], "UNKNOWN_COMMAND"),
    ];
    for (command, headers, code) in cases {
        let mut connection = connected();
        connection.on_frame(subscribe("taken", "/user/queue/reply"));
        let headers: Vec<_> = headers.iter().copied().chain([("receipt", "r:1")]).collect();
        let actions = connection.on_frame(frame(*command, &headers));
        assert_eq!(failure(&actions), Some(*code), "{command:?} {headers:?}");
        let [Action::Fail { frame: error, .. }] = &actions[..] else { panic!("{actions:?}") };
        let error = parse(error);
        assert_eq!(error.header("message"), Some(*code));
        assert_eq!(error.header("receipt-id"), Some("r:1"));
        assert!(connection.is_closed());
        assert_eq!(connection.on_frame(subscribe("2", topic)), []);
    }
}

#[test]
fn subscriptions_come_and_go() {
    let mut connection = connected();
    let channel = Destination::Room(Place::of("/topic/chat/channel/{id}", 1));
    let actions = connection.on_frame(frame(
        Command::Subscribe,
        &[("id", "a"), ("destination", "/topic/chat/channel/1"), ("ack", "auto"), ("receipt", "r")],
    ));
    let receipt = Some("r".to_owned());
    let wanted =
        Action::Subscribe { id: "a".into(), serial: 0, destination: channel, form: Form::default(), receipt };
    assert_eq!(actions, [wanted]);
    assert_eq!(connection.subscriptions_to(channel).collect::<Vec<_>>(), ["a"]);
    let actions = connection.on_frame(frame(Command::Unsubscribe, &[("id", "a")]));
    let wanted = Action::Unsubscribe { id: "a".into(), serial: 0, destination: channel, receipt: None };
    assert_eq!(actions, [wanted]);
    // Ended already: only the receipt is due.
    let actions = connection.on_frame(frame(Command::Unsubscribe, &[("id", "a"), ("receipt", "r2")]));
    assert_eq!(actions, [Action::Receipt { receipt: "r2".to_owned() }]);
}

#[test]
fn subscription_can_ask_for_lean_bodies_and_digests() {
    let mut connection = connected();
    let cases = [
        ("body", "lean", (true, false)),
        ("body", "full", (false, false)),
        ("body", "LEAN", (false, false)),
        ("body", "", (false, false)),
        ("mode", "digest", (false, true)),
        ("mode", "lean", (false, false)),
        ("mode", "", (false, false)),
    ];
    for (n, (header, value, (lean, digest))) in cases.into_iter().enumerate() {
        let (id, destination) = (n.to_string(), "/topic/workspace/1/notifications");
        let headers = [("id", &*id), ("destination", destination), (header, value)];
        let actions = connection.on_frame(frame(Command::Subscribe, &headers));
        let [Action::Subscribe { form, .. }] = &actions[..] else { panic!("{actions:?}") };
        assert_eq!(*form, Form { lean, digest }, "{header}:{value}");
    }
}

#[test]
fn late_refusal_spares_the_next_subscription_of_its_id() {
    let mut connection = connected();
    connection.on_frame(subscribe("a", "/topic/chat/channel/1"));
    connection.on_frame(frame(Command::Unsubscribe, &[("id", "a")]));
    connection.on_frame(subscribe("a", "/topic/chat/channel/2"));
    assert!(!connection.subscription_over("a", 0));
    assert!(connection.is_subscribed("a", 1));
    assert!(connection.subscription_over("a", 1));
    assert!(!connection.subscription_over("a", 1));
    assert_eq!(failure(&connection.on_frame(subscribe("a", "/topic/chat/channel/2"))), None);
}

#[test]
fn at_most_200_subscriptions() {
    let mut connection = connected();
    for n in 0..MAX_SUBSCRIPTIONS {
        assert_eq!(failure(&connection.on_frame(subscribe(&n.to_string(), "/user/queue/reply"))), None);
    }
    assert!(connection.subscription_over("0", 0));
    assert_eq!(failure(&connection.on_frame(subscribe("again", "/user/queue/reply"))), None);
    let one_more = connection.on_frame(subscribe("more", "/user/queue/reply"));
    assert_eq!(failure(&one_more), Some("TOO_MANY_SUBSCRIPTIONS"));
}

#[test]
fn disconnect_gives_the_receipt_and_closes() {
    let actions = connected().on_frame(frame(Command::Disconnect, &[("receipt", "bye")]));
    assert_eq!(actions, [Action::Disconnect { receipt: Some("bye".to_owned()) }]);
    let mut connection = connected();
    assert_eq!(connection.on_frame(frame(Command::Disconnect, &[])), [Action::Disconnect { receipt: None }]);
    assert_eq!(connection.fail("LATE", "", None), []);
}

#[test]
fn stored_and_echoed_values_are_bounded() {
    let long = "x".repeat(MAX_ID + 1);
    let actions = connected().on_frame(subscribe(&long, "/user/queue/reply"));
    assert_eq!(failure(&actions), Some("BAD_SUBSCRIPTION_ID"));
    let actions = connected().on_frame(frame(Command::Disconnect, &[("receipt", &long)]));
    assert_eq!(failure(&actions), Some("RECEIPT_TOO_LONG"));
    let longest = "x".repeat(MAX_ID);
    let actions = connected().on_frame(subscribe(&longest, "/user/queue/reply"));
    assert_eq!(failure(&actions), None);
    let actions = connected().on_frame(frame(Command::Disconnect, &[("receipt", &longest)]));
    assert_eq!(actions, [Action::Disconnect { receipt: Some(longest) }]);
}

#[test]
fn unreadable_frame_ends_connection_and_echoes_receipt() {
    for (receipt, echoed) in [(None, false), (Some(MAX_ID), true), (Some(MAX_ID + 1), false)] {
        let receipt = receipt.map(|length| "r".repeat(length));
        let mut connection = connected();
        let error = ProtocolError { violation: Violation::UnknownCommand, receipt: receipt.clone() };
        let actions = connection.on_error(&error);
        assert_eq!(failure(&actions), Some("UNKNOWN_COMMAND"));
        let [Action::Fail { frame, .. }] = actions.as_slice() else { panic!("{actions:?}") };
        assert_eq!(parse(frame).header("receipt-id"), receipt.as_deref().filter(|_| echoed));
        assert_eq!(connection.on_error(&error), []);
    }
}

#[derive(Clone, Debug)]
enum Step {
    Frame(Frame),
    Authenticated,
    Over(u8, u64),
}

fn step() -> impl Strategy<Value = Step> {
    let destination = proptest::sample::select(vec![
        "/topic/chat/channel/1",
        "/topic/workspace/1/typing",
        "/user/queue/reply",
        "/app/typing",
        "/app/chat/channel/1",
        "/nowhere",
    ]);
    let good = (any::<u8>(), 0..3_usize).prop_map(|(id, kind)| match kind {
        0 => connect(),
        1 => subscribe(&id.to_string(), "/topic/chat/channel/1"),
        _ => frame(Command::Unsubscribe, &[("id", &id.to_string())]),
    });
    let any_frame = (proptest::sample::select(Command::ALL), 0..4_u8, destination).prop_map(
        |(command, id, destination)| {
            frame(
                command,
                &[("id", &id.to_string()), ("destination", destination), ("accept-version", "1.2")],
            )
        },
    );
    prop_oneof![
        20 => good.prop_map(Step::Frame),
        1 => any_frame.prop_map(Step::Frame),
        4 => Just(Step::Authenticated),
        1 => (any::<u8>(), 0..300_u64).prop_map(|(id, serial)| Step::Over(id, serial)),
    ]
}

proptest! {
    #[test]
    fn protocol_rules_hold_for_any_sequence(
        begun in any::<bool>(),
        crowd in 0..=MAX_SUBSCRIPTIONS,
        steps in proptest::collection::vec(step(), 0..300),
    ) {
        let mut connection = Connection::new(*ROOMS, true);
        let mut start = Vec::new();
        if begun {
            start.push(Step::Frame(connect()));
            start.push(Step::Authenticated);
            start.extend((0..crowd).map(|n| Step::Frame(subscribe(&n.to_string(), "/user/queue/reply"))));
        }
        let (mut asked, mut welcomed, mut ended) = (0, 0, false);
        let mut open = std::collections::HashMap::new();
        let mut serials = std::collections::HashSet::new();
        for step in start.into_iter().chain(steps) {
            let actions = match step {
                Step::Frame(frame) => connection.on_frame(frame),
                Step::Authenticated => connection.authenticated("s"),
                Step::Over(id, serial) => {
                    let id = id.to_string();
                    let was_open = open.get(&id) == Some(&serial);
                    prop_assert_eq!(connection.subscription_over(&id, serial), was_open && !ended);
                    if was_open {
                        open.remove(&id);
                    }
                    Vec::new()
                }
            };
            for action in actions {
                prop_assert!(!ended, "{:?} after the end", action);
                match action {
                    Action::Authenticate { .. } => asked += 1,
                    Action::Connected { .. } => welcomed += 1,
                    Action::Subscribe { id, serial, .. } => {
                        prop_assert!(serials.insert(serial));
                        prop_assert_eq!(open.insert(id.to_string(), serial), None);
                        prop_assert!(open.len() <= MAX_SUBSCRIPTIONS);
                        prop_assert!(welcomed == 1);
                    }
                    Action::Unsubscribe { id, serial, .. } => {
                        prop_assert_eq!(open.remove(&id.to_string()), Some(serial));
                    }
                    Action::Send { .. } | Action::Receipt { .. } => prop_assert!(welcomed == 1),
                    Action::Fail { .. } | Action::Disconnect { .. } => ended = true,
                }
                prop_assert!(asked <= 1 && welcomed <= asked);
            }
            prop_assert_eq!(ended, connection.is_closed());
        }
    }
}
