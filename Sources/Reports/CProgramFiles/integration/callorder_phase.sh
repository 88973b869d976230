#!/bin/sh
# Run this in a Run Script phase: "$SRCROOT/ci_scripts/callorder_phase.sh". Turn off "Based on dependency analysis" and set
# the build setting User Script Sandboxing to No, because the recordings are not inputs of the build. Each finding becomes an
# issue in the build, at the source line that recorded the event, or otherwise at the event's line in the recording.
PATH="$HOME/.callorder/bin:$HOME/.local/bin:/opt/homebrew/bin:/usr/local/bin:$PATH"
cd "${SRCROOT:-.}" || exit 2
if ! command -v callorder >/dev/null; then
  # Not everybody who builds the app needs it, so this is no error on a developer's machine.
  echo "warning: callorder is not installed, so the recordings are not checked"
  exit 0
fi
# The app can be built before there is a recording.
callorder check "$PWD/{traces}" --format xcode --allow-inconclusive
