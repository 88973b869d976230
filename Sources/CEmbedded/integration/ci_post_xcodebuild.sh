#!/bin/bash
# For Xcode Cloud, which runs it after each action: takes the recordings out of the result bundle and checks them.
# In the workflow, Environment: CALLORDER_REPOSITORY, the Git URL to build callorder from.
set -euo pipefail
# Only the action that runs the tests has a result bundle.
[ "${CI_XCODEBUILD_ACTION:-}" = test-without-building ] || exit 0
[ -d "${CI_RESULT_BUNDLE_PATH:-}" ] || exit 0
cd "${CI_PRIMARY_REPOSITORY_PATH:-.}"
export PATH="$HOME/.local/bin:$PATH"
if ! command -v callorder >/dev/null; then
  if [ -z "${CALLORDER_REPOSITORY:-}" ]; then
    echo "warning: callorder is not installed, so nothing is checked; set CALLORDER_REPOSITORY to the Git URL to build it from" >&2
    exit 0
  fi
  git clone --quiet --depth 1 --branch "${CALLORDER_VERSION:-main}" -- "$CALLORDER_REPOSITORY" "$HOME/callorder"
  make -C "$HOME/callorder" install PREFIX="$HOME/.local"
fi
attachments="$(mktemp -d)"
xcrun xcresulttool export attachments --path "$CI_RESULT_BUNDLE_PATH" --output-path "$attachments"
# It lists the attachments and is no trace.
rm -f "$attachments/manifest.json"
ls "$attachments"/*.json* >/dev/null 2>&1 || exit 0
callorder check "$attachments" --format xcode
