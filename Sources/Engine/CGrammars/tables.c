#include "CGrammars.h"

static const struct callorder_embedded_file files[] = {
#define EMBED "Tables/UIScene.grammar"
#include "row.h"
#define EMBED "Tables/AndroidActivity.grammar"
#include "row.h"
#define EMBED "Tables/ScenePhase.grammar"
#include "row.h"
#define EMBED "Tables/UIScenePractices.grammar"
#include "row.h"
#define EMBED "Tables/UIViewController.grammar"
#include "row.h"
#define EMBED "Tables/URLSessionTask.grammar"
#include "row.h"
#define EMBED "Tables/Domination.bounds"
#include "row.h"
};

struct callorder_embedded_list callorder_embedded_tables(void) {
  return (struct callorder_embedded_list){files, sizeof files / sizeof *files};
}
