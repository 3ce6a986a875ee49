#!/usr/bin/env bash
# with-redis.sh CMD…: runs CMD with KALENDER_TEST_REDIS naming a fresh redis-server, and ends it afterwards. One that is
# named already is used as it is.
set -euo pipefail
[ -n "${KALENDER_TEST_REDIS:-}" ] && exec "$@"
free() { ! (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }
port=0
for candidate in $(seq $((22000 + RANDOM % 2000)) 25999); do
  if free "$candidate"; then port=$candidate && break; fi
done
redis-server --port "$port" --bind 127.0.0.1 --save '' --appendonly no >/dev/null &
server=$!
end() { kill -KILL "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; }
trap end EXIT
for _ in $(seq 100); do
  free "$port" || break
  kill -0 "$server" 2>/dev/null || { echo "redis-server ended" >&2; exit 1; }
  sleep 0.1
done
KALENDER_TEST_REDIS="redis://127.0.0.1:$port" "$@"
