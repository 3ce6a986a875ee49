#!/usr/bin/env bash
# with.sh CMD…: runs CMD with KALENDER_TEST_SEARCH naming a fresh OpenSearch, and ends it afterwards. One that is named
# already is used as it is.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
[ -n "${KALENDER_TEST_SEARCH:-}" ] && exec "$@"
"$here/setup.sh"
home=$(cd "$here/../../.." && pwd)/target/opensearch
dir=$(mktemp -d "$home/run.XXXXXX")
free() { ! (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }
port=0
for candidate in $(seq $((22000 + RANDOM % 1500)) 25999); do
  if free "$candidate"; then port=$candidate && break; fi
done
"$here/run.sh" "$dir" "$port" &
server=$!
end() { kill -KILL "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; rm -rf "$dir"; }
trap end EXIT
for _ in $(seq 300); do
  free "$port" || break
  kill -0 "$server" 2>/dev/null || { echo "OpenSearch ended:" >&2; tail -20 "$dir/log" >&2; exit 1; }
  sleep 0.2
done
if free "$port"; then echo "OpenSearch did not answer within a minute:" >&2; tail -20 "$dir/log" >&2; exit 1; fi
KALENDER_TEST_SEARCH="http://127.0.0.1:$port" "$@"
