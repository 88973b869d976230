#!/bin/sh
# Run this in a Run Script phase: "$SRCROOT/ci_scripts/callorder_phase.sh", with "Based on dependency analysis" off and the
# build setting User Script Sandboxing set to No, because the recordings are not inputs of the build. Each finding becomes an
# issue in the build, at the line of the app that recorded the event, or at its line in the recording.
PATH="$HOME/.callorder/bin:$HOME/.local/bin:/opt/homebrew/bin:/usr/local/bin:$PATH"
if ! command -v callorder >/dev/null; then
  echo "warning: callorder is not installed, so the recordings are not checked"
  exit 0
fi
cd "${SRCROOT:-.}" || exit 2
callorder check "$PWD/{traces}" --format xcode
