//! The storage contract: one suite, run against every engine.
//!
//! A case is an async function of a [`World`] in `cases/`; an engine is a function that opens an empty world. To run
//! the suite against another engine, write that function and name it in `suite!`.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on should say where")]

mod cases;
mod cluster;
mod counting;
mod crash;
mod decisions;
mod dying;
mod file;
mod linearizability;
mod make;
#[path = "../cassandra/pool.rs"]
mod pool;
mod releases;

use std::sync::Arc;

use storage::engine::cql::Cql;
use storage::engine::sqlite::Sqlite;
use storage::{Db, Storage, areas};

/// An empty store, with everything that must live as long.
pub struct World {
    pub engine: Db,
    pub storage: Storage,
    /// A new engine and repositories over the same store: another process, with empty caches.
    pub reopen: Box<dyn Fn() -> Storage + Send + Sync>,
    /// Opens the engine alone.
    pub open: Arc<dyn Fn() -> Db + Send + Sync>,
    _kept: Box<dyn std::any::Any + Send + Sync>,
}

/// The tables of the product and of the verbs' cases.
fn tables() -> Vec<&'static storage::table::Table> {
    let verbs =
        [cases::verbs::TABLES, cases::statics::TABLES, linearizability::TABLES, &[&cases::reads::TIMED]];
    [areas::tables(&[]), verbs.concat()].concat()
}

fn sqlite() -> World {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("deep/er/kalender.sqlite");
    let open: Arc<dyn Fn() -> Db + Send + Sync> =
        Arc::new(move || Arc::new(Sqlite::open(&path, tables(), areas::SCHEMA_VERSION).unwrap()));
    let engine = open();
    World {
        storage: Storage::new(Arc::clone(&engine)),
        engine,
        reopen: Box::new({
            let open = Arc::clone(&open);
            move || Storage::new(open())
        }),
        open,
        _kept: Box::new(folder),
    }
}

async fn cassandra() -> World {
    let keyspace = pool::Keyspace::take(tables(), areas::SCHEMA_VERSION).await;
    let (engine, settings): (Db, _) = (keyspace.engine(), keyspace.settings());
    let open: Arc<dyn Fn() -> Db + Send + Sync> = Arc::new(move || {
        let opened = Cql::open(&settings, tables(), areas::SCHEMA_VERSION);
        let runtime = tokio::runtime::Handle::current();
        Arc::new(tokio::task::block_in_place(|| runtime.block_on(opened)).unwrap())
    });
    World {
        storage: Storage::new(Arc::clone(&engine)),
        engine,
        reopen: Box::new({
            let open = Arc::clone(&open);
            move || Storage::new(open())
        }),
        open,
        _kept: Box::new(keyspace),
    }
}

macro_rules! suite {
    ($($module:ident: $($case:ident)*;)*) => {
        suite! { @engine on_sqlite, std::future::ready(crate::sqlite()); $($module: $($case)*;)* }
        suite! { @engine on_cassandra, crate::cassandra(); $($module: $($case)*;)* }
    };
    (@engine $engine:ident, $open:expr; $($module:ident: $($case:ident)*;)*) => {
        mod $engine {
            $(mod $module {
                $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $case() {
                    let world = $open.await;
                    world.storage.migrate_data().await.unwrap();
                    crate::cases::$module::$case(&world).await;
                    assert_eq!(world.storage.check().await.unwrap(), Vec::<String>::new());
                })*
            })*
        }
    };
}

suite! {
    verbs: insert_is_an_upsert_of_the_whole_row update_and_raise_make_rows guards_decide
        guards_are_of_one_partition ranges rows_expire_after_their_ttl batches_are_atomic one_of_many_wins
        compare_and_set_is_linearizable changes_of_a_row_keep_their_order
        requests_that_misfit_the_table_are_refused scan_meets_every_row a_read_sees_answered_writes;
    reads: bounds_of_several_columns nothing_lies_under_an_empty_key selected_columns_are_read;
    conditions: comparisons_decide null_meets_no_comparison misfits_of_conditions_are_refused;
    statics: statics_are_read_and_written_beside_rows rows_and_statics_are_deleted_separately
        writes_of_one_partition_are_decided_together five_seats_for_two_hundred;
    changes: changes_are_delivered_at_once_and_when_settled many_changes_are_delivered_in_slices
        changes_that_affect_search_are_recorded imported_history_is_recorded_as_ranges;
    accounts: claims_of_addresses_and_names races_for_one_address profile_and_renaming sessions
        tokens_are_used_once a_claim_without_owner_is_taken_over erasure_is_asked_for_taken_back_and_done;
    tokens: revoked_token_is_refused expired_token_is_refused token_use_is_recorded_while_valid
        a_wrong_secret_costs_one_read a_bot_is_its_organisations;
    entities: one_slug_one_owner relations_are_compared_and_set transfer_keeps_one_owner applications
        invitations bans;
    names: people_are_found_by_name relations_from_before_the_lists_are_listed
        a_page_of_people_reads_what_it_shows;
    channels: workspaces_and_channels names_are_claimed members_and_facts;
    messages: a_repeated_send_is_one_message repeated_send_in_a_new_week_lists_no_empty_week
        many_repeats_at_once channels_do_not_mix replies_lie_with_their_parent edit_and_remove
        edits_move_mentions reactions_come_and_go events_follow_the_cursor every_change_is_a_version;
    pages: weeks_with_gaps_are_walked pages_of_a_small_channel empty_weeks_cost_nothing;
    bounded: replies_are_counted_where_they_are_shown concurrent_and_uncounted_replies_are_counted
        reading_a_channel_reads_only_its_notifications notifications_from_before_subjects_are_migrated
        digest_mark_advances_once;
    migrations: migration_completes_whichever_step_is_killed one_of_two_processes_migrates
        a_newer_programs_store_is_refused erasures_of_old_become_jobs;
    moderation: concurrent_decisions_apply_once edited_message_is_approved_as_edited
        rejection_deletes_the_text proposed_edit_waits_beside_the_message;
    reading: marks_never_go_back mention_counts_follow_reading
        listeners_of_a_channel_follow_their_settings heads_only_grow;
    conversations: the_same_people_have_one_conversation incomplete_conversation_is_completed
        inbox_is_sorted_by_newest_message history_of_a_conversation_is_in_its_inboxes
        pages_of_an_inbox_leave_nothing_out concurrent_messages_all_reach_the_inbox
        a_page_costs_what_it_shows possibly_unread_conversations_are_listed block_bars_both_people
        erased_person_leaves_their_conversations;
    contacts: check_finds_lists_that_differ_from_pairs concurrent_changes_of_a_pair_apply_once
        lists_follow_their_pair contacts_are_found_by_name_in_swedish_order
        a_page_of_contacts_reads_what_it_shows change_decided_before_a_block_is_refused_after_it
        erased_person_is_in_no_list blocks_from_before_are_listed_on_both_sides an_invitation_is_used_once
        invitations_are_exported_and_erased_with_their_sender new_link_voids_the_previous_one
        dismissed_person_stays_dismissed;
    everyday: votes_are_counted_once a_card_stays_with_its_message acknowledgements_are_counted_once
        threads_are_sorted_by_newest_reply marked_unread_lasts_until_the_next_reading
        pins_raise_the_message_version private_data_is_stored_and_erased
        notification_job_is_stored_with_the_message;
    calendar: month_lists_the_events_that_touch_it event_is_listed_in_exactly_its_months
        exception_is_separate_from_its_series a_stale_copy_overwrites_nothing
        events_are_deleted_with_their_calendar default_calendar_is_created_once
        event_changes_that_affect_search_are_recorded coming_events_are_read_once;
    calendar_series: event_change_renews_the_calendar_stamp exceptions_move_with_their_series;
    school: school_year_is_replaced_only_if_unchanged events_are_found_by_uid
        school_years_are_deleted_with_their_calendar;
    subscriptions: subscription_is_fetched_by_one_process_at_a_time;
    reports: concurrent_reports_open_one_case_and_are_counted a_case_is_decided_once
        the_log_is_by_time_over_the_years reports_of_an_erased_person_are_deleted;
    webhooks: removed_webhook_address_is_void a_name_has_one_account
        channel_is_followed_while_it_has_subscriptions webhook_call_is_made_and_recorded_once
        suspension_is_recorded_once_until_takeover;
    events: engagement_is_counted_once concurrent_engagements_are_all_counted
        engagements_are_deleted_with_their_event a_copy_is_made_once promotion_follows_its_event
        one_filter_is_active;
    occupancy: a_space_is_created_once_and_listed decision_on_a_stale_space_is_refused
        a_window_finds_what_touches_it a_moved_row_lies_at_one_time the_waitlist_keeps_its_order_and_count
        two_processes_never_book_a_unit_twice check_finds_a_booking_beside_its_time;
    bookings: a_claim_is_judged_after_those_before_it two_processes_never_claim_more_than_there_is
        bookings_of_a_holder_are_all_found bookings_from_before_are_found_by_their_customer;
    ledger: head_for_a_change_is_read_with_its_rows decision_on_a_stale_ledger_is_refused an_entry_is_found_by_id_uuid_person_and_subject
        numbers_of_a_period_are_found_by_year what_is_overdue_follows_what_is_open
        a_claim_is_noted_with_its_decision stale_ledger_settings_are_refused
        two_processes_give_no_number_twice check_finds_a_ledger_that_does_not_add_up;
    vacation: decision_on_a_stale_plan_is_refused applications_wait_in_their_order_until_decided
        employees_are_listed_while_they_are_employed stale_vacation_settings_are_refused
        two_processes_never_reserve_a_day_twice check_finds_vacation_that_is_not_listed;
    tasks: concurrent_changes_of_a_home_are_decided_one_by_one lists_follow_from_the_task
        cards_of_a_board_lie_in_order_and_are_counted log_of_a_board_says_what_was_changed two_edges_of_one_tree_see_each_other
        stack_keeps_its_order_and_its_tasks reminder_rings_by_its_version;
    board_imports: an_import_goes_on_once_and_its_content_goes_with_it an_export_names_one_board_of_its_owner
        what_came_from_what_goes_with_the_board;
    courses: decision_on_a_stale_course_is_refused courses_stand_in_the_lists_of_their_state
        people_of_a_course_are_listed_by_their_state a_removed_course_takes_its_lessons_along
        random_edits_of_processes_lose_no_lesson lessons_say_which_pictures_they_show
        check_finds_a_course_that_does_not_add_up;
    quiz: quiz_is_decided_by_its_version starts_at_once_are_one_attempt answers_lie_beside_their_attempt
        a_person_has_one_certificate_of_a_course check_finds_attempts_that_do_not_add_up;
    seats: decision_on_stale_counts_is_refused people_are_listed_by_status
        two_processes_never_give_a_place_twice deleted_subject_leaves_no_rows
        reminders_are_each_persons_own;
    feed: post_is_in_exactly_its_lists lists_continue_over_months concurrent_reposts_in_one_name_make_one
        likes_at_once_are_all_counted counts_match_after_random_histories
        dependent_rows_are_deleted_with_a_post timelines_come_and_go_by_source
        check_finds_half_written_timeline_entries a_picture_is_of_one_post;
    infopoints: a_move_leaves_exactly_one_pin the_map_has_what_a_plain_look_has counts_are_a_recount
        connections_and_their_lists_agree places_are_listed_by_whose_they_are;
    articles: a_stale_copy_of_an_article_overwrites_nothing article_lists_follow_publication
        pages_of_articles_read_what_they_show;
    invitations: an_address_has_one_invitation invitations_are_listed_newest_first
        a_link_counts_each_person_once a_portion_of_a_batch_is_changed_by_its_version
        what_an_owner_of_an_address_says_holds;
    activity: acts_are_counted_once_by_day;
    lunch: change_of_a_stale_day_is_refused many_days_are_one_decision an_emptied_day_keeps_its_version
        schools_are_listed_by_name_and_follow_it a_page_of_schools_reads_what_it_shows;
    files: quota_is_charged_and_returned shared_bytes_are_deleted_with_their_last_file
        file_is_claimed_by_one_send files_are_deleted_with_their_message file_is_renamed
        pending_message_keeps_its_files concurrent_appends_to_an_upload_apply_once
        upload_is_completed_with_its_file;
    notifications: choices_are_compared_and_set text_messages_of_a_day_are_bounded a_code_is_tried_by_its_count;
    push: browser_belongs_to_its_last_subscriber oldest_subscription_is_dropped
        subscriptions_end_with_their_session push_job_is_stored_with_the_notifications;
    audit: entries_are_found_by_who_acted_and_by_kind an_entry_is_stored_with_its_act_or_not_at_all;
    jobs: a_job_is_found_when_it_is_due pages_of_jobs_leave_nothing_out
        a_job_joins_the_write_it_belongs_to job_is_found_only_with_the_rows_of_its_write
        dead_letters_are_listed_and_retried
        shards_are_shared_and_taken_over concurrent_leases_share_no_shard;
    rest: bells guides node_leases idempotent_calls history_import_can_be_repeated check_finds_violations;
}
