#include "CEmbedded.h"

static const struct callorder_embedded_file files[] = {
#define EMBED "UIScene/Header.lifecycle"
#include "row.h"
#define EMBED "UIScene/LaunchCallbacks.lifecycle"
#include "row.h"
#define EMBED "UIScene/ApplicationCallbacks.lifecycle"
#include "row.h"
#define EMBED "UIScene/LegacyCallbacks.lifecycle"
#include "row.h"
#define EMBED "UIScene/SceneCallbacks.lifecycle"
#include "row.h"
#define EMBED "UIScene/WindowSceneCallbacks.lifecycle"
#include "row.h"
#define EMBED "UIScene/CarPlayCallbacks.lifecycle"
#include "row.h"
#define EMBED "UIScene/Groups.lifecycle"
#include "row.h"
#define EMBED "UIScene/Lifecycles.lifecycle"
#include "row.h"
#define EMBED "UIScene/ProcessRules.lifecycle"
#include "row.h"
#define EMBED "UIScene/SessionRules.lifecycle"
#include "row.h"
#define EMBED "UIScene/TransitionRules.lifecycle"
#include "row.h"
#define EMBED "UIScene/DeliveryRules.lifecycle"
#include "row.h"
#define EMBED "UIScene/RecordingRules.lifecycle"
#include "row.h"
#define EMBED "UIScene/Quirks.lifecycle"
#include "row.h"
};

struct callorder_embedded_list callorder_embedded_uiscene(void) {
  return (struct callorder_embedded_list){files, sizeof files / sizeof *files};
}
