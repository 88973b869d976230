#!/bin/sh
# Makes sure that FOLDER/bin has a callorder that runs, unless there is one on the path:
#   install-callorder.sh FOLDER
# It builds the program, or keeps the one in the folder, which may come from a cache, if that runs and is of the wanted
# version. Without a program the job fails, because nothing would be checked: exit status 1. It is 42 if
# CALLORDER_ALLOW_MISSING is 1.
set -eu
folder=$1
# The Git address that CallOrder was cloned from, and the tag or branch to build. This is the only place that needs them; a
# variable of the same name in the CI service replaces them.
repository="${CALLORDER_REPOSITORY:-}"
version="${CALLORDER_VERSION:-main}"
program="$folder/bin/callorder"

runs() { "$program" --version >/dev/null 2>&1; }
quietly() { "$@" >/dev/null 2>&1; }
# A program of another machine may need libraries that this one does not have.
add_libraries() {
  if command -v brew >/dev/null; then quietly brew install jansson; fi
  if command -v apt-get >/dev/null; then quietly apt-get update && quietly apt-get install -y libjansson4 zlib1g; fi
}

if quietly command -v callorder; then exit 0; fi
source="${CALLORDER_SOURCE:-}"
wanted=
if [ -n "$repository" ]; then
  # The commit that the version is now; the tag itself comes before what an annotated tag points to.
  wanted=$(git ls-remote -- "$repository" "$version" "$version^{}" | tail -n 1 | cut -f 1)
fi
if [ -x "$program" ] && { [ -z "$wanted" ] || [ "$(cat "$folder/callorder.commit" 2>/dev/null)" = "$wanted" ]; }; then
  runs || add_libraries || true
  if runs; then exit 0; fi
fi
if [ -n "$repository" ]; then
  source=$(mktemp -d)
  git clone --quiet --depth 1 --branch "$version" -- "$repository" "$source"
elif [ -z "$source" ]; then
  message="callorder is not installed, so nothing is checked; set CALLORDER_REPOSITORY to the Git address to build it from"
  if [ "${CALLORDER_ALLOW_MISSING:-}" = 1 ]; then
    echo "warning: $message" >&2
    exit 42
  fi
  echo "error: $message, or CALLORDER_ALLOW_MISSING to 1" >&2
  exit 1
fi
command -v make >/dev/null || { quietly apt-get update && quietly apt-get install -y make; }
make -C "$source" install PREFIX="$folder"
printf '%s\n' "$wanted" > "$folder/callorder.commit"
if ! runs; then
  echo "error: the callorder that was built does not run" >&2
  exit 1
fi
