#!/bin/sh
# Checks the recordings that tests attached. Xcode Cloud runs this after each of its actions. To run it anywhere else:
#   ci_scripts/ci_post_xcodebuild.sh App.xcresult
set -eu

# The Git URL to build callorder from, if the machine does not have it. Building takes a few minutes.
CALLORDER_REPOSITORY="${CALLORDER_REPOSITORY:-}"
CALLORDER_VERSION="${CALLORDER_VERSION:-main}"

if [ $# -gt 0 ]; then
  result=$1
else
  # Xcode Cloud builds and tests in two actions, and only the second one has results.
  [ "${CI_XCODEBUILD_ACTION:-}" = test-without-building ] || exit 0
  result=${CI_RESULT_BUNDLE_PATH:?}
fi

PATH="$HOME/.callorder/bin:$PATH"
if ! command -v callorder >/dev/null; then
  if [ -z "$CALLORDER_REPOSITORY" ]; then
    echo "warning: callorder is not installed, so nothing is checked; set CALLORDER_REPOSITORY to the Git URL to build it from" >&2
    exit 0
  fi
  source=$(mktemp -d)
  git clone --quiet --depth 1 --branch "$CALLORDER_VERSION" -- "$CALLORDER_REPOSITORY" "$source"
  make -C "$source" install PREFIX="$HOME/.callorder"
fi

attachments=$(mktemp -d)/attachments
xcrun xcresulttool export attachments --path "$result" --output-path "$attachments"
callorder check "$attachments" --format xcode
