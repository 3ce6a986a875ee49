"""Writes rules.csv: two thousand rules of RFC 5545, and what python-dateutil (another implementation) makes of them.

    pip install python-dateutil==2.9.0.post0 && python3 make.py > rules.csv

Each line: beginning, rule, how many there are between the beginning and 2031-01-01 (at most 1,500), and the first, second, middle
and last of them. Clock times alone: zones are tested by tables.
"""
import random
from datetime import datetime, timedelta

from dateutil.rrule import rrulestr

DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
chance = random.Random(5545)


def some(values, most):
    return chance.sample(values, chance.randint(1, most))


def days(numbered):
    picked = some(DAYS, 4)
    if numbered and chance.random() < 0.7:
        picked = [f"{chance.choice([-2, -1, 1, 2, 3, 4])}{day}" for day in picked]
    return ",".join(picked)


def joined(values):
    return ",".join(str(value) for value in sorted(values))


def rule(start):
    frequency = chance.choice(["DAILY", "WEEKLY", "MONTHLY", "YEARLY"])
    parts = [f"FREQ={frequency}"]
    if chance.random() < 0.6:
        parts.append(f"INTERVAL={chance.randint(1, 5)}")
    if chance.random() < 0.3:
        parts.append(f"COUNT={chance.randint(1, 60)}")
    elif chance.random() < 0.3:
        parts.append("UNTIL=" + (start + timedelta(days=chance.randint(0, 2000))).strftime("%Y%m%dT%H%M%SZ"))
    if frequency == "WEEKLY":
        if chance.random() < 0.8:
            parts.append("BYDAY=" + days(False))
        if chance.random() < 0.3:
            parts.append("WKST=" + chance.choice(["MO", "SU"]))
    elif frequency == "MONTHLY":
        kind = chance.random()
        if kind < 0.4:
            parts.append("BYDAY=" + days(True))
        elif kind < 0.7:
            parts.append("BYMONTHDAY=" + joined(some([*range(1, 32), -1, -2, -3], 4)))
        elif kind < 0.85:
            parts.append("BYDAY=" + days(False))
            parts.append("BYSETPOS=" + joined(some([-2, -1, 1, 2, 3], 2)))
    elif frequency == "YEARLY":
        kind = chance.random()
        if kind < 0.3:
            parts.append("BYMONTH=" + joined(some(list(range(1, 13)), 4)))
            parts.append("BYDAY=" + days(True))
        elif kind < 0.5:
            parts.append("BYMONTH=" + joined(some(list(range(1, 13)), 4)))
            parts.append("BYMONTHDAY=" + joined(some([*range(1, 32), -1], 3)))
        elif kind < 0.65:
            parts.append("BYYEARDAY=" + joined(some([1, 59, 60, 61, 100, 200, 365, 366, -1, -100], 3)))
        elif kind < 0.75:
            parts.append("BYWEEKNO=" + joined(some([1, 2, 20, 51, 52, 53, -1], 2)))
            parts.append("BYDAY=" + chance.choice(DAYS))
    elif chance.random() < 0.3:
        parts.append("BYMONTH=" + joined(some(list(range(1, 13)), 4)))
    return ";".join(parts)


written = 0
while written < 2000:
    start = datetime(chance.randint(2019, 2026), chance.randint(1, 12), chance.randint(1, 28), chance.randint(0, 23), 30)
    text = rule(start)
    # dateutil wants UNTIL in the clock of a naive beginning.
    made = rrulestr(text.replace("Z", ""), dtstart=start)
    dates = []
    for date in made:
        if date >= datetime(2031, 1, 1) or len(dates) == 1500:
            break
        dates.append(date)
    if not dates:
        continue
    shown = [dates[0], dates[min(1, len(dates) - 1)], dates[len(dates) // 2], dates[-1]]
    print(start.strftime("%Y%m%dT%H%M"), text, len(dates), *(date.strftime("%Y%m%d") for date in shown), sep=" ")
    written += 1
