//! The server's interfaces: REST, STOMP over WebSocket, static files, the command line.

// Machinery, independent of areas.
pub mod live;
pub mod platform;
pub mod server;

// What areas use for their declarations, and their list.
pub mod areas;
pub mod prelude;

// The areas.
pub mod accounts;
pub mod administration;
pub mod articles;
pub mod bookings;
pub mod calendar;
pub mod chat;
pub mod contacts;
pub mod context;
pub mod courses;
pub mod days;
pub mod entities;
pub mod feed;
pub mod files;
pub mod guides;
pub mod infopoints;
pub mod invitations;
pub mod ledger;
pub mod links;
pub mod lunch;
pub mod messages;
pub mod moderation;
pub mod newsletters;
pub mod notifications;
pub mod pictures;
pub mod public;
pub mod push;
pub mod search;
pub mod tasks;
pub mod tokens;
pub mod vacation;
pub mod webhooks;
