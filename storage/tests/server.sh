# Sourced: what every server needs that the tests start.

# Whether nobody listens on a port.
free() { ! (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

# free_port FIRST LAST [STEP]: a port that nobody listens on; with a step of more than one its neighbour is free as well.
free_port() {
  local candidate step=${3:-1}
  for candidate in $(seq "$1" "$step" "$2"); do
    free "$candidate" && { [ "$step" = 1 ] || free $((candidate + 1)); } && echo "$candidate" && return
  done
  echo 0
}

# until_ready NAME PID LOG CMD…: waits until CMD says that the server is there; ends where the server does, or after a minute.
until_ready() {
  local name=$1 pid=$2 log=$3
  shift 3
  for _ in $(seq 300); do
    if "$@"; then return; fi
    kill -0 "$pid" 2>/dev/null || { echo "$name ended:" >&2; tail -20 "$log" >&2; exit 1; }
    sleep 0.2
  done
  echo "$name did not answer within a minute:" >&2
  tail -20 "$log" >&2
  exit 1
}

# listens PORT: whether somebody does.
listens() { ! free "$1"; }
