#!/usr/bin/env bash
# with.sh CMD…: runs CMD with KALENDER_TEST_FILES naming a bucket of a fresh S3 server (moto, of Python's packages, kept in
# target/s3), and ends it afterwards.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../python.sh"
python_packages "$here" "an S3 server for the tests"
. "$here/../../../storage/tests/server.sh"
port=$(free_port $((26000 + RANDOM % 2000)) 29999)
log=$(mktemp)
"$home/bin/python" "$home/bin/moto_server" -H 127.0.0.1 -p "$port" >"$log" 2>&1 &
server=$!
end() { kill -KILL "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; rm -f "$log"; }
trap end EXIT
until_ready "The S3 server" "$server" "$log" listens "$port"
export AWS_ENDPOINT_URL="http://127.0.0.1:$port" AWS_ACCESS_KEY_ID=test AWS_SECRET_ACCESS_KEY=test AWS_REGION=eu-north-1
"$home/bin/python" - <<'PYTHON'
import os
import boto3
boto3.client("s3", endpoint_url=os.environ["AWS_ENDPOINT_URL"]).create_bucket(
    Bucket="kalender", CreateBucketConfiguration={"LocationConstraint": os.environ["AWS_REGION"]}
)
PYTHON
KALENDER_TEST_FILES="s3://kalender" "$@"
