#!/usr/bin/env bash
# with.sh CMD…: runs CMD with KALENDER_TEST_IMAP (the URL of a mailbox) and KALENDER_TEST_MAILDIR (its folder: a file that is put
# into new/ is a mail that has come) of a fresh Dovecot (Debian's package); ends it afterwards.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
command -v dovecot >/dev/null && [ -x /usr/lib/dovecot/imap ] || {
  echo "==> Installing an IMAP server for the tests (Debian's package)" >&2
  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends dovecot-imapd; } >&2 \
    || { echo "dovecot is needed: apt-get install dovecot-imapd" >&2; exit 1; }
}
. "$here/../../../storage/tests/server.sh"
port=$(free_port $((32800 + RANDOM % 1000)) 33900)
home=$(mktemp -d)
mkdir -p "$home/base" "$home/mail"/{new,cur,tmp}
# As whoever runs the tests; for root, who may neither take sign-ins nor have mail, as the users that are there for it.
user=$(id -un) group=$(id -gn) login=$(id -un) reader=$(id -u):$(id -g)
if [ "$user" = root ]; then
  user=dovecot group=dovecot login=dovenull reader=65534:65534
  chmod 755 "$home"
  chown -R "$reader" "$home/mail"
fi
cat >"$home/dovecot.conf" <<CONF
base_dir = $home/base
state_dir = $home/base
log_path = $home/log
protocols = imap
ssl = no
disable_plaintext_auth = no
default_login_user = $login
default_internal_user = $user
default_internal_group = $group
listen = 127.0.0.1
mail_location = maildir:$home/mail
first_valid_uid = 0
auth_mechanisms = plain login
service anvil {
  chroot =
}
service imap-login {
  chroot =
  inet_listener imap {
    port = $port
  }
  inet_listener imaps {
    port = 0
  }
}
passdb {
  driver = static
  args = password=hemligt
}
userdb {
  driver = static
  args = uid=${reader%:*} gid=${reader#*:} home=$home/mail
}
CONF
dovecot -F -c "$home/dovecot.conf" >"$home/out" 2>&1 &
server=$!
end() { kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; rm -rf "$home"; }
trap end EXIT
touch "$home/log"
# It answers before it can take anybody in; then it says what it can.
greets() { local line; read -r -t 2 line 2>/dev/null <"/dev/tcp/127.0.0.1/$port" && [[ $line == *CAPABILITY* ]]; } 2>/dev/null
until_ready dovecot "$server" "$home/log" greets
KALENDER_TEST_IMAP="imap://svar%40kalender.test:hemligt@127.0.0.1:$port/INBOX?tls=none" KALENDER_TEST_MAILDIR="$home/mail" "$@"
