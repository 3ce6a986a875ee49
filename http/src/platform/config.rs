//! The command line and every setting (contract §12), each a flag and an environment variable.
//!
//! Errors are reported as one line on standard error with exit code 2. Values that can hold a password (URLs) are
//! checked here and not by clap, which would repeat them in its message.

use std::collections::HashSet;
use std::ffi::OsString;
use std::fmt;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::str::FromStr;

use actix_web::http::Uri;
use actors::files::Home;
use actors::platform::antivirus;
use actors::platform::mail::{Inbox, SmtpServer};
use actors::platform::outward::hosts::Hosts;
use actors::push;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args, CommandFactory, Parser, ValueEnum};
use url::Url;

pub mod commands;
mod limiting;
mod log;
mod texts;

use crate::platform::area::More;
pub use commands::{
    Command, EntityCommand, ImportCommand, JobsCommand, RelationArg, SearchCommand, Secret, SessionCommand,
    UserAdd, UserCommand,
};
pub use limiting::Limiting;
pub use texts::OperatorTexts;

/// Exit code of a wrong flag or setting.
pub const WRONG_USAGE: u8 = 2;

#[derive(Debug, Parser)]
#[command(
    name = "kalender",
    version,
    about = "Kalender: chat and calendar for Swedish organisations",
    max_term_width = 110
)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
    #[command(flatten)]
    pub settings: Settings,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StoreKind {
    /// A file in the data directory
    Sqlite,
    /// ScyllaDB or Cassandra
    Cql,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Limits {
    Off,
    Default,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OnOff {
    On,
    Off,
}

/// All settings. They may stand before or after the command.
#[derive(Clone, Args)]
#[command(next_help_heading = "Settings")]
pub struct Settings {
    /// Areas beside the product's own: what the binary is built with, not a setting of the operator's
    #[arg(skip)]
    pub more: More,
    /// Where people are served
    #[arg(
        long,
        env = "KALENDER_LISTEN",
        value_name = "IP:PORT",
        default_value = "127.0.0.1:8080",
        global = true,
        hide_env_values = true
    )]
    pub listen: SocketAddr,
    /// Where operators are served: /healthz, /readyz, /metrics
    #[arg(
        long,
        env = "KALENDER_ADMIN_LISTEN",
        value_name = "IP:PORT",
        default_value = "127.0.0.1:8081",
        global = true,
        hide_env_values = true
    )]
    pub admin_listen: SocketAddr,
    /// Directory of everything that is kept on this machine
    #[arg(
        long,
        env = "KALENDER_DATA",
        value_name = "DIR",
        default_value = "./data",
        global = true,
        hide_env_values = true
    )]
    pub data: PathBuf,
    /// The address people use, such as https://kalender.example; left out: whatever Host says
    #[arg(long, env = "KALENDER_PUBLIC_URL", value_name = "URL", global = true, hide_env_values = true)]
    pub public_url: Option<String>,
    /// The store
    #[arg(
        long,
        env = "KALENDER_STORE",
        value_enum,
        default_value = "sqlite",
        global = true,
        hide_env_values = true
    )]
    pub store: StoreKind,
    /// Nodes of the CQL store, comma between
    #[arg(
        long,
        env = "KALENDER_CQL_NODES",
        value_name = "HOST[:PORT]",
        value_delimiter = ',',
        global = true,
        hide_env_values = true
    )]
    pub cql_nodes: Vec<String>,
    /// Keyspace of the CQL store
    #[arg(
        long,
        env = "KALENDER_CQL_KEYSPACE",
        value_name = "NAME",
        default_value = "kalender",
        global = true,
        hide_env_values = true
    )]
    pub cql_keyspace: String,
    /// Copies of every row, for a keyspace that is made
    #[arg(long, env = "KALENDER_CQL_REPLICATION", value_name = "NUMBER", default_value = "3", value_parser = clap::value_parser!(u8).range(1..=9), global = true, hide_env_values = true)]
    pub cql_replication: u8,
    /// The data centre whose nodes are asked, where the CQL store has several
    #[arg(long, env = "KALENDER_CQL_DATACENTER", value_name = "NAME", global = true, hide_env_values = true)]
    pub cql_datacenter: Option<String>,
    /// User of the CQL store, where it asks for one
    #[arg(long, env = "KALENDER_CQL_USER", value_name = "NAME", global = true, hide_env_values = true)]
    pub cql_user: Option<String>,
    /// File with that user's password
    #[arg(
        long,
        env = "KALENDER_CQL_PASSWORD_FILE",
        value_name = "FILE",
        global = true,
        hide_env_values = true
    )]
    pub cql_password_file: Option<PathBuf>,
    /// What connects several nodes; left out: one node
    #[arg(long, env = "KALENDER_REDIS_URL", value_name = "URL", global = true, hide_env_values = true)]
    pub redis_url: Option<String>,
    /// 32 bytes or more of any kind, the same for all nodes; made on first start; left out: secret in the data directory
    #[arg(long, env = "KALENDER_SECRET_FILE", value_name = "FILE", global = true, hide_env_values = true)]
    pub secret_file: Option<PathBuf>,
    /// Directory of files and pictures, shared by all nodes, or s3://bucket/prefix with the usual AWS_ variables; left out: files in the data directory
    #[arg(long, env = "KALENDER_FILES", value_name = "DIR|URL", global = true, hide_env_values = true)]
    pub files: Option<String>,
    /// clamd that looks at files and pictures before they are kept, host:port or the path of its socket; left out: nothing is scanned
    #[arg(
        long,
        env = "KALENDER_ANTIVIRUS",
        value_name = "HOST:PORT|PATH",
        global = true,
        hide_env_values = true
    )]
    pub antivirus: Option<String>,
    /// OpenSearch that all nodes share, http(s)://user:password@host:9200/prefix; left out: each node has an index of its own in the data directory
    #[arg(long, env = "KALENDER_SEARCH", value_name = "URL", global = true, hide_env_values = true)]
    pub search: Option<String>,
    /// Mail server, smtp://user:password@host:port (STARTTLS required, in clear with ?tls=none) or smtps://…, percent-encoded; left out: mails are files in outbox in the data directory
    #[arg(long, env = "KALENDER_SMTP_URL", value_name = "URL", global = true, hide_env_values = true)]
    pub smtp_url: Option<String>,
    /// Mailbox where answers to invitations come in, imaps://user:password@host:port/INBOX, percent-encoded; left out: answers by mail are not read
    #[arg(long, env = "KALENDER_INBOX_URL", value_name = "URL", global = true, hide_env_values = true)]
    pub inbox_url: Option<String>,
    /// Sender of mails
    #[arg(
        long,
        env = "KALENDER_MAIL_FROM",
        value_name = "ADDRESS",
        default_value = "Kalender <no-reply@localhost>",
        global = true,
        hide_env_values = true
    )]
    pub mail_from: String,
    /// P-256 private key (32 bytes, base64url) that push services know the server by; left out: made of the secret
    #[arg(long, env = "KALENDER_VAPID_KEY", value_name = "KEY", global = true, hide_env_values = true)]
    pub vapid_key: Option<String>,
    /// Push services besides Google's, Mozilla's, Apple's and Microsoft's, comma between
    #[arg(
        long,
        env = "KALENDER_PUSH_HOSTS",
        value_name = "HOST|ORIGIN",
        value_delimiter = ',',
        global = true,
        hide_env_values = true
    )]
    pub push_hosts: Vec<String>,
    /// Machines inside your own network that webhooks and other calls for people may reach: hosts or origins, comma between
    #[arg(
        long = "outward",
        env = "KALENDER_OUTWARD",
        value_name = "HOST|ORIGIN",
        value_delimiter = ',',
        global = true,
        hide_env_values = true
    )]
    pub outward_hosts: Vec<String>,
    /// Whether pages outside are looked up to which messages lead
    #[arg(
        long,
        env = "KALENDER_LINK_PREVIEWS",
        value_enum,
        default_value = "on",
        global = true,
        hide_env_values = true
    )]
    pub link_previews: OnOff,
    /// SMS gateway, http:// or https://; left out: messages are files in outbox in the data directory
    #[arg(long, env = "KALENDER_SMS_URL", value_name = "URL", global = true, hide_env_values = true)]
    pub sms_url: Option<String>,
    /// All rate limits: off for load tests
    #[arg(
        long,
        env = "KALENDER_LIMITS",
        value_enum,
        default_value = "default",
        global = true,
        hide_env_values = true
    )]
    pub limits: Limits,
    #[command(flatten)]
    pub limiting: Limiting,
    /// Live connections one person may have
    #[arg(long, env = "KALENDER_MAX_CONNECTIONS_PER_USER", value_name = "NUMBER", default_value = "20", value_parser = clap::value_parser!(u32).range(1..=10_000), global = true, hide_env_values = true)]
    pub max_connections_per_user: u32,
    /// Seconds after which somebody whose pages are all hidden is called by push and mail as if they were away
    #[arg(long, env = "KALENDER_HIDDEN_AFTER", value_name = "SECONDS", default_value = "60", value_parser = clap::value_parser!(u32).range(1..=86_400), global = true, hide_env_values = true)]
    pub hidden_after: u32,
    /// What is logged: error, warn, info, debug, trace, also by part (info,actors=debug)
    #[arg(
        long,
        env = "KALENDER_LOG",
        value_name = "FILTER",
        default_value = "info",
        global = true,
        hide_env_values = true
    )]
    pub log: String,
    #[command(flatten)]
    pub texts: OperatorTexts,
}

/// Hides the values: addresses hold passwords.
impl fmt::Debug for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Settings").finish_non_exhaustive()
    }
}

impl Settings {
    /// The file with the secret that signs sessions.
    pub fn secret_path(&self) -> PathBuf {
        self.secret_file.clone().unwrap_or_else(|| self.data.join("secret"))
    }

    /// Whether people come by https, so that cookies may be `Secure`.
    pub fn is_https(&self) -> bool {
        self.public_url
            .as_deref()
            .is_some_and(|url| url.get(..8).is_some_and(|start| start.eq_ignore_ascii_case("https://")))
    }

    /// Where files are stored.
    pub fn files_home(&self) -> Result<Home, String> {
        let Some(text) = &self.files else { return Ok(self.data.join("files").into()) };
        Home::read(text).ok_or_else(|| "KALENDER_FILES is a directory or s3://bucket/prefix".to_owned())
    }

    /// The address of the virus scanner, if configured.
    pub fn antivirus(&self) -> Result<Option<antivirus::Place>, String> {
        let Some(text) = &self.antivirus else { return Ok(None) };
        let wrong = "KALENDER_ANTIVIRUS is host:port of a clamd, or the path of its socket";
        antivirus::Place::read(text.trim()).map(Some).ok_or_else(|| wrong.to_owned())
    }

    /// The search server, if configured.
    pub fn search(&self) -> Result<Option<storage::search::Server>, String> {
        let Some(text) = &self.search else { return Ok(None) };
        let wrong = "KALENDER_SEARCH is the URL of an OpenSearch, such as http://search:9200, with a name of small letters \
                     behind it where several installations share one";
        storage::search::Server::read(text).map(Some).ok_or_else(|| wrong.to_owned())
    }

    /// The mail server, if configured.
    pub fn smtp(&self) -> Result<Option<SmtpServer>, String> {
        let read = self.smtp_url.as_deref().map(SmtpServer::read).transpose();
        read.map_err(|why| format!("KALENDER_SMTP_URL {why}"))
    }

    /// The inbox for answers to mails, if configured.
    pub fn inbox(&self) -> Result<Option<Inbox>, String> {
        let read = self.inbox_url.as_deref().map(Inbox::read).transpose();
        read.map_err(|why| format!("KALENDER_INBOX_URL {why}"))
    }

    /// Options for push messages.
    pub fn push(&self) -> Result<push::Options, String> {
        let key = self.vapid_key.as_deref().map(|text| push::Key::read(text).ok_or(text)).transpose();
        let key = key.map_err(|_| "KALENDER_VAPID_KEY is a P-256 private key: 32 bytes in base64url")?;
        let hosts = Hosts::read(&self.push_hosts).ok_or(
            "KALENDER_PUSH_HOSTS holds hosts or origins, such as push.example.org or https://push.example.org:8443",
        )?;
        Ok(push::Options { key, hosts })
    }

    /// Hosts in the operator's own network that may be called for people.
    pub fn outward(&self) -> Result<Hosts, String> {
        let wrong =
            "KALENDER_OUTWARD holds hosts or origins, such as hooks.example.org or http://127.0.0.1:8090";
        Hosts::read(&self.outward_hosts).ok_or_else(|| wrong.to_owned())
    }

    /// Checks beyond clap's. The message is one line and never repeats a value that may hold a password.
    fn validate(mut self) -> Result<Self, String> {
        // An empty variable counts as unset: `KALENDER_REDIS_URL=` in an env file.
        for value in [
            &mut self.public_url,
            &mut self.cql_datacenter,
            &mut self.cql_user,
            &mut self.redis_url,
            &mut self.files,
            &mut self.antivirus,
            &mut self.search,
            &mut self.smtp_url,
            &mut self.inbox_url,
            &mut self.sms_url,
            &mut self.vapid_key,
        ] {
            if value.as_deref().is_some_and(|text| text.trim().is_empty()) {
                *value = None;
            }
        }
        self.cql_nodes = self
            .cql_nodes
            .iter()
            .map(|node| node.trim().to_owned())
            .filter(|node| !node.is_empty())
            .collect();

        if self.listen == self.admin_listen && self.listen.port() != 0 {
            return Err("KALENDER_LISTEN and KALENDER_ADMIN_LISTEN are the same address".to_owned());
        }
        if let Some(url) = &self.public_url {
            self.public_url = Some(read_public_url(url)?);
        }
        if let Some(url) = &self.redis_url {
            read_url("KALENDER_REDIS_URL", url, &["redis", "rediss"])?;
        }
        self.smtp()?;
        self.inbox()?;
        if let Some(url) = &self.sms_url {
            read_url("KALENDER_SMS_URL", url, &["http", "https"])?;
        }
        self.files_home()?;
        self.antivirus()?;
        self.search()?;
        self.push()?;
        self.outward()?;
        self.limiting.networks()?;
        if self.store == StoreKind::Cql && self.cql_nodes.is_empty() {
            return Err("KALENDER_STORE is cql, so KALENDER_CQL_NODES must name at least one node".to_owned());
        }
        if self.cql_password_file.as_ref().is_some_and(|file| file.as_os_str().is_empty()) {
            self.cql_password_file = None;
        }
        if self.cql_user.is_some() != self.cql_password_file.is_some() {
            return Err("KALENDER_CQL_USER and KALENDER_CQL_PASSWORD_FILE go together".to_owned());
        }
        let mut keyspace = self.cql_keyspace.bytes();
        let starts_well = keyspace.next().is_some_and(|byte| byte.is_ascii_lowercase());
        let goes_on_well =
            keyspace.all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_');
        if !starts_well || !goes_on_well || self.cql_keyspace.len() > 48 {
            return Err(
                "KALENDER_CQL_KEYSPACE is 1 to 48 of a-z, 0-9 and _, beginning with a letter".to_owned()
            );
        }
        let has_address =
            self.mail_from.split_once('@').is_some_and(|(name, host)| !name.is_empty() && !host.is_empty());
        if !has_address || self.mail_from.contains(['\r', '\n']) {
            return Err(
                "KALENDER_MAIL_FROM is an address, such as Kalender <no-reply@kalender.example>".to_owned()
            );
        }
        self.texts = self.texts.validate()?;
        if self.log.trim().is_empty() {
            "info".clone_into(&mut self.log);
        }
        if !log::is_filter(&self.log) {
            return Err(
                "KALENDER_LOG is a filter: a level (off, error, warn, info, debug, trace), and levels of parts, such as \
                 info,actors=debug"
                    .to_owned(),
            );
        }
        Ok(self)
    }
}

/// Normalizes the public address to the form in which browsers send it in `Origin`: punycode, lower case, without the
/// scheme's default port.
fn read_public_url(text: &str) -> Result<String, String> {
    let wrong = || {
        "KALENDER_PUBLIC_URL is a URL that begins with http:// or https://, such as https://kalender.example"
            .to_owned()
    };
    let url = Url::parse(text.trim()).map_err(|_| wrong())?;
    if !matches!(url.scheme(), "http" | "https") || !url.username().is_empty() || url.password().is_some() {
        return Err(wrong());
    }
    if url.path() != "/" || url.query().is_some() || url.fragment().is_some() {
        return Err("KALENDER_PUBLIC_URL has no path, such as https://kalender.example".to_owned());
    }
    Ok(url.origin().ascii_serialization())
}

fn read_url(setting: &str, text: &str, schemes: &[&str]) -> Result<Uri, String> {
    let uri = Uri::from_str(text)
        .ok()
        .filter(|uri| uri.authority().is_some_and(|authority| !authority.host().is_empty()));
    uri.filter(|uri| {
        uri.scheme_str().is_some_and(|scheme| schemes.contains(&scheme.to_ascii_lowercase().as_str()))
    })
    .ok_or_else(|| {
        format!(
            "{setting} is a URL that begins with {}://; signs of a password in it besides letters and digits are \
             percent-encoded (@ as %40), a host with å is written in punycode (xn--…)",
            schemes.join(":// or ")
        )
    })
}

/// Why the program ends before it starts.
#[derive(Debug, PartialEq, Eq)]
pub enum Exit {
    /// `--help`, `--version`: this text on standard output, code 0.
    Asked(String),
    /// This one line on standard error, code [`WRONG_USAGE`].
    Wrong(String),
}

/// Parses the command line (the program's name first) and the environment.
pub fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Cli, Exit> {
    let cli = Cli::try_parse_from(arguments).map_err(|error| match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => Exit::Asked(error.render().to_string()),
        _ => Exit::Wrong(one_line(&error)),
    })?;
    let settings = cli.settings.validate().map_err(|why| Exit::Wrong(format!("kalender: {why}")))?;
    Ok(Cli { settings, ..cli })
}

/// clap's message without the usage, with the variable's name beside the flag's.
fn one_line(error: &clap::Error) -> String {
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        return "kalender: a command is missing; see kalender --help".to_owned();
    }
    let text = error.render().to_string();
    let lines = text.lines().take_while(|line| !line.trim().is_empty()).map(str::trim);
    let line = lines.collect::<Vec<_>>().join(" ");
    let mut line = format!("kalender: {}", line.strip_prefix("error: ").unwrap_or(&line));
    if let Some(variable) = variable_of(error) {
        line.push_str(" (also ");
        line.push_str(&variable);
        line.push(')');
    }
    line
}

fn variable_of(error: &clap::Error) -> Option<String> {
    let Some(ContextValue::String(argument)) = error.get(ContextKind::InvalidArg) else { return None };
    let flag = argument.split_whitespace().next()?.strip_prefix("--")?;
    settings_variables().into_iter().find(|(long, _)| long == flag).map(|(_, variable)| variable)
}

/// All settings as (flag, variable).
fn settings_variables() -> HashSet<(String, String)> {
    let command = Cli::command();
    command
        .get_arguments()
        .filter_map(|argument| {
            Some((argument.get_long()?.to_owned(), argument.get_env()?.to_str()?.to_owned()))
        })
        .collect()
}

/// Variables that look like settings but are not: misspelt, or of another version.
pub fn unknown_variables(names: impl IntoIterator<Item = String>) -> Vec<String> {
    let known: HashSet<String> = settings_variables().into_iter().map(|(_, variable)| variable).collect();
    let of_others = |name: &str| name.starts_with("KALENDER_TEST_") || BESIDE.contains(&name);
    let mut unknown: Vec<String> = names
        .into_iter()
        .filter(|name| name.starts_with("KALENDER_") && !known.contains(name) && !of_others(name))
        .collect();
    unknown.sort_unstable();
    unknown
}

/// Variables that only the Makefile, builds and tests read.
const BESIDE: [&str; 9] = [
    "KALENDER_BACKEND",
    "KALENDER_BIN",
    "KALENDER_EXAMPLE_BIN",
    "KALENDER_JUMPS",
    "KALENDER_PORT",
    "KALENDER_REVISION",
    "KALENDER_SEED",
    "KALENDER_SEEDS",
    "KALENDER_SHOW_LOG",
];

#[cfg(test)]
mod tests;
