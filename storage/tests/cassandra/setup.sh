#!/usr/bin/env bash
# Brings the jars of a real Cassandra into target/cassandra/lib, and Java and Maven from Debian where they are missing.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
home=$(cd "$here/../../.." && pwd)/target/cassandra
. "$here/../jars.sh"
jars Cassandra "70 MB"
