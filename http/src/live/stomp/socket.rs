//! One WebSocket; the only file that knows actix-web-actors.
//!
//! It passes the peer's bytes to the protocol's state and the session's actor. Output does not pass here: the library
//! answers the handshake and reads, but writes nothing ([`Writer`]). The library buffers input without a bound, so it
//! reads through [`super::inflow`], frame by frame.

use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use actix::{
    Actor, ActorContext as _, ActorFutureExt as _, Addr, AsyncContext as _, StreamHandler, WrapFuture as _,
};
use actix_http::ws::Item;
use actix_web::web::{Bytes, Data, Payload};
use actix_web::{HttpRequest, HttpResponse, get};
use actix_web_actors::ws::{self, WebsocketContext};
use actors::Platform;
use actors::accounts::Who;
use actors::live::session::{ClientCommand, Closed, Command, Heartbeat, SessionActor};
use actors::live::writer::Writer;
use actors::platform::time::now;
use actors::tokens;

use super::connection::{Action, Connection, HeartBeat};
use super::frame::{Decoder, MAX_FRAME, Violation};
use super::inflow::{Gate, Inflow};
use super::wire;
use crate::live::stream::Shared;
use crate::platform::auth::cookie::Token;
use crate::platform::auth::who::recognise;
use crate::platform::error::ApiError;

/// Largest WebSocket frame in bytes: a STOMP frame with heart-beats around it.
const WEBSOCKET_FRAME: usize = MAX_FRAME + 1024;
/// Most bytes before authentication: CONNECT, with a token of some hundred.
const BEFORE_CONNECT: usize = 16 * 1024;
/// Deadline for CONNECT and authentication.
const PATIENCE: Duration = Duration::from_secs(10);
const TOO_MANY: &str = "Du har redan så många anslutningar som går.";
/// Supported subprotocols.
const PROTOCOLS: [&str; 2] = ["v12.stomp", "v11.stomp"];

/// STOMP 1.2 or 1.1 over WebSocket (`v12.stomp`, `v11.stomp`).
#[get("/ws-notify")]
pub async fn upgrade(
    platform: Data<Platform>,
    request: HttpRequest,
    payload: Payload,
) -> Result<HttpResponse, ApiError> {
    let cookie = match recognise(&platform, &request).await {
        Ok(who) => Some(who),
        Err(error) if error.status() == actix_web::http::StatusCode::UNAUTHORIZED => None,
        Err(error) => return Err(error),
    };
    let Some(stream) = request.conn_data::<Rc<Shared>>().map(Rc::clone) else {
        return Err(ApiError::of(actix_web::http::StatusCode::BAD_REQUEST));
    };
    let writer = Writer::new(stream.sink(), Arc::clone(&platform.backlog), now());
    let gate = Gate::new(BEFORE_CONNECT);
    let inflow = Inflow::new(payload, Rc::clone(&gate));
    let socket = Socket {
        platform: platform.get_ref().clone(),
        connection: Connection::new(platform.rooms, cookie.is_some()),
        decoder: Decoder::new(),
        gate,
        unproven: 0,
        stream,
        writer,
        who: cookie,
        session: None,
    };
    ws::WsResponseBuilder::new(socket, &request, inflow)
        .protocols(&PROTOCOLS)
        .frame_size(WEBSOCKET_FRAME)
        .start()
        .map_err(|_| ApiError::of(actix_web::http::StatusCode::BAD_REQUEST))
}

struct Socket {
    platform: Platform,
    connection: Connection,
    decoder: Decoder,
    /// Lets the next frame pass.
    gate: Rc<Gate>,
    /// Bytes received before CONNECTED.
    unproven: usize,
    stream: Rc<Shared>,
    writer: Arc<Writer>,
    /// The person of the upgrade's cookie, later of the connection.
    who: Option<Who>,
    session: Option<Addr<SessionActor>>,
}

type Context = WebsocketContext<Socket>;

impl Socket {
    /// Handles bytes of the peer, frame by frame.
    fn read(&mut self, bytes: &[u8], ctx: &mut Context) {
        self.writer.record_activity(now());
        for (id, serial) in self.writer.subscriptions_over() {
            self.connection.subscription_over(&id, serial);
        }
        if !self.writer.is_open() {
            // Input after the final frame is ignored.
            return;
        }
        if !self.connection.is_connected() {
            self.unproven += bytes.len();
            if self.unproven > BEFORE_CONNECT {
                return self.refuse_length(ctx);
            }
        }
        self.decoder.feed(bytes);
        while !self.connection.is_closed() {
            let actions = match self.decoder.next_frame() {
                Ok(Some(frame)) => self.connection.on_frame(frame),
                Ok(None) => break,
                Err(error) => self.connection.on_error(&error),
            };
            self.carry_out(actions, ctx);
        }
    }

    fn refuse_length(&mut self, ctx: &mut Context) {
        let actions = self.connection.on_error(&Violation::FrameTooLarge.into());
        self.carry_out(actions, ctx);
    }

    fn carry_out(&mut self, actions: Vec<Action>, ctx: &mut Context) {
        for action in actions {
            match action {
                Action::Authenticate { token } => self.authenticate(token, ctx),
                Action::Connected { frame, version, heart_beat } => {
                    self.decoder.set_version(version);
                    self.gate.set_bound(WEBSOCKET_FRAME);
                    // CONNECTED is sent first, before the session can send anything.
                    let _ = self.writer.send(&wire::text(&frame));
                    self.open_session(heart_beat, ctx);
                }
                Action::Subscribe { id, serial, destination, form, receipt } => {
                    let id = Arc::from(&*id);
                    self.hand_over(Command::Subscribe { id, serial, destination, form }, receipt);
                }
                Action::Unsubscribe { id, serial, receipt, .. } => {
                    self.hand_over(Command::Unsubscribe { id: Arc::from(&*id), serial }, receipt);
                }
                Action::Send { destination, body, receipt } => {
                    self.hand_over(Command::Send { place: destination, body }, receipt);
                }
                Action::Receipt { receipt } => self.hand_over(Command::Nothing, Some(receipt)),
                Action::Disconnect { receipt } => self.hand_over(Command::Disconnect, receipt),
                Action::Fail { frame, code } => {
                    tracing::debug!(code, "a live connection is refused");
                    self.close(Some(&frame));
                }
            }
        }
    }

    fn authenticate(&mut self, token: Option<Token>, ctx: &mut Context) {
        let (platform, known) = (self.platform.clone(), self.who.clone());
        let asking = async move {
            match token {
                Some(token) => tokens::who_of_socket_token(&platform, token.as_str()).await.map(Some),
                None => Ok(known),
            }
        };
        ctx.spawn(asking.into_actor(self).map(|result, socket, ctx| {
            let actions = match result {
                // Before CONNECTED: a client that got it would count as connected and reconnect for ever.
                Ok(Some(who)) if socket.has_all_connections(&who) => {
                    socket.connection.fail("TOO_MANY_CONNECTIONS", TOO_MANY, None)
                }
                Ok(Some(who)) => {
                    let session = who.session_id.to_string();
                    socket.who = Some(who);
                    socket.connection.authenticated(&session)
                }
                Ok(None) => socket.connection.fail("NOT_SIGNED_IN", "Du behöver logga in.", None),
                Err(refusal) => socket.connection.fail(refusal.code, &refusal.message, None),
            };
            socket.carry_out(actions, ctx);
        }));
    }

    /// Checked again when the session is opened, as two may connect at the same time.
    fn has_all_connections(&self, who: &Who) -> bool {
        self.platform.connections.count(who.user_id) >= self.platform.settings.max_connections_per_user
    }

    fn open_session(&mut self, heart_beat: HeartBeat, ctx: &mut Context) {
        let Some(who) = self.who.clone() else { return self.close(None) };
        let millis = |duration: Option<Duration>| duration.map(|d| d.as_millis() as u64);
        let heartbeat =
            Heartbeat { outgoing: millis(heart_beat.outgoing), deadline: millis(heart_beat.deadline) };
        let (expires, writer) = (who.expires, Arc::clone(&self.writer));
        self.session = SessionActor::open(self.platform.clone(), who, expires, writer, heartbeat);
        if self.session.is_none() {
            let actions = self.connection.fail("TOO_MANY_CONNECTIONS", TOO_MANY, None);
            self.carry_out(actions, ctx);
        }
    }

    /// Passes a command to the session, which carries commands out in order.
    fn hand_over(&self, command: Command, receipt: Option<String>) {
        let Some(session) = &self.session else { return };
        if session.try_send(ClientCommand { command, receipt }).is_err() {
            // The client sends faster than its commands are carried out, or its session is over.
            self.writer.cut();
        }
    }

    /// Sends the final frame; this actor stops when it is sent.
    fn close(&mut self, last: Option<&str>) {
        self.connection.close();
        self.writer.close(&wire::last(last));
    }
}

impl Actor for Socket {
    type Context = Context;

    fn started(&mut self, ctx: &mut Context) {
        // The handshake's answer is encoded and nothing has been read yet.
        self.stream.hand_over(Arc::clone(&self.writer));
        let writer = Arc::clone(&self.writer);
        let over = async move { writer.ended().await };
        ctx.spawn(over.into_actor(self).map(|(), _, ctx| ctx.stop()));
        ctx.run_later(PATIENCE, |socket, _| {
            if !socket.connection.is_connected() {
                socket.writer.cut();
            }
        });
    }

    fn stopped(&mut self, _: &mut Context) {
        self.writer.left();
        if let Some(session) = &self.session {
            // The one message that may not be dropped: the session would outlive its socket.
            session.do_send(Closed);
        }
    }
}

impl StreamHandler<Result<ws::Message, ws::ProtocolError>> for Socket {
    fn handle(&mut self, message: Result<ws::Message, ws::ProtocolError>, ctx: &mut Context) {
        match message {
            Ok(ws::Message::Text(text)) => self.read(text.as_bytes(), ctx),
            Ok(ws::Message::Binary(bytes)) => self.read(&bytes, ctx),
            Ok(ws::Message::Continuation(part)) => {
                let bytes: Bytes = match part {
                    Item::FirstText(bytes)
                    | Item::FirstBinary(bytes)
                    | Item::Continue(bytes)
                    | Item::Last(bytes) => bytes,
                };
                self.read(&bytes, ctx);
            }
            Ok(ws::Message::Ping(data)) => {
                self.writer.record_activity(now());
                self.writer.offer(&wire::pong(&data));
            }
            Ok(ws::Message::Pong(_)) => self.writer.record_activity(now()),
            Ok(ws::Message::Nop) => {}
            Err(_) if self.gate.has_refused() => self.refuse_length(ctx),
            Ok(ws::Message::Close(_)) | Err(_) => self.close(None),
        }
        self.gate.open();
    }
}
