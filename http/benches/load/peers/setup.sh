#!/usr/bin/env bash
# Brings the servers that ours is measured beside: RabbitMQ and NATS from Debian, Centrifugo from Go's modules, Artemis from
# Maven; the last two are kept in target/peers. Nothing of it is needed by anything but the measurement.
set -euo pipefail
home=$(cd "$(dirname "$0")/../../../.." && pwd)/target/peers
centrifugo=v6.9.1
artemis=2.40.0
mkdir -p "$home"
want() {
  { command -v "$1" || [ -e "$1" ]; } >/dev/null && return
  echo "==> Installing $2 (Debian's package)" >&2
  apt-get update -qq >&2
  # Not as services of this machine.
  printf '#!/bin/sh\nexit 101\n' >/usr/sbin/policy-rc.d && chmod +x /usr/sbin/policy-rc.d
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$2" >&2 || { rm -f /usr/sbin/policy-rc.d; exit 1; }
  rm -f /usr/sbin/policy-rc.d
}
want nats-server nats-server
want /usr/lib/rabbitmq/bin/rabbitmq-server rabbitmq-server
want java openjdk-17-jre-headless
if [ ! -x "$home/centrifugo-$centrifugo" ]; then
  command -v go >/dev/null || { echo "Centrifugo is built by Go (1.25 or newer), which is missing" >&2; exit 1; }
  echo "==> Building Centrifugo $centrifugo" >&2
  GOBIN="$home/bin" go install "github.com/centrifugal/centrifugo/v6@$centrifugo" >&2
  mv "$home/bin/centrifugo" "$home/centrifugo-$centrifugo"
fi
ln -sfn "centrifugo-$centrifugo" "$home/centrifugo"
if [ ! -d "$home/apache-artemis-$artemis" ]; then
  want mvn maven
  echo "==> Fetching Artemis $artemis" >&2
  mvn -q -B dependency:copy -Dartifact="org.apache.activemq:apache-artemis:$artemis:tar.gz:bin" -DoutputDirectory="$home" >&2
  tar -xzf "$home/apache-artemis-$artemis-bin.tar.gz" -C "$home"
fi
ln -sfn "apache-artemis-$artemis" "$home/artemis"
