#!/usr/bin/env bash
# with.sh CMD…: runs CMD with KALENDER_TEST_CLAMD (host:port) and KALENDER_TEST_CLAMD_SOCKET naming a fresh clamd (Debian's
# package) that knows one signature, that of the EICAR test file, and takes 3 MB at most; ends it afterwards. No network is
# needed for signatures.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
command -v clamd >/dev/null || {
  echo "==> Installing a virus scanner for the tests (Debian's package)" >&2
  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends clamav-daemon; } >&2 \
    || { echo "clamd is needed: apt-get install clamav-daemon" >&2; exit 1; }
}
. "$here/../../../storage/tests/server.sh"
port=$(free_port $((30000 + RANDOM % 2000)) 32700)
home=$(mktemp -d)
mkdir "$home/signatures"
cp "$here/test.ndb" "$home/signatures/"
cat >"$home/clamd.conf" <<CONF
Foreground yes
TCPSocket $port
TCPAddr 127.0.0.1
LocalSocket $home/clamd.sock
DatabaseDirectory $home/signatures
StreamMaxLength 3M
CONF
clamd --config-file="$home/clamd.conf" >"$home/log" 2>&1 &
scanner=$!
end() { kill -KILL "$scanner" 2>/dev/null || true; wait "$scanner" 2>/dev/null || true; rm -rf "$home"; }
trap end EXIT
both() { [ -S "$home/clamd.sock" ] && listens "$port"; }
until_ready clamd "$scanner" "$home/log" both
KALENDER_TEST_CLAMD="127.0.0.1:$port" KALENDER_TEST_CLAMD_SOCKET="$home/clamd.sock" "$@"
