/// The composite action. The same file lies in `.ci` of the project, so that `uses: OWNER/callorder/.ci@VERSION` has the
/// source to build beside it.
///
/// Inputs reach the scripts as environment variables, never as text inside them: what a pull request can set must
/// not become a command.
let gitHubAction = #"""
  name: CallOrder
  description: Check recorded lifecycle callbacks against the lifecycle grammar
  inputs:
    paths:
      description: Traces and folders to check, one a line; empty for those of .callorder.json
      default: ""
    arguments:
      description: Further arguments of 'callorder check', one a line
      default: ""
    repository:
      description: The Git URL to build callorder from when it is not installed; empty for that of this action
      default: ""
    version:
      description: The tag or branch of that repository
      default: main
  runs:
    using: composite
    steps:
      - name: Install callorder
        shell: bash
        env:
          REPOSITORY: ${{ inputs.repository }}
          VERSION: ${{ inputs.version }}
        run: |
          if command -v callorder >/dev/null; then exit 0; fi
          source="$GITHUB_ACTION_PATH/.."
          if [ -n "$REPOSITORY" ]; then
            source="$RUNNER_TEMP/callorder"
            git clone --quiet --depth 1 --branch "$VERSION" -- "$REPOSITORY" "$source"
          elif [ ! -f "$source/Package.swift" ]; then
            echo "::error::callorder is not installed; say with the input 'repository' where to get it from"
            exit 2
          fi
          command -v make >/dev/null || { apt-get update -qq && apt-get install -qq -y make >/dev/null; }
          make -C "$source" install PREFIX="$HOME/.local"
          echo "$HOME/.local/bin" >> "$GITHUB_PATH"
      - name: Check traces
        shell: bash
        env:
          PATHS: ${{ inputs.paths }}
          ARGUMENTS: ${{ inputs.arguments }}
        run: |
          words=()
          while IFS= read -r word; do [ -z "$word" ] || words+=("$word"); done <<< "$ARGUMENTS"
          words+=(--)
          while IFS= read -r word; do [ -z "$word" ] || words+=("$word"); done <<< "$PATHS"
          status=0
          callorder check --format github --report sarif=callorder.sarif --report html=callorder.html \
            --report markdown="$RUNNER_TEMP/callorder.md" "${words[@]}" || status=$?
          if [ -f "$RUNNER_TEMP/callorder.md" ]; then cat "$RUNNER_TEMP/callorder.md" >> "$GITHUB_STEP_SUMMARY"; fi
          exit "$status"

  """#

/// A workflow that uses the action.
/// - Parameter traces: the folder of the traces.
func gitHubWorkflow(traces: String) -> String {
  #"""
  name: CallOrder
  on:
    push:
      branches: [main]
    pull_request:
  permissions:
    contents: read
    security-events: write
  jobs:
    callorder:
      runs-on: ubuntu-latest
      container: swift:6.3
      steps:
        - uses: actions/checkout@v4
        - uses: ./.github/actions/callorder
          with:
            paths: "\#(traces)"
            # The Git URL to build callorder from, unless the runner has it. That takes some minutes.
            repository: ""
        - if: always()
          uses: github/codeql-action/upload-sarif@v3
          with:
            sarif_file: callorder.sarif
            category: callorder
        - if: always()
          uses: actions/upload-artifact@v4
          with:
            name: callorder
            path: callorder.html

  """#
}
