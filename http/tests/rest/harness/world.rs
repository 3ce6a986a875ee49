//! A platform per test, behind the real router.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::ops::Deref;
use std::path::Path;
use std::rc::Rc;
use std::sync::{Arc, LazyLock};

use actix_http::Request;
use actix_web::body::to_bytes;
use actix_web::dev::Service;
use actix_web::http::header::HeaderMap;
use actix_web::test::init_service;
use actix_web::web::Bytes;
use actors::accounts::secrets::Secrets;
use actors::accounts::{Made, NewUser, make_user, open_session};
use actors::files::{Home, Store};
use actors::live::bus::Local;
use actors::platform::antivirus::Options as Scanner;
use actors::platform::limits::Rates;
use actors::platform::mail::{Inbox, Mail, SmtpServer};
use actors::platform::outward::hosts::Hosts;
use actors::platform::quotas::Quotas;
use actors::platform::time::now;
use actors::{Platform, Settings};
use futures_util::future::LocalBoxFuture;
use futures_util::{FutureExt, TryStreamExt};
use kalender::areas::{acting, kept};
use kalender::live::stomp::wire::StompWire;
use kalender::platform::web_app::WebApp;
use kalender::server::app::{self, Parts};
use object_store::ObjectStoreExt as _;
use storage::engine::sqlite::Sqlite;
use storage::table::Table;
use storage::{Db, Storage, User, UserStatus, areas};

use super::cost::{Counted, uncounted};
use super::pool::Keyspace;
use super::search::Part;
use super::watchdog::watched;
use super::{Call, Org, Person};

/// The engine of the tests: `sqlite` by default, or `cql`.
const STORE: &str = "KALENDER_TEST_STORE";

/// Read once for all tests: it is 14 MB of files.
static WEB_APP: LazyLock<WebApp> = LazyLock::new(WebApp::embedded);

/// Where the tests store files: `s3://bucket`, with the usual `AWS_…` variables; a folder by default.
const FILES: &str = "KALENDER_TEST_FILES";

/// The password of everyone created by [`World::person`].
pub const PASSWORD: &str = "tegel-paraply-4711";

/// Its hash, made once: hashing is slow on purpose.
static PASSWORD_HASH: LazyLock<String> = LazyLock::new(|| {
    let secrets = Secrets::new(&[0; 32]);
    let hash = async move { secrets.hash_password(PASSWORD).await.unwrap() };
    std::thread::spawn(|| actix_web::rt::System::new().block_on(hash)).join().unwrap()
});

/// KALENDER_LIMITS
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Limits {
    Off,
    Default,
}

type Reply = (u16, HeaderMap, Bytes);
type Router = Box<dyn Fn(Request) -> LocalBoxFuture<'static, Reply>>;

/// A platform and its router. Cheap to clone.
#[derive(Clone)]
pub struct World(Rc<Inner>);

pub struct Inner {
    pub platform: Platform,
    pub storage: Storage,
    pub engine: Db,
    pub folder: tempfile::TempDir,
    router: Router,
    people: Cell<u32>,
    /// Its prefix on a search server, if one is configured.
    pub(super) search: RefCell<Option<Part>>,
    /// Returned to the pool at the end of the test.
    _keyspace: Option<Keyspace>,
}

/// The file store: a folder of the test, or its prefix in the configured bucket.
fn home(folder: &Path) -> Home {
    match std::env::var(FILES) {
        Ok(bucket) => {
            let part = folder.file_name().unwrap().to_string_lossy().replace('.', "");
            Home::read(&format!("{bucket}/{part}")).unwrap()
        }
        Err(_) => folder.join("files").into(),
    }
}

/// An empty store of the configured engine.
async fn open_store(folder: &Path) -> (Db, Option<Keyspace>) {
    let (tables, version) = (areas::tables(&kept(crate::MORE)), areas::SCHEMA_VERSION);
    match std::env::var(STORE).as_deref().unwrap_or("sqlite") {
        "sqlite" => (Arc::new(Sqlite::open(&folder.join("kalender.db"), tables, version).unwrap()), None),
        "cql" => {
            let keyspace = Keyspace::take(tables, version).await;
            (keyspace.engine(), Some(keyspace))
        }
        other => panic!("{STORE} is sqlite or cql, not {other}"),
    }
}

impl Deref for World {
    type Target = Inner;

    fn deref(&self) -> &Inner {
        &self.0
    }
}

impl World {
    /// Without rate limits, reached by http.
    pub async fn new() -> Self {
        Self::with(Limits::Off, None).await
    }

    pub async fn with(limits: Limits, public_url: Option<&str>) -> Self {
        let rates = (limits == Limits::Default).then(Rates::default);
        Self::of(rates, public_url, Quotas::default(), Hosts::default(), Scanner::default(), None, None).await
    }

    /// With the test's own rate limits.
    pub async fn with_rates(rates: Rates) -> Self {
        Self::of(Some(rates), None, Quotas::default(), Hosts::default(), Scanner::default(), None, None).await
    }

    /// Without rate limits, with these quotas.
    pub async fn with_quotas(quotas: Quotas) -> Self {
        Self::of(None, None, quotas, Hosts::default(), Scanner::default(), None, None).await
    }

    /// Without rate limits; this machine may be called for people.
    pub async fn reaching(origin: &str) -> Self {
        let own = Hosts::read(&[origin.to_owned()]).unwrap();
        Self::of(None, None, Quotas::default(), own, Scanner::default(), None, None).await
    }

    /// Without rate limits, with a mailbox for answers.
    pub async fn answered(inbox: Inbox) -> Self {
        Self::of(None, None, Quotas::default(), Hosts::default(), Scanner::default(), Some(inbox), None).await
    }

    /// Without rate limits, with a virus scanner.
    pub async fn scanned(scanner: Scanner) -> Self {
        Self::of(None, None, Quotas::default(), Hosts::default(), scanner, None, None).await
    }

    /// Without rate limits; mails go to this server.
    pub async fn mailing(smtp: &str) -> Self {
        Self::of(None, None, Quotas::default(), Hosts::default(), Scanner::default(), None, Some(smtp)).await
    }

    async fn of(
        limits: Option<Rates>,
        public_url: Option<&str>,
        quotas: Quotas,
        own: Hosts,
        antivirus: Scanner,
        inbox: Option<Inbox>,
        smtp: Option<&str>,
    ) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let (engine, keyspace) = open_store(folder.path()).await;
        let engine: Db = Arc::new(Counted(engine));
        let storage = Storage::with(Arc::clone(&engine), &kept(crate::MORE));
        let settings = Settings {
            public_url: public_url.unwrap_or("http://kalender.test").to_owned(),
            max_connections_per_user: 20,
            hidden_after: std::time::Duration::from_secs(60),
            limits,
            quotas,
            trusted_proxies: vec!["10.0.0.0/8".parse().unwrap()],
            secret: vec![7; 32],
            files: home(folder.path()),
            antivirus,
            push: actors::push::Options::default(),
            outward: own,
            link_previews: true,
            sms: actors::platform::sms::Way::Outbox(folder.path().join("outbox")),
            inbox,
        };
        let from = "Kalender <no-reply@kalender.test>";
        let mail = match smtp {
            None => Mail::outbox(folder.path().join("outbox"), from).unwrap(),
            Some(url) => Mail::smtp(&SmtpServer::read(url).unwrap(), from).unwrap(),
        };
        let platform = Platform::new(
            storage.clone(),
            1,
            settings,
            mail,
            Box::new(Local),
            Box::new(StompWire),
            acting(crate::MORE),
        )
        .unwrap();
        actix_web::rt::spawn(uncounted(actors::platform::jobs::run(platform.clone())));
        let https = public_url.is_some_and(|url| url.starts_with("https://"));
        let mut parts =
            Parts::new(platform.clone(), public_url, https, WEB_APP.clone(), crate::MORE).unwrap();
        // The content of a page must not depend on the machine's speed.
        parts.patience = std::time::Duration::from_secs(60);
        let service = Rc::new(init_service(app::build(parts)).await);
        let router = Box::new(move |request: Request| {
            let service = Rc::clone(&service);
            async move {
                let response = match service.call(request).await {
                    Ok(response) => response.into_parts().1.map_into_boxed_body(),
                    // Like the server: an error of the outermost middleware becomes its response.
                    Err(error) => error.error_response(),
                };
                let (head, body) = response.into_parts();
                let bytes = to_bytes(body).await.unwrap_or_else(|_| panic!("a body that breaks off"));
                (head.status().as_u16(), head.headers().clone(), bytes)
            }
            .boxed_local()
        });
        let people = Cell::new(0);
        let search = RefCell::default();
        Self(Rc::new(Inner {
            platform,
            storage,
            engine,
            folder,
            router,
            people,
            search,
            _keyspace: keyspace,
        }))
    }

    pub(super) async fn call(&self, request: Request) -> Reply {
        let asked = format!("{} {}", request.method(), request.path());
        watched(&asked, (self.router)(request)).await
    }

    /// A call without authentication.
    pub fn anyone(&self, method: &str, path: &str) -> Call {
        Call::new(self, method, path)
    }

    /// A signed-in person, created in the store: sign-up has its own tests.
    pub async fn person(&self, first_name: &str) -> Person {
        let user = self.user(first_name, UserStatus::Active).await;
        self.signed_in(user).await
    }

    /// A person with that account status, without a session.
    pub async fn user(&self, first_name: &str, status: UserStatus) -> User {
        let n = self.people.get() + 1;
        self.people.set(n);
        let new = NewUser {
            email: Some(format!("person{n}@example.se")),
            first_name: first_name.to_owned(),
            last_name: format!("Nummer{n}"),
            display_name: format!("{first_name} Nummer{n}"),
            password_hash: Some(PASSWORD_HASH.clone()),
            status,
            user_name: None,
            created: now(),
        };
        match make_user(&self.platform, new).await.unwrap() {
            Made::New(user) => *user,
            Made::EmailTaken(_) => panic!("the address is taken"),
        }
    }

    /// Another session of a person.
    pub async fn signed_in(&self, user: User) -> Person {
        let (email, name) = (user.email.clone().unwrap(), user.user_name.clone());
        let signed = open_session(&self.platform, user, "test", "203.0.113.7").await.unwrap();
        Person { world: self.clone(), id: signed.user.user_id.0, email, name, token: signed.token }
    }

    /// An organisation with a new owner.
    pub async fn org(&self, name: &str) -> Org {
        Org::made_by(&self.person("Ägare").await, name).await
    }

    /// The stored files whose names start with a prefix.
    pub async fn kept_under(&self, prefix: &str) -> Vec<Vec<u8>> {
        let objects = Store::open(&self.platform.settings.files).unwrap().objects();
        let prefix = object_store::path::Path::from(prefix);
        let found: Vec<_> = objects.list(Some(&prefix)).try_collect().await.unwrap();
        let mut kept = Vec::new();
        for object in found {
            match objects.get(&object.location).await {
                Ok(found) => kept.push(found.bytes().await.unwrap().to_vec()),
                // Deleted at this moment.
                Err(object_store::Error::NotFound { .. }) => {}
                Err(error) => panic!("{error}"),
            }
        }
        kept
    }

    /// Every row of the store by table, except those that change by themselves: leases of shards, jobs.
    pub async fn dump(&self) -> BTreeMap<&'static str, Vec<String>> {
        let mut tables = BTreeMap::new();
        let still = |table: &&Table| !["job_shards", "jobs"].contains(&table.name);
        for table in areas::tables(&kept(crate::MORE)).into_iter().filter(still) {
            let rows = self.engine.scan(table, None, 100_000).await.unwrap();
            let rows = rows.iter().map(|row| format!("{:?}", row.values()));
            tables.insert(table.name, rows.collect());
        }
        tables
    }

    /// Fails if the store has changed.
    #[track_caller]
    pub fn assert_same(
        before: &BTreeMap<&'static str, Vec<String>>,
        after: &BTreeMap<&'static str, Vec<String>>,
    ) {
        for (table, rows) in before {
            let now = &after[table];
            let gone: Vec<_> = rows.iter().filter(|row| !now.contains(row)).collect();
            let new: Vec<_> = now.iter().filter(|row| !rows.contains(row)).collect();
            assert!(gone.is_empty() && new.is_empty(), "{table} changed: {gone:#?} became {new:#?}");
        }
    }
}
