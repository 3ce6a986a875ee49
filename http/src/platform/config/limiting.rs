//! The rate limits and quotas of contract §1, each a setting of its own, and whose word about callers is taken.

use actors::platform::limits::network::Network;
use actors::platform::limits::{Rate, Rates};
use actors::platform::quotas::{QuotaKind, Quotas};
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches, value_parser};

/// Declares the settings of the rate limits, each with its variable; the usual rates are the limits' own.
macro_rules! rates {
    ($($(#[$doc:meta])* $arg:ident: $field:ident = $env:literal;)*) => {
        #[derive(Clone, Debug, Args)]
        struct RateArgs {
            $(
                $(#[$doc])*
                #[arg(long, env = $env, value_name = "RATE", default_value_t = Rates::USUAL.$field, global = true, hide_env_values = true)]
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
    limit_sign_in: sign_in = "KALENDER_LIMIT_SIGN_IN";
    /// Failed sign-ins from an address (IPv4, or the /64 of IPv6)
    limit_sign_in_address: sign_in_address = "KALENDER_LIMIT_SIGN_IN_ADDRESS";
    /// Failed sign-ins to an account; beyond it devices that it does not know are mailed a link
    limit_sign_in_account: sign_in_account = "KALENDER_LIMIT_SIGN_IN_ACCOUNT";
    /// Sign-ups from an address
    limit_sign_up: sign_up = "KALENDER_LIMIT_SIGN_UP";
    /// Sign-ups with an e-mail address
    limit_sign_up_email: sign_up_email = "KALENDER_LIMIT_SIGN_UP_EMAIL";
    /// Bookings without an account from an address (IPv4, or the /64 of IPv6)
    limit_guest_bookings: guest_bookings = "KALENDER_LIMIT_GUEST_BOOKINGS";
    /// Bookings without an account with an e-mail address
    limit_guest_bookings_email: guest_bookings_email = "KALENDER_LIMIT_GUEST_BOOKINGS_EMAIL";
    /// Mailed links to an account
    limit_reset: reset = "KALENDER_LIMIT_RESET";
    /// Messages, edits and reactions of a person
    limit_messages: messages = "KALENDER_LIMIT_MESSAGES";
    /// Signs of typing of a person
    limit_typing: typing = "KALENDER_LIMIT_TYPING";
    /// Contact requests and invitations of a person
    limit_invites: invites = "KALENDER_LIMIT_INVITES";
    /// Codes by text message, of a person and to a number
    limit_phone_codes: phone_codes = "KALENDER_LIMIT_PHONE_CODES";
    /// Searches of a person or an address
    limit_searches: searches = "KALENDER_LIMIT_SEARCHES";
    /// Notes of whence visitors come, from an address
    limit_referrals: referrals = "KALENDER_LIMIT_REFERRALS";
    /// Copies of everything held about a person
    limit_exports: exports = "KALENDER_LIMIT_EXPORTS";
    /// Uploads of a person
    limit_files: files = "KALENDER_LIMIT_FILES";
    /// Posts and reposts of a person
    limit_posts: posts = "KALENDER_LIMIT_POSTS";
    /// Pages outside that are looked up for a person
    limit_links: links = "KALENDER_LIMIT_LINKS";
    /// Fetches that are asked for of a calendar from elsewhere
    limit_refreshes: refreshes = "KALENDER_LIMIT_REFRESHES";
    /// Reports of a person to moderators
    limit_reports: reports = "KALENDER_LIMIT_REPORTS";
    /// What anybody may read, from an address (IPv4, or the /64 of IPv6) where nobody is signed in; files are not counted
    limit_public_reads: public_reads = "KALENDER_LIMIT_PUBLIC_READS";
    /// Mails of a batch of invitations to one domain
    limit_mails_to_domain: mails_to_domain = "KALENDER_LIMIT_MAILS_TO_DOMAIN";
}

/// The settings of the quotas that areas declare.
#[derive(Clone, Debug)]
struct QuotaArgs(Quotas);

fn quota_kinds() -> impl Iterator<Item = &'static QuotaKind> {
    actors::areas::all(&[]).flat_map(|area| area.quotas)
}

impl FromArgMatches for QuotaArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let read = |quotas: Quotas, kind: &'static QuotaKind| match matches.get_one::<u32>(kind.flag) {
            Some(value) => quotas.with(kind, i64::from(*value) * kind.unit),
            None => quotas,
        };
        Ok(Self(quota_kinds().fold(Quotas::default(), read)))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for QuotaArgs {
    fn augment_args(command: Command) -> Command {
        command.args(quota_kinds().map(|kind| {
            let (least, most) = kind.range;
            Arg::new(kind.flag)
                .long(kind.flag)
                .env(format!("KALENDER_{}", kind.flag.to_uppercase().replace('-', "_")))
                .help(kind.help)
                .value_name("NUMBER")
                .default_value(kind.usual.to_string())
                .value_parser(value_parser!(u32).range(i64::from(least)..=i64::from(most)))
                .global(true)
                .hide_env_values(true)
        }))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
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
    #[command(flatten)]
    quotas: QuotaArgs,
    /// Open connections from an address (IPv4, or the /64 of IPv6); trusted proxies have as many as they like
    #[arg(long, env = "KALENDER_MAX_CONNECTIONS_PER_ADDRESS", value_name = "NUMBER", default_value = "10000", value_parser = clap::value_parser!(u32).range(1..=1_000_000), global = true, hide_env_values = true)]
    pub max_connections_per_address: u32,
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
        self.quotas.0.clone()
    }
}
