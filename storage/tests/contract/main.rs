//! The storage contract: one suite, run against every engine.
//!
//! A case is an async function of a [`World`] in `cases/`; an engine is a function that opens an empty world. To run the
//! suite against another engine, write that function and name it in `suite!`.

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

/// An empty store, and what must live as long as it does.
pub struct World {
    pub engine: Db,
    pub storage: Storage,
    /// A new engine and repositories over the same store: another process, with nothing remembered.
    pub reopen: Box<dyn Fn() -> Storage + Send + Sync>,
    /// The engine of that.
    pub open: Arc<dyn Fn() -> Db + Send + Sync>,
    _kept: Box<dyn std::any::Any + Send + Sync>,
}

/// The tables of the product and those of the verbs' cases.
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
    verbs: insert_is_an_upsert_of_the_whole_row update_and_raise_make_rows guards_decide guards_are_of_one_partition
        ranges rows_run_out batches_are_atomic one_of_many_wins compare_and_set_is_linearizable
        changes_of_a_row_keep_their_order misfits_are_refused scan_meets_every_row a_read_sees_answered_writes;
    reads: bounds_of_several_columns nothing_lies_under_an_empty_key some_columns_are_read;
    conditions: comparisons_decide nothing_compares_with_no_value misfits_of_conditions_are_refused;
    statics: they_are_there_beside_the_rows rows_and_statics_go_by_themselves
        what_is_of_one_partition_is_decided_together five_seats_for_two_hundred;
    changes: what_is_noted_is_told_at_once_and_once_settled many_changes_are_told_in_slices
        what_changes_how_one_is_found_is_noted history_is_noted_by_what_came_in;
    accounts: claims_of_addresses_and_names races_for_one_address profile_and_renaming sessions tokens_are_used_once
        a_claim_without_owner_is_taken_over erasure_is_asked_for_taken_back_and_done;
    tokens: one_that_is_revoked_opens_nothing one_that_is_over_opens_nothing its_use_is_noted_while_it_stands
        a_wrong_secret_costs_one_read a_bot_is_its_organisations;
    entities: one_slug_one_owner relations_are_compared_and_set transfer_keeps_one_owner applications invitations bans;
    names: people_are_found_by_name relations_of_old_are_listed a_page_of_people_reads_what_it_shows;
    channels: workspaces_and_channels names_are_claimed members_and_facts;
    messages: a_repeated_send_is_one_message a_repeat_makes_no_week many_repeats_at_once channels_do_not_mix replies_lie_with_their_parent
        edit_and_remove edits_move_mentions reactions_come_and_go events_follow_the_cursor every_change_is_a_version;
    pages: weeks_with_gaps_are_walked pages_of_a_small_channel empty_weeks_cost_nothing;
    bounded: replies_are_counted_where_they_are_shown a_reply_is_counted_once_it_is_told
        reading_a_channel_finds_its_own_entries entries_from_before_are_found a_mark_of_what_was_mailed_is_moved_once;
    migrations: each_step_is_done_whatever_is_killed one_of_two_processes_does_it a_newer_programs_store_is_refused erasures_of_old_become_jobs;
    moderation: decided_once_among_many approved_as_edited turned_down_leaves_no_text
        a_new_text_waits_beside_the_message;
    reading: marks_never_go_back mention_counts_follow_reading who_is_told_of_every_message heads_only_grow;
    conversations: the_same_people_have_one_conversation one_that_was_half_made_is_finished
        an_inbox_is_by_what_was_said_last history_of_a_conversation_is_in_its_inboxes pages_of_an_inbox_leave_nothing_out many_who_write_at_once_lose_nothing
        a_page_costs_what_it_shows what_may_be_unread a_block_stands_between_two
        who_is_erased_leaves_their_conversations;
    contacts: lists_that_say_something_else_than_their_pairs_are_found of_many_who_change_a_pair_one_wins lists_follow_their_pair contacts_are_found_by_name_in_swedish_order
        a_page_of_contacts_reads_what_it_shows nothing_before_a_block_is_written_after_it
        who_is_erased_is_known_to_nobody blocks_of_old_are_found_from_both_sides an_invitation_is_used_once invitations_are_their_senders_and_go_with_them
        one_link_of_a_person_stands who_is_dismissed_stays_so;
    everyday: votes_are_counted_once a_card_stays_with_its_message confirmations_are_counted_once threads_stand_by_their_newest_reply
        unread_again_until_the_next_reading pins_come_and_go_with_their_version what_one_keeps_for_oneself
        who_is_to_be_told_is_noted_with_the_message;
    calendar: a_month_shows_what_touches_it an_event_is_listed_where_it_is one_of_a_series_goes_its_own_way
        a_stale_copy_overwrites_nothing a_calendar_goes_with_all_that_is_in_it everybody_has_one_of_their_own
        what_changes_how_an_event_is_found_is_noted what_is_to_come_is_read_once;
    calendar_series: each_change_of_an_event_gives_its_calendar_another_stamp
        exceptions_move_with_their_series_to_where_others_stood;
    school: a_school_year_is_set_as_it_was_judged events_are_found_by_their_names a_school_calendar_goes_with_its_years;
    subscriptions: one_at_a_time_fetches_a_calendar_from_elsewhere;
    reports: of_many_who_report_one_opens_and_all_are_counted a_case_is_decided_once the_log_is_by_time_over_the_years
        who_is_erased_has_reported_nothing;
    webhooks: an_address_is_void_once_it_is_removed a_name_has_one_account
        a_channel_is_followed_while_somebody_is_told_of_it a_call_is_taken_on_and_noted_once
        that_one_rests_is_noted_once_until_it_is_taken_over;
    events: a_sign_is_counted_once signs_of_many_at_once_are_all_counted signs_go_with_their_event a_copy_is_made_once
        what_is_promoted_follows_its_event one_choice_is_active;
    seats: what_was_judged_by_old_counts_is_not_written people_are_listed_by_how_they_stand
        two_processes_never_give_a_place_twice nothing_is_left_of_what_is_gone reminders_are_each_persons_own;
    feed: a_post_is_listed_where_it_is lists_go_on_through_months of_two_reposts_in_one_name_one_stands
        likes_at_once_are_all_counted random_histories_are_counted_as_they_are what_lies_around_a_post_goes_with_it
        timelines_come_and_go_by_source what_lies_in_one_of_the_two_lists_of_a_timeline_is_found
        a_picture_is_of_one_post;
    articles: a_stale_copy_of_an_article_overwrites_nothing lists_follow_what_is_published pages_of_articles_read_what_they_show;
    lunch: what_was_judged_by_an_older_day_is_not_written many_days_are_one_decision an_emptied_day_keeps_its_version
        schools_are_listed_by_name_and_follow_it a_page_of_schools_reads_what_it_shows;
    files: room_is_taken_and_given_back equal_bytes_go_with_their_last_file one_sending_takes_a_file
        a_message_carries_its_files_and_takes_them_along a_file_is_called_something_else what_waits_carries_its_files
        of_two_who_add_to_an_upload_one_adds an_upload_is_whole_with_its_file;
    push: a_browser_belongs_to_the_last_who_named_it the_oldest_goes sessions_take_theirs_along
        what_is_pushed_is_noted_with_the_entries;
    jobs: a_job_is_found_when_it_is_due pages_of_jobs_leave_nothing_out a_job_joins_the_write_it_belongs_to
        what_is_given_up_is_seen_and_can_be_done_again shards_are_shared_and_taken_over
        two_who_lease_at_once_have_no_shard_in_common;
    rest: bells guides node_leases idempotent_calls history_comes_in_twice check_finds_what_is_wrong;
}
