#!/usr/bin/env bash
# with.sh CMD…: runs CMD with KALENDER_TEST_SEARCH naming a fresh OpenSearch, and ends it afterwards. One that is named
# already is used as it is.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
[ -n "${KALENDER_TEST_SEARCH:-}" ] && exec "$@"
"$here/setup.sh"
home=$(cd "$here/../../.." && pwd)/target/opensearch
dir=$(mktemp -d "$home/run.XXXXXX")
. "$here/../../../storage/tests/server.sh"
port=$(free_port $((22000 + RANDOM % 1500)) 25999)
"$here/run.sh" "$dir" "$port" &
server=$!
end() { kill -KILL "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; rm -rf "$dir"; }
trap end EXIT
until_ready OpenSearch "$server" "$dir/log" listens "$port"
KALENDER_TEST_SEARCH="http://127.0.0.1:$port" "$@"
