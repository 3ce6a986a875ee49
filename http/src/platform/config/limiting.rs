//! The rate limits and quotas of contract §1, each a setting of its own, and whose word about callers is taken.

use actors::platform::limits::network::Network;
use actors::platform::limits::{Rate, Rates};
use actors::platform::quotas::Quotas;
use clap::Args;

/// Declares the settings of the rate limits: each with its variable and what is usual.
macro_rules! rates {
    ($($(#[$doc:meta])* $arg:ident: $field:ident = $env:literal, $usual:literal;)*) => {
        #[derive(Clone, Debug, Args)]
        struct RateArgs {
            $(
                $(#[$doc])*
                #[arg(long, env = $env, value_name = "RATE", default_value = $usual, global = true, hide_env_values = true)]
                $arg: Rate,
            )*
        }

        impl RateArgs {
            fn read(&self) -> Rates {
                Rates { $($field: self.$arg),* }
            }
        }
    };
}

rates! {
    /// Failed sign-ins to an account from an address, or on a device that the account knows
    limit_sign_in: sign_in = "KALENDER_LIMIT_SIGN_IN", "10/min";
    /// Failed sign-ins from an address (IPv4, or the /64 of IPv6)
    limit_sign_in_address: sign_in_address = "KALENDER_LIMIT_SIGN_IN_ADDRESS", "100/min";
    /// Failed sign-ins to an account; beyond it devices that it does not know are mailed a link
    limit_sign_in_account: sign_in_account = "KALENDER_LIMIT_SIGN_IN_ACCOUNT", "100/h";
    /// Sign-ups from an address
    limit_sign_up: sign_up = "KALENDER_LIMIT_SIGN_UP", "30/h";
    /// Sign-ups with an e-mail address
    limit_sign_up_email: sign_up_email = "KALENDER_LIMIT_SIGN_UP_EMAIL", "3/h";
    /// Bookings without an account from an address (IPv4, or the /64 of IPv6)
    limit_guest_bookings: guest_bookings = "KALENDER_LIMIT_GUEST_BOOKINGS", "30/h";
    /// Bookings without an account with an e-mail address
    limit_guest_bookings_email: guest_bookings_email = "KALENDER_LIMIT_GUEST_BOOKINGS_EMAIL", "5/h";
    /// Mailed links to an account
    limit_reset: reset = "KALENDER_LIMIT_RESET", "3/h";
    /// Messages, edits and reactions of a person
    limit_messages: messages = "KALENDER_LIMIT_MESSAGES", "10/s,30";
    /// Signs of typing of a person
    limit_typing: typing = "KALENDER_LIMIT_TYPING", "1/s";
    /// Contact requests and invitations of a person
    limit_invites: invites = "KALENDER_LIMIT_INVITES", "20/h";
    /// Codes by text message, of a person and to a number
    limit_phone_codes: phone_codes = "KALENDER_LIMIT_PHONE_CODES", "3/h";
    /// Searches of a person or an address
    limit_searches: searches = "KALENDER_LIMIT_SEARCHES", "10/s";
    /// Notes of whence visitors come, from an address
    limit_referrals: referrals = "KALENDER_LIMIT_REFERRALS", "30/min";
    /// Copies of everything held about a person
    limit_exports: exports = "KALENDER_LIMIT_EXPORTS", "3/h";
    /// Uploads of a person
    limit_files: files = "KALENDER_LIMIT_FILES", "200/day";
    /// Posts and reposts of a person
    limit_posts: posts = "KALENDER_LIMIT_POSTS", "30/h";
    /// Pages outside that are looked up for a person
    limit_links: links = "KALENDER_LIMIT_LINKS", "60/min";
    /// Fetches that are asked for of a calendar from elsewhere
    limit_refreshes: refreshes = "KALENDER_LIMIT_REFRESHES", "1/min";
    /// Reports of a person to moderators
    limit_reports: reports = "KALENDER_LIMIT_REPORTS", "20/h";
    /// What anybody may read, from an address (IPv4, or the /64 of IPv6) where nobody is signed in; files are not counted
    limit_public_reads: public_reads = "KALENDER_LIMIT_PUBLIC_READS", "50/s,500";
    /// Mails of a batch of invitations to one domain
    limit_mails_to_domain: mails_to_domain = "KALENDER_LIMIT_MAILS_TO_DOMAIN", "5/s,20";
}

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
    #[command(flatten)]
    rates: RateArgs,
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
        self.rates.read()
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
