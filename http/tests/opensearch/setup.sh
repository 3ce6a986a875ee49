#!/usr/bin/env bash
# Brings the jars of a real OpenSearch into target/opensearch/lib, and Java and Maven from Debian where they are missing.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
home=$(cd "$here/../../.." && pwd)/target/opensearch
. "$here/../../../storage/tests/jars.sh"
# The JDK's own compiler makes the starter; Maven brings one where Debian's is missing.
jars OpenSearch "55 MB"
