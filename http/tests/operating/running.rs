//! Runs the binary, its commands and a server on a data directory.

use std::fmt::Write as _;
use std::io::{Read as _, Write as _};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Longest wait for a condition; no test waits for a fixed time.
const PATIENCE: Duration = Duration::from_secs(30);
pub const PASSWORD: &str = "tegel-paraply-4711";

/// `KALENDER_BIN` names another build, such as an older one that is expected to fail.
pub fn binary() -> PathBuf {
    std::env::var_os("KALENDER_BIN").map_or(env!("CARGO_BIN_EXE_kalender").into(), PathBuf::from)
}

/// Waits until `what` answers something.
#[track_caller]
pub fn until<T>(why: &str, mut what: impl FnMut() -> Option<T>) -> T {
    let started = Instant::now();
    loop {
        if let Some(found) = what() {
            return found;
        }
        assert!(started.elapsed() < PATIENCE, "waited in vain for {why}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A data directory that is not created yet.
pub struct Place {
    _folder: tempfile::TempDir,
    pub data: PathBuf,
}

/// The result of a command.
#[derive(Debug)]
pub struct Said {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Said {
    /// The one line of a failed command.
    #[track_caller]
    pub fn failure(&self) -> &str {
        assert_ne!(self.code, 0, "{self:?}");
        let lines: Vec<&str> = self.err.lines().filter(|line| line.starts_with("kalender: ")).collect();
        assert_eq!(lines.len(), 1, "{self:?}");
        lines[0]
    }

    #[track_caller]
    pub fn success(&self) -> &str {
        assert_eq!(self.code, 0, "{self:?}");
        &self.out
    }
}

impl Place {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        Self { _folder: folder, data }
    }

    /// With Anna in the store.
    pub fn with_anna() -> Self {
        let place = Self::new();
        place.add("anna@example.se").success();
        place
    }

    pub fn add(&self, email: &str) -> Said {
        self.run(&["user", "add", "--email", email, "--password", PASSWORD])
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.data.parent().unwrap().join(name)
    }

    fn command(&self) -> Command {
        let mut command = Command::new("sh");
        // The umask of a careless service manager; without the trap a write beyond the size limit would kill the
        // process.
        command.args(["-c", "umask 000; trap '' XFSZ; exec \"$0\" \"$@\""]).arg(binary());
        for (name, _) in
            std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("KALENDER_"))
        {
            command.env_remove(name);
        }
        command.env("KALENDER_DATA", &self.data).env("KALENDER_LOG", "warn");
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Said {
        self.run_with(arguments, &[], "")
    }

    /// With further settings, and with input.
    pub fn run_with(&self, arguments: &[&str], settings: &[(&str, &str)], input: &str) -> Said {
        let mut command = self.command();
        command.args(arguments).envs(settings.iter().copied());
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // A command that reads no input may have exited.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        Said { code: status.code().unwrap_or(-1), out: text(stdout), err: text(stderr) }
    }

    pub fn serve(&self) -> Serving {
        self.serve_with(&[])
    }

    pub fn serve_with(&self, settings: &[(&str, &str)]) -> Serving {
        let mut serving = self.begin(settings);
        until("the server to be ready", || {
            // A port that was free a moment ago may be another test's by now.
            if matches!(serving.child.try_wait(), Ok(Some(_))) {
                serving = self.begin(settings);
            }
            (serving.ready().0 == 200).then_some(())
        });
        serving
    }

    /// Starts a server without waiting until it is ready.
    pub fn serve_unready(&self) -> Serving {
        self.begin(&[])
    }

    fn begin(&self, settings: &[(&str, &str)]) -> Serving {
        let free = || TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap().local_addr().unwrap();
        let (at, admin) = (free(), free());
        let child = self
            .command()
            .arg("serve")
            .env("KALENDER_LISTEN", at.to_string())
            .env("KALENDER_ADMIN_LISTEN", admin.to_string())
            .env("KALENDER_LIMITS", "off")
            .envs(settings.iter().copied())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(std::fs::File::create(self.path("server.log")).unwrap())
            .spawn()
            .unwrap();
        Serving { child, at, admin }
    }
}

pub struct Serving {
    child: Child,
    pub at: SocketAddr,
    pub admin: SocketAddr,
}

impl Serving {
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    pub fn ready(&self) -> (u16, String) {
        call(self.admin, "GET", "/readyz", "", "")
    }

    /// Signs in; answers the session's cookie, or the status.
    pub fn sign_in(&self, email: &str, password: &str) -> Result<String, u16> {
        let body = format!(r#"{{"email":"{email}","password":"{password}"}}"#);
        let (status, text) = call(self.at, "POST", "/api/public/auth/login", "", &body);
        let cookie = text.split("kalender_jwt=").nth(1).and_then(|rest| rest.split(';').next());
        cookie.filter(|_| status == 200).map(str::to_owned).ok_or(status)
    }

    /// Whether somebody can sign in; repeated while the server is too busy.
    pub fn lets_in(&self, email: &str) -> bool {
        until("an answer to a sign-in", || match self.sign_in(email, PASSWORD) {
            Ok(_) => Some(true),
            Err(401) => Some(false),
            Err(_) => None,
        })
    }

    pub fn call(&self, method: &str, path: &str, cookie: &str, body: &str) -> (u16, String) {
        call(self.at, method, path, cookie, body)
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Status, and the response with its head.
pub fn call(at: SocketAddr, method: &str, path: &str, cookie: &str, body: &str) -> (u16, String) {
    let asked = || -> std::io::Result<String> {
        let mut stream = TcpStream::connect(at)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        let mut head = format!("{method} {path} HTTP/1.1\r\nHost: {at}\r\nConnection: close\r\n");
        if !cookie.is_empty() {
            let _ = write!(head, "Cookie: kalender_jwt={cookie}\r\n");
        }
        if !body.is_empty() {
            let _ = write!(head, "Content-Type: application/json\r\nOrigin: http://{at}\r\n");
        }
        write!(stream, "{head}Content-Length: {}\r\n\r\n{body}", body.len())?;
        let mut text = Vec::new();
        stream.read_to_end(&mut text)?;
        Ok(String::from_utf8_lossy(&text).into_owned())
    };
    let text = asked().unwrap_or_default();
    (text.get(9..12).and_then(|status| status.parse().ok()).unwrap_or_default(), text)
}

/// All files below a folder with their modes.
pub fn modes(folder: &Path) -> Vec<(PathBuf, u32)> {
    use std::os::unix::fs::PermissionsExt as _;
    let mode = std::fs::metadata(folder).unwrap().permissions().mode() & 0o777;
    let mut found = vec![(folder.to_owned(), mode)];
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(modes(&path));
        } else if let Ok(meta) = std::fs::metadata(&path) {
            found.push((path, meta.permissions().mode() & 0o777));
        }
    }
    found
}
