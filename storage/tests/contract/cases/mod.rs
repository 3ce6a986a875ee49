//! The cases, by what they are about.

pub mod accounts;
pub mod bounded;
pub mod calendar;
pub mod changes;
pub mod channels;
pub mod conditions;
pub mod contacts;
pub mod conversations;
pub mod entities;
pub mod everyday;
pub mod feed;
pub mod files;
pub mod jobs;
pub mod messages;
pub mod migrations;
pub mod moderation;
pub mod names;
pub mod pages;
pub mod push;
pub mod reading;
pub mod reads;
pub mod rest;
pub mod statics;
pub mod verbs;
