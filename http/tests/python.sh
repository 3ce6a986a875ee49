# To be sourced. python_packages FOLDER WHAT: sets `home` to a virtual environment in target/, named as FOLDER, that has what
# FOLDER/requirements.txt names, and makes it where it is not complete. WHAT is said while that takes its time.
python_packages() {
  home=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)/target/$(basename "$1")
  if cmp -s "$1/requirements.txt" "$home/.complete"; then return; fi
  echo "==> Installing $2" >&2
  rm -rf "$home"
  python3 -m venv "$home" && "$home/bin/pip" install --quiet --disable-pip-version-check -r "$1/requirements.txt" >&2 \
    || { echo "Python 3 with venv is needed for $2, and the network" >&2; exit 1; }
  cp "$1/requirements.txt" "$home/.complete"
}
