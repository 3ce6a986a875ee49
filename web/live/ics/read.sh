#!/usr/bin/env bash
# read.sh [corpus]: what another program (Python's icalendar and recurring-ical-events, kept in target/ics) makes of iCalendar
# files; see read.py for what goes in and comes out. With "corpus": the files that icalendar's own tests read.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
home=$(cd "$here/../../.." && pwd)/target/ics
if ! cmp -s "$here/requirements.txt" "$home/.complete"; then
  echo "==> Installing another reader of calendars for the tests" >&2
  rm -rf "$home"
  python3 -m venv "$home" && "$home/bin/pip" install --quiet --disable-pip-version-check -r "$here/requirements.txt" >&2 \
    || { echo "Python 3 with venv is needed for the tests of calendars' files, and the network" >&2; exit 1; }
  cp "$here/requirements.txt" "$home/.complete"
fi
exec "$home/bin/python" "$here/read.py" "$@"
