#!/usr/bin/env bash
# run.sh DIR PORT [passing|locked]: one Cassandra in the foreground, its data in DIR, CQL on 127.0.0.1:PORT, PORT + 1 for itself.
# It dies with whoever started it. Ready when the port answers; what it says goes to DIR/log. A passing one is never
# started again on its data, so it need not care for the disk, and its tables are made in a tenth of the time. A locked one
# asks for user and password (cassandra, cassandra).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
lib=$(cd "$here/../../.." && pwd)/target/cassandra/lib
mkdir -p "$1"
dir=$(cd "$1" && pwd)
port=$2
"$here/setup.sh"
mkdir -p "$dir/conf"
# Killed between writing where a part of its log ends and that number's checksum it would not start again; what lies in the
# part has checksums of its own.
sync=batch flags=(-Dcassandra.commitlog.allow_ignore_sync_crc=true)
if [ "${3:-}" = passing ]; then
  sync=periodic
  flags=(-XX:TieredStopAtLevel=1 -Dcassandra.test.flush_local_schema_changes=false -Dcassandra.unsafesystem=true)
fi
sed -e "s|@DIR@|$dir|; s|@STORAGE_PORT@|$((port + 1))|; s|@PORT@|$port|; s|@SYNC@|$sync|" \
  -e "$([ $sync = periodic ] && echo 's|^commitlog_sync:.*|&\ncommitlog_sync_period: 10000ms|')" "$here/cassandra.yaml" >"$dir/conf/cassandra.yaml"
: >"$dir/conf/jvm"
if [ "${3:-}" = locked ]; then
  printf 'authenticator: PasswordAuthenticator\nauthorizer: CassandraAuthorizer\n' >>"$dir/conf/cassandra.yaml"
  flags+=(-Dcassandra.superuser_setup_delay_ms=0)
fi
cp "$here/logback.xml" "$dir/conf/"
open() { printf -- "--add-$1\n$2=ALL-UNNAMED\n" >>"$dir/conf/jvm"; }
for name in java.base/jdk.internal.misc java.management.rmi/com.sun.jmx.remote.internal.rmi java.rmi/sun.rmi.registry \
  java.rmi/sun.rmi.server java.sql/java.sql java.base/java.lang.ref jdk.unsupported/sun.misc \
  jdk.compiler/com.sun.tools.javac.file; do
  open exports "$name"
done
for name in java.lang.module java.net jdk.internal.loader jdk.internal.ref jdk.internal.reflect jdk.internal.math \
  jdk.internal.module jdk.internal.util.jar sun.nio.ch java.io java.nio java.util java.util.concurrent \
  java.util.concurrent.atomic java.lang; do
  open opens "java.base/$name"
done
open opens jdk.management/com.sun.management.internal
# A table costs some 0.3 MB of the heap, and each installation of the live tests makes all of them in a keyspace of its own:
# at 135 tables, some forty installations are worth two gigabytes.
# With the parent gone the kernel ends it: no run of the tests leaves a server behind.
exec setpriv --pdeathsig KILL java "@$dir/conf/jvm" \
  -Xms512m -Xmx5g -XX:+UseSerialGC "${flags[@]}" \
  -Dcassandra.storagedir="$dir" -Dcassandra.config="file://$dir/conf/cassandra.yaml" \
  -Dlogback.configurationFile="$dir/conf/logback.xml" -Dcassandra-foreground=yes \
  -Dcassandra.skip_wait_for_gossip_to_settle=0 -Dcassandra.ring_delay_ms=100 -Dcassandra.initial_token=0 \
  -Djdk.attach.allowAttachSelf=true \
  -cp "$dir/conf:$lib/*" org.apache.cassandra.service.CassandraDaemon >"$dir/log" 2>&1
