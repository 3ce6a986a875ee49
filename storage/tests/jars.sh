# Sourced. jars NAME SIZE: the jars that pom.xml in $here names, in $home/lib, and Java and Maven from Debian where they are missing.

jars() {
  local name=$1 size=$2 stamp="$home/lib/.complete"
  want() {
    command -v "$1" >/dev/null && return
    echo "==> Installing $2 for the tests (Debian's package)" >&2
    apt-get update -qq >&2 && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$2" >&2 \
      || { echo "$2 is needed for the tests on $name, and could not be installed" >&2; exit 1; }
  }
  want java openjdk-17-jre-headless
  cmp -s "$here/pom.xml" "$stamp" && return
  want mvn maven
  mkdir -p "$home"
  # Two test programs may begin at once.
  exec 9>"$home/.lock"
  flock 9
  cmp -s "$here/pom.xml" "$stamp" && return
  echo "==> Fetching $name's jars (about $size, once)" >&2
  rm -rf "$home/lib.new"
  mvn -q -B -f "$here/pom.xml" dependency:copy-dependencies -DoutputDirectory="$home/lib.new" >&2 \
    || { echo "$name's jars could not be fetched (Maven)" >&2; exit 1; }
  cp "$here/pom.xml" "$home/lib.new/.complete"
  rm -rf "$home/lib" && mv "$home/lib.new" "$home/lib"
}
