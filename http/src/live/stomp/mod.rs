//! STOMP 1.2 and 1.1 over WebSocket (contract §3.6).
//!
//! [`frame`], [`connection`] and [`destinations`] are pure: bytes and frames in, actions out, no clock, no socket;
//! [`inflow`] bounds the input, [`socket`] carries the actions out, [`wire`] is the encoder for the actors.

pub mod connection;
pub mod destinations;
pub mod frame;
pub mod inflow;
pub mod socket;
pub mod wire;
