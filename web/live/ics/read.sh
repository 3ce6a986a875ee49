#!/usr/bin/env bash
# read.sh [corpus]: what another program (Python's icalendar and recurring-ical-events, kept in target/ics) makes of iCalendar
# files; see read.py for what goes in and comes out. With "corpus": the files that icalendar's own tests read.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../../../http/tests/python.sh"
python_packages "$here" "another reader of calendars for the tests"
exec "$home/bin/python" "$here/read.py" "$@"
