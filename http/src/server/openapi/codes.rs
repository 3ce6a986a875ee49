//! The stable codes (contract §1) that an operation answers beyond those of its shape ([`super::refusals`]), by
//! operation name. The REST suite compares every answer with them: a missing code fails it.

use actors::platform::error::Refusal;

use crate::areas;
use crate::platform::area::More;
use crate::platform::codes::{Codes, LIMITED, OperationCodes, SCANNED, UNSCANNED};

/// The code of the 503 of search operations.
const UNSEARCHED: &str = Refusal::SEARCH_AWAY;

#[rustfmt::skip]
const CODES: &[OperationCodes] = &[
    ("accounts_login_log_in", &[(401, &["WRONG_CREDENTIALS"]), (403, &["NOT_VERIFIED", "SIGN_IN_BY_LINK"]), (429, &[LIMITED])]),
    ("accounts_signup_sign_up", &[(429, &[LIMITED])]),
    ("accounts_request_ask_for_reset", &[(429, &[LIMITED])]),
    ("accounts_export_export", &[(429, &[LIMITED])]),
    ("accounts_me_erase", &[(409, &["OWNER_STAYS"])]),
    ("accounts_me_change_profile", &[(409, &["NAME_TAKEN"])]),
    ("accounts_status_set_status", &[(429, &[LIMITED])]),
    ("accounts_image_set_image", &[(413, &["TOO_LARGE_TO_SCAN", "TOO_MANY_PIXELS"]), (415, &["NOT_AN_IMAGE"]), (422, SCANNED), (429, &[LIMITED]), (503, &[UNSCANNED])]),

    ("entities_entities_create", &[(409, &["QUOTA_REACHED", "SLUG_TAKEN"])]),
    ("entities_entities_change", &[(403, &["ROLE_TOO_LOW"])]),
    ("entities_image_set_image", &[(403, &["ROLE_TOO_LOW"]), (413, &["TOO_LARGE_TO_SCAN", "TOO_MANY_PIXELS"]), (415, &["NOT_AN_IMAGE"]), (422, SCANNED), (429, &[LIMITED]), (503, &[UNSCANNED])]),
    ("entities_transfer_transfer", &[(403, &["ONLY_OWNER"]), (429, &[LIMITED])]),
    ("entities_relations_relations", &[(403, &["ACCESS_DENIED"])]),
    ("entities_relations_put_relation", &[(403, &["ONLY_OWNER", "OWNER_BY_TRANSFER", "ROLE_TOO_LOW"]), (409, &["BANNED", "MOVED_ON"]), (429, &[LIMITED])]),
    ("entities_relations_remove_relation", &[(403, &["ONLY_OWNER", "ROLE_TOO_LOW"]), (409, &["MOVED_ON", "OWNER_STAYS"])]),
    ("entities_invite_invite_imported", &[(403, &["ROLE_TOO_LOW"]), (409, &["ALREADY_CLAIMED", "NO_EMAIL"]), (429, &[LIMITED])]),
    ("entities_follow_follow", &[(403, &["BANNED"])]),
    ("entities_like_like", &[(403, &["BANNED"]), (429, &[LIMITED])]),
    ("entities_like_unlike", &[(429, &[LIMITED])]),
    ("entities_followers_followers", &[(403, &["ACCESS_DENIED"])]),
    ("accounts_erasure_keep", &[(404, &["NOT_FOUND"])]),
    ("entities_applications_apply", &[(403, &["BANNED", "INVITE_ONLY"]), (409, &["ALREADY_APPLIED", "ALREADY_DECIDED", "ALREADY_MEMBER", "MOVED_ON"])]),
    ("entities_applications_applications", &[(403, &["ROLE_TOO_LOW"])]),
    ("entities_approve_approve", &[(403, &["BANNED", "ROLE_TOO_LOW"]), (409, &["ALREADY_DECIDED", "MOVED_ON"])]),
    ("entities_deny_deny", &[(403, &["ONLY_OWNER", "ROLE_TOO_LOW"]), (409, &["ALREADY_DECIDED", "MOVED_ON", "OWNER_STAYS"])]),
    ("entities_bans_bans", &[(403, &["ROLE_TOO_LOW"])]),
    ("entities_bans_ban", &[(403, &["ONLY_OWNER", "ROLE_TOO_LOW"]), (409, &["ALREADY_DECIDED", "MOVED_ON", "OWNER_STAYS"])]),
    ("entities_bans_unban", &[(403, &["ROLE_TOO_LOW"])]),
    ("entities_accept_accept", &[(403, &["BANNED"]), (409, &["ERASURE_ASKED", "MOVED_ON"])]),

    ("chat_workspaces_create", &[(403, &["ROLE_TOO_LOW"]), (409, &["QUOTA_REACHED"])]),
    ("chat_workspaces_rename", &[(403, &["ACCESS_DENIED", "ROLE_TOO_LOW"])]),
    ("chat_channels_channels", &[(403, &["ACCESS_DENIED"])]),
    ("chat_channels_create_channel", &[(403, &["ACCESS_DENIED", "ROLE_TOO_LOW"]), (409, &["CHANNEL_NAME_TAKEN", "QUOTA_REACHED"])]),
    ("chat_unread_unread", &[(403, &["ACCESS_DENIED"])]),
    ("chat_presence_presence", &[(403, &["ACCESS_DENIED"])]),

    ("chat_search_search", &[(403, &["ACCESS_DENIED"]), (404, &["NOT_FOUND"]), (429, &[LIMITED]), (503, &[UNSEARCHED])]),
    ("chat_channels_channel", &[(403, &["ACCESS_DENIED"])]),
    ("chat_channels_change", &[(403, &["ACCESS_DENIED", "ROLE_TOO_LOW"]), (409, &["CHANNEL_NAME_TAKEN", "DIRECT", "GENERAL_CHANNEL", "HISTORY_WOULD_SHOW", "MESSAGES_WAIT"])]),
    ("chat_archive_archive", &[(403, &["ACCESS_DENIED", "ROLE_TOO_LOW"]), (409, &["DIRECT", "GENERAL_CHANNEL"])]),
    ("chat_unarchive_unarchive", &[(403, &["ACCESS_DENIED", "ROLE_TOO_LOW"]), (409, &["DIRECT"])]),
    ("chat_members_members", &[(403, &["ACCESS_DENIED", "ROLE_TOO_LOW"])]),
    ("chat_members_put_member", &[(403, &["ACCESS_DENIED", "ROLE_TOO_LOW"]), (409, &["DIRECT"])]),
    ("chat_members_remove_member", &[(403, &["ACCESS_DENIED", "ROLE_TOO_LOW"]), (409, &["DIRECT"])]),
    ("chat_settings_set_reader", &[(403, &["ACCESS_DENIED"])]),
    ("chat_role_role", &[(403, &["ACCESS_DENIED"])]),
    ("chat_read_mark_read", &[(403, &["ACCESS_DENIED"])]),
    ("chat_unread_has_unread", &[(403, &["ACCESS_DENIED"])]),
    ("chat_messages_messages", &[(403, &["ACCESS_DENIED"])]),
    ("chat_messages_send", &[(403, &["ACCESS_DENIED", "MAY_NOT_MESSAGE", "READ_ONLY_CHANNEL", "READ_ONLY_ROLE", "ROLE_TOO_LOW"]), (409, &["ARCHIVED"]), (429, &[LIMITED])]),
    ("chat_pending_pending", &[(403, &["ACCESS_DENIED", "ROLE_TOO_LOW"])]),
    ("chat_events_events", &[(403, &["ACCESS_DENIED"])]),

    ("chat_messages_edit", &[(403, &["MAY_NOT_MESSAGE", "NOT_AUTHOR"]), (409, &["ARCHIVED", "DELETED", "EVENT_STANDS", "LESSON_STANDS", "POLL_STANDS", "TASK_STANDS"]), (429, &[LIMITED])]),
    ("chat_messages_delete", &[(403, &["NOT_AUTHOR"]), (409, &["ALREADY_DECIDED", "EVENT_STANDS", "LESSON_STANDS", "TASK_STANDS"])]),
    ("chat_reactions_add_reaction", &[(403, &["MAY_NOT_MESSAGE", "READ_ONLY_ROLE"]), (409, &["ARCHIVED", "DELETED", "PENDING", "TOO_MANY_EMOJI"]), (429, &[LIMITED])]),
    ("chat_reactions_remove_reaction", &[(403, &["MAY_NOT_MESSAGE", "READ_ONLY_ROLE"]), (409, &["ARCHIVED", "PENDING"]), (429, &[LIMITED])]),
    ("chat_vote_vote", &[(403, &["MAY_NOT_MESSAGE", "READ_ONLY_ROLE"]), (409, &["ARCHIVED", "DELETED", "PENDING", "POLL_CLOSED"]), (429, &[LIMITED])]),
    ("chat_ack_ack", &[(409, &["DELETED"]), (422, &["INVALID"]), (429, &[LIMITED])]),
    ("chat_receipts_receipts", &[(403, &["ROLE_TOO_LOW"]), (409, &["DELETED"])]),
    ("chat_remind_remind", &[(403, &["ROLE_TOO_LOW"]), (409, &["ARCHIVED", "DELETED", "MOVED_ON"]), (422, &["INVALID"]), (429, &[LIMITED])]),
    ("chat_approve_approve", &[(403, &["ROLE_TOO_LOW"]), (409, &["ALREADY_DECIDED", "ARCHIVED"])]),
    ("chat_reject_reject", &[(403, &["ROLE_TOO_LOW"]), (409, &["ALREADY_DECIDED"])]),

    ("chat_read_all_read_all", &[(403, &["ACCESS_DENIED"])]),
    ("chat_pin_pin", &[(403, &["ROLE_TOO_LOW"]), (409, &["ARCHIVED", "DELETED", "DIRECT", "PENDING", "QUOTA_REACHED"])]),
    ("chat_pin_unpin", &[(403, &["ROLE_TOO_LOW"]), (409, &["ARCHIVED", "DIRECT", "PENDING"])]),
    ("chat_pins_pins", &[(403, &["ACCESS_DENIED"])]),
    ("chat_saved_save", &[(409, &["DELETED", "QUOTA_REACHED"])]),
    ("chat_draft_draft", &[(403, &["ACCESS_DENIED"])]),
    ("chat_draft_put_draft", &[(403, &["ACCESS_DENIED"])]),
    ("chat_draft_drop_draft", &[(403, &["ACCESS_DENIED"])]),
    ("chat_scheduled_schedule", &[(403, &["ACCESS_DENIED", "READ_ONLY_CHANNEL", "READ_ONLY_ROLE"]), (409, &["ARCHIVED", "QUOTA_REACHED"])]),
    ("chat_scheduled_reschedule", &[(409, &["MOVED_ON"])]),

    ("search_search_suggest", &[(429, &[LIMITED]), (503, &[UNSEARCHED])]),
    ("platform_referral_referral", &[(429, &[LIMITED])]),
];

fn all(more: More) -> impl Iterator<Item = &'static OperationCodes> {
    CODES.iter().chain(areas::all(more).flat_map(|area| area.codes))
}

/// The declared codes of an operation.
pub fn of(operation: &str, more: More) -> Codes {
    all(more).find(|(name, _)| *name == operation).map_or(&[], |(_, codes)| codes)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::server::openapi::operations;

    #[test]
    fn every_name_is_an_operation_and_unique() {
        let mut document = crate::server::routes::document(&[]);
        let paths = document.paths.paths.values_mut();
        let known: HashSet<String> = paths
            .flat_map(|item| {
                operations(item).filter_map(|(_, it)| it.operation_id.clone()).collect::<Vec<_>>()
            })
            .collect();
        let named: HashSet<&str> = all(&[]).map(|(name, _)| *name).collect();
        assert_eq!(named.len(), all(&[]).count());
        for name in named {
            assert!(known.contains(name), "{name} is no operation");
        }
    }
}
