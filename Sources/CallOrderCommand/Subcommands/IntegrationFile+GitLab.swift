/// A job for GitLab.
/// - Parameter traces: the folder of the traces.
func gitLabJob(traces: String) -> String {
  #"""
  # In .gitlab-ci.yml:
  #   include:
  #     - local: .gitlab/callorder.yml
  callorder:
    stage: test
    image: swift:6.3
    variables:
      # The Git URL to build callorder from, unless the image has it. That takes some minutes.
      CALLORDER_REPOSITORY: ""
      CALLORDER_VERSION: main
    before_script:
      - |
        if ! command -v callorder >/dev/null; then
          if [ -z "$CALLORDER_REPOSITORY" ]; then
            echo "callorder is not installed; say in CALLORDER_REPOSITORY where to get it from" >&2
            exit 2
          fi
          git clone --quiet --depth 1 --branch "$CALLORDER_VERSION" -- "$CALLORDER_REPOSITORY" /tmp/callorder
          command -v make >/dev/null || { apt-get update -qq && apt-get install -qq -y make >/dev/null; }
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
