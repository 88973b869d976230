#include "CProgramFiles.h"

static const struct callorder_embedded_file files[] = {
#define EMBED "../../../.ci/action.yml"
#include "row.h"
#define EMBED "../../../.ci/install-callorder.sh"
#include "row.h"
#define EMBED "integration/github-workflow.yml"
#include "row.h"
#define EMBED "integration/gitlab.yml"
#include "row.h"
#define EMBED "integration/pre-commit.yaml"
#include "row.h"
#define EMBED "integration/ci_post_xcodebuild.sh"
#include "row.h"
#define EMBED "integration/callorder_phase.sh"
#include "row.h"
#define EMBED "integration/CallOrder.swift"
#include "row.h"
#define EMBED "integration/callorder_lldb.py"
#include "row.h"
};

struct callorder_embedded_list callorder_embedded_integration(void) {
  return (struct callorder_embedded_list){files, sizeof files / sizeof *files};
}
