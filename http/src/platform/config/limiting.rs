//! The rate limits and quotas of contract §1, each a setting of its own, and whose word about callers is taken.

use actors::platform::limits::network::Network;
use actors::platform::limits::{Rate, Rates};
use actors::platform::quotas::Quotas;
use clap::Args;

/// Limits, quotas and proxies.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Limits: COUNT/s, /min, /h or /day; with ,N so many at once")]
pub struct Limiting {
    /// Proxies in front of the server, as addresses or networks, comma between; X-Forwarded-For is believed from them alone
    #[arg(
        long,
        env = "KALENDER_TRUSTED_PROXIES",
        value_name = "NETWORK",
        value_delimiter = ',',
        global = true,
        hide_env_values = true
    )]
    pub trusted_proxies: Vec<String>,
    /// Failed sign-ins to an account from an address, or on a device that the account knows
    #[arg(
        long,
        env = "KALENDER_LIMIT_SIGN_IN",
        value_name = "RATE",
        default_value = "10/min",
        global = true,
        hide_env_values = true
    )]
    pub limit_sign_in: Rate,
    /// Failed sign-ins from an address (IPv4, or the /64 of IPv6)
    #[arg(
        long,
        env = "KALENDER_LIMIT_SIGN_IN_ADDRESS",
        value_name = "RATE",
        default_value = "100/min",
        global = true,
        hide_env_values = true
    )]
    pub limit_sign_in_address: Rate,
    /// Failed sign-ins to an account; beyond it devices that it does not know are mailed a link
    #[arg(
        long,
        env = "KALENDER_LIMIT_SIGN_IN_ACCOUNT",
        value_name = "RATE",
        default_value = "100/h",
        global = true,
        hide_env_values = true
    )]
    pub limit_sign_in_account: Rate,
    /// Sign-ups from an address
    #[arg(
        long,
        env = "KALENDER_LIMIT_SIGN_UP",
        value_name = "RATE",
        default_value = "30/h",
        global = true,
        hide_env_values = true
    )]
    pub limit_sign_up: Rate,
    /// Sign-ups with an e-mail address
    #[arg(
        long,
        env = "KALENDER_LIMIT_SIGN_UP_EMAIL",
        value_name = "RATE",
        default_value = "3/h",
        global = true,
        hide_env_values = true
    )]
    pub limit_sign_up_email: Rate,
    /// Bookings without an account from an address (IPv4, or the /64 of IPv6)
    #[arg(
        long,
        env = "KALENDER_LIMIT_GUEST_BOOKINGS",
        value_name = "RATE",
        default_value = "30/h",
        global = true,
        hide_env_values = true
    )]
    pub limit_guest_bookings: Rate,
    /// Bookings without an account with an e-mail address
    #[arg(
        long,
        env = "KALENDER_LIMIT_GUEST_BOOKINGS_EMAIL",
        value_name = "RATE",
        default_value = "5/h",
        global = true,
        hide_env_values = true
    )]
    pub limit_guest_bookings_email: Rate,
    /// Mailed links to an account
    #[arg(
        long,
        env = "KALENDER_LIMIT_RESET",
        value_name = "RATE",
        default_value = "3/h",
        global = true,
        hide_env_values = true
    )]
    pub limit_reset: Rate,
    /// Messages, edits and reactions of a person
    #[arg(
        long,
        env = "KALENDER_LIMIT_MESSAGES",
        value_name = "RATE",
        default_value = "10/s,30",
        global = true,
        hide_env_values = true
    )]
    pub limit_messages: Rate,
    /// Signs of typing of a person
    #[arg(
        long,
        env = "KALENDER_LIMIT_TYPING",
        value_name = "RATE",
        default_value = "1/s",
        global = true,
        hide_env_values = true
    )]
    pub limit_typing: Rate,
    /// Contact requests and invitations of a person
    #[arg(
        long,
        env = "KALENDER_LIMIT_INVITES",
        value_name = "RATE",
        default_value = "20/h",
        global = true,
        hide_env_values = true
    )]
    pub limit_invites: Rate,
    /// Codes by text message, of a person and to a number
    #[arg(
        long,
        env = "KALENDER_LIMIT_PHONE_CODES",
        value_name = "RATE",
        default_value = "3/h",
        global = true,
        hide_env_values = true
    )]
    pub limit_phone_codes: Rate,
    /// Searches of a person or an address
    #[arg(
        long,
        env = "KALENDER_LIMIT_SEARCHES",
        value_name = "RATE",
        default_value = "10/s",
        global = true,
        hide_env_values = true
    )]
    pub limit_searches: Rate,
    /// Notes of whence visitors come, from an address
    #[arg(
        long,
        env = "KALENDER_LIMIT_REFERRALS",
        value_name = "RATE",
        default_value = "30/min",
        global = true,
        hide_env_values = true
    )]
    pub limit_referrals: Rate,
    /// Copies of everything held about a person
    #[arg(
        long,
        env = "KALENDER_LIMIT_EXPORTS",
        value_name = "RATE",
        default_value = "3/h",
        global = true,
        hide_env_values = true
    )]
    pub limit_exports: Rate,
    /// Uploads of a person
    #[arg(
        long,
        env = "KALENDER_LIMIT_FILES",
        value_name = "RATE",
        default_value = "200/day",
        global = true,
        hide_env_values = true
    )]
    pub limit_files: Rate,
    /// Posts and reposts of a person
    #[arg(
        long,
        env = "KALENDER_LIMIT_POSTS",
        value_name = "RATE",
        default_value = "30/h",
        global = true,
        hide_env_values = true
    )]
    pub limit_posts: Rate,
    /// Pages outside that are looked up for a person
    #[arg(
        long,
        env = "KALENDER_LIMIT_LINKS",
        value_name = "RATE",
        default_value = "60/min",
        global = true,
        hide_env_values = true
    )]
    pub limit_links: Rate,
    /// Fetches that are asked for of a calendar from elsewhere
    #[arg(
        long,
        env = "KALENDER_LIMIT_REFRESHES",
        value_name = "RATE",
        default_value = "1/min",
        global = true,
        hide_env_values = true
    )]
    pub limit_refreshes: Rate,
    /// Reports of a person to moderators
    #[arg(
        long,
        env = "KALENDER_LIMIT_REPORTS",
        value_name = "RATE",
        default_value = "20/h",
        global = true,
        hide_env_values = true
    )]
    pub limit_reports: Rate,
    /// What anybody may read, from an address (IPv4, or the /64 of IPv6) where nobody is signed in; files are not counted
    #[arg(
        long,
        env = "KALENDER_LIMIT_PUBLIC_READS",
        value_name = "RATE",
        default_value = "50/s,500",
        global = true,
        hide_env_values = true
    )]
    pub limit_public_reads: Rate,
    /// Mails of a batch of invitations to one domain
    #[arg(
        long,
        env = "KALENDER_LIMIT_MAILS_TO_DOMAIN",
        value_name = "RATE",
        default_value = "5/s,20",
        global = true,
        hide_env_values = true
    )]
    pub limit_mails_to_domain: Rate,
    /// Organisations one person may own
    #[arg(long, env = "KALENDER_MAX_ENTITIES_PER_USER", value_name = "NUMBER", default_value = "20", value_parser = clap::value_parser!(u32).range(1..=1_000_000), global = true, hide_env_values = true)]
    pub max_entities_per_user: u32,
    /// Workspaces of an organisation
    #[arg(long, env = "KALENDER_MAX_WORKSPACES_PER_ENTITY", value_name = "NUMBER", default_value = "10", value_parser = clap::value_parser!(u32).range(1..=1_000_000), global = true, hide_env_values = true)]
    pub max_workspaces_per_entity: u32,
    /// Channels of a workspace, archived ones too
    #[arg(long, env = "KALENDER_MAX_CHANNELS_PER_WORKSPACE", value_name = "NUMBER", default_value = "500", value_parser = clap::value_parser!(u32).range(1..=1_000_000), global = true, hide_env_values = true)]
    pub max_channels_per_workspace: u32,
    /// Sessions of a person; the one used longest ago ends for a new one
    #[arg(long, env = "KALENDER_MAX_SESSIONS_PER_USER", value_name = "NUMBER", default_value = "50", value_parser = clap::value_parser!(u32).range(1..=1_000_000), global = true, hide_env_values = true)]
    pub max_sessions_per_user: u32,
    /// Mebibytes of a person's files in chat
    #[arg(long, env = "KALENDER_MAX_FILES_MIB_PER_USER", value_name = "NUMBER", default_value = "5120", value_parser = clap::value_parser!(u32).range(0..=1_000_000_000), global = true, hide_env_values = true)]
    pub max_files_mib_per_user: u32,
    /// Mebibytes of the files in an organisation's channels
    #[arg(long, env = "KALENDER_MAX_FILES_MIB_PER_ENTITY", value_name = "NUMBER", default_value = "102400", value_parser = clap::value_parser!(u32).range(0..=1_000_000_000), global = true, hide_env_values = true)]
    pub max_files_mib_per_entity: u32,
    /// Open connections from an address (IPv4, or the /64 of IPv6); trusted proxies have as many as they like
    #[arg(long, env = "KALENDER_MAX_CONNECTIONS_PER_ADDRESS", value_name = "NUMBER", default_value = "10000", value_parser = clap::value_parser!(u32).range(1..=1_000_000), global = true, hide_env_values = true)]
    pub max_connections_per_address: u32,
    /// Articles of a person that are not published
    #[arg(long, env = "KALENDER_MAX_DRAFTS_PER_USER", value_name = "NUMBER", default_value = "100", value_parser = clap::value_parser!(u32).range(1..=1_000_000), global = true, hide_env_values = true)]
    pub max_drafts_per_user: u32,
    /// Readers into whose timelines a post is written; where there are more it is merged in when they read
    #[arg(long, env = "KALENDER_MAX_TIMELINES", value_name = "NUMBER", default_value = "10000", value_parser = clap::value_parser!(u32).range(0..=1_000_000), global = true, hide_env_values = true)]
    pub max_timelines: u32,
}

impl Limiting {
    /// The proxies, read. An empty variable is one that is not set.
    pub fn networks(&self) -> Result<Vec<Network>, String> {
        let named = self.trusted_proxies.iter().map(|text| text.trim()).filter(|text| !text.is_empty());
        let read = named.map(|text| text.parse().map_err(|why| format!("KALENDER_TRUSTED_PROXIES: {why}")));
        read.collect()
    }

    pub fn rates(&self) -> Rates {
        Rates {
            sign_in: self.limit_sign_in,
            sign_in_address: self.limit_sign_in_address,
            sign_in_account: self.limit_sign_in_account,
            sign_up: self.limit_sign_up,
            sign_up_email: self.limit_sign_up_email,
            guest_bookings: self.limit_guest_bookings,
            guest_bookings_email: self.limit_guest_bookings_email,
            reset: self.limit_reset,
            messages: self.limit_messages,
            typing: self.limit_typing,
            invites: self.limit_invites,
            phone_codes: self.limit_phone_codes,
            searches: self.limit_searches,
            referrals: self.limit_referrals,
            exports: self.limit_exports,
            files: self.limit_files,
            posts: self.limit_posts,
            links: self.limit_links,
            refreshes: self.limit_refreshes,
            reports: self.limit_reports,
            public_reads: self.limit_public_reads,
            mails_to_domain: self.limit_mails_to_domain,
        }
    }

    pub fn quotas(&self) -> Quotas {
        Quotas {
            entities: self.max_entities_per_user as usize,
            workspaces: self.max_workspaces_per_entity as usize,
            channels: self.max_channels_per_workspace as usize,
            sessions: self.max_sessions_per_user as usize,
            bytes_of_user: i64::from(self.max_files_mib_per_user) << 20,
            bytes_of_entity: i64::from(self.max_files_mib_per_entity) << 20,
            drafts: self.max_drafts_per_user as usize,
            timelines: self.max_timelines as usize,
        }
    }
}
