#!/usr/bin/env bash
# run.sh MINUTES: calls that Schemathesis (of Python's packages, kept in target/generated) makes up of the OpenAPI document, with
# ids that there are (hooks.py), to $KALENDER_BIN over the demo's data: half of the time by somebody signed in, by cookie and
# token at once, half by nobody. It fails on a 5xx, on an answer that the document does not have, and on one that is not as
# the document says.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../python.sh"
python_packages "$here" "Schemathesis"
minutes=${1:-60}
free() { ! (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }
ports=()
for candidate in $(seq $((24000 + RANDOM % 1000)) 25999); do
  if free "$candidate"; then ports+=("$candidate"); fi
  if [ ${#ports[@]} = 2 ]; then break; fi
done
url=http://127.0.0.1:${ports[0]}
data=$(mktemp -d)
export KALENDER_DATA=$data/data KALENDER_LISTEN=127.0.0.1:${ports[0]} KALENDER_ADMIN_LISTEN=127.0.0.1:${ports[1]} \
  KALENDER_LIMITS=off KALENDER_LINK_PREVIEWS=off KALENDER_LOG=off KALENDER_MAX_ENTITIES_PER_USER=100000
"$KALENDER_BIN" demo >/dev/null
token=$("$KALENDER_BIN" session add --email anna@demo.kalender.example)
"$KALENDER_BIN" serve &
server=$!
end() { kill -KILL "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; rm -rf "$data"; }
trap end EXIT
export SCHEMATHESIS_HOOKS=hooks PYTHONPATH=$here GENERATED_URL=$url GENERATED_TOKEN=$token PYTHONDONTWRITEBYTECODE=1
calls() {
  (cd "$data" && "$home/bin/schemathesis" --no-color run "$url/api/openapi.json" --url "$url" --wait-for-schema 120 \
    --checks not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,response_schema_conformance \
    --phases examples,coverage,fuzzing --max-time $((minutes * 30)) --continue-on-failure --no-shrink \
    --suppress-health-check all --request-timeout 60 --warnings off --generation-database none "$@")
}
failed=0
echo "==> Calls by somebody signed in"
# What would sign them out is left to the tests.
calls -H "Cookie: kalender_jwt=$token" -H "Authorization: Bearer $token" -H "Origin: $url" \
  --generation-with-security-parameters false --exclude-operation-id accounts_logout_log_out \
  --exclude-operation-id accounts_sessions_end_session --exclude-operation-id accounts_me_erase || failed=1
echo "==> Calls by nobody"
calls || failed=1
exit $failed
