#!/usr/bin/env bash
# backup.sh FOLDER [DAYS]: a whole copy (kalender.db, files/, secret) in FOLDER/copy-YYYY-MM-DD while people go on; copies older
# than DAYS (14) are removed. A copy has its name only once it is whole. Exit code 0 only on success.
#
# Files never change under their name: what the copy before has is linked, so a night costs what is new, and what was deleted
# (an erasure) is gone with the last copy that held it.
#
# By default it asks the container of docker/compose.yaml. KALENDER_RUN: what to put before each command instead, empty for a
# server without a container; KALENDER_DATA: the data directory as those commands see it.
set -euo pipefail
umask 077
folder=${1:?usage: backup.sh FOLDER [DAYS]}
days=${2:-14}
data=${KALENDER_DATA:-/data}
read -ra run <<<"${KALENDER_RUN-docker compose -f $(cd "$(dirname "$0")" && pwd)/compose.yaml exec -T kalender}"
run() { "${run[@]}" "$@" </dev/null; }

mkdir -p "$folder"
cd "$folder"
new=copy-$(date +%F)
rm -rf "$new.part"
mkdir "$new.part"
trap 'run rm -f "$data/$new.db" || true; rm -rf "$PWD/$new.part" "${there:-}" "${here:-}"' EXIT

# The store first: a file that comes later is named by no row of it.
run rm -f "$data/$new.db"
run kalender backup "$data/$new.db"
run cat "$data/$new.db" >"$new.part/kalender.db"
run cat "$data/secret" >"$new.part/secret"

before=$(find . -maxdepth 1 -type d -name 'copy-????-??-??' | sort | tail -n 1)
if [ -n "$before" ] && [ -d "$before/files" ]; then cp -al "$before/files" "$new.part/files"; else mkdir "$new.part/files"; fi
there=$(mktemp) && here=$(mktemp)
run sh -c "cd '$data' && mkdir -p files && find files -type f" | sort >"$there"
(cd "$new.part" && find files -type f) | sort >"$here"
comm -13 "$there" "$here" | (cd "$new.part" && xargs -r -d '\n' rm --)
if [ -n "$(comm -23 "$there" "$here")" ]; then
  # One that is deleted meanwhile is not missed.
  comm -23 "$there" "$here" | "${run[@]}" tar -C "$data" --ignore-failed-read -cf - -T - | tar -C "$new.part" -xf -
fi

rm -rf "$new"
mv "$new.part" "$new"
find . -maxdepth 1 -type d -name 'copy-????-??-??' -mtime "+$days" -exec rm -rf {} +
