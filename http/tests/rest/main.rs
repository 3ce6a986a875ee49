//! REST through the real router: a real store in a folder of its own, the real actors, no mocks.
//!
//! The modules mirror the URLs. [`bad_input`] and [`two_organisations`] go through every route of the OpenAPI document by
//! the table in [`routes`]: a route that is not in it fails there.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on should say where")]
#![allow(clippy::future_not_send, reason = "actix runs a test on one thread")]

mod bad_input;
mod delivery;
mod document_limits;
mod harness;
mod idempotency;
mod img;
mod limits;
mod moments;
mod notifications;
mod persons;
mod public_auth;
mod public_days;
mod public_platform;
mod public_search;
mod public_search_mine;
mod public_users;
mod repeated;
mod routes;
mod search_away;
mod strangers;
mod two_organisations;
mod v1_antivirus;
mod v1_articles;
mod v1_bookings;
mod v1_bookings_holds;
mod v1_bookings_rules;
mod v1_bookings_waitlist;
mod v1_calendar;
mod v1_calendar_contacts;
mod v1_calendar_cost;
mod v1_calendar_engagement;
mod v1_calendar_filters;
mod v1_calendar_ics;
mod v1_calendar_school;
mod v1_calendar_series;
mod v1_calendar_subscriptions;
mod v1_calendar_widget;
mod v1_chat_announcements;
mod v1_chat_cards;
mod v1_chat_channels;
mod v1_chat_everyday;
mod v1_chat_files;
mod v1_chat_files_uploads;
mod v1_chat_links;
mod v1_chat_members;
mod v1_chat_messages;
mod v1_chat_moderation;
mod v1_chat_pages;
mod v1_chat_polls;
mod v1_chat_reading;
mod v1_chat_roles;
mod v1_chat_search;
mod v1_chat_subscriptions;
mod v1_chat_threads;
mod v1_chat_told;
mod v1_chat_truth;
mod v1_chat_versions;
mod v1_chat_webhooks;
mod v1_chat_workspaces;
mod v1_contacts;
mod v1_contacts_blocks;
mod v1_contacts_followers;
mod v1_contacts_import;
mod v1_contacts_invites;
mod v1_contacts_people;
mod v1_contacts_requests;
mod v1_context;
mod v1_entities;
mod v1_entities_applications;
mod v1_entities_bans;
mod v1_entities_bots;
mod v1_entities_relations;
mod v1_event_comments;
mod v1_event_cover;
mod v1_event_enrollment;
mod v1_event_mails;
mod v1_event_reminders;
mod v1_event_waitlist;
mod v1_feed;
mod v1_feed_comments;
mod v1_feed_open;
mod v1_feed_people;
mod v1_feed_timelines;
mod v1_feed_truth;
mod v1_guides;
mod v1_lunch;
mod v1_me;
mod v1_me_availability;
mod v1_me_erasure;
mod v1_me_invitations;
mod v1_me_missed;
mod v1_me_tokens;
mod v1_messages;
mod v1_moderation;
mod v1_moderation_more;
mod v1_push;
mod web_pages;

/// The product's own areas alone.
const MORE: kalender::platform::area::More = &[];
