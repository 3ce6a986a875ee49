#!/usr/bin/env bash
# suites.sh: brings the calendar files that other programs try themselves on into target/suites, a folder for each, as they were at
# one commit. They are read and not kept in the repository: their licences (BSD, MIT, Apache) are fetched with them.
set -euo pipefail
home=$(cd "$(dirname "$0")/../../.." && pwd)/target/suites
while read -r name repository commit; do
  [ "$(cat "$home/.$name" 2>/dev/null)" = "$commit" ] && continue
  echo "==> Fetching the test files of $name" >&2
  rm -rf "$home/$name" "$home/.$name.git"
  mkdir -p "$home/$name"
  git init -q --bare "$home/.$name.git"
  git -C "$home/.$name.git" fetch -q --depth 1 "https://github.com/$repository" "$commit"
  git -C "$home/.$name.git" archive FETCH_HEAD | tar -x -C "$home/$name" --wildcards '*.ics' '*[Ll][Ii][Cc][Ee][Nn][Ss]*'
  rm -rf "$home/.$name.git"
  echo "$commit" >"$home/.$name"
done <<SUITES
ical4j ical4j/ical4j 73e8192b171104c2fdfd5bb2311bb37837f4241f
ical.net ical-org/ical.net f924bd6dd05fd4607fa0191d164d0df4693ae997
node-ical jens-maus/node-ical 5a7e1c7b6fd0a67d6e364aee18cf053c3b8000a2
SUITES
echo "$home"
