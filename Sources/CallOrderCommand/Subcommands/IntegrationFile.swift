/// A file that runs callorder in some service.
struct IntegrationFile: Sendable {
  /// Where it belongs in a project.
  var path: String
  /// What it says.
  var text: String
}

/// A service that can run callorder.
enum IntegrationKind: String, Sendable, CaseIterable {
  case github
  case gitlab
  case preCommit = "pre-commit"

  /// The files it needs.
  /// - Parameter traces: the folder of the traces.
  func files(traces: String) -> [IntegrationFile] {
    switch self {
    case .github:
      [
        IntegrationFile(path: ".github/actions/callorder/action.yml", text: gitHubAction),
        IntegrationFile(
          path: ".github/workflows/callorder.yml", text: gitHubWorkflow(traces: traces)),
      ]
    case .gitlab:
      [IntegrationFile(path: ".gitlab/callorder.yml", text: gitLabJob(traces: traces))]
    case .preCommit:
      [
        IntegrationFile(
          path: ".pre-commit-hooks.yaml", text: preCommitHook(traces: traces))
      ]
    }
  }
}

// Inputs reach the scripts as environment variables, never as text inside them: what a pull request can set must
// not become a command.
private let gitHubAction = #"""
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
      description: Where to get callorder from when it is not installed, a Git URL
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
          if [ -z "$REPOSITORY" ]; then
            echo "::error::callorder is not installed, and the input 'repository' is empty"
            exit 2
          fi
          git clone --quiet --depth 1 --branch "$VERSION" -- "$REPOSITORY" "$RUNNER_TEMP/callorder"
          make -C "$RUNNER_TEMP/callorder" install PREFIX="$HOME/.local"
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

private func gitHubWorkflow(traces: String) -> String {
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

private func gitLabJob(traces: String) -> String {
  #"""
  # In .gitlab-ci.yml:
  #   include:
  #     - local: .gitlab/callorder.yml
  callorder:
    stage: test
    image: swift:6.3
    variables:
      # Where to get callorder from when the image does not have it.
      CALLORDER_REPOSITORY: ""
      CALLORDER_VERSION: main
    before_script:
      - |
        if ! command -v callorder; then
          git clone --quiet --depth 1 --branch "$CALLORDER_VERSION" -- "$CALLORDER_REPOSITORY" /tmp/callorder
          make -C /tmp/callorder install
        fi
    script:
      - >-
        callorder check "\#(traces)"
        --report gitlab=gl-code-quality-report.json
        --report junit=callorder.xml
        --report html=callorder.html
    artifacts:
      when: always
      paths:
        - callorder.html
      reports:
        codequality: gl-code-quality-report.json
        junit: callorder.xml

  """#
}

private func preCommitHook(traces: String) -> String {
  #"""
  # A hook for https://pre-commit.com. In a project's own .pre-commit-config.yaml it is written below
  #   repos:
  #     - repo: local
  #       hooks:
  - id: callorder
    name: CallOrder
    description: Check recorded lifecycle callbacks against the lifecycle grammar
    entry: callorder check
    language: system
    files: ^\#(regularExpressionEscaped(traces))/.*\.(json|jsonl|ndjson)$
    require_serial: true

  """#
}

/// The text with what means something in a regular expression escaped.
private func regularExpressionEscaped(_ text: String) -> String {
  text.map { ".^$*+?()[]{}|\\".contains($0) ? "\\\($0)" : String($0) }.joined()
}
