"""What another program makes of iCalendar files: Python's icalendar reads, recurring-ical-events unfolds.

A line of JSON in, a line of JSON out:

    {"file": text, "from": "2026-01-01", "to": "2029-01-01", "lenient": false}
    -> {"occurrences": [{"uid", "title", "start", "end", "allDay"}], "errors": [text], "components": {"VEVENT": n}, "texts": {uid: {name: text}}}

Times in UTC ("2026-06-01T16:00:00Z"), of days "2026-06-19", the end of days the last of them. Times without a zone are those of
Sweden. `errors`: what the reader could not make sense of, what no program has to accept (a line of more than 75 octets or with a
bare end, a zone that is not described), and zones whose own description says something else than the zone of that name does.
Lenient: nothing of that is looked for, and events without a readable beginning are passed over.

With "corpus" as its argument: a line of JSON per file of icalendar's own tests, {"name", "file"}, of those that are text.
"""
import json
import sys
from datetime import date, datetime, timedelta, timezone
from pathlib import Path
from zoneinfo import ZoneInfo, available_timezones

import icalendar
import recurring_ical_events

HOME = ZoneInfo("Europe/Stockholm")
KNOWN = available_timezones()


def moment(value):
    if not isinstance(value, datetime):
        return value.isoformat()
    at = value if value.tzinfo else value.replace(tzinfo=HOME)
    return at.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def occurrence(event):
    start, end = event.start, event.end
    all_day = not isinstance(start, datetime)
    if all_day:
        end = max(start, end - timedelta(days=1))
    return {
        "uid": str(event.get("UID", "")),
        "title": str(event.get("SUMMARY", "")),
        "start": moment(start),
        "end": moment(end),
        "allDay": all_day,
    }


def written(file):
    """What is wrong with how it is written."""
    if "\n" in file.replace("\r\n", "") or "\r" in file.replace("\r\n", ""):
        yield "a line with a bare end"
    for line in file.split("\r\n"):
        if len(line.encode()) > 75:
            yield f"a line of more than 75 octets: {line[:40]}"


def zones(calendar):
    """Zones that are not described, or not as they are."""
    described = {str(zone["TZID"]): zone for zone in calendar.walk("VTIMEZONE")}
    for event in calendar.walk("VEVENT"):
        for name, value in event.property_items(recursive=False):
            zone = getattr(value, "params", {}).get("TZID")
            if zone and str(zone) not in described:
                yield f"{name} is in {zone}, which is not described"
    now = datetime.now(timezone.utc)
    for name, zone in described.items():
        if name not in KNOWN:
            continue
        own, known = zone.to_tz(lookup_tzid=False), ZoneInfo(name)
        for day in range(-365, 2 * 365, 5):
            local = (now + timedelta(days=day)).replace(tzinfo=None, hour=12, minute=0)
            if local.replace(tzinfo=own).utcoffset() != local.replace(tzinfo=known).utcoffset():
                yield f"{name} is described otherwise at {local}"
                break


def texts(calendar):
    names = ["SUMMARY", "DESCRIPTION", "LOCATION", "STATUS", "CLASS", "URL"]
    return {
        str(event["UID"]): {name: str(event[name]) for name in names if name in event}
        for event in calendar.walk("VEVENT")
        if "RECURRENCE-ID" not in event and "UID" in event
    }


def wrong(calendar, file):
    yield from written(file)
    yield from zones(calendar)
    for component in calendar.walk():
        yield from (f"{component.name} {name}: {error}" for name, error in component.errors)


def read(asked):
    calendar = icalendar.Calendar.from_ical(asked["file"].encode())
    lenient = asked["lenient"]
    components = {}
    for component in calendar.walk():
        components[component.name] = components.get(component.name, 0) + 1
    between = (date.fromisoformat(asked["from"]), date.fromisoformat(asked["to"]))
    found = recurring_ical_events.of(calendar, skip_bad_series=lenient).between(*between)
    return {
        "occurrences": sorted(map(occurrence, found), key=lambda one: json.dumps(one, sort_keys=True)),
        "errors": [] if lenient else list(wrong(calendar, asked["file"])),
        "components": components,
        "texts": texts(calendar),
    }


def corpus():
    for path in sorted(Path(icalendar.__file__).parent.rglob("*.ics")):
        try:
            file = path.read_bytes().decode()
        except UnicodeDecodeError:
            continue
        yield {"name": path.name, "file": file}


def main():
    if sys.argv[1:] == ["corpus"]:
        for file in corpus():
            print(json.dumps(file))
        return
    for line in sys.stdin:
        try:
            said = read(json.loads(line))
        except Exception as error:  # It says what it could not read; the tests judge.
            said = {"unreadable": f"{type(error).__name__}: {error}"}
        print(json.dumps(said), flush=True)


main()
