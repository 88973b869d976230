#!/bin/sh
# A Run Script phase of a target: "$SRCROOT/ci_scripts/callorder_phase.sh", with "Based on dependency analysis" off and the
# build setting User Script Sandboxing set to No, as the recordings are not among the inputs of the build. Each finding
# becomes an issue of the build, at its place in the recording.
PATH="$HOME/.callorder/bin:$HOME/.local/bin:/opt/homebrew/bin:/usr/local/bin:$PATH"
if ! command -v callorder >/dev/null; then
  echo "warning: callorder is not installed, so that the recordings are not checked"
  exit 0
fi
cd "${SRCROOT:-.}" || exit 2
callorder check "$PWD/{traces}" --format xcode
