#!/usr/bin/env bash
# with.sh CMD…: runs CMD with KALENDER_TEST_CQL naming a fresh Cassandra, and ends it afterwards. One that is named
# already is used as it is.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
[ -n "${KALENDER_TEST_CQL:-}" ] && exec "$@"
"$here/setup.sh"
home=$(cd "$here/../../.." && pwd)/target/cassandra
mkdir -p "$home"
dir=$(mktemp -d "${TMPDIR:-$home}/cassandra.XXXXXX")
. "$here/../server.sh"
port=$(free_port $((19000 + RANDOM % 400 * 4)) 21999 4)
"$here/run.sh" "$dir" "$port" passing &
server=$!
end() { kill -KILL "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; rm -rf "$dir"; }
trap end EXIT
until_ready Cassandra "$server" "$dir/log" listens "$port"
KALENDER_TEST_CQL="127.0.0.1:$port" "$@"
