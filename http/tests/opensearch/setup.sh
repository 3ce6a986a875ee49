#!/usr/bin/env bash
# Brings the jars of a real OpenSearch into target/opensearch/lib, and Java and Maven from Debian where they are missing.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
home=$(cd "$here/../../.." && pwd)/target/opensearch
stamp="$home/lib/.complete"
want() {
  command -v "$1" >/dev/null && return
  echo "==> Installing $2 for the tests (Debian's package)" >&2
  apt-get update -qq >&2 && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$2" >&2 \
    || { echo "$2 is needed for the tests on OpenSearch, and could not be installed" >&2; exit 1; }
}
# The JDK's own compiler makes the starter; Maven brings one where Debian's is missing.
want java openjdk-17-jre-headless
cmp -s "$here/pom.xml" "$stamp" && exit 0
want mvn maven
mkdir -p "$home"
# Two test programs may begin at once.
exec 9>"$home/.lock"
flock 9
cmp -s "$here/pom.xml" "$stamp" && exit 0
echo "==> Fetching OpenSearch's jars (about 55 MB, once)" >&2
rm -rf "$home/lib.new"
mvn -q -B -f "$here/pom.xml" dependency:copy-dependencies -DoutputDirectory="$home/lib.new" >&2 \
  || { echo "OpenSearch's jars could not be fetched (Maven)" >&2; exit 1; }
cp "$here/pom.xml" "$home/lib.new/.complete"
rm -rf "$home/lib" && mv "$home/lib.new" "$home/lib"
