use super::*;

fn parse_line(line: &str) -> Result<Cli, Exit> {
    parse(line.split(' ').map(OsString::from))
}

fn settings(line: &str) -> Settings {
    parse_line(format!("kalender serve {line}").trim_end()).unwrap().settings
}

fn wrong(line: &str) -> String {
    match parse_line(line) {
        Err(Exit::Wrong(text)) => text,
        other => panic!("{line}: {other:?}"),
    }
}

#[test]
fn the_definition_is_sound() {
    Cli::command().debug_assert();
}

#[test]
fn the_defaults_are_those_of_the_contract() {
    let settings = settings("");
    assert_eq!(settings.listen.to_string(), "127.0.0.1:8080");
    assert_eq!(settings.admin_listen.to_string(), "127.0.0.1:8081");
    assert_eq!(settings.data, PathBuf::from("./data"));
    assert_eq!(settings.store, StoreKind::Sqlite);
    assert_eq!(settings.limits, Limits::Default);
    assert_eq!(settings.max_connections_per_user, 20);
    assert_eq!(settings.hidden_after, 60);
    assert!(settings.limiting.networks().unwrap().is_empty(), "nobody's word is taken");
    let help = Cli::command().render_long_help().to_string();
    // Contract §1, as it stands there.
    for (variable, rate) in [
        ("KALENDER_LIMIT_SIGN_IN", "10/min"),
        ("KALENDER_LIMIT_SIGN_IN_ADDRESS", "100/min"),
        ("KALENDER_LIMIT_SIGN_IN_ACCOUNT", "100/h"),
        ("KALENDER_LIMIT_SIGN_UP", "30/h"),
        ("KALENDER_LIMIT_SIGN_UP_EMAIL", "3/h"),
        ("KALENDER_LIMIT_GUEST_BOOKINGS", "30/h"),
        ("KALENDER_LIMIT_GUEST_BOOKINGS_EMAIL", "5/h"),
        ("KALENDER_LIMIT_RESET", "3/h"),
        ("KALENDER_LIMIT_MESSAGES", "10/s,30"),
        ("KALENDER_LIMIT_TYPING", "1/s"),
        ("KALENDER_LIMIT_INVITES", "20/h"),
        ("KALENDER_LIMIT_PHONE_CODES", "3/h"),
        ("KALENDER_LIMIT_SEARCHES", "10/s"),
        ("KALENDER_LIMIT_LINKS", "60/min"),
        ("KALENDER_LIMIT_REFRESHES", "1/min"),
        ("KALENDER_LIMIT_FILES", "200/day"),
        ("KALENDER_LIMIT_POSTS", "30/h"),
        ("KALENDER_LIMIT_REPORTS", "20/h"),
        ("KALENDER_LIMIT_PUBLIC_READS", "50/s,500"),
        ("KALENDER_LIMIT_MAILS_TO_DOMAIN", "5/s,20"),
        ("KALENDER_MAX_CONNECTIONS_PER_ADDRESS", "10000"),
        ("KALENDER_MAX_ENTITIES_PER_USER", "20"),
        ("KALENDER_MAX_WORKSPACES_PER_ENTITY", "10"),
        ("KALENDER_MAX_CHANNELS_PER_WORKSPACE", "500"),
    ] {
        let (_, after) =
            help.split_once(&format!("[env: {variable}]")).unwrap_or_else(|| panic!("{variable}"));
        assert!(after.trim_start().starts_with(&format!("[default: {rate}]")), "{variable}: {after:.60}");
    }
    assert_eq!(settings.secret_path(), PathBuf::from("./data/secret"));
    assert!(!settings.is_https());
}

#[test]
fn limits_and_proxies_are_settings() {
    let read =
        settings("--limit-sign-up 5/h --max-entities-per-user 3 --trusted-proxies 10.0.0.0/8,2001:db8::1");
    assert_eq!(read.limiting.rates().sign_up.to_string(), "5/h");
    assert_eq!(read.limiting.quotas().count(&actors::entities::OWNED), 3);
    assert_eq!(read.limiting.networks().unwrap().len(), 2);
    assert!(wrong("kalender serve --limit-sign-up lots").contains("KALENDER_LIMIT_SIGN_UP"));
    assert!(wrong("kalender serve --trusted-proxies next-door").contains("KALENDER_TRUSTED_PROXIES"));
}

#[test]
fn every_command_is_read() {
    for line in [
        "kalender serve",
        "kalender migrate",
        "kalender demo",
        "kalender user add --email a@b.se --password hemligheten",
        "kalender user add --email a@b.se --password x --first-name A --last-name B --user-name ab --relation s:OWNER --relation t:member",
        "kalender user add --from people.csv",
        "kalender user add --email a@b.se --password -",
        "kalender user list",
        "kalender user deactivate --email a@b.se",
        "kalender user grant-platform --email a@b.se",
        "kalender user revoke-platform --email a@b.se",
        "kalender user reset-password --email a@b.se",
        "kalender user reset-password --email a@b.se --password -",
        "kalender entity add --name Skolan --type school --owner a@b.se --slug skolan",
        "kalender entity list",
        "kalender serve --log debug",
        "kalender serve --log info,actors=debug,storage::engine=trace",
        "kalender session add --email a@b.se",
        "kalender import slack export.zip --entity skolan",
        "kalender import mattermost export.zip --entity skolan --team larare --team elever --take-accounts",
        "kalender import discord export.zip --entity skolan --public",
        "kalender import teams team.zip --entity skolan --take-accounts",
        "kalender export skolan.zip --entity skolan",
        "kalender backup copy.db",
        "kalender restore copy.db",
        "kalender user erase --email a@b.se",
        "kalender user replay-erasures",
        "kalender search rebuild",
        "kalender check --data /srv/kalender",
        "kalender --data /srv/kalender check",
        "kalender openapi",
    ] {
        assert!(parse_line(line).is_ok(), "{line}: {:?}", parse_line(line));
    }
    let cli = parse_line("kalender --data /srv/kalender check").unwrap();
    assert_eq!(cli.settings.data, PathBuf::from("/srv/kalender"));
    let cli =
        parse_line("kalender user add --email a@b.se --password hemligheten --relation s:owner").unwrap();
    assert!(!format!("{cli:?}").contains("hemligheten"));
    let Command::User(UserCommand::Add(user)) = cli.command else { panic!() };
    assert_eq!(user.relations, [RelationArg { slug: "s".to_owned(), relation_type: "OWNER".to_owned() }]);
}

#[test]
fn errors_are_one_line() {
    let cases = [
        ("kalender", "a command is missing"),
        ("kalender fly", "unrecognized subcommand 'fly'"),
        ("kalender serve --listen nonsense", "(also KALENDER_LISTEN)"),
        ("kalender serve --vapid-key hemlig", "kalender: KALENDER_VAPID_KEY is a P-256 private key"),
        ("kalender serve --push-hosts http://push.example", "KALENDER_PUSH_HOSTS holds hosts"),
        ("kalender serve --outward http://10.0.0.7:8090", "KALENDER_OUTWARD holds hosts"),
        ("kalender serve --store mysql", "(also KALENDER_STORE)"),
        ("kalender serve --limits some", "(also KALENDER_LIMITS)"),
        ("kalender serve --max-connections-per-user 0", "(also KALENDER_MAX_CONNECTIONS_PER_USER)"),
        ("kalender serve --hidden-after 0", "(also KALENDER_HIDDEN_AFTER)"),
        ("kalender serve --admin-listen 127.0.0.1:8080", "same address"),
        ("kalender serve --public-url kalender.example", "KALENDER_PUBLIC_URL"),
        ("kalender serve --public-url ftp://kalender.example", "KALENDER_PUBLIC_URL"),
        ("kalender serve --public-url https://kalender.example/app", "no path"),
        ("kalender serve --public-url https://me:hemligt@kalender.example", "KALENDER_PUBLIC_URL"),
        ("kalender serve --public-url https://kalender.example/?a", "no path"),
        ("kalender serve --redis-url http://a", "KALENDER_REDIS_URL"),
        ("kalender serve --redis-url redis://:p/ss@a", "percent-encoded (@ as %40)"),
        ("kalender serve --redis-url redis://växjö.example", "punycode"),
        ("kalender serve --smtp-url smtp://", "KALENDER_SMTP_URL"),
        ("kalender serve --smtp-url smtp://me:p/ss@a", "percent-encoded (@ as %40"),
        ("kalender serve --smtp-url smtp://a?tls=opportunistic", "KALENDER_SMTP_URL knows ?tls=required"),
        ("kalender serve --smtp-url smtps://a?tls=none", "KALENDER_SMTP_URL is smtps://"),
        ("kalender serve --inbox-url imap://a%40b.se:hemligt@c", "KALENDER_INBOX_URL is imaps://"),
        ("kalender serve --inbox-url imaps://me:hemligt@c", "KALENDER_INBOX_URL needs ?address="),
        ("kalender serve --sms-url a", "KALENDER_SMS_URL"),
        ("kalender serve --files gs://a", "KALENDER_FILES"),
        ("kalender serve --antivirus clamav", "KALENDER_ANTIVIRUS"),
        ("kalender serve --search search:9200", "KALENDER_SEARCH"),
        ("kalender serve --search http://me:hemligt@search/Stor", "KALENDER_SEARCH"),
        ("kalender search", "a command is missing"),
        ("kalender serve --store cql", "KALENDER_CQL_NODES"),
        ("kalender serve --cql-keyspace Ab", "KALENDER_CQL_KEYSPACE"),
        ("kalender serve --cql-user a", "KALENDER_CQL_PASSWORD_FILE"),
        ("kalender serve --cql-password-file a", "KALENDER_CQL_USER"),
        ("kalender serve --mail-from nobody", "KALENDER_MAIL_FROM"),
        ("kalender serve --support-phone ring", "KALENDER_SUPPORT_PHONE"),
        ("kalender serve --support-mail oss", "KALENDER_SUPPORT_MAIL"),
        ("kalender serve --source-url javascript:alert(1)", "KALENDER_SOURCE_URL"),
        ("kalender serve --help-url //evil.example", "KALENDER_HELP_URL"),
        ("kalender serve --social-links https://a.example", "KALENDER_SOCIAL_LINKS"),
        ("kalender serve --sister-services A=http://a.example", "KALENDER_SISTER_SERVICES"),
        ("kalender serve --map-tiles https://a.example/map.png", "KALENDER_MAP_TILES"),
        ("kalender serve --map-tiles http://a.example/{z}/{x}/{y}.png", "KALENDER_MAP_TILES"),
        ("kalender serve --map-tiles https://a.example;/{z}/{x}/{y}.png", "KALENDER_MAP_TILES"),
        ("kalender serve --log a=b=c", "KALENDER_LOG"),
        ("kalender serve --log infoo", "KALENDER_LOG"),
        ("kalender serve --log info,actors", "KALENDER_LOG"),
        ("kalender serve --log actors=loud", "KALENDER_LOG"),
        ("kalender serve --log info,,", "KALENDER_LOG"),
        ("kalender user add", "--email"),
        ("kalender user grant-platform", "--email"),
        ("kalender user add --email a@b.se", "--password"),
        ("kalender user add --email a@b.se --password x --relation s", "SLUG:TYPE"),
        ("kalender import slack a.zip", "--entity"),
        ("kalender import mattermost a.zip", "--entity"),
        ("kalender import discord a.zip --take-accounts --entity s", "--take-accounts"),
        ("kalender export a.zip", "--entity"),
    ];
    for (line, part) in cases {
        let text = wrong(line);
        assert!(text.starts_with("kalender: ") && text.contains(part), "{line}: {text}");
        assert!(!text.contains('\n') && !text.contains("Usage"), "{line}: {text}");
    }
    assert!(!wrong("kalender serve --smtp-url http://me:hemligt@a").contains("hemligt"));
}

#[test]
fn values_are_normalized() {
    let found = settings(
        "--public-url https://kalender.example/ --redis-url  --antivirus  --search  --store cql --cql-nodes a:9042,b,",
    );
    assert_eq!(found.public_url.as_deref(), Some("https://kalender.example"));
    assert!(found.is_https());
    assert_eq!(found.redis_url, None);
    assert_eq!(found.antivirus(), Ok(None));
    assert!(matches!(found.search(), Ok(None)));
    assert_eq!(found.cql_nodes, ["a:9042", "b"]);
}

#[test]
fn a_public_url_is_what_browsers_send_as_origin() {
    for (said, sent) in [
        ("https://Kalender.Example/", "https://kalender.example"),
        ("https://kalender.växjö.example", "https://kalender.xn--vxj-qla6g.example"),
        ("https://kalender.example:443", "https://kalender.example"),
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
    ] {
        assert_eq!(settings(&format!("--public-url {said}")).public_url.as_deref(), Some(sent), "{said}");
    }
}

#[test]
fn unknown_variables_are_reported() {
    let names = [
        "PATH",
        "KALENDER_LISTEN",
        "KALENDER_LISTNE",
        "KALENDER_TEST_STORE",
        "KALENDER_A",
        "KALENDER_REVISION",
    ];
    assert_eq!(unknown_variables(names.map(str::to_owned)), ["KALENDER_A", "KALENDER_LISTNE"]);
    assert_eq!(unknown_variables(["KALENDER_LOG".to_owned()]), Vec::<String>::new());
}

#[test]
fn secrets_are_in_no_message() {
    let read = parse_line("kalender serve --redis-url redis://me:hemligt@here:6379").unwrap();
    assert!(read.settings.redis_url.as_deref().is_some_and(|url| url.contains("hemligt")));
    assert!(!format!("{read:?}").contains("hemligt"));
    assert!(!wrong("kalender serve --search http://me:hemligt@search/Stor").contains("hemligt"));
    let read = settings("--search https://me:hemligt@search:9200/stor");
    assert!(!format!("{:?}", read.search()).contains("hemligt"));
}

#[test]
fn help_lists_every_setting() {
    let Err(Exit::Asked(help)) = parse_line("kalender --help") else { panic!() };
    let variables = settings_variables();
    assert_eq!(variables.len(), 68);
    for (flag, variable) in variables {
        assert_eq!(variable, format!("KALENDER_{}", flag.to_uppercase().replace('-', "_")));
        assert!(help.contains(&format!("--{flag}")) && help.contains(&variable), "{variable}");
    }
}
