//! Every command of docker/README.md: each is in a table of what runs it, and most are run here as written, by
//! processes instead of containers ([`Machine`]).

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::backups::{back_up, copy};
use super::running::{PASSWORD, Place, Serving, until};

/// What runs a command of the page.
enum By {
    /// This file.
    Here,
    /// Another test: its file or folder, and its function.
    Test(&'static str, &'static str),
    /// Nothing: it needs a cluster or a foreign program. The files and services that it names are checked all the same.
    Nothing(&'static str),
}
use By::{Here, Nothing, Test};

const CLUSTER: &str = "needs containers; the same processes run in web/live on two nodes";
const STORE: &str = "the store's own tool";

/// All commands of the page.
const COMMANDS: &[(&str, By)] = &[
    ("docker compose -f docker/compose.yaml up -d --build", Here),
    ("docker compose -f docker/compose.yaml run --rm kalender demo", Here),
    ("docker compose -f docker/compose.yaml exec kalender kalender user add --email … --password …", Here),
    (
        "echo \"$PASSWORD\" | docker compose -f docker/compose.yaml exec -T kalender kalender user add --email … --password -",
        Here,
    ),
    ("docker compose -f docker/compose.yaml exec kalender kalender user list", Here),
    ("docker compose -f docker/compose.yaml exec kalender kalender user erase --email …", Here),
    ("… user deactivate --email …", Here),
    ("… user reset-password --email …", Here),
    ("docker compose -f docker/compose.yaml exec kalender kalender user grant-platform --email …", Here),
    (
        "docker compose -f docker/compose.yaml exec kalender kalender entity add --name … --type school --owner …",
        Here,
    ),
    ("… entity list", Here),
    ("docker compose -f docker/compose.yaml stop kalender", Here),
    ("… run --rm -v $PWD/export.zip:/export.zip:ro kalender import slack /export.zip --entity SLUG", Here),
    ("… start kalender", Here),
    ("import mattermost", Test("../actors/tests/imports/mattermost", "fn ")),
    ("import discord", Test("../actors/tests/imports/discord", "fn ")),
    ("import teams", Test("../actors/tests/imports/teams", "fn ")),
    ("docker compose -f docker/compose.yaml exec kalender kalender export /data/ut.zip --entity SLUG", Here),
    ("docker compose … cp kalender:/data/ut.zip .", Here),
    ("docker compose -f docker/compose.yaml exec kalender kalender backup /data/copy.db", Here),
    ("docker compose -f docker/compose.yaml exec kalender kalender check", Here),
    ("docker compose -f docker/compose.yaml exec kalender ready && echo yes", Here),
    ("docker compose -f docker/compose.yaml exec kalender kalender backup /data/before-upgrade.db", Here),
    ("docker compose -f docker/compose.yaml build", Here),
    ("docker compose -f docker/compose.yaml up -d", Here),
    (
        "head -c 48 /dev/urandom > docker/secret && chmod 400 docker/secret && sudo chown 10001 docker/secret",
        Here,
    ),
    ("docker compose -f docker/compose.cluster.yaml up -d --build", Nothing(CLUSTER)),
    ("docker compose … up -d --no-recreate --scale app=4", Nothing(CLUSTER)),
    ("docker compose … up -d --no-recreate --scale app=2", Nothing(CLUSTER)),
    ("docker compose … run --rm app demo", Nothing(CLUSTER)),
    ("docker compose … run --rm app user add --email … --password …", Nothing(CLUSTER)),
    ("docker compose … build", Nothing(CLUSTER)),
    ("docker compose … run --rm migrate", Nothing(CLUSTER)),
    ("docker compose … up -d --no-deps --no-recreate --scale app=4 app", Nothing(CLUSTER)),
    ("docker compose … ps", Nothing(CLUSTER)),
    ("docker stop -t 15 NAME && docker rm NAME", Nothing(CLUSTER)),
    ("docker compose … stop app", Nothing(CLUSTER)),
    ("kalender jobs list", Test("mails", "without_starttls_nothing_is_sent_and_the_mail_waits")),
    ("jobs retry ID", Test("../http/src/platform/config/tests", "fn ")),
    ("kalender search rebuild", Test("metrics", "unavailable_search_server_is_reported")),
    ("kalender backup FILE", Here),
    ("kalender check", Here),
    ("kalender user replay-erasures", Test("backups", "restore_repeats_erasures_made_after_the_copy")),
    ("kalender migrate", Test("frozen", "stores_of_every_earlier_release_are_opened_and_sound")),
    ("rsync -aH --delete", Nothing("another's program")),
    ("nodetool repair", Nothing(STORE)),
    ("nodetool snapshot kalender", Nothing(STORE)),
    ("nodetool refresh kalender TABLE", Nothing(STORE)),
    (
        "15 3 * * *  /srv/kalender/docker/backup.sh /backup",
        Test("backups", "nightly_entry_is_valid_for_cron"),
    ),
    (
        "docker compose -f docker/compose.yaml cp /backup/copy-2026-11-21/kalender.db kalender:/data/copy.db",
        Here,
    ),
    ("docker compose -f docker/compose.yaml cp /backup/copy-2026-11-21/files kalender:/data/", Here),
    ("docker compose -f docker/compose.yaml cp /backup/copy-2026-11-21/secret kalender:/data/secret", Here),
    (
        "docker compose -f docker/compose.yaml run --rm --user 0 --cap-add CHOWN --cap-add DAC_OVERRIDE --entrypoint chown kalender -R 10001 /data",
        Here,
    ),
    ("docker compose -f docker/compose.yaml run --rm kalender restore /data/copy.db", Here),
    ("docker compose -f docker/compose.yaml run --rm kalender check", Here),
    ("docker compose -f docker/compose.yaml start kalender", Here),
    ("promtool check metrics", Test("metrics", "metrics_keep_the_rules_and_are_there_from_the_start")),
    ("make lint", Test("documents", "make_targets_exist")),
];

/// Words that begin a command.
const PROGRAMS: [&str; 12] = [
    "docker", "kalender", "…", "echo", "nodetool", "rsync", "jobs", "make", "import", "promtool", "head",
    "15",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn page() -> String {
    fs::read_to_string(root().join("docker/README.md")).unwrap()
}

fn is_command(text: &str) -> bool {
    let mut words = text.split_whitespace();
    words.next().is_some_and(|first| PROGRAMS.contains(&first)) && words.next().is_some()
}

/// Blocks of commands, without those of settings.
fn blocks(text: &str) -> Vec<Vec<&str>> {
    let mut blocks = vec![Vec::new()];
    for line in text.lines() {
        match line.strip_prefix("    ") {
            Some(line) => blocks.last_mut().unwrap().push(line),
            None => blocks.push(Vec::new()),
        }
    }
    blocks.retain(|block| block.first().is_some_and(|line| is_command(line)));
    blocks
}

/// Commands in running text, between backticks.
fn spans(text: &str) -> Vec<String> {
    let text: String = text
        .lines()
        .filter(|line| !line.starts_with("    "))
        .fold(String::new(), |all, line| all + line + " ");
    let spans = text.split('`').skip(1).step_by(2).map(|span| span.replace("\\|", "|"));
    spans.filter(|span| is_command(span)).collect()
}

/// The text of a section.
fn section(heading: &str) -> String {
    let page = page();
    let (_, rest) = page.split_once(&format!("\n{heading}\n")).unwrap();
    rest.split("\n## ").next().unwrap().split("\n### ").next().unwrap().to_owned()
}

#[test]
fn every_command_of_the_page_is_run_by_something() {
    let page = page();
    // The rest is a reference of commands and settings, compared with `--help` in `pages.rs`.
    let (page, _) = page.split_once("\n## The command line\n").unwrap();
    let lines = blocks(page).concat().into_iter().map(str::to_owned);
    let there: BTreeSet<String> = lines.chain(spans(page)).collect();
    let known: BTreeSet<String> = COMMANDS.iter().map(|(command, _)| (*command).to_owned()).collect();
    let unknown: Vec<_> = there.difference(&known).collect();
    assert!(unknown.is_empty(), "nothing runs {unknown:#?}");
    let gone: Vec<_> = known.difference(&there).collect();
    assert!(gone.is_empty(), "the page has no {gone:#?}");
    for (command, by) in COMMANDS {
        named(command);
        match by {
            Here => {}
            Nothing(why) => assert!(!why.is_empty(), "{command}"),
            Test(file, test) => {
                let folder = if file.starts_with("..") { "" } else { "tests/operating" };
                let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder).join(format!("{file}.rs"));
                let source =
                    fs::read_to_string(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
                assert!(source.contains(test), "{command}: there is no {test} in {}", path.display());
            }
        }
    }
}

/// The services of a compose file.
fn services(file: &str) -> BTreeSet<String> {
    let text = fs::read_to_string(root().join(file)).unwrap();
    let (_, rest) = text.split_once("\nservices:\n").unwrap();
    let inside = rest.lines().take_while(|line| line.is_empty() || line.starts_with([' ', '#']));
    let name = |line: &str| {
        let name = line.strip_prefix("  ")?.strip_suffix(':')?;
        name.chars().all(|c| c.is_ascii_alphanumeric()).then(|| name.to_owned())
    };
    inside.filter_map(name).collect()
}

/// A compose command's file, and the words after it: the verb and its arguments.
fn composed(command: &str) -> Option<(&'static str, Vec<&str>)> {
    let (one, many) = ("docker/compose.yaml", "docker/compose.cluster.yaml");
    let command = command.rsplit(" | ").next()?.split(" && ").next()?;
    let words: Vec<&str> = command.split_whitespace().collect();
    match words.as_slice() {
        ["docker", "compose", "-f", file, rest @ ..] => {
            Some((if *file == one { one } else { many }, rest.to_vec()))
        }
        ["docker", "compose", "…", rest @ ..] => {
            let file = if rest.iter().any(|word| word.starts_with("kalender:")) { one } else { many };
            Some((file, rest.to_vec()))
        }
        ["…", rest @ ..] if matches!(rest[0], "run" | "start") => Some((one, rest.to_vec())),
        ["…", rest @ ..] => {
            let within = ["exec", "kalender", "kalender"].into_iter();
            Some((one, within.chain(rest.iter().copied()).collect()))
        }
        _ => None,
    }
}

/// Options of compose that have an argument.
const WITH_WORD: [&str; 5] = ["-v", "--user", "--cap-add", "--entrypoint", "--scale"];

/// The words that are no options, and the options.
fn sorted<'a>(words: &[&'a str]) -> (Vec<&'a str>, Vec<&'a str>) {
    let (mut plain, mut options) = (Vec::new(), Vec::new());
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match *word {
            word if WITH_WORD.contains(&word) => options.extend(words.next().copied()),
            word if word.starts_with('-') => options.push(word),
            word => {
                plain.push(word);
                plain.extend(words.by_ref().copied());
            }
        }
    }
    (plain, options)
}

/// Fails unless everything that a command names exists: files, services, the server's commands and their options.
fn named(command: &str) {
    let Some((file, words)) = composed(command) else { return };
    assert!(root().join(file).exists(), "{command}");
    let services = services(file);
    let is_service =
        |name: &str| assert!(services.contains(name), "{command}: {file} has no {name}: {services:?}");
    let (verb, rest) = words.split_first().unwrap();
    let (plain, options) = sorted(rest);
    for scaled in options.iter().filter_map(|option| option.split_once('=')) {
        is_service(scaled.0);
    }
    match *verb {
        "build" | "ps" => assert!(plain.is_empty(), "{command}"),
        "up" | "stop" | "start" => plain.iter().for_each(|name| is_service(name)),
        "cp" => {
            let inside: Vec<_> = plain.iter().filter_map(|path| path.split_once(':')).collect();
            assert!(plain.len() == 2 && inside.len() == 1, "{command}");
            is_service(inside[0].0);
            assert!(inside[0].1.starts_with("/data"), "{command}");
        }
        "exec" => {
            is_service(plain[0]);
            match plain[1] {
                "kalender" => parses(command, &plain[2..]),
                program => assert!(image().contains(&format!("/usr/local/bin/{program}")), "{command}"),
            }
        }
        "run" => {
            is_service(plain[0]);
            if options.contains(&"chown") {
                assert!(
                    plain[1..].starts_with(&["-R", "10001"]) && image().contains("--uid 10001"),
                    "{command}"
                );
            } else if plain.len() > 1 {
                parses(command, &plain[1..]);
            }
        }
        verb => panic!("{command}: compose is not known to {verb}"),
    }
}

fn image() -> String {
    fs::read_to_string(root().join("docker/Dockerfile")).unwrap()
}

/// Fails unless the server accepts that command.
fn parses(command: &str, words: &[&str]) {
    let words = std::iter::once("kalender").chain(words.iter().copied());
    let words: Vec<OsString> = words.map(|word| if word == "…" { "a@b.se" } else { word }.into()).collect();
    assert!(kalender::platform::config::parse(words).is_ok(), "{command}");
}

#[test]
fn names_in_image_and_compose_files_exist() {
    for line in image().lines().filter(|line| line.starts_with("COPY ") && !line.contains("--from=")) {
        let words: Vec<&str> = line.split_whitespace().skip(1).collect();
        for source in &words[..words.len() - 1] {
            assert!(root().join(source).exists(), "{line}");
        }
    }
    for file in ["docker/compose.yaml", "docker/compose.cluster.yaml"] {
        let text = fs::read_to_string(root().join(file)).unwrap();
        let lines = text.lines().map(str::trim).filter(|line| !line.starts_with('#'));
        for line in lines {
            if let Some(dockerfile) = line.strip_prefix("dockerfile: ") {
                assert!(root().join(dockerfile).exists(), "{file}: {line}");
            }
            if let Some((from, _)) = line.strip_prefix("- ./").and_then(|mount| mount.split_once(':')) {
                assert!(root().join("docker").join(from).exists(), "{file}: {line}");
            }
        }
    }
    // The secret is created where the compose file expects it.
    let cluster = fs::read_to_string(root().join("docker/compose.cluster.yaml")).unwrap();
    assert!(cluster.contains("file: ./secret") && page().contains("> docker/secret"));
}

#[test]
fn secret_is_generated_as_written() {
    let page = page();
    let line = blocks(&page).concat().into_iter().find(|line| line.starts_with("head ")).unwrap();
    let (made, owned) = line.split_once(" && sudo chown ").unwrap();
    assert_eq!(owned, "10001 docker/secret", "the image's user");
    let place = Place::with_anna();
    let folder = place.path("docker");
    fs::create_dir(&folder).unwrap();
    let done = Command::new("sh").args(["-c", made]).current_dir(place.path("")).status().unwrap();
    assert!(done.success());
    let secret = folder.join("secret");
    assert_eq!(fs::metadata(&secret).unwrap().permissions().mode() & 0o777, 0o400);
    let setting = [("KALENDER_SECRET_FILE", secret.to_str().unwrap())];
    let said = place.run_with(&["session", "add", "--email", "anna@example.se"], &setting, "");
    said.success();
    assert_eq!(said.err, "");
}

/// Does what a machine with docker does, without containers: a data directory is the volume, a server process the
/// container.
struct Machine {
    place: Place,
    serving: Option<Serving>,
    /// Stands for `/backup`.
    backup: tempfile::TempDir,
}

impl Machine {
    fn over(place: Place) -> Self {
        Self { place, serving: None, backup: tempfile::tempdir().unwrap() }
    }

    /// The local path for one of the page.
    fn path(&self, text: &str) -> PathBuf {
        let text = text.strip_prefix("kalender:").unwrap_or(text);
        if text == "." {
            return self.place.path("");
        }
        if let Some(inside) = text.strip_prefix("/data") {
            return self.place.data.join(inside.trim_start_matches('/'));
        }
        match text.strip_prefix("/backup/copy-2026-11-21/") {
            Some(inside) => copy(self.backup.path()).join(inside),
            None => self.place.path(text.trim_start_matches('/')),
        }
    }

    /// Runs a command of the page and returns its output. `words`: values for `…` and for names in capitals.
    fn does(&mut self, command: &str, words: &[(&str, &str)]) -> String {
        let filled = words.iter().fold(command.to_owned(), |text, (from, to)| text.replace(from, to));
        let (_, rest) = composed(&filled).unwrap_or_else(|| panic!("{command}"));
        let (verb, rest) = rest.split_first().unwrap();
        let (plain, options) = sorted(rest);
        match *verb {
            "build" => String::new(),
            "stop" => {
                self.serving.take().expect("it runs");
                String::new()
            }
            "up" | "start" => {
                self.serving = None;
                self.serving = Some(self.place.serve());
                String::new()
            }
            "cp" => {
                let (from, to) = (self.path(plain[0]), self.path(plain[1]));
                let done = Command::new("cp").arg("-r").args([&from, &to]).status().unwrap();
                assert!(done.success(), "{command}");
                String::new()
            }
            "exec" if plain[1] == "ready" => {
                let script = fs::read_to_string(root().join("docker/ready.sh")).unwrap();
                let port = self.serving.as_ref().expect("it runs").admin.port().to_string();
                assert!(script.contains("/8081"));
                let script = script.replace("8081", &port);
                assert!(Command::new("bash").args(["-c", &script]).status().unwrap().success(), "{command}");
                String::new()
            }
            // The volume already belongs to this user.
            "run" if options.contains(&"chown") => String::new(),
            "exec" => {
                assert!(self.serving.is_some(), "{command}: exec needs a container that runs");
                self.kalender(&plain[2..])
            }
            "run" => self.kalender(&plain[1..]),
            verb => panic!("{verb} is done nowhere"),
        }
    }

    fn kalender(&self, words: &[&str]) -> String {
        let mapped = |word: &&str| {
            if word.starts_with('/') {
                self.path(word).to_str().unwrap().to_owned()
            } else {
                word.replace('\u{a0}', " ")
            }
        };
        let words: Vec<String> = words.iter().map(mapped).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let input = if words.contains(&"-") { format!("{PASSWORD}\n") } else { String::new() };
        self.place.run_with(&words, &[], &input).success().to_owned()
    }
}

/// A section's block of commands.
fn steps(heading: &str, first: &str) -> Vec<String> {
    let text = section(heading);
    let found = blocks(&text).into_iter().find(|block| block[0].contains(first)).unwrap();
    found.into_iter().map(str::to_owned).collect()
}

#[test]
fn restoring_works_as_written() {
    let mut machine = Machine::over(Place::with_anna());
    machine.serving = Some(machine.place.serve());
    let file = machine.place.data.join("files/chat/1/1001");
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(&file, "bytes").unwrap();
    assert!(back_up(&machine.place, machine.backup.path(), "14"));
    machine.place.add("bo@example.se").success();
    fs::remove_file(&file).unwrap();
    let secret = fs::read(machine.place.data.join("secret")).unwrap();
    fs::write(machine.place.data.join("secret"), [7_u8; 64]).unwrap();

    for step in steps("## Copies and how to bring them back", "stop kalender") {
        if step.ends_with("kalender check") {
            // The file belongs to no message: this test made it up.
            fs::remove_file(&file).expect("the files came back");
        }
        let said = machine.does(&step, &[]);
        assert!(!step.contains(" restore ") || said.contains("Restored"), "{said}");
    }
    let serving = machine.serving.as_ref().unwrap();
    assert!(serving.lets_in("anna@example.se"));
    assert!(!serving.lets_in("bo@example.se"), "as it was");
    assert_eq!(fs::read(machine.place.data.join("secret")).unwrap(), secret);
}

#[test]
fn upgrade_and_downgrade_work_as_written() {
    let mut machine = Machine::over(Place::with_anna());
    machine.serving = Some(machine.place.serve());
    for step in steps("### Upgrade of one node", "before-upgrade") {
        machine.does(&step, &[]);
    }
    assert!(machine.serving.as_ref().unwrap().lets_in("anna@example.se"));
    machine.does("docker compose -f docker/compose.yaml stop kalender", &[]);
    machine
        .does("docker compose -f docker/compose.yaml run --rm kalender restore /data/before-upgrade.db", &[]);
    machine.does("docker compose -f docker/compose.yaml start kalender", &[]);
    assert!(machine.serving.as_ref().unwrap().lets_in("anna@example.se"));
}

/// A Slack export of one message.
fn slack(path: &Path) {
    let mut zip = zip::ZipWriter::new(fs::File::create(path).unwrap());
    for (name, text) in [
        ("users.json", r#"[{"id":"U1","name":"eva","profile":{"real_name":"Eva Ek"}}]"#),
        ("channels.json", r#"[{"id":"C1","name":"general","members":["U1"],"is_general":true}]"#),
        (
            "general/2024-01-01.json",
            r#"[{"type":"message","user":"U1","text":"från Slack","ts":"1704103200.000100"}]"#,
        ),
    ] {
        zip.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap();
}

#[test]
fn table_for_one_node_works_as_written() {
    let mut machine = Machine::over(Place::new());
    machine.does("docker compose -f docker/compose.yaml up -d --build", &[]);
    slack(&machine.place.path("export.zip"));
    let text = section("## One node");
    let table: Vec<String> = text
        .lines()
        .filter(|line| line.starts_with("| "))
        .flat_map(spans)
        .filter(|one| composed(one).is_some())
        .collect();
    assert!(table.len() > 15, "{table:#?}");
    let words = |email: &'static str| {
        [
            ("--email …", email),
            ("--password …", "--password tegel-paraply-4711"),
            ("--name …", "--name Björkskolan"),
            ("--owner …", "--owner bo@example.se"),
            ("SLUG", "bjorkskolan"),
        ]
    };
    // The demo needs a store of its own, below.
    for command in table.iter().filter(|command| !command.ends_with(" demo")) {
        let is_second = ["echo ", "deactivate", "user erase"].iter().any(|one| command.contains(one));
        let said = machine.does(
            command,
            &words(if is_second { "--email cia@example.se" } else { "--email bo@example.se" }),
        );
        let expected = match command.as_str() {
            command if command.ends_with("user list") => "cia@example.se",
            command if command.contains("reset-password") => "Password: ",
            command if command.contains("entity list") => "bjorkskolan\tschool\tbo@example.se\tBjörkskolan",
            command if command.contains("import slack") => "messages",
            command if command.contains("kalender export") => "messages",
            command if command.ends_with("kalender check") => "The store holds what it should.",
            command if command.contains("kalender backup") => "Copied to",
            _ => "",
        };
        assert!(said.contains(expected), "{command}: {said}");
        if command.contains("user erase") {
            let listed = || machine.place.run(&["user", "list"]).success().contains("cia@example.se");
            until("the erasure", || (!listed()).then_some(()));
        }
    }
    assert!(machine.place.path("ut.zip").exists(), "it was brought out");
    assert!(!machine.serving.as_ref().unwrap().lets_in("cia@example.se"), "closed, and erased");

    let mut demo = Machine::over(Place::new());
    demo.does(table.iter().find(|command| command.ends_with(" demo")).unwrap(), &[]);
    assert!(demo.place.run(&["user", "list"]).success().contains("anna@demo.kalender.example"));
}

#[test]
fn rolling_upgrade_stops_the_old_nodes_only() {
    let text = section("### A rolling upgrade");
    let steps: Vec<&str> =
        text.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit())).collect();
    let at = |what: &str| {
        let found: Vec<usize> = (0..steps.len()).filter(|n| steps[*n].contains(what)).collect();
        assert_eq!(found.len(), 1, "{what}: {steps:#?}");
        found[0]
    };
    let order = [at("compose … build"), at("run --rm migrate"), at("--scale app=4 app"), at("docker stop ")];
    assert!(order.is_sorted() && order[3] + 1 == steps.len(), "{steps:#?}");
    // Scaling down stops the highest numbers, which are the new nodes, so nothing does it once they exist.
    let scaled: Vec<&str> = text.split("--scale app=").skip(1).collect();
    assert!(scaled.iter().all(|rest| rest.starts_with('4')), "{text}");
    // New nodes are added beside the old ones, which are not recreated.
    assert!(steps[order[2]].contains("--no-recreate") && steps[order[2]].contains("--no-deps"));
    let cluster = fs::read_to_string(root().join("docker/compose.cluster.yaml")).unwrap();
    let before: u32 =
        cluster.split("replicas: ").nth(1).unwrap().split_whitespace().next().unwrap().parse().unwrap();
    assert!(4 > before, "more than there are");
    // A node has the time that its shutdown takes.
    assert!(steps[order[3]].contains("-t 15") && cluster.contains("stop_grace_period: 15s"));
}
