#!/usr/bin/env bash
# with.sh CMD…: runs CMD with KALENDER_TEST_FILES naming a bucket of a fresh S3 server (moto, of Python's packages, kept in
# target/s3), and ends it afterwards.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../python.sh"
python_packages "$here" "an S3 server for the tests"
free() { ! (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }
port=0
for candidate in $(seq $((26000 + RANDOM % 2000)) 29999); do
  if free "$candidate"; then port=$candidate && break; fi
done
log=$(mktemp)
"$home/bin/python" "$home/bin/moto_server" -H 127.0.0.1 -p "$port" >"$log" 2>&1 &
server=$!
end() { kill -KILL "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; rm -f "$log"; }
trap end EXIT
for _ in $(seq 300); do
  free "$port" || break
  kill -0 "$server" 2>/dev/null || { echo "The S3 server ended:" >&2; tail -20 "$log" >&2; exit 1; }
  sleep 0.2
done
export AWS_ENDPOINT_URL="http://127.0.0.1:$port" AWS_ACCESS_KEY_ID=test AWS_SECRET_ACCESS_KEY=test AWS_REGION=eu-north-1
"$home/bin/python" - <<'PYTHON'
import os
import boto3
boto3.client("s3", endpoint_url=os.environ["AWS_ENDPOINT_URL"]).create_bucket(
    Bucket="kalender", CreateBucketConfiguration={"LocationConstraint": os.environ["AWS_REGION"]}
)
PYTHON
KALENDER_TEST_FILES="s3://kalender" "$@"
