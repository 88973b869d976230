#!/bin/sh
# Checks the recordings that tests attached. Xcode Cloud runs this after each of its actions. To run it anywhere else:
#   ci_scripts/ci_post_xcodebuild.sh App.xcresult
set -eu

# Without callorder, the script fails. Set CALLORDER_REPOSITORY in the environment of the workflow to the Git address to build
# it from, which takes a few minutes, or CALLORDER_ALLOW_MISSING to 1.

if [ $# -gt 0 ]; then
  result=$1
else
  # Xcode Cloud builds and tests in two actions, and only the second one has results.
  [ "${CI_XCODEBUILD_ACTION:-}" = test-without-building ] || exit 0
  result=${CI_RESULT_BUNDLE_PATH:-}
  if [ -z "$result" ]; then
    echo "error: no result bundle: Xcode Cloud names it in CI_RESULT_BUNDLE_PATH; elsewhere, name it: $0 App.xcresult" >&2
    exit 1
  fi
fi

status=0
"$(dirname "$0")/install-callorder.sh" "$HOME/.callorder" || status=$?
if [ "$status" = 42 ]; then exit 0; fi
[ "$status" = 0 ] || exit "$status"
PATH="$HOME/.callorder/bin:$PATH"

attachments=$(mktemp -d)/attachments
xcrun xcresulttool export attachments --path "$result" --output-path "$attachments"
callorder check "$attachments" --format xcode
