#include "CGrammars.h"

static const struct callorder_embedded_file files[] = {
#define EMBED "Grammars/AndroidActivity.lifecycle"
#include "row.h"
#define EMBED "Grammars/ScenePhase.lifecycle"
#include "row.h"
#define EMBED "Grammars/UIScenePractices.lifecycle"
#include "row.h"
#define EMBED "Grammars/UIViewController.lifecycle"
#include "row.h"
#define EMBED "Grammars/URLSessionTask.lifecycle"
#include "row.h"
#define EMBED "Profiles/capacitor.lifecycle"
#include "row.h"
#define EMBED "Profiles/cordova.lifecycle"
#include "row.h"
#define EMBED "Profiles/expo.lifecycle"
#include "row.h"
#define EMBED "Profiles/flutter.lifecycle"
#include "row.h"
#define EMBED "Profiles/react-native.lifecycle"
#include "row.h"
#define EMBED "Profiles/titanium.lifecycle"
#include "row.h"
};

struct callorder_embedded_list callorder_embedded_grammars(void) {
  return (struct callorder_embedded_list){files, sizeof files / sizeof *files};
}
