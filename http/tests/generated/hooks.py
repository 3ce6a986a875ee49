"""Ids that there are: a made-up one ends in a 404 before anything else of a call is looked at.

Schemathesis loads this (SCHEMATHESIS_HOOKS); GENERATED_URL and GENERATED_TOKEN say whose ids they are.
"""

import json
import os
import random
import urllib.error
import urllib.request

import schemathesis

# Hypothesis has the other one, and would begin it anew for each call.
LOT = random.Random()
URL, TOKEN = os.environ["GENERATED_URL"], os.environ["GENERATED_TOKEN"]
# Ids go away while calls are made, and new ones come: looked for anew after so many.
LASTS = 400
# What stands before an id, and whose it is; the longer first.
BEFORE = {
    "/feed/entity/": "entity",
    "/feed/person/": "person",
    "/feed/comments/": "comment",
    "/feed/posts/": "post",
    "/chat/channels/": "channel",
    "/chat/messages/": "message",
    "/chat/saved/": "message",
    "/chat/scheduled/": "scheduled",
    "/chat/workspaces/": "workspace",
    "/messages/conversations/": "conversation",
    "/contacts/requests/": "request",
    "/contacts/": "person",
    "/contacts/card/": "person",
    "/contacts/status/": "person",
    "/contacts/block/": "person",
    "/contacts/follow/": "person",
    "/contacts/suggestions/": "person",
    "/moderation/": "entity",
    "/cases/": "case",
    "/me/invitations/": "entity",
    "/lunch-menu/": "entity",
    "/entities/": "entity",
    "/event/": "event",
    "/event-filters/": "filter",
    "/calendars/": "calendar",
    "/articles/": "article",
    "/context/slug/": "slug",
    "/public/entities/": "slug",
    "/users/": "user name",
    "/img/{kind}/": "person",
}
# Fields of bodies and queries.
FIELDS = {
    "userId": "person",
    "idUser": "person",
    "userIds": "person",
    "entityId": "entity",
    "idEntity": "entity",
    "channelId": "channel",
    "workspaceId": "workspace",
    "parentMessageId": "message",
    "calendarUUID": "calendar",
    "calendarUuid": "calendar",
}


def get(path):
    """The content of an answer; nothing where it is refused."""
    call = urllib.request.Request(URL + path, headers={"Authorization": f"Bearer {TOKEN}"})
    try:
        with urllib.request.urlopen(call, timeout=60) as answer:
            body = json.load(answer)
    except (urllib.error.URLError, ValueError, TimeoutError):
        return []
    for name in ("data", "content"):
        if isinstance(body, dict) and name in body:
            body = body[name]
    return body if isinstance(body, list) else []


def some(items, *names):
    """A few of them, by the first name that they have."""
    found = [next((one[name] for name in names if one.get(name)), None) for one in items if isinstance(one, dict)]
    return LOT.sample([one for one in found if one], k=min(12, sum(1 for one in found if one)))


class Pools:
    def __init__(self):
        self.left, self.kinds = 0, {}

    def pick(self, kind):
        if self.left <= 0:
            self.left, self.kinds = LASTS, self.look()
        self.left -= 1
        return LOT.choice(self.kinds.get(kind) or [None])

    def look(self):
        mine = get("/api/v1/me/entities")
        found = {"entity": some(mine, "idEntity"), "slug": some(mine, "entitySlug")}
        found["workspace"] = some(get("/api/v1/chat/workspaces"), "workspaceId")
        found["channel"], found["message"], found["person"], found["user name"], found["case"] = [], [], [], [], []
        for workspace in found["workspace"][:4]:
            found["channel"] += some(get(f"/api/v1/chat/workspaces/{workspace}/channels"), "id")
        for channel in found["channel"][:10]:
            found["message"] += some(get(f"/api/v1/chat/channels/{channel}/messages"), "id")
        for entity in found["entity"][:4]:
            people = get(f"/api/v1/entities/{entity}/relations")
            found["person"] += some(people, "userId", "idUser", "id")
            found["user name"] += some(people, "userName", "username", "slug")
            found["case"] += some(get(f"/api/v1/moderation/{entity}/cases"), "id", "idCase")
        found["conversation"] = some(get("/api/v1/messages/conversations"), "channelId")
        found["request"] = some(get("/api/v1/contacts/requests/incoming"), "id")
        found["calendar"] = some(get("/api/v1/calendars"), "calendarUUID")
        found["filter"] = some(get("/api/v1/event-filters"), "idFilter")
        found["scheduled"] = some(get("/api/v1/chat/scheduled"), "id")
        found["article"] = some(get("/api/v1/articles"), "uuid")
        events = get("/api/v1/events?from=2026-10-01T00:00:00Z&to=2026-12-30T00:00:00Z")
        events += get("/api/public/events?from=2026-10-01T00:00:00Z&to=2026-12-30T00:00:00Z")
        found["event"] = some(events, "id")
        found["post"], found["comment"] = some(get("/api/v1/feed"), "uuid"), []
        for post in found["post"][:6]:
            found["comment"] += some(get(f"/api/v1/feed/posts/{post}/comments"), "id", "idComment")
        return found


pools = Pools()


def whose(path, name):
    if name in ("user_id", "user_name"):
        return "person" if name == "user_id" else "user name"
    before = path.split("{" + name + "}")[0]
    fits = [start for start in BEFORE if before.endswith(start)]
    return BEFORE[max(fits, key=len)] if fits else None


@schemathesis.hook
def map_path_parameters(context, path_parameters):
    for name in path_parameters or {}:
        kind = whose(context.operation.path, name)
        known = pools.pick(kind) if kind and LOT.random() < 0.8 else None
        if known is not None:
            path_parameters[name] = known
    return path_parameters


@schemathesis.hook
def map_body(context, body):
    for name in body if isinstance(body, dict) else ():
        known = pools.pick(FIELDS[name]) if name in FIELDS and LOT.random() < 0.6 else None
        if known is not None:
            body[name] = [known] if isinstance(body[name], list) else known
    return body
