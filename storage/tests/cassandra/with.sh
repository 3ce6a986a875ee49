#!/usr/bin/env bash
# with.sh CMD…: runs CMD with KALENDER_TEST_CQL naming a fresh Cassandra, and ends it afterwards. One that is named
# already is used as it is.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
[ -n "${KALENDER_TEST_CQL:-}" ] && exec "$@"
"$here/setup.sh"
home=$(cd "$here/../../.." && pwd)/target/cassandra
mkdir -p "$home"
dir=$(mktemp -d "$home/run.XXXXXX")
free() { ! (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }
port=0
for candidate in $(seq $((19000 + RANDOM % 400 * 4)) 4 21999); do
  if free "$candidate" && free $((candidate + 1)); then port=$candidate && break; fi
done
"$here/run.sh" "$dir" "$port" passing &
server=$!
end() { kill -KILL "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; rm -rf "$dir"; }
trap end EXIT
for _ in $(seq 300); do
  free "$port" || break
  kill -0 "$server" 2>/dev/null || { echo "Cassandra ended:" >&2; tail -20 "$dir/log" >&2; exit 1; }
  sleep 0.2
done
if free "$port"; then echo "Cassandra did not answer within a minute:" >&2; tail -20 "$dir/log" >&2; exit 1; fi
KALENDER_TEST_CQL="127.0.0.1:$port" "$@"
