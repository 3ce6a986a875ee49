//! The commands of the binary and what each takes.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, Subcommand};

/// What a command does to the data directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// Nothing.
    None,
    /// Reads the store, or writes to it as a second process may.
    Beside,
    /// Is the one process that runs the store.
    Alone,
    /// Replaces the store: nobody may even read it.
    Replacing,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Serve people: REST, live connections and the web app
    Serve,
    /// Make or bring up to date the tables of the store
    Migrate,
    /// Fill the store with an organisation, people and conversations to try things with
    Demo,
    /// People
    #[command(subcommand)]
    User(UserCommand),
    /// Organisations
    #[command(subcommand)]
    Entity(EntityCommand),
    /// Durable jobs (mails, erasures): those that failed for good, and what to do about them.
    #[command(subcommand)]
    Jobs(JobsCommand),
    /// Prints an organisation's audit log, newest first: when, kind, who, whom, what, facts.
    Audit {
        /// The organisation's address.
        slug: String,
        /// Most entries.
        #[arg(long, default_value_t = 1000, value_name = "COUNT")]
        limit: usize,
    },
    /// Sessions
    #[command(subcommand)]
    Session(SessionCommand),
    /// Import channels and messages from Slack, Mattermost, Discord or Teams
    #[command(subcommand)]
    Import(ImportCommand),
    /// Write what was said in an organisation's workspaces into a file that import mattermost reads
    Export {
        /// A zip file that is not there yet
        file: PathBuf,
        /// The organisation
        #[arg(long, value_name = "SLUG")]
        entity: String,
    },
    /// The index that searches look through
    #[command(subcommand)]
    Search(SearchCommand),
    /// Copy the store into a file, while it is in use
    Backup { file: PathBuf },
    /// Replace the store by a copy; nothing may be using it
    Restore { file: PathBuf },
    /// Check what must always hold in the store
    Check,
    /// Print the OpenAPI document
    Openapi,
    /// Print the AsyncAPI document of the live connection
    Asyncapi,
}

impl Command {
    /// What it does to the data directory, and how it is called there.
    pub fn uses(&self) -> (Use, &'static str) {
        match self {
            Self::Serve => (Use::Alone, "serve"),
            Self::Migrate => (Use::Alone, "migrate"),
            Self::Import(_) => (Use::Alone, "import"),
            Self::Restore { .. } => (Use::Replacing, "restore"),
            Self::Demo => (Use::Beside, "demo"),
            Self::Export { .. } => (Use::Beside, "export"),
            Self::User(UserCommand::ReplayErasures) => (Use::Alone, "user replay-erasures"),
            Self::User(_) => (Use::Beside, "user"),
            Self::Entity(_) => (Use::Beside, "entity"),
            Self::Jobs(_) => (Use::Beside, "jobs"),
            Self::Audit { .. } => (Use::Beside, "audit"),
            Self::Session(_) => (Use::Beside, "session"),
            Self::Search(_) => (Use::Beside, "search"),
            Self::Backup { .. } => (Use::Beside, "backup"),
            Self::Check => (Use::Beside, "check"),
            Self::Openapi => (Use::None, "openapi"),
            Self::Asyncapi => (Use::None, "asyncapi"),
        }
    }
}

#[derive(Debug, Subcommand)]
pub enum UserCommand {
    /// Add one person, or those of a file
    Add(UserAdd),
    /// Everybody with an account: address, user name, status and name, with tabs between
    List,
    /// Close an account: nobody signs in with it, and what was signed in ends
    Deactivate {
        #[arg(long)]
        email: String,
    },
    /// Erase an account now instead of fourteen days after its person asks: a node that serves does it, or the next that starts
    Erase {
        #[arg(long)]
        email: String,
    },
    /// Erase again whoever was erased after the copy that the store was put back from (restore does it by itself)
    ReplayErasures,
    /// Name who reads what is reported outside organisations: administrators of the platform (organisation 1)
    GrantPlatform {
        #[arg(long)]
        email: String,
    },
    /// Somebody administers the platform no more
    RevokePlatform {
        #[arg(long)]
        email: String,
    },
    /// Give an account a new password, and end what was signed in; opens a closed one
    ResetPassword {
        #[arg(long)]
        email: String,
        /// 10 to 128 characters, or - to read a line of standard input; left out: one is made and printed
        #[arg(long, allow_hyphen_values = true)]
        password: Option<Secret>,
    },
}

/// `kalender jobs …`
#[derive(Debug, Subcommand)]
pub enum JobsCommand {
    /// Lists the jobs that were given up, newest first: id, kind, attempts, when it was due, why.
    List,
    /// Has a job that was given up done again.
    Retry {
        /// Its id.
        id: i64,
    },
    /// Forgets a job that was given up.
    Drop {
        /// Its id.
        id: i64,
    },
}

/// `kalender search …`
#[derive(Debug, Subcommand)]
pub enum SearchCommand {
    /// Has the nodes that serve make their indexes anew from the store, while people go on searching
    Rebuild,
}

#[derive(Debug, Subcommand)]
pub enum EntityCommand {
    /// Add an organisation
    Add {
        #[arg(long)]
        name: String,
        /// What kind of organisation, such as school, association or company
        #[arg(long = "type", value_name = "TYPE")]
        kind: String,
        /// The owner's address; they have an account
        #[arg(long, value_name = "EMAIL")]
        owner: String,
        /// Made from the name when left out
        #[arg(long)]
        slug: Option<String>,
    },
    /// Every organisation: slug, type, owner's address and name, with tabs between
    List,
}

#[derive(Debug, Args)]
pub struct UserAdd {
    /// The person's address
    #[arg(long, required_unless_present = "from", requires = "password")]
    pub email: Option<String>,
    /// 10 to 128 characters, or - to read a line of standard input (a command line is seen by everybody on the machine)
    #[arg(long, requires = "email", allow_hyphen_values = true)]
    pub password: Option<Secret>,
    #[arg(long, requires = "email")]
    pub first_name: Option<String>,
    #[arg(long, requires = "email")]
    pub last_name: Option<String>,
    /// Made from the name when left out
    #[arg(long, requires = "email")]
    pub user_name: Option<String>,
    /// A relation to an organisation, such as skolan:TEACHER; repeatable
    #[arg(long = "relation", value_name = "SLUG:TYPE", requires = "email")]
    pub relations: Vec<RelationArg>,
    /// A CSV file with the columns email, password, first_name, last_name, user_name, relations
    #[arg(long, value_name = "FILE.csv", conflicts_with = "email")]
    pub from: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
pub enum SessionCommand {
    /// Start a session and print its cookie's value (for operators and load tests)
    Add {
        /// Whose; repeatable: a line for each, in the same order
        #[arg(long = "email", value_name = "EMAIL", required = true)]
        emails: Vec<String>,
    },
}

#[derive(Debug, Subcommand)]
pub enum ImportCommand {
    /// The export of a Slack workspace
    Slack {
        file: PathBuf,
        /// The organisation that receives it
        #[arg(long, value_name = "SLUG")]
        entity: String,
        /// Whoever has an account with the same address is that person, also without a relation to the organisation: only with
        /// their consent
        #[arg(long)]
        take_accounts: bool,
    },
    /// Mattermost's bulk format: the zip file of mmctl export, or its lines (.jsonl); also what kalender export writes
    Mattermost {
        file: PathBuf,
        /// The organisation that receives it
        #[arg(long, value_name = "SLUG")]
        entity: String,
        /// Only this team; repeatable. Left out: all of them
        #[arg(long = "team", value_name = "NAME")]
        teams: Vec<String>,
        /// As with Slack
        #[arg(long)]
        take_accounts: bool,
    },
    /// What Microsoft Graph says of a team of Teams: a zip file of its answers
    Teams {
        file: PathBuf,
        /// The organisation that receives it
        #[arg(long, value_name = "SLUG")]
        entity: String,
        /// As with Slack
        #[arg(long)]
        take_accounts: bool,
    },
    /// What DiscordChatExporter writes as JSON: a file, or a zip file of many with their media
    Discord {
        file: PathBuf,
        /// The organisation that receives it
        #[arg(long, value_name = "SLUG")]
        entity: String,
        /// Open the channels to every member at once; else to owners and administrators, who open them one by one
        #[arg(long)]
        public: bool,
    },
}

/// A value that `Debug` does not show.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(pub String);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

impl From<&str> for Secret {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

/// `SLUG:TYPE`; the type is one of the specification's relation types, checked where it is used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RelationArg {
    pub slug: String,
    pub relation_type: String,
}

impl FromStr for RelationArg {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.split_once(':') {
            Some((slug, kind)) if !slug.is_empty() && !kind.is_empty() => {
                Ok(Self { slug: slug.to_owned(), relation_type: kind.to_ascii_uppercase() })
            }
            _ => Err("a relation is SLUG:TYPE, such as skolan:TEACHER"),
        }
    }
}
