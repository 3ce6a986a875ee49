#!/usr/bin/env bash
# run.sh DIR PORT: one OpenSearch in the foreground, its data in DIR, HTTP on 127.0.0.1:PORT. It dies with whoever started
# it. Ready when the port answers; what it says goes to DIR/log. Started again on the same DIR it has what it had.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
lib=$(cd "$here/../../.." && pwd)/target/opensearch/lib
mkdir -p "$1"
dir=$(cd "$1" && pwd)
"$here/setup.sh"
# With the parent gone the kernel ends it: no run of the tests leaves a server behind.
exec setpriv --pdeathsig KILL java -Xms512m -Xmx512m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 \
  -cp "$lib/*" "$here/Search.java" "$dir" "$2" >"$dir/log" 2>&1
