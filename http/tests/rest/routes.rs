//! All routes, with what [`crate::bad_input`] and [`crate::two_organisations`] need to know of them. A route of the
//! document that is missing here fails their tests.

use std::collections::BTreeSet;

use kalender::server::routes::document;

use crate::harness::{Call, Org, Person, Value, World, files_form, form, id, json, png};

/// The body of a call.
#[derive(Clone, Copy)]
pub enum Body {
    None,
    /// A valid body, with every field.
    Json(fn(&Ids) -> Value),
    Image,
    /// A file for a channel.
    File,
    /// The headers of tus, and bytes where it accepts them.
    Tus,
}

/// Who may call a route of the first organisation. S: a stranger, O: the owner of another organisation; and of the same
/// organisation F: a follower, C: a customer, M: a member. For routes of a channel or message these are those of a
/// public one; in a private one none of them may do anything.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Everyone, signed in or not.
    Public,
    /// Everyone, about themselves: no ids of others are involved.
    Own,
    /// Only these.
    Only(&'static str),
}

pub struct Route {
    pub method: &'static str,
    pub path: &'static str,
    pub body: Body,
    pub access: Access,
}

/// Ids for the paths.
#[derive(Clone, Debug)]
pub struct Ids {
    pub entity: i64,
    pub slug: String,
    pub workspace: i64,
    pub channel: i64,
    pub message: i64,
    pub waiting: i64,
    pub user: i64,
    pub user_name: String,
    pub applicant: i64,
    pub session: i64,
    pub notification: i64,
    /// Between `user` and a friend.
    pub conversation: i64,
    /// Of `user` against that friend.
    pub block: i64,
    /// In that friend's list.
    pub contact: i64,
    /// Not answered by the friend.
    pub request: i64,
    /// A file of a message in the channel.
    pub file: i64,
    /// An upload by `user` to the private channel without any bytes yet.
    pub upload: i64,
    /// A calendar of the organisation's managers, and an event in it.
    pub calendar: String,
    pub event: i64,
    /// Of the channel.
    pub webhook: i64,
    pub hook: i64,
    /// Of `user`.
    pub filter: i64,
    /// A post for the organisation's members, and a comment on it.
    pub post: String,
    pub comment: i64,
    /// A draft in the organisation's name.
    pub article: String,
    /// A place in the organisation's name.
    pub infopoint: i64,
    /// The case about that comment.
    pub case: i64,
    /// Of the organisation, for its teachers; and a booking of it by `user`.
    pub bookable: i64,
    pub group: i64,
    pub booking: i64,
    /// An entry of the organisation's ledger, for `user` to pay.
    pub ledger: i64,
    /// A reservation of vacation by `user` that waits, and another absence of theirs.
    pub vacation: i64,
    pub absence: i64,
    /// A task of the organisation; of `user` a stack, a task in it, and a reminder of that.
    pub task: i64,
    pub stack: i64,
    pub stacked: i64,
    pub reminder: i64,
    /// A board of the organisation for its owners alone; a list and a card of it.
    pub board: i64,
    pub list: i64,
    pub card: i64,
    /// A draft of a course of the organisation, with a module and a lesson.
    pub course: i64,
    pub module: i64,
    pub lesson: i64,
    /// A quiz in that module, and an attempt of `user` at another quiz.
    pub quiz: i64,
    pub attempt: i64,
    /// Of the organisation: an invitation to an address, a link, a batch that is over.
    pub invitation: i64,
    pub invite_link: i64,
    pub invitation_batch: i64,
    /// A newsletter of the organisation, for its followers.
    pub newsletter: i64,
    /// A draft of another.
    pub draft: i64,
}

const fn route(method: &'static str, path: &'static str, body: Body, access: Access) -> Route {
    Route { method, path, body, access }
}

use Access::{Only, Own, Public};
use Body::{File, Image, Json, None as Nothing, Tus};

/// The table.
#[rustfmt::skip]
pub const ROUTES: &[Route] = &[
    route("POST", "/api/public/auth/signup", Json(|_| json!({"email": "ny@example.se", "password": "tegel-paraply-1", "firstName": "A", "lastName": "B"})), Public),
    route("POST", "/api/public/auth/verify", Json(|_| json!({"token": "x"})), Public),
    route("POST", "/api/public/auth/login", Json(|_| json!({"email": "a@example.se", "password": "x"})), Public),
    route("POST", "/api/public/auth/login/link", Json(|_| json!({"token": "x"})), Public),
    route("POST", "/api/public/auth/reset/request", Json(|_| json!({"email": "a@example.se"})), Public),
    route("POST", "/api/public/auth/reset", Json(|_| json!({"token": "x", "password": "tegel-paraply-1"})), Public),
    route("GET", "/api/public/entities/{slug}", Nothing, Public),
    route("GET", "/api/public/version", Nothing, Public),
    route("GET", "/api/public/mails/{token}/unsubscribe", Nothing, Public),
    route("POST", "/api/public/mails/{token}/unsubscribe", Nothing, Public),
    route("GET", "/api/public/days", Nothing, Public),
    route("GET", "/api/public/municipalities", Nothing, Public),
    route("GET", "/api/public/tatort/slug/{slug}", Nothing, Public),
    route("GET", "/api/public/municipalities/{slug}/events", Nothing, Public),
    route("GET", "/api/public/municipalities/{slug}/localities", Nothing, Public),
    route("GET", "/api/public/tatort/slug/{slug}/events", Nothing, Public),
    route("GET", "/api/public/reserved", Nothing, Public),
    route("GET", "/api/public/search", Nothing, Public),
    route("POST", "/api/public/referral", Json(|_| json!({"txReferral": "https://example.se/", "txTarget": "/"})), Public),
    route("GET", "/api/public/users/{user_name}", Nothing, Public),
    route("GET", "/api/v1/context/slug/{slug}", Nothing, Own),
    route("GET", "/api/v1/context/{type}/{id}", Nothing, Own),
    route("GET", "/api/v1/guides/status", Nothing, Own),
    route("GET", "/api/v1/guides/can-dismiss", Nothing, Own),
    route("GET", "/api/v1/guides/{guide_id}/status", Nothing, Own),
    route("POST", "/api/v1/guides/{guide_id}/start", Nothing, Own),
    route("POST", "/api/v1/guides/{guide_id}/complete", Nothing, Own),
    route("POST", "/api/v1/guides/{guide_id}/skip", Json(|_| json!({"reason": "senare"})), Own),
    route("POST", "/api/v1/guides/{guide_id}/reset", Nothing, Own),
    route("GET", "/img/{kind}/{id}", Nothing, Public),
    route("POST", "/api/v1/auth/logout", Nothing, Own),
    route("GET", "/api/v1/auth/sessions", Nothing, Own),
    route("DELETE", "/api/v1/auth/sessions/{id}", Nothing, Only("")),
    route("GET", "/api/v1/me", Nothing, Own),
    route("PATCH", "/api/v1/me", Json(|_| json!({"firstName": "A", "lastName": "B", "displayName": "C", "userName": "nytt-namn", "selectedMunicipalityId": 180, "findable": true, "showMunicipality": true, "displayFlags": {"bookables": true, "infopoint": false, "phocal": false, "bokaIn": true, "order": false}, "whoMayMessage": "EVERYONE", "showReadMarks": false, "discoverable": false, "approveFollowers": true})), Own),
    route("DELETE", "/api/v1/me", Nothing, Own),
    route("DELETE", "/api/v1/me/erasure", Nothing, Own),
    route("GET", "/api/v1/me/export", Nothing, Own),
    route("PUT", "/api/v1/me/image", Image, Own),
    route("PUT", "/api/v1/me/status", Json(|_| json!({"text": "På lunch", "emoji": "🍽️", "until": tomorrow()})), Own),
    route("PUT", "/api/v1/me/quiet", Json(|_| json!({"days": [1, 2], "from": "20:00", "to": "07:00", "until": tomorrow()})), Own),
    route("GET", "/api/v1/me/notification-settings", Nothing, Own),
    route("PUT", "/api/v1/me/notification-settings", Json(|_| json!([{"notificationType": "EVENT", "channel": "email", "enabled": true, "digest": "DAILY"}])), Own),
    route("POST", "/api/v1/me/notification-settings/apply-to-all", Nothing, Own),
    route("GET", "/api/v1/entities/{id}/notification-settings", Nothing, Only("FCM")),
    route("PUT", "/api/v1/entities/{id}/notification-settings", Json(|ids| json!([{"entityId": ids.entity, "notificationType": "EVENT", "channel": "email", "enabled": true, "digest": "DAILY"}])), Only("FCM")),
    route("POST", "/api/v1/entities/{id}/notification-settings/apply-to-all", Nothing, Only("FCM")),
    route("GET", "/api/v1/me/phone", Nothing, Own),
    route("PUT", "/api/v1/me/phone", Json(|_| json!({"phone": "070-123 45 67"})), Own),
    route("POST", "/api/v1/me/phone/verify", Json(|_| json!({"code": "123456"})), Own),
    route("DELETE", "/api/v1/me/phone", Nothing, Own),
    route("GET", "/api/v1/me/entities", Nothing, Own),
    route("GET", "/api/v1/me/unread", Nothing, Own),
    route("POST", "/api/v1/websocket/token", Nothing, Own),
    route("GET", "/api/v1/me/tokens", Nothing, Own),
    route("GET", "/api/v1/entities/{id}/bots", Nothing, Only("")),
    route("POST", "/api/v1/entities/{id}/bots", Json(|_| json!({"name": "Vädret", "scopes": ["chat:read", "chat:write"], "expires": tomorrow()})), Only("")),
    route("DELETE", "/api/v1/entities/{id}/bots/{bot_id}", Nothing, Only("")),
    route("POST", "/api/v1/me/tokens", Json(|_| json!({"name": "Schemat", "scopes": ["chat:read", "write"], "expires": tomorrow()})), Own),
    route("DELETE", "/api/v1/me/tokens/{id}", Nothing, Only("")),
    route("POST", "/api/v1/entities", Json(|_| json!({"entityName": "Ny", "entityType": "school", "entitySlug": "en-ny", "membershipMode": "OPEN"})), Own),
    route("PATCH", "/api/v1/entities/{id}", Json(|_| json!({"entityName": "Ny", "entityType": "school", "membershipMode": "OPEN"})), Only("")),
    route("PUT", "/api/v1/entities/{id}/image", Image, Only("")),
    route("POST", "/api/v1/entities/{id}/transfer", Json(|ids| json!({"userId": ids.user})), Only("")),
    route("GET", "/api/v1/entities/{id}/relations", Nothing, Only("M")),
    route("PUT", "/api/v1/entities/{id}/relations/{user_id}", Json(|_| json!({"txRelationType": "TEACHER"})), Only("")),
    route("DELETE", "/api/v1/entities/{id}/relations/{user_id}", Nothing, Only("")),
    route("POST", "/api/v1/entities/{id}/relations/{user_id}/invite", Nothing, Only("")),
    route("GET", "/api/v1/entities/{id}/invitations", Nothing, Only("")),
    route("POST", "/api/v1/entities/{id}/invitations", Json(|_| json!({"email": "gast@example.se", "relationType": "MEMBER", "message": "Välkommen", "firstName": "Gäst"})), Only("")),
    route("POST", "/api/v1/invitations/{id}/resend", Nothing, Only("")),
    route("DELETE", "/api/v1/invitations/{id}", Nothing, Only("")),
    route("GET", "/api/public/invitations/{token}", Nothing, Public),
    route("POST", "/api/v1/invitations/{token}/accept", Nothing, Own),
    route("POST", "/api/v1/invitations/{token}/decline", Nothing, Own),
    route("GET", "/api/public/invitation-mails/{token}/unsubscribe", Nothing, Public),
    route("POST", "/api/public/invitation-mails/{token}/unsubscribe", Nothing, Public),
    route("GET", "/api/v1/entities/{id}/invite-links", Nothing, Only("")),
    route("POST", "/api/v1/entities/{id}/invite-links", Json(|_| json!({"relationType": "MEMBER", "maxUses": 5, "expires": tomorrow()})), Only("")),
    route("DELETE", "/api/v1/invite-links/{id}", Nothing, Only("")),
    route("POST", "/api/v1/entities/{id}/invitation-batches/preview", Nothing, Only("")),
    route("GET", "/api/v1/entities/{id}/invitation-batches", Nothing, Only("")),
    route("POST", "/api/v1/entities/{id}/invitation-batches", Nothing, Only("")),
    route("GET", "/api/v1/invitation-batches/{id}", Nothing, Only("")),
    route("GET", "/api/v1/invitation-batches/{id}/rows.csv", Nothing, Only("")),
    route("POST", "/api/v1/invitation-batches/{id}/cancel", Nothing, Only("")),
    route("GET", "/api/v1/entities/{id}/bans", Nothing, Only("")),
    route("PUT", "/api/v1/entities/{id}/bans/{user_id}", Nothing, Only("")),
    route("DELETE", "/api/v1/entities/{id}/bans/{user_id}", Nothing, Only("")),
    route("GET", "/api/v1/me/invitations", Nothing, Own),
    route("POST", "/api/v1/me/invitations/{id}/accept", Nothing, Own),
    route("POST", "/api/v1/me/invitations/{id}/decline", Nothing, Own),
    route("POST", "/api/v1/entities/{id}/follow", Nothing, Own),
    route("DELETE", "/api/v1/entities/{id}/follow", Nothing, Own),
    route("POST", "/api/v1/entities/{id}/like", Nothing, Own),
    route("DELETE", "/api/v1/entities/{id}/like", Nothing, Own),
    route("GET", "/api/v1/entities/{id}/followers", Nothing, Only("M")),
    route("GET", "/api/v1/entities/{id}/newsletters", Nothing, Only("")),
    route("POST", "/api/v1/entities/{id}/newsletters", Json(|_| json!({"subject": "Höst", "body": "*Hej*", "audience": "FOLLOWERS"})), Only("")),
    route("GET", "/api/v1/entities/{id}/newsletters/{newsletter_id}", Nothing, Only("F")),
    route("GET", "/api/v1/entities/{id}/newsletter-drafts", Nothing, Only("")),
    route("POST", "/api/v1/entities/{id}/newsletter-drafts", Json(|_| json!({"subject": "", "body": "", "audience": "MEMBERS"})), Only("")),
    route("GET", "/api/v1/entities/{id}/newsletter-drafts/{draft}", Nothing, Only("")),
    route("PUT", "/api/v1/entities/{id}/newsletter-drafts/{draft}", Json(|_| json!({"subject": "S", "body": "B", "audience": "MEMBERS", "version": 1})), Only("")),
    route("DELETE", "/api/v1/entities/{id}/newsletter-drafts/{draft}", Nothing, Only("")),
    route("POST", "/api/v1/entities/{id}/newsletter-pictures", Image, Only("")),
    route("GET", "/api/v1/entities/{id}/newsletter-pictures/{picture}", Nothing, Only("")),
    route("POST", "/api/v1/entities/{id}/applications", Json(|_| json!({"message": "hej"})), Own),
    route("GET", "/api/v1/entities/{id}/applications", Nothing, Only("")),
    route("DELETE", "/api/v1/entities/{id}/applications", Nothing, Own),
    route("POST", "/api/v1/entities/{id}/applications/{user_id}/approve", Nothing, Only("")),
    route("POST", "/api/v1/entities/{id}/applications/{user_id}/deny", Json(|_| json!({"ban": true})), Only("")),
    route("GET", "/api/v1/entities/{id}/bookables", Nothing, Own),
    route("POST", "/api/v1/bookables", Json(new_bookable), Only("")),
    route("GET", "/api/v1/entities/{id}/bookable-groups", Nothing, Own),
    route("POST", "/api/v1/bookable-groups", Json(new_group), Only("")),
    route("GET", "/api/v1/bookable-groups/{id}", Nothing, Only("FCM")),
    route("PUT", "/api/v1/bookable-groups/{id}", Json(new_group), Only("")),
    route("DELETE", "/api/v1/bookable-groups/{id}", Nothing, Only("")),
    route("GET", "/api/v1/bookable-groups/{id}/slots", Nothing, Only("FCM")),
    route("POST", "/api/v1/bookable-groups/{id}/hold", Json(|_| json!({"start": hour(16), "end": hour(17)})), Only("")),
    route("GET", "/api/v1/booking/shared/{share_id}", Nothing, Own),
    route("GET", "/api/v1/bookables/{id}", Nothing, Only("FCM")),
    route("PUT", "/api/v1/bookables/{id}", Json(new_bookable), Only("")),
    route("DELETE", "/api/v1/bookables/{id}", Nothing, Only("")),
    route("GET", "/api/v1/bookables/{id}/availability", Nothing, Only("FCM")),
    route("PUT", "/api/v1/bookables/{id}/availability", Json(new_hours), Only("")),
    route("GET", "/api/v1/entities/{id}/availability", Nothing, Own),
    route("PUT", "/api/v1/entities/{id}/availability", Json(new_hours), Only("")),
    route("GET", "/api/v1/bookables/{id}/slots", Nothing, Only("FCM")),
    route("GET", "/api/v1/entities/{id}/schedule", Nothing, Own),
    route("POST", "/api/v1/bookables/{id}/pictures", Image, Only("")),
    route("DELETE", "/api/v1/bookables/{id}/pictures/{picture}", Nothing, Only("")),
    route("POST", "/api/v1/bookables/{id}/hold", Json(|_| json!({"start": hour(12), "end": hour(13)})), Only("")),
    route("DELETE", "/api/v1/bookables/{id}/hold/{hold_id}", Nothing, Own),
    route("POST", "/api/v1/bookables/{id}/waitlist", Json(|_| json!({"start": hour(10), "end": hour(11)})), Only("")),
    route("DELETE", "/api/v1/bookables/{id}/waitlist", Nothing, Only("FCM")),
    route("POST", "/api/v1/booking/quote", Json(|ids| json!({"idBookable": ids.bookable, "start": hour(14), "end": hour(15), "idEntity": ids.entity})), Only("")),
    route("POST", "/api/v1/booking", Json(new_booking), Only("")),
    route("GET", "/api/v1/booking", Nothing, Own),
    route("GET", "/api/v1/booking/waiting", Nothing, Own),
    route("GET", "/api/v1/booking/{id}", Nothing, Only("")),
    route("PUT", "/api/v1/booking/{id}", Json(|_| json!({"start": hour(16), "end": hour(17), "version": 1})), Only("")),
    route("POST", "/api/v1/booking/{id}/confirm", Json(|_| json!({"reason": "ja"})), Only("")),
    route("POST", "/api/v1/booking/{id}/decline", Json(|_| json!({"reason": "nej"})), Only("")),
    route("POST", "/api/v1/booking/{id}/cancel", Json(|_| json!({"reason": "sjuk"})), Only("")),
    route("POST", "/api/v1/booking/{id}/checkin", Json(|_| json!({"reason": ""})), Only("")),
    route("POST", "/api/v1/booking/{id}/checkout", Json(|_| json!({"reason": ""})), Only("")),
    route("POST", "/api/v1/booking/{id}/noshow", Json(|_| json!({"reason": ""})), Only("")),
    route("GET", "/api/public/bookables/{slug}", Nothing, Public),
    route("POST", "/api/public/booking", Json(new_guest), Public),
    route("POST", "/{slug}/boka/{name}", Nothing, Public),
    route("GET", "/boka/{token}", Nothing, Public),
    route("GET", "/boka/{token}/underlag/{reference}", Nothing, Public),
    route("POST", "/boka/{token}", Nothing, Public),
    route("GET", "/widgets/boka/{slug}", Nothing, Public),
    route("GET", "/api/v1/ledger", Nothing, Only("")),
    route("GET", "/api/v1/ledger/mine", Nothing, Own),
    route("GET", "/api/v1/ledger.csv", Nothing, Only("")),
    route("GET", "/api/v1/ledger.si", Nothing, Only("")),
    route("GET", "/api/v1/ledger/{id}/underlag.pdf", Nothing, Only("")),
    route("POST", "/api/v1/ledger", Json(new_entry), Only("")),
    route("GET", "/api/v1/ledger/{id}", Nothing, Only("")),
    route("PUT", "/api/v1/ledger/{id}/status", Json(|_| json!({"flStatus": 3, "method": "SWISH", "reference": "17", "reason": "fel"})), Only("")),
    route("POST", "/api/v1/ledger/{id}/paid", Json(|_| json!({"method": "CARD", "reference": "17"})), Only("")),
    route("POST", "/api/v1/ledger/{id}/cancel", Json(|_| json!({"reason": "fel"})), Only("")),
    route("POST", "/api/v1/ledger/{id}/refund", Json(|_| json!({"amount": 100, "reason": "trasig"})), Only("")),
    route("GET", "/api/v1/entities/{id}/vacation", Nothing, Only("")),
    route("POST", "/api/v1/entities/{id}/vacation", Json(new_vacation), Only("")),
    route("GET", "/api/v1/entities/{id}/vacation/settings", Nothing, Only("")),
    route("PUT", "/api/v1/entities/{id}/vacation/settings", Json(|ids| json!({"holidayYear": "APRIL", "version": 1, "groups": [{"id": 1, "name": "Köket", "users": [ids.user], "minimum": 1}]})), Only("")),
    route("GET", "/api/v1/entities/{id}/vacation/employees", Nothing, Only("")),
    route("PUT", "/api/v1/entities/{id}/vacation/employees/{user_id}", Json(|_| json!({"employedFrom": "2020-08-01", "employedUntil": "2099-12-31", "share": 75, "daysPerYear": 28, "saved": [{"year": 2025, "days": 3}], "version": 1})), Only("")),
    route("DELETE", "/api/v1/entities/{id}/vacation/employees/{user_id}", Nothing, Only("")),
    route("GET", "/api/v1/entities/{id}/vacation/mine", Nothing, Only("")),
    route("POST", "/api/v1/entities/{id}/vacation/check", Json(|ids| json!({"from": ahead(40), "to": ahead(44), "idVacationPlanReservation": ids.vacation})), Only("")),
    route("GET", "/api/v1/entities/{id}/vacation/applications", Nothing, Only("")),
    route("POST", "/api/v1/entities/{id}/vacation/absences", Json(|ids| json!({"idAuthUser": ids.user, "kind": "TRAINING", "from": ahead(40), "to": ahead(44)})), Only("")),
    route("DELETE", "/api/v1/vacation/absences/{id}", Nothing, Only("")),
    route("GET", "/api/v1/entities/{id}/vacation/export", Nothing, Only("")),
    route("GET", "/api/v1/vacation/{id}", Nothing, Only("")),
    route("PUT", "/api/v1/vacation/{id}", Json(|_| json!({"from": ahead(50), "to": ahead(54), "note": "Fjällen", "version": 1})), Only("")),
    route("POST", "/api/v1/vacation/{id}/apply", Json(new_decision), Only("")),
    route("POST", "/api/v1/vacation/{id}/approve", Json(new_decision), Only("")),
    route("POST", "/api/v1/vacation/{id}/reject", Json(new_decision), Only("")),
    route("POST", "/api/v1/vacation/{id}/cancel", Json(new_decision), Only("")),
    route("GET", "/api/v1/tasks", Nothing, Only("M")),
    route("POST", "/api/v1/tasks", Json(|ids| json!({"idEntity": ids.entity, "txTitle": "Städa", "dueDate": "2098-12-01", "assignees": []})), Only("M")),
    route("GET", "/api/v1/tasks/done", Nothing, Only("M")),
    route("GET", "/api/v1/tasks/{id}", Nothing, Only("M")),
    route("PUT", "/api/v1/tasks/{id}", Json(|ids| json!({"txTitle": "Städa", "dueDate": "2098-12-01", "assignees": [ids.user], "checklist": [{"id": 1, "text": "Golvet"}], "version": 1})), Only("M")),
    route("DELETE", "/api/v1/tasks/{id}", Nothing, Only("")),
    route("POST", "/api/v1/tasks/{id}/restore", Nothing, Only("")),
    route("PUT", "/api/v1/tasks/{id}/status", Json(|_| json!({"status": "DONE"})), Only("M")),
    route("PUT", "/api/v1/tasks/{id}/checklist/{item}", Json(|_| json!({"done": true})), Only("M")),
    route("GET", "/api/v1/tasks/{id}/history", Nothing, Only("M")),
    route("GET", "/api/v1/tasks/export", Nothing, Only("M")),
    route("GET", "/api/v1/boards/{id}/export", Nothing, Only("")),
    route("POST", "/api/v1/boards/import/preview", Nothing, Only("M")),
    route("POST", "/api/v1/boards/import", Nothing, Only("M")),
    route("GET", "/api/v1/boards/imports/{id}", Nothing, Only("")),
    route("GET", "/api/v1/boards", Nothing, Only("M")),
    route("POST", "/api/v1/boards", Json(|ids| json!({"name": "Höst", "idEntity": ids.entity, "entityRole": "viewer", "template": "CUP", "date": "2098-05-14"})), Only("M")),
    route("GET", "/api/v1/boards/{id}", Nothing, Only("")),
    route("PUT", "/api/v1/boards/{id}", Json(|ids| json!({"name": "Höst", "txDescription": "D", "entityRole": "viewer", "members": [{"idAuthUser": ids.user, "role": "viewer"}], "settingsVersion": 2})), Only("")),
    route("DELETE", "/api/v1/boards/{id}", Nothing, Only("")),
    route("POST", "/api/v1/boards/{id}/archive", Nothing, Only("")),
    route("POST", "/api/v1/boards/{id}/restore", Nothing, Only("")),
    route("PUT", "/api/v1/boards/{id}/watch", Json(|_| json!({"watching": true})), Only("")),
    route("GET", "/api/v1/boards/{id}/changes", Nothing, Only("")),
    route("POST", "/api/v1/boards/{id}/lists", Json(|ids| json!({"name": "Väntar", "type": "active", "status": "TODO", "limit": 3, "limitMode": "hard", "after": ids.list})), Only("")),
    route("PUT", "/api/v1/boards/{id}/lists/{list_id}", Json(|_| json!({"name": "Väntar", "version": 1})), Only("")),
    route("DELETE", "/api/v1/boards/{id}/lists/{list_id}", Nothing, Only("")),
    route("POST", "/api/v1/boards/{id}/cards", Json(|ids| json!({"idList": ids.list, "txTitle": "Städa", "after": ids.card})), Only("")),
    route("POST", "/api/v1/boards/{id}/cards/{task_id}/move", Json(|ids| json!({"idList": ids.list, "clientMoveId": "m1"})), Only("")),
    route("POST", "/api/v1/boards/{id}/cards/{task_id}/copy", Nothing, Only("")),
    route("DELETE", "/api/v1/boards/{id}/cards/{task_id}", Nothing, Only("")),
    route("POST", "/api/v1/boards/{id}/cards/bulk", Json(|ids| json!({"idTasks": [ids.card], "act": "LABEL", "label": "Resa"})), Only("")),
    route("GET", "/api/v1/tasks/{id}/comments", Nothing, Only("M")),
    route("PUT", "/api/v1/tasks/{id}/comments", Nothing, Only("M")),
    route("GET", "/api/v1/task-stacks", Nothing, Only("M")),
    route("POST", "/api/v1/task-stacks", Json(|ids| json!({"name": "Höst", "idEntity": ids.entity})), Only("M")),
    route("GET", "/api/v1/task-stacks/{id}", Nothing, Only("")),
    route("PUT", "/api/v1/task-stacks/{id}", Json(|_| json!({"name": "Höst", "version": 1})), Only("")),
    route("DELETE", "/api/v1/task-stacks/{id}", Nothing, Only("")),
    route("POST", "/api/v1/task-stacks/{id}/tasks", Json(|ids| json!({"idTask": ids.stacked})), Only("")),
    route("POST", "/api/v1/task-stacks/{id}/tasks/{task_id}/move", Json(|_| json!({})), Only("")),
    route("DELETE", "/api/v1/task-stacks/{id}/tasks/{task_id}", Nothing, Only("")),
    route("GET", "/api/v1/task-reminders", Nothing, Only("M")),
    route("POST", "/api/v1/task-reminders", Json(|ids| json!({"idTask": ids.task, "relativeTo": "due_date", "seconds": -60})), Only("M")),
    route("PUT", "/api/v1/task-reminders/{id}/acknowledge", Nothing, Only("")),
    route("PUT", "/api/v1/task-reminders/{id}/snooze", Json(|_| json!({"until": tomorrow()})), Only("")),
    route("DELETE", "/api/v1/task-reminders/{id}", Nothing, Only("")),
    route("GET", "/api/v1/entities/{id}/ledger-settings", Nothing, Only("")),
    route("PUT", "/api/v1/entities/{id}/ledger-settings", Json(new_ledger_settings), Only("")),
    route("GET", "/api/v1/courses", Nothing, Own),
    route("GET", "/api/v1/courses/mine", Nothing, Own),
    route("GET", "/api/v1/courses/enrolled", Nothing, Own),
    route("POST", "/api/v1/courses", Json(|ids| json!({"idEntity": ids.entity, "title": "Ny", "summary": "S", "access": "PUBLIC"})), Only("")),
    route("GET", "/api/v1/courses/{id}", Nothing, Only("")),
    route("PUT", "/api/v1/courses/{id}", Json(|_| json!({"title": "Annan", "summary": "S", "access": "MEMBERS", "sequential": true, "certificate": true, "idChannel": 0, "status": "PUBLISHED", "version": 1})), Only("")),
    route("DELETE", "/api/v1/courses/{id}", Nothing, Only("")),
    route("POST", "/api/v1/courses/{id}/publish", Nothing, Only("")),
    route("POST", "/api/v1/courses/{id}/archive", Nothing, Only("")),
    route("POST", "/api/v1/courses/{id}/copy", Nothing, Only("")),
    route("GET", "/api/v1/courses/{id}/modules", Nothing, Only("")),
    route("POST", "/api/v1/courses/{id}/modules", Json(|_| json!({"title": "Modul"})), Only("")),
    route("PUT", "/api/v1/courses/{id}/outline", Json(|ids| json!({"version": 1, "modules": [{"id": ids.module, "lessons": [ids.lesson]}]})), Only("")),
    route("POST", "/api/v1/courses/{id}/enrolment", Nothing, Only("")),
    route("DELETE", "/api/v1/courses/{id}/enrolment", Nothing, Only("")),
    route("POST", "/api/v1/courses/{id}/invitations", Json(|_| json!({"email": "ny@example.se"})), Only("")),
    route("GET", "/api/v1/courses/{id}/progress", Nothing, Only("")),
    route("GET", "/api/v1/courses/{id}/learners", Nothing, Only("")),
    route("PUT", "/api/v1/modules/{id}", Json(|_| json!({"title": "Annan", "version": 1})), Only("")),
    route("DELETE", "/api/v1/modules/{id}", Nothing, Only("")),
    route("POST", "/api/v1/modules/{id}/lessons", Json(|_| json!({"title": "L", "kind": "VIDEO", "body": "B", "media": "https://example.se/", "preview": true, "required": false, "publish": false})), Only("")),
    route("POST", "/api/v1/courses/{id}/pictures", Image, Only("")),
    route("GET", "/api/v1/courses/{id}/pictures/{picture}", Nothing, Only("")),
    route("GET", "/api/v1/lessons/{id}/comments", Nothing, Only("")),
    route("PUT", "/api/v1/lessons/{id}/comments", Nothing, Only("")),
    route("GET", "/api/v1/lessons/{id}", Nothing, Only("")),
    route("PUT", "/api/v1/lessons/{id}", Json(|_| json!({"title": "L", "kind": "FILE", "body": "B", "media": "https://example.se/", "preview": true, "required": false, "publish": true, "version": 1})), Only("")),
    route("DELETE", "/api/v1/lessons/{id}", Nothing, Only("")),
    route("PUT", "/api/v1/lessons/{id}/done", Nothing, Only("")),
    route("DELETE", "/api/v1/lessons/{id}/done", Nothing, Only("")),
    route("PUT", "/api/v1/lessons/{id}/position", Json(|_| json!({"position": 500})), Only("")),
    route("GET", "/api/v1/quiz/{id}", Nothing, Only("")),
    route("PUT", "/api/v1/quiz/{id}", Json(|_| json!({
        "version": 1, "passPercent": 50, "maxAttempts": 2, "gradeMethod": "LAST", "timeLimit": 600, "opens": "2026-01-01T08:00:00Z",
        "closes": "2026-12-01T08:00:00Z", "shuffle": true, "showAnswers": "NEVER",
        "questions": [{"id": 31, "type": "SINGLE", "text": "F", "marks": 2, "options": [{"id": 32, "text": "A"}, {"id": 33, "text": "B"}], "feedback": "S"}],
        "key": [{"question": 31, "options": [32], "texts": ["A"], "number": "1", "tolerance": "1"}]
    })), Only("")),
    route("POST", "/api/v1/quiz/{id}/attempt", Nothing, Only("")),
    route("GET", "/api/v1/attempt/{id}", Nothing, Only("")),
    route("PUT", "/api/v1/attempt/{id}/answers", Json(|_| json!({"seq": 9, "answers": [{"question": 1, "options": [11], "text": ""}]})), Only("")),
    route("POST", "/api/v1/attempt/{id}/submit", Nothing, Only("")),
    route("PUT", "/api/v1/attempt/{id}/grades", Json(|_| json!({"version": 0, "grades": [{"question": 1, "score": 1, "comment": "K"}]})), Only("")),
    route("GET", "/api/v1/quiz/{id}/results", Nothing, Only("")),
    route("GET", "/api/v1/quiz/{id}/results.csv", Nothing, Only("")),
    route("PUT", "/api/v1/quiz/{id}/people/{user_id}", Json(|_| json!({"extraTime": 25})), Only("")),
    route("POST", "/api/v1/quiz/{id}/regrade", Json(|_| json!({"version": 1, "mode": "EITHER", "questions": [1]})), Only("")),
    route("POST", "/api/v1/quiz/{id}/import", Json(|_| json!({"version": 1, "text": "Fråga? {=Ja ~Nej}"})), Only("")),
    route("POST", "/api/v1/quiz/{id}/export", Nothing, Only("")),
    route("GET", "/api/v1/courses/{id}/certificate", Nothing, Only("")),
    route("GET", "/api/v1/courses/{id}/certificate.pdf", Nothing, Only("")),
    route("GET", "/api/public/certificates/{code}", Nothing, Public),
    route("GET", "/api/public/courses", Nothing, Public),
    route("GET", "/api/public/courses/{id}", Nothing, Public),
    route("GET", "/api/public/courses/{id}/modules", Nothing, Public),
    route("GET", "/api/public/courses/{id}/pictures/{picture}", Nothing, Public),
    route("GET", "/api/public/lessons/{id}", Nothing, Public),
    route("GET", "/api/public/lunch-menu", Nothing, Public),
    route("GET", "/api/public/lunch-menu/{id}", Nothing, Public),
    route("GET", "/api/v1/entities/{id}/lunch-menu", Nothing, Own),
    route("POST", "/api/v1/entities/{id}/lunch-menu", Json(|_| json!({"days": [{
        "date": "2026-06-01", "note": "Utelunch", "version": 0,
        "dishes": [{"name": "Linsgryta", "description": "med ris", "diet": ["VEGAN"], "allergens": ["CELERY"]}]
    }]})), Only("")),
    route("POST", "/api/v1/entities/{id}/lunch-menu/csv", Nothing, Only("")),
    route("GET", "/api/public/school-year", Nothing, Public),
    route("GET", "/api/public/school-calendars/{id}", Nothing, Public),
    route("GET", "/api/v1/entities/{id}/school-calendars", Nothing, Own),
    route("GET", "/api/v1/entities/{id}/school-calendars/{uuid}/{year}", Nothing, Only("")),
    route("POST", "/api/v1/entities/{id}/school-calendars", Json(new_school_year), Only("")),
    route("GET", "/api/v1/chat/workspaces", Nothing, Own),
    route("POST", "/api/v1/chat/workspaces", Json(|ids| json!({"entityId": ids.entity, "workspaceName": "Ny"})), Only("")),
    route("PUT", "/api/v1/chat/workspaces/{id}", Json(|_| json!({"workspaceName": "Ny"})), Only("")),
    route("GET", "/api/v1/chat/workspaces/{id}/channels", Nothing, Only("M")),
    route("POST", "/api/v1/chat/workspaces/{id}/channels", Json(new_channel), Only("")),
    route("GET", "/api/v1/chat/workspaces/{id}/unread", Nothing, Only("M")),
    route("GET", "/api/v1/chat/workspaces/{id}/presence", Nothing, Only("M")),
    route("GET", "/api/v1/chat/channels/{id}", Nothing, Only("M")),
    route("PUT", "/api/v1/chat/channels/{id}", Json(new_channel), Only("")),
    route("POST", "/api/v1/chat/channels/{id}/archive", Nothing, Only("")),
    route("POST", "/api/v1/chat/channels/{id}/unarchive", Nothing, Only("")),
    route("GET", "/api/v1/chat/channels/{id}/members", Nothing, Only("M")),
    route("PUT", "/api/v1/chat/channels/{id}/members/{user_id}", Json(|_| json!({"role": "MODERATOR"})), Only("")),
    route("DELETE", "/api/v1/chat/channels/{id}/members/{user_id}", Nothing, Only("")),
    route("PUT", "/api/v1/chat/channels/{id}/settings", Json(|_| json!({"notifyLevel": "all", "muted": true})), Only("M")),
    route("GET", "/api/v1/chat/channels/{id}/role", Nothing, Only("M")),
    route("POST", "/api/v1/chat/channels/{id}/read", Json(|ids| json!({"lastReadMessageId": ids.message})), Only("M")),
    route("GET", "/api/v1/chat/channels/{id}/unread", Nothing, Only("M")),
    route("GET", "/api/v1/chat/channels/{id}/messages", Nothing, Only("M")),
    route("POST", "/api/v1/chat/channels/{id}/messages", Json(|ids| json!({"content": "hej", "parentMessageId": ids.message, "clientMessageId": "m", "priority": "NORMAL", "requestedAck": false})), Only("M")),
    route("GET", "/api/v1/chat/channels/{id}/pending", Nothing, Only("")),
    route("GET", "/api/v1/chat/channels/{id}/events", Nothing, Only("M")),
    route("PUT", "/api/v1/chat/messages/{id}", Json(|_| json!({"content": "ändrat"})), Only("")),
    route("DELETE", "/api/v1/chat/messages/{id}", Nothing, Only("")),
    route("GET", "/api/v1/chat/messages/{id}/thread", Nothing, Only("M")),
    route("POST", "/api/v1/chat/messages/{id}/thread/read", Json(|_| json!({})), Only("M")),
    route("PUT", "/api/v1/chat/messages/{id}/reactions/{emoji}", Nothing, Only("M")),
    route("DELETE", "/api/v1/chat/messages/{id}/reactions/{emoji}", Nothing, Only("M")),
    route("GET", "/api/v1/chat/messages/{id}/reactions", Nothing, Only("M")),
    route("PUT", "/api/v1/chat/messages/{id}/pin", Nothing, Only("")),
    route("DELETE", "/api/v1/chat/messages/{id}/pin", Nothing, Only("")),
    route("GET", "/api/v1/chat/channels/{id}/pins", Nothing, Only("M")),
    route("GET", "/api/v1/chat/channels/{id}/draft", Nothing, Only("M")),
    route("PUT", "/api/v1/chat/channels/{id}/draft", Json(|_| json!({"content": "Hej, jag"})), Only("M")),
    route("DELETE", "/api/v1/chat/channels/{id}/draft", Nothing, Only("M")),
    route("POST", "/api/v1/chat/channels/{id}/scheduled", Json(later), Only("M")),
    route("POST", "/api/v1/chat/read-all", Json(|ids| json!({"workspaceId": ids.workspace})), Only("M")),
    route("PUT", "/api/v1/chat/saved/{id}", Json(|_| json!({"remindAt": tomorrow()})), Only("")),
    route("DELETE", "/api/v1/chat/saved/{id}", Nothing, Own),
    route("GET", "/api/v1/chat/saved", Nothing, Own),
    route("GET", "/api/v1/chat/threads", Nothing, Own),
    route("GET", "/api/v1/chat/drafts", Nothing, Own),
    route("GET", "/api/v1/chat/sidebar", Nothing, Own),
    route("PUT", "/api/v1/chat/sidebar", Json(|ids| json!({"favourites": [ids.channel], "groups": [{"id": "g", "name": "Mitt", "channels": [ids.channel]}], "collapsed": ["g"]})), Own),
    route("GET", "/api/v1/chat/scheduled", Nothing, Own),
    route("PUT", "/api/v1/chat/scheduled/{id}", Json(later), Own),
    route("DELETE", "/api/v1/chat/scheduled/{id}", Nothing, Own),
    route("PUT", "/api/v1/chat/messages/{id}/vote", Json(|_| json!({"options": [0]})), Only("M")),
    route("POST", "/api/v1/chat/messages/{id}/ack", Nothing, Only("M")),
    route("GET", "/api/v1/chat/messages/{id}/receipts", Nothing, Only("")),
    route("POST", "/api/v1/chat/messages/{id}/remind", Nothing, Only("")),
    route("POST", "/api/v1/chat/messages/{id}/approve", Nothing, Only("")),
    route("POST", "/api/v1/chat/messages/{id}/reject", Json(|_| json!({"reason": "nej"})), Only("")),
    route("GET", "/api/v1/chat/search", Nothing, Own),
    route("GET", "/api/v1/messages/conversations", Nothing, Own),
    route("POST", "/api/v1/messages/conversations", Json(|ids| json!({"userIds": [ids.user], "idType": 1})), Own),
    route("GET", "/api/v1/messages/conversations/{id}", Nothing, Only("")),
    route("POST", "/api/v1/messages/conversations/{id}/read", Json(|_| json!({"lastReadMessageId": 1})), Only("")),
    route("GET", "/api/v1/messages/unread", Nothing, Own),
    route("GET", "/api/v1/messages/people", Nothing, Own),
    route("GET", "/api/v1/contacts", Nothing, Own),
    route("DELETE", "/api/v1/contacts/{id}", Nothing, Only("")),
    route("PUT", "/api/v1/contacts/{id}/privacy", Json(|_| json!({"feedSetting": "PUBLIC", "eventSetting": "NONE"})), Only("")),
    route("GET", "/api/v1/contacts/status/{id}", Nothing, Only("M")),
    route("GET", "/api/v1/contacts/requests/incoming", Nothing, Own),
    route("GET", "/api/v1/contacts/requests/outgoing", Nothing, Own),
    route("GET", "/api/v1/contacts/requests/count", Nothing, Own),
    route("POST", "/api/v1/contacts/requests", Json(|ids| json!({"toUserId": ids.applicant, "message": "hej"})), Own),
    route("POST", "/api/v1/contacts/requests/{id}/accept", Nothing, Only("")),
    route("POST", "/api/v1/contacts/requests/{id}/reject", Nothing, Only("")),
    route("DELETE", "/api/v1/contacts/requests/{id}", Nothing, Only("")),
    route("GET", "/api/v1/contacts/following", Nothing, Own),
    route("GET", "/api/v1/contacts/followers", Nothing, Own),
    route("GET", "/api/v1/contacts/followers/requests", Nothing, Own),
    route("POST", "/api/v1/contacts/followers/{id}/approve", Nothing, Own),
    route("DELETE", "/api/v1/contacts/followers/{id}", Nothing, Own),
    route("POST", "/api/v1/contacts/follow", Json(|ids| json!({"toUserId": ids.user})), Own),
    route("DELETE", "/api/v1/contacts/follow/{id}", Nothing, Own),
    route("POST", "/api/v1/contacts/invite/email", Json(|_| json!({"email": "ny@example.se", "message": "hej"})), Own),
    route("POST", "/api/v1/contacts/invite/sms", Json(|_| json!({"phone": "070-123 45 67", "message": "hej"})), Own),
    route("POST", "/api/v1/contacts/link", Nothing, Own),
    route("GET", "/api/v1/contacts/link", Nothing, Own),
    route("DELETE", "/api/v1/contacts/link", Nothing, Own),
    route("GET", "/api/public/contacts/tokens/{token}", Nothing, Public),
    route("POST", "/api/v1/contacts/tokens/{token}", Nothing, Own),
    route("POST", "/api/v1/contacts/import", Nothing, Own),
    route("GET", "/api/v1/contacts/card/{id}", Nothing, Only("M")),
    route("GET", "/api/v1/contacts/suggestions", Nothing, Own),
    route("DELETE", "/api/v1/contacts/suggestions/{id}", Nothing, Only("M")),
    route("GET", "/api/v1/contacts/blocked", Nothing, Own),
    route("POST", "/api/v1/contacts/block", Json(|ids| json!({"userId": ids.user, "reason": "tjat"})), Own),
    route("DELETE", "/api/v1/contacts/block/{id}", Nothing, Only("")),
    route("GET", "/api/v1/calendars", Nothing, Own),
    route("POST", "/api/v1/calendars", Json(|ids| json!({"name": "Ny", "idEntity": ids.entity, "visibility": "RESTRICTED", "relationTypes": ["TEACHER"], "color": "#112233"})), Only("")),
    route("PUT", "/api/v1/calendars/{uuid}", Json(|_| json!({"name": "Ny", "visibility": "RESTRICTED", "relationTypes": ["PUPIL"], "color": "#112233"})), Only("")),
    route("DELETE", "/api/v1/calendars/{uuid}", Nothing, Only("")),
    route("POST", "/api/v1/calendars/{uuid}/import", Nothing, Only("")),
    route("POST", "/api/v1/calendars/{uuid}/refresh", Nothing, Only("")),
    route("GET", "/api/v1/me/ics", Nothing, Own),
    route("PUT", "/api/v1/me/ics", Json(|_| json!({"reminders": true})), Own),
    route("POST", "/api/v1/me/ics/renew", Nothing, Own),
    route("GET", "/ics/{file}", Nothing, Public),
    route("GET", "/ics/calendar/{file}", Nothing, Public),
    route("GET", "/ics/municipality/{file}", Nothing, Public),
    route("GET", "/ics/tatort/{file}", Nothing, Public),
    route("GET", "/widgets/kalender/{uuid}", Nothing, Public),
    route("GET", "/api/v1/events", Nothing, Own),
    route("GET", "/api/public/events", Nothing, Public),
    route("POST", "/api/v1/event", Json(new_event), Only("")),
    route("GET", "/api/v1/event/{id}", Nothing, Only("")),
    route("GET", "/api/public/event/{id}", Nothing, Public),
    route("PUT", "/api/v1/event/{id}", Json(new_event), Only("")),
    route("DELETE", "/api/v1/event/{id}", Nothing, Only("")),
    route("POST", "/api/v1/chat/channels/{id}/webhooks", Json(|_| json!({"name": "Bygge"})), Only("")),
    route("GET", "/api/v1/chat/channels/{id}/webhooks", Nothing, Only("")),
    route("DELETE", "/api/v1/chat/channels/{id}/webhooks/{webhook_id}", Nothing, Only("")),
    route("POST", "/api/v1/chat/channels/{id}/webhooks/{webhook_id}/take-over", Nothing, Only("")),
    route("GET", "/api/v1/chat/messages/{id}/links", Nothing, Only("M")),
    route(
        "POST",
        "/api/v1/chat/channels/{id}/subscriptions",
        Json(|_| json!({"url": "https://example.se/hook", "events": ["MESSAGE_CREATE"]})),
        Only(""),
    ),
    route("GET", "/api/v1/chat/channels/{id}/subscriptions", Nothing, Only("")),
    route("DELETE", "/api/v1/chat/channels/{id}/subscriptions/{hook_id}", Nothing, Only("")),
    route("POST", "/api/v1/chat/channels/{id}/subscriptions/{hook_id}/resume", Nothing, Only("")),
    route("POST", "/hooks/{token}", Nothing, Public),
    route("POST", "/api/v1/event/{id}/enrollment", Json(|ids| json!({"guests": 1, "answers": {"mat": "Grönt"}, "idUser": ids.user})), Only("")),
    route("PUT", "/api/v1/event/{id}/enrollment", Json(|_| json!({"guests": 1, "answers": {"mat": "Grönt"}})), Only("")),
    route("DELETE", "/api/v1/event/{id}/enrollment", Nothing, Only("")),
    route("POST", "/api/v1/event/{id}/enrollment/decline", Nothing, Only("")),
    route("POST", "/api/v1/event/{id}/waitlist", Nothing, Only("")),
    route("DELETE", "/api/v1/event/{id}/waitlist", Nothing, Only("")),
    route("POST", "/api/v1/event/{id}/waitlist/accept", Nothing, Only("")),
    route("POST", "/api/v1/event/{id}/waitlist/decline", Nothing, Only("")),
    route("GET", "/api/v1/event/{id}/enrollments", Nothing, Only("")),
    route("GET", "/api/v1/event/{id}/enrollments.csv", Nothing, Only("")),
    route("GET", "/api/v1/event/{id}/enrollment/ticket", Nothing, Only("")),
    route("POST", "/api/v1/event/{id}/invitations", Json(|ids| json!({"userIds": [ids.user], "relationTypes": ["MEMBER"], "idChannel": ids.channel, "shareInChannel": false})), Only("")),
    route("GET", "/api/v1/event/{id}/reminders", Nothing, Only("")),
    route("PUT", "/api/v1/event/{id}/reminders", Json(|_| json!({
        "useCustomReminders": true, "remindersDisabled": false, "reminderAtStart": true, "reminder5Min": true, "reminder15Min": true,
        "reminder30Min": true, "reminder1Hour": true, "reminder2Hours": true, "reminder1Day": true, "reminder1Week": true
    })), Only("")),
    route("GET", "/api/v1/me/reminders", Nothing, Own),
    route("PUT", "/api/v1/me/reminders", Json(|_| json!({
        "reminderAtStart": true, "reminder5Min": true, "reminder15Min": true, "reminder30Min": true, "reminder1Hour": true,
        "reminder2Hours": true, "reminder1Day": true, "reminder1Week": true
    })), Own),
    route("POST", "/api/v1/event/{id}/enrollments/checkin", Json(|ids| json!({"rows": [{"idUser": ids.user, "at": tomorrow()}], "code": "x"})), Only("")),
    route("POST", "/api/v1/event/{id}/enrollments/{user_id}/{verb}", Nothing, Only("")),
    route("GET", "/api/v1/event/{id}/comments", Nothing, Only("")),
    route("PUT", "/api/v1/event/{id}/cover", Image, Only("")),
    route("DELETE", "/api/v1/event/{id}/cover", Nothing, Only("")),
    route("PUT", "/api/v1/event/{id}/comments", Nothing, Only("")),
    route("POST", "/api/v1/event/{id}/bookmark", Nothing, Only("")),
    route("DELETE", "/api/v1/event/{id}/bookmark", Nothing, Only("")),
    route("GET", "/api/v1/event/{id}/bookmarked", Nothing, Only("")),
    route("GET", "/api/v1/event-bookmarks", Nothing, Own),
    route("POST", "/api/v1/event/{id}/share", Json(|_| json!({"method": "copy", "source": "feed"})), Only("")),
    route("GET", "/api/v1/event/{id}/stats", Nothing, Only("")),
    route("PUT", "/api/v1/event/{id}/like", Nothing, Only("")),
    route("DELETE", "/api/v1/event/{id}/like", Nothing, Only("")),
    route("PUT", "/api/v1/event/{id}/attend", Nothing, Only("")),
    route("DELETE", "/api/v1/event/{id}/attend", Nothing, Only("")),
    route("GET", "/api/v1/event/{id}/reactions", Nothing, Only("")),
    route("PUT", "/api/v1/event/{id}/reactions/{emoji}", Nothing, Only("")),
    route("DELETE", "/api/v1/event/{id}/reactions/{emoji}", Nothing, Only("")),
    route("POST", "/api/v1/event/{id}/save", Nothing, Only("")),
    route("POST", "/api/v1/event/{id}/republish", Json(|ids| json!({"idEntity": ids.entity, "calendarUUID": ids.calendar})), Only("")),
    route("PUT", "/api/v1/event/{id}/promoted", Nothing, Only("")),
    route("DELETE", "/api/v1/event/{id}/promoted", Nothing, Only("")),
    route("GET", "/api/public/events/promoted", Nothing, Public),
    route("GET", "/api/v1/event-filters", Nothing, Own),
    route("GET", "/api/v1/event-filters/active", Nothing, Own),
    route("POST", "/api/v1/event-filters", Json(new_filter), Only("")),
    route("PUT", "/api/v1/event-filters/{id_filter}", Json(new_filter), Only("")),
    route("DELETE", "/api/v1/event-filters/{id_filter}", Nothing, Only("")),
    route("POST", "/api/v1/event-filters/{id_filter}/activate", Nothing, Only("")),
    route("GET", "/api/v1/feed", Nothing, Own),
    route("GET", "/api/public/feed", Nothing, Public),
    route("GET", "/api/public/feed/entity/{id}", Nothing, Public),
    route("GET", "/api/public/feed/person/{id}", Nothing, Public),
    route("GET", "/api/public/feed/entity/{id}/atom", Nothing, Public),
    route("GET", "/api/public/feed/person/{id}/atom", Nothing, Public),
    route("GET", "/api/v1/feed/mine", Nothing, Own),
    route("GET", "/api/v1/feed/entity/{id}", Nothing, Own),
    route("GET", "/api/v1/feed/person/{id}", Nothing, Own),
    route("GET", "/api/v1/feed/topic/{topic}", Nothing, Own),
    route("POST", "/api/v1/feed/posts", Json(|ids| json!({"txMessage": "Hej", "idEntity": ids.entity, "audience": "PUBLIC", "mediaIds": [1], "media": [{"id": 1, "alt": "A"}], "clientPostId": "p"})), Only("M")),
    route("GET", "/api/v1/feed/posts/{uuid}", Nothing, Only("M")),
    route("GET", "/api/public/feed/posts/{uuid}", Nothing, Public),
    route("PUT", "/api/v1/feed/posts/{uuid}", Json(|_| json!({"txMessage": "Nytt", "audience": "PUBLIC", "media": [{"id": 1, "alt": "A"}], "version": 1})), Only("")),
    route("DELETE", "/api/v1/feed/posts/{uuid}", Nothing, Only("")),
    route("PUT", "/api/v1/feed/posts/{uuid}/like", Nothing, Only("M")),
    route("DELETE", "/api/v1/feed/posts/{uuid}/like", Nothing, Only("M")),
    route("POST", "/api/v1/feed/posts/{uuid}/repost", Json(|ids| json!({"comment": "Läs", "entityId": ids.entity})), Only("")),
    route("GET", "/api/v1/feed/posts/{uuid}/comments", Nothing, Only("M")),
    route("GET", "/api/public/feed/posts/{uuid}/comments", Nothing, Public),
    route("POST", "/api/v1/feed/posts/{uuid}/comments", Json(|ids| json!({"txMessage": "Bra", "idEntity": ids.entity, "idParent": ids.comment})), Only("M")),
    route("PUT", "/api/v1/feed/comments/{id}", Json(|_| json!({"txMessage": "Nytt", "version": 1})), Only("")),
    route("DELETE", "/api/v1/feed/comments/{id}", Nothing, Only("")),
    route("PUT", "/api/v1/feed/comments/{id}/like", Nothing, Only("M")),
    route("DELETE", "/api/v1/feed/comments/{id}/like", Nothing, Only("M")),
    route("POST", "/api/v1/feed/media", Image, Own),
    route("GET", "/api/public/articles", Nothing, Public),
    route("GET", "/api/public/articles/{uuid}", Nothing, Public),
    route("GET", "/api/v1/articles", Nothing, Own),
    route("POST", "/api/v1/articles", Json(|ids| json!({"title": "T", "preamble": "P", "body": "B", "coverAlt": "A", "idEntity": ids.entity})), Only("")),
    route("GET", "/api/v1/articles/{uuid}", Nothing, Only("")),
    route("PUT", "/api/v1/articles/{uuid}", Json(|_| json!({"title": "T", "preamble": "P", "body": "B", "coverAlt": "A", "version": 1})), Only("")),
    route("DELETE", "/api/v1/articles/{uuid}", Nothing, Only("")),
    route("POST", "/api/v1/articles/{uuid}/publish", Nothing, Only("")),
    route("POST", "/api/v1/articles/{uuid}/unpublish", Nothing, Only("")),
    route("PUT", "/api/v1/articles/{uuid}/cover", Image, Only("")),
    route("DELETE", "/api/v1/articles/{uuid}/cover", Nothing, Only("")),
    route("GET", "/api/public/infopoints", Nothing, Public),
    route("GET", "/api/public/infopoints/{id}", Nothing, Public),
    route("GET", "/api/public/entities/{id}/infopoints", Nothing, Public),
    route("POST", "/api/v1/infopoints/draft", Json(|_| json!({"name": "N", "longitude": 15.6, "latitude": 58.4, "idType": "PARK"})), Own),
    route("POST", "/api/v1/infopoints", Json(|ids| json!({"name": "N", "longitude": 15.6, "latitude": 58.4, "idType": "PARK", "description": "B", "address": "A", "link": "https://example.se/", "hours": "H", "idEntity": ids.entity})), Only("")),
    route("GET", "/api/v1/infopoints", Nothing, Own),
    route("GET", "/api/v1/infopoints/{id}", Nothing, Own),
    route("PUT", "/api/v1/infopoints/{id}", Json(|_| json!({"name": "N", "longitude": 15.6, "latitude": 58.4, "idType": "PARK", "description": "B", "address": "A", "link": "https://example.se/", "hours": "H", "pictures": [], "version": 1})), Only("")),
    route("DELETE", "/api/v1/infopoints/{id}", Nothing, Only("")),
    route("POST", "/api/v1/infopoints/{id}/pictures", Image, Only("")),
    route("DELETE", "/api/v1/infopoints/{id}/pictures/{picture}", Nothing, Only("")),
    route("PUT", "/api/v1/infopoints/{id}/connection", Json(|_| json!({"flFavorite": true, "flNotification": true})), Own),
    route("DELETE", "/api/v1/infopoints/{id}/connection", Nothing, Own),
    route("GET", "/api/v1/me/infopoints", Nothing, Own),
    route("PUT", "/api/v1/me/infopoints/municipalities/{municipality}", Nothing, Own),
    route("DELETE", "/api/v1/me/infopoints/municipalities/{municipality}", Nothing, Own),
    route("POST", "/api/v1/report", Json(|ids| json!({"targetType": "COMMENT", "targetId": ids.comment, "reason": "elakt"})), Only("M")),
    route("GET", "/api/v1/moderation/cases/{id}", Nothing, Only("")),
    route("POST", "/api/v1/moderation/cases/{id}/objection", Json(|_| json!({"text": "nej"})), Only("")),
    route("GET", "/api/v1/moderation/{id_entity}/open", Nothing, Only("")),
    route("GET", "/api/v1/moderation/{id_entity}/cases", Nothing, Only("")),
    route("POST", "/api/v1/moderation/{id_entity}/cases/{id}/{act}", Json(|_| json!({"note": "så är det"})), Only("")),
    route("GET", "/api/v1/moderation/{id_entity}/log", Nothing, Only("")),
    route("GET", "/api/v1/moderation/{id_entity}/log.csv", Nothing, Only("")),
    route("GET", "/api/v1/entities/{id}/audit", Nothing, Only("")),
    route("GET", "/api/v1/entities/{id}/audit.csv", Nothing, Only("")),
    route("GET", "/api/v1/entities/{id}/administration", Nothing, Only("")),
    route("GET", "/api/v1/entities/{id}/administration/people", Nothing, Only("")),
    route("GET", "/api/v1/entities/{id}/administration/activity", Nothing, Only("")),
    route("GET", "/api/v1/entities/{id}/administration/jobs", Nothing, Only("")),
    route("POST", "/api/v1/entities/{id}/administration/jobs/{job_id}/retry", Nothing, Only("")),
    route("GET", "/api/v1/entities/{id}/administration/resting", Nothing, Only("")),
    route("POST", "/api/v1/entities/{id}/administration/resting/{invitation_id}/retry", Nothing, Only("")),
    route("GET", "/api/v1/administration/entities", Nothing, Only("")),
    route("GET", "/api/v1/administration/limits", Nothing, Only("")),
    route("POST", "/api/v1/administration/addresses/retry", Json(|_| json!({"email": "vilar@example.se"})), Only("")),
    route("POST", "/api/v1/chat/channels/{id}/attachments", File, Only("M")),
    route("OPTIONS", "/api/v1/chat/channels/{id}/uploads", Nothing, Only("M")),
    route("POST", "/api/v1/chat/channels/{id}/uploads", Tus, Only("M")),
    route("HEAD", "/api/v1/chat/uploads/{id}", Tus, Only("")),
    route("GET", "/api/v1/chat/uploads/{id}", Nothing, Only("")),
    route("PATCH", "/api/v1/chat/uploads/{id}", Tus, Only("")),
    route("DELETE", "/api/v1/chat/uploads/{id}", Tus, Only("")),
    route("GET", "/api/v1/chat/attachments/{id}/{name}", Nothing, Only("M")),
    route("GET", "/api/v1/chat/attachments/{id}/preview", Nothing, Only("M")),
    route("DELETE", "/api/v1/chat/attachments/{id}", Nothing, Only("")),
    route("GET", "/api/v1/notifications", Nothing, Own),
    route("GET", "/api/v1/notifications/unread-count", Nothing, Own),
    route("GET", "/api/v1/push/key", Nothing, Own),
    route("PUT", "/api/v1/push/subscription", Json(|_| crate::v1_push::browser("https://fcm.googleapis.com/fcm/send/a")), Own),
    route("DELETE", "/api/v1/push/subscription", Json(|_| json!({"endpoint": "https://fcm.googleapis.com/fcm/send/a"})), Own),
    route("POST", "/api/v1/notifications/read", Json(|ids| json!({"ids": [ids.notification], "all": false})), Own),
];

fn tomorrow() -> storage::time::Moment {
    storage::time::Moment(actors::platform::time::now() + 86_400_000)
}

/// An hour of the day after tomorrow.
fn hour(hour: i64) -> storage::time::Moment {
    let day = actors::platform::time::now() / 86_400_000 + 2;
    storage::time::Moment((day * 24 + hour) * 3_600_000)
}

fn new_bookable(ids: &Ids) -> Value {
    json!({
        "idEntity": ids.entity, "name": "Salen", "kind": "ROOM", "unitCount": 3, "units": [1, 2], "description": "D", "place": "P", "idInfopoint": ids.infopoint,
        "pictures": [], "status": 1, "version": 1, "slotMode": "STEP", "slotStep": 30, "slotOffset": 0, "minLength": 30, "maxLength": 240,
        "bufferTime": 10, "minNotice": 0, "maxNotice": 525_600, "requiresApproval": true, "allowMultiday": false,
        "maxParticipants": 30, "maxConcurrent": 1, "enableCheckIn": true, "autoReleaseMinutes": 15, "whoMayBook": ["TEACHER"],
        "guests": false, "periods": [{"name": "Lektion 1", "start": "08:00", "end": "09:00"}],
        "quotas": [{"holder": "PERSON", "scope": "BOOKABLE", "unit": "HOURS", "per": "WEEK", "limit": 10}],
        "priceClasses": [{"name": "Nolltaxa", "base": 0}], "cancellation": {"freeHours": 24, "share": 50},
        "questions": [{"id": "q", "text": "Vad ska ni göra?", "kind": "TEXT", "options": [], "required": false}]
    })
}

fn new_group(ids: &Ids) -> Value {
    json!({"idEntity": ids.entity, "name": "Valfri ledig sal", "bookables": [ids.bookable], "version": 1})
}

fn new_hours(_: &Ids) -> Value {
    json!({
        "version": 0, "periods": [{"weekdays": [1, 2, 3, 4, 5, 6, 7], "start": "00:00", "end": "24:00"}],
        "closures": [{"name": "Jullov", "from": "2026-12-21", "to": "2027-01-08"}], "closedOnRedDays": false, "closedOnSchoolBreaks": false
    })
}

fn new_booking(ids: &Ids) -> Value {
    json!({
        "idBookable": ids.bookable, "start": hour(14), "end": hour(15), "idEntity": ids.entity, "idUser": ids.user,
        "participants": 3, "answers": {}, "note": "N", "expectedPrice": 0
    })
}

fn new_guest(ids: &Ids) -> Value {
    json!({
        "idBookable": ids.bookable, "slug": "aulan", "start": hour(14), "end": hour(15), "name": "Kim", "email": "kim@example.se",
        "participants": 3, "answers": {}, "note": "N"
    })
}

fn new_entry(ids: &Ids) -> Value {
    json!({
        "idEntity": ids.entity, "idAuthUserCustomer": ids.user, "idCustomerEntity": ids.entity, "text": "Hyra",
        "lines": [{"text": "Salen", "amount": 10_000, "vatRate": 25}], "dueDate": tomorrow().to_string()[..10]
    })
}

fn new_vacation(ids: &Ids) -> Value {
    json!({"from": ahead(60), "to": ahead(64), "note": "Fjällen", "apply": true, "idAuthUser": ids.user})
}

fn new_decision(_: &Ids) -> Value {
    json!({"reason": "Vi räcker inte till", "version": 1})
}

/// The day so many days from today.
fn ahead(days: i64) -> String {
    crate::v1_vacation::day(days)
}

fn new_ledger_settings(_: &Ids) -> Value {
    json!({
        "version": 0, "orgNumber": "556016-0680", "vatNumber": "SE556016068001", "address": "Storgatan 1", "paymentTerms": 30,
        "swish": "1234567890", "bankgiro": "5050-1055", "plusgiro": "4-2", "stopOverdue": true,
        "accounts": {"receivable": 1510, "bank": 1930, "revenue25": 3001, "vat25": 2611}
    })
}

fn later(_: &Ids) -> Value {
    json!({"content": "Hej senare", "sendAt": tomorrow()})
}

fn new_event(ids: &Ids) -> Value {
    json!({
        "calendarUUID": ids.calendar, "title": "Ny", "description": "D", "start": "2026-06-01T10:00:00Z",
        "end": "2026-06-01T11:00:00Z", "allDay": false, "startDate": "2026-06-01", "endDate": "2026-06-01",
        "timeZone": "Europe/Stockholm", "visibility": "PUBLIC", "eventStatus": "TENTATIVE", "rrule": "FREQ=WEEKLY",
        "exdates": ["2026-06-08T10:00:00Z"], "coverImage": "/img/entity/1", "coverAlt": "A", "version": 1,
        "place": {"name": "Aulan", "address": "A", "idTatort": 180, "idInfopoint": ids.infopoint, "latitude": 59.3, "longitude": 18.1, "link": "https://example.se/"},
        "links": [{"url": "https://example.se/", "title": "T"}],
        "enrollment": {
            "capacity": 20, "deadline": "2026-05-31T10:00:00Z", "requiresApproval": true, "waitlistMode": "OFFER", "maxGuests": 2,
            "questions": [{"id": "mat", "text": "Vad äter du?", "kind": "CHOICE", "options": ["Kött", "Grönt"], "required": true}]
        }
    })
}

fn new_school_year(_: &Ids) -> Value {
    json!({
        "calendar": {"kind": "CLASS", "name": "Klass 5 B", "visibility": "RESTRICTED", "relationTypes": ["PUPIL"], "color": "#2b7a3d"},
        "idMunicipality": 180, "year": 2026, "version": 0,
        "days": [{"key": "AUTUMN_BREAK", "kind": "BREAK", "title": "Höstlov", "startDate": "2026-10-26", "endDate": "2026-10-30", "again": true}]
    })
}

fn new_filter(ids: &Ids) -> Value {
    json!({"name": "Skolan", "isActive": true, "rules": [{"idCalendar": null, "calendarUUID": ids.calendar}]})
}

fn new_channel(_: &Ids) -> Value {
    json!({
        "name": "ny-kanal", "displayName": "Ny", "description": "D", "channelType": "PUBLIC", "topic": "T",
        "readOnly": false, "allowFollowers": false, "visibleToGuests": false, "requireModeration": false,
        "autoApproveMembers": true, "relationTypes": []
    })
}

impl Route {
    /// The path with ids, and its required query.
    pub fn filled(&self, ids: &Ids) -> String {
        let id = match self.path {
            path if path.contains("/event/") => ids.event,
            path if path.contains("/bookable-groups/") => ids.group,
            path if path.contains("/bookables/") => ids.bookable,
            path if path.contains("/booking/") => ids.booking,
            path if path.contains("/ledger/") => ids.ledger,
            path if path.contains("/v1/vacation/absences/") => ids.absence,
            path if path.contains("/v1/vacation/") => ids.vacation,
            path if path.contains("/v1/tasks/") => ids.task,
            path if path.contains("/v1/boards/") => ids.board,
            path if path.contains("/courses/") => ids.course,
            path if path.contains("/infopoints/{id}") => ids.infopoint,
            path if path.contains("/v1/modules/") => ids.module,
            path if path.contains("/lessons/") => ids.lesson,
            path if path.contains("/v1/quiz/") => ids.quiz,
            path if path.contains("/v1/attempt/") => ids.attempt,
            path if path.contains("/v1/task-stacks/") => ids.stack,
            path if path.contains("/v1/task-reminders/") => ids.reminder,
            path if path.contains("/v1/invitations/") => ids.invitation,
            path if path.contains("/v1/invite-links/") => ids.invite_link,
            path if path.contains("/v1/invitation-batches/") => ids.invitation_batch,
            path if ["/entities/", "/context/", "/invitations/"].iter().any(|part| path.contains(part)) => {
                ids.entity
            }
            path if path.contains("/conversations/") => ids.conversation,
            path if path.contains("/contacts/block/") => ids.block,
            path if path.contains("/contacts/requests/") => ids.request,
            path if path.contains("/contacts/{id}") => ids.contact,
            path if path.contains("/workspaces/") => ids.workspace,
            path if path.contains("/channels/") => ids.channel,
            path if path.ends_with("/approve") || path.ends_with("/reject") => ids.waiting,
            path if path.contains("/messages/") || path.contains("/saved/") => ids.message,
            path if path.contains("/attachments/") => ids.file,
            path if path.contains("/uploads/") => ids.upload,
            path if path.contains("/sessions/") => ids.session,
            path if path.contains("/feed/entity/") || path.contains("/lunch-menu/") => ids.entity,
            path if path.contains("/public/school-calendars/") => ids.entity,
            path if path.contains("/feed/comments/") => ids.comment,
            path if path.contains("/moderation/") => ids.case,
            _ => ids.user,
        };
        let user = if self.path.contains("/applications/") { ids.applicant } else { ids.user };
        let path = self.path.replace("{id}", &id.to_string()).replace("{user_id}", &user.to_string());
        let path =
            path.replace("{slug}", &ids.slug).replace("{kind}", "user").replace("{emoji}", "%F0%9F%91%8D");
        let path = path
            .replace("{guide_id}", "calendar")
            .replace("{code}", "ABCDEFGH23456789")
            .replace("{type}", "organization")
            .replace("{token}", "hemlig")
            .replace("{file}", "hemlig.ics")
            .replace("{name}", "kvast.png")
            .replace("{picture}", "1234567")
            .replace("{reference}", "2026-1")
            .replace("{topic}", "skola")
            .replace("{municipality}", "180")
            .replace("{year}", "2026");
        let uuid = match self.path {
            path if path.contains("/feed/") => &ids.post,
            path if path.contains("/articles/") => &ids.article,
            _ => &ids.calendar,
        };
        let path = path
            .replace("{user_name}", &ids.user_name)
            .replace("{bot_id}", &ids.user.to_string())
            .replace("{webhook_id}", &ids.webhook.to_string())
            .replace("{hook_id}", &ids.hook.to_string())
            .replace("{uuid}", uuid);
        let path = path.replace("{verb}", "approve");
        let path = path.replace("{id_entity}", &ids.entity.to_string()).replace("{act}", "dismiss");
        let task = if self.path.contains("/boards/") { ids.card } else { ids.stacked };
        let path = path.replace("{task_id}", &task.to_string()).replace("{item}", "1");
        let path = path.replace("{list_id}", &ids.list.to_string());
        let path = path.replace("{newsletter_id}", &ids.newsletter.to_string());
        let path = path.replace("{draft}", &ids.draft.to_string());
        let path = path.replace("{job_id}", "1").replace("{invitation_id}", &ids.invitation.to_string());
        let path = path.replace("{id_filter}", &ids.filter.to_string());
        let path = path.replace("{hold_id}", &ids.booking.to_string()).replace("{share_id}", "1-hemlig");
        assert!(!path.contains('{'), "{path}: say what to put there");
        match self.path.rsplit('/').next() {
            Some("events") if self.path.contains("/chat/") => format!("{path}?after=0"),
            Some("events") => {
                let calendar = &ids.calendar;
                format!("{path}?calendar={calendar}&from=2026-06-01T00:00:00Z&to=2026-07-01T00:00:00Z")
            }
            Some("waitlist") if self.method == "DELETE" && self.path.contains("/bookables/") => {
                format!("{path}?start={}&end={}", hour(10), hour(11))
            }
            Some("ledger.csv" | "ledger.si") => {
                format!("{path}?entity={}&from=2026-01-01&to=2026-12-31", ids.entity)
            }
            Some("done") => format!("{path}?entity={}&from=2026-06-01&to=2026-06-30", ids.entity),
            Some("changes") => format!("{path}?after=0"),
            Some("boards" | "tasks" | "task-stacks") if self.method == "GET" => {
                format!("{path}?entity={}", ids.entity)
            }
            Some("import" | "export") if self.path.contains("/quiz/") => format!("{path}?format=gift"),
            Some("export") if self.path.contains("/tasks/") => format!("{path}?entity={}", ids.entity),
            Some("import" | "preview") if self.path.contains("/boards/") => {
                format!("{path}?idEntity={}", ids.entity)
            }
            Some("task-reminders") if self.method == "GET" => format!("{path}?task={}", ids.task),
            Some("ledger") if self.method == "GET" => format!("{path}?entity={}", ids.entity),
            Some("slots" | "schedule") => format!("{path}?from={}&to={}", hour(0), hour(24)),
            Some("lunch-menu") if self.method == "GET" && self.path.contains("/entities/") => {
                format!("{path}?from=2026-06-01&to=2026-06-07")
            }
            Some("infopoints") if self.path == "/api/public/infopoints" => {
                format!("{path}?bbox=15.5,58.3,15.8,58.5")
            }
            Some("school-year") => format!("{path}?idMunicipality=180&year=2026"),
            _ if path.contains("/public/lunch-menu/") => format!("{path}?from=2026-06-01&to=2026-06-07"),
            Some("search") if self.path.contains("/chat/") => format!("{path}?q=hej"),
            _ => path,
        }
    }

    /// Adds a valid body to a call.
    pub fn with_body(&self, call: Call, ids: &Ids) -> Call {
        match self.body {
            Body::None => call,
            Body::Json(make) => call.json(&make(ids)),
            Body::File => {
                let (kind, body) = files_form(&[("kvast.png", &png(8, 8))]);
                call.body(&kind, body)
            }
            Body::Tus => {
                let call = call.header("tus-resumable", "1.0.0");
                match self.method {
                    "POST" => call.header("upload-length", "3"),
                    "PATCH" => {
                        call.header("upload-offset", "0").body("application/offset+octet-stream", "hej")
                    }
                    _ => call,
                }
            }
            Body::Image => {
                let (kind, body) = form("image", &png(8, 8));
                call.body(&kind, body)
            }
        }
    }

    pub fn name(&self) -> String {
        format!("{} {}", self.method, self.path)
    }
}

/// The routes of the document: method and path.
fn documented() -> BTreeSet<(String, String)> {
    let mut all = BTreeSet::new();
    for (path, item) in document(&[]).paths.paths {
        let operations = [
            ("GET", item.get),
            ("PUT", item.put),
            ("POST", item.post),
            ("DELETE", item.delete),
            ("PATCH", item.patch),
            ("HEAD", item.head),
            ("OPTIONS", item.options),
        ];
        for (method, operation) in operations {
            if operation.is_some() {
                all.insert((method.to_owned(), path.clone()));
            }
        }
    }
    all
}

#[test]
fn every_route_is_in_the_table() {
    let table: BTreeSet<_> = ROUTES.iter().map(|r| (r.method.to_owned(), r.path.to_owned())).collect();
    assert_eq!(table.len(), ROUTES.len(), "a route stands twice");
    let documented = documented();
    let missing: Vec<_> = documented.difference(&table).collect();
    assert!(missing.is_empty(), "say in the table what these take and who may call them: {missing:#?}");
    let gone: Vec<_> = table.difference(&documented).collect();
    assert!(gone.is_empty(), "these routes are no more: {gone:#?}");
}

/// Sends a message with a picture; answers the picture's id.
pub async fn with_file(person: &Person, channel: i64) -> i64 {
    let (kind, body) = files_form(&[("kvast.png", &png(8, 8))]);
    let path = format!("/api/v1/chat/channels/{channel}/attachments");
    let file = id(&person.call("POST", &path).body(&kind, body).send().await.data()[0]["id"]);
    person.sends(channel, json!({"content": "", "attachmentIds": [file]})).await.data();
    file
}

/// An upload without any bytes yet.
async fn upload(person: &Person, channel: i64) -> i64 {
    let call = person.call("POST", &format!("/api/v1/chat/channels/{channel}/uploads"));
    let named = call.header("tus-resumable", "1.0.0").header("upload-length", "3");
    id(&named.header("upload-metadata", "filename S1ZBU1RTS0FGVA==").send().await.data()["id"])
}

async fn webhook(person: &Person, channel: i64) -> i64 {
    let new = json!({"name": SECRET});
    id(&person.post(&format!("/api/v1/chat/channels/{channel}/webhooks"), new).await.data()["id"])
}

async fn hook(person: &Person, channel: i64) -> i64 {
    let new = json!({"url": format!("https://example.se/{SECRET}"), "events": ["MESSAGE_CREATE"]});
    id(&person.post(&format!("/api/v1/chat/channels/{channel}/subscriptions"), new).await.data()["id"])
}

/// Marks texts that strangers must never see.
pub const SECRET: &str = "KVASTSKAFT";

/// An organisation with some of everything, its secrets marked by [`SECRET`].
pub struct Scene {
    pub org: Org,
    /// A member of the private channel: the `user` of the ids.
    pub insider: Person,
    /// Ids with a private channel and its messages.
    pub private: Ids,
    /// Ids with the general channel and its messages.
    pub public: Ids,
}

impl Scene {
    pub async fn new(world: &World) -> Self {
        let org = world.org("Skolan").await;
        let insider = org.with("TEACHER").await;
        let settings = json!({
            "channelType": "PRIVATE", "displayName": format!("Dold {SECRET}"), "topic": SECRET, "description": SECRET,
            "requireModeration": true, "autoApproveMembers": false
        });
        let channel = org.channel("dold-kvastskaft", settings).await;
        let member = format!("/api/v1/chat/channels/{channel}/members/{}", insider.id);
        org.owner.put(&member, json!({})).await.data();
        let moderated = json!({"requireModeration": true, "autoApproveMembers": false});
        org.owner.put(&format!("/api/v1/chat/channels/{}", org.general), moderated).await.data();
        let applicant = world.person("Sökande").await;
        let apply = json!({"message": format!("släpp in mig {SECRET}")});
        applicant.post(&org.at("/applications"), apply).await.is(201);

        let friend = org.with("MEMBER").await;
        let with_friend = json!({"userIds": [friend.id], "idType": 1});
        let conversation =
            insider.post("/api/v1/messages/conversations", with_friend).await.is(201)["data"]["id"].take();
        let conversation = conversation.as_i64().unwrap();
        insider.says(conversation, &format!("{SECRET} till dig")).await;
        friend.bell(1).await;
        let block = insider.post("/api/v1/contacts/block", json!({"userId": friend.id})).await;

        let secret = json!({"name": SECRET, "idEntity": org.id, "visibility": "PRIVATE"});
        let calendar = org.owner.post("/api/v1/calendars", secret).await.is(201)["calendarUUID"].take();
        let calendar = calendar.as_str().unwrap().to_owned();
        let event = json!({
            "calendarUUID": calendar, "title": SECRET, "description": SECRET,
            "start": "2026-06-02T10:00:00Z", "end": "2026-06-02T11:00:00Z", "enrollment": {}
        });
        let event = id(&org.owner.post("/api/v1/event", event).await.is(201)["id"]);
        let filter =
            id(&insider.post("/api/v1/event-filters", json!({"name": SECRET})).await.is(201)["idFilter"]);
        insider
            .post("/api/v1/feed/posts", json!({"txMessage": SECRET, "audience": "CONTACTS"}))
            .await
            .is(201);
        let inside = json!({"txMessage": "för medlemmar", "idEntity": org.id, "audience": "ENTITY_MEMBERS"});
        let post = org.owner.post("/api/v1/feed/posts", inside).await.is(201)["uuid"].take();
        let post = post.as_str().unwrap().to_owned();
        let comments = format!("/api/v1/feed/posts/{post}/comments");
        let comment = org.owner.post(&comments, json!({"txMessage": "inom oss", "idEntity": org.id})).await;
        let comment = id(&comment.is(201)["idFeedComment"]);
        let article = json!({"title": SECRET, "body": SECRET, "idEntity": org.id});
        let article = org.owner.post("/api/v1/articles", article).await.is(201)["uuid"].take();
        let article = article.as_str().unwrap().to_owned();
        let infopoint = crate::v1_infopoints::in_scene(&org).await;
        let report = json!({"targetType": "COMMENT", "targetId": comment, "reason": SECRET});
        let case = id(&friend.post("/api/v1/report", report).await.is(201)["idCase"]);
        let (comrade, asks) = (org.with("MEMBER").await, org.with("MEMBER").await);
        let request = async |from: &Person| {
            let new = json!({"toUserId": friend.id, "message": SECRET});
            id(&from.post("/api/v1/contacts/requests", new).await.is(201)["requestId"])
        };
        let accept = format!("/api/v1/contacts/requests/{}/accept", request(&comrade).await);
        let contact = friend.call("POST", &accept).send().await.is(200)["contactIds"][0].take();
        friend.hushed().await;
        let request = request(&asks).await;

        let room = json!({"idEntity": org.id, "name": "Aulan", "kind": "ROOM", "status": 1, "whoMayBook": ["TEACHER"]});
        let bookable = id(&org.owner.post("/api/v1/bookables", room).await.is(201)["idBookable"]);
        let group = json!({"idEntity": org.id, "name": "Valfri", "bookables": [bookable]});
        let group = id(&org.owner.post("/api/v1/bookable-groups", group).await.is(201)["idGroup"]);
        let booked = json!({"idBookable": bookable, "start": hour(10), "end": hour(11), "note": SECRET});
        let booking = id(&insider.post("/api/v1/booking", booked).await.is(201)["idReservationExclusive"]);
        let entry = json!({
            "idEntity": org.id, "idAuthUserCustomer": insider.id, "text": SECRET,
            "lines": [{"text": SECRET, "amount": 10_000, "vatRate": 25}],
        });
        let ledger = id(&org.owner.post("/api/v1/ledger", entry).await.is(201)["idBookingLedger"]);
        let (vacation, absence) = crate::v1_vacation::in_scene(&org, &insider, SECRET).await;
        let (board, list, card) = crate::v1_boards::in_scene(&org, SECRET).await;
        let (course, module, lesson) = crate::v1_courses::in_scene(&org, SECRET).await;
        let (quiz, attempt) = crate::v1_quiz::in_scene(&org, &insider, module, SECRET).await;
        let [invitation, invite_link, invitation_batch] = crate::v1_invitations::in_scene(&org, SECRET).await;
        let (newsletter, draft) = crate::v1_newsletters::in_scene(&org, SECRET).await;
        let [task, stack, stacked, reminder] = crate::v1_tasks::in_scene(&org, &insider, SECRET).await;

        let base = Ids {
            entity: org.id,
            slug: org.slug.clone(),
            workspace: org.workspace,
            channel,
            // Before the message with the mention, because posting marks earlier ones read.
            waiting: insider.says(channel, &format!("{SECRET} väntar")).await,
            message: org.owner.says(channel, &format!("{SECRET} ett @{}", insider.name)).await,
            user: insider.id,
            user_name: insider.name.clone(),
            applicant: applicant.id,
            session: world.storage.accounts.sessions(storage::UserId(insider.id)).await.unwrap()[0]
                .session_id
                .0,
            // Of what they are billed for, and the mention, which is the newest.
            notification: insider.bell(2).await[0]["id"].as_i64().unwrap(),
            conversation,
            block: block.is(200)["blockId"].as_i64().unwrap(),
            contact: id(&contact),
            request,
            file: with_file(&org.owner, channel).await,
            upload: upload(&insider, channel).await,
            calendar,
            event,
            webhook: webhook(&org.owner, channel).await,
            hook: hook(&org.owner, channel).await,
            filter,
            post,
            comment,
            article,
            infopoint,
            case,
            bookable,
            group,
            booking,
            ledger,
            vacation,
            absence,
            task,
            stack,
            stacked,
            reminder,
            board,
            list,
            card,
            course,
            module,
            lesson,
            quiz,
            attempt,
            invitation,
            invite_link,
            invitation_batch,
            newsletter,
            draft,
        };
        let public = Ids {
            channel: org.general,
            message: org.owner.says(org.general, "öppet för medlemmar").await,
            waiting: insider.says(org.general, &format!("{SECRET} väntar")).await,
            file: with_file(&org.owner, org.general).await,
            webhook: webhook(&org.owner, org.general).await,
            hook: hook(&org.owner, org.general).await,
            ..base.clone()
        };
        org.owner.replies(channel, base.message, &format!("{SECRET} två")).await;
        // Notifications of applications and mentions come beside the answer: wait, so that nothing changes later.
        org.owner.bell(1).await;
        Self { org, insider, private: base, public }
    }
}
