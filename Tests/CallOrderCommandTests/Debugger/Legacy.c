// A method with a name as Objective-C gives it.
void active(void *object, void *selector, void *scene) __asm__("-[LegacyDelegate(Scenes) sceneDidBecomeActive:]");

static int calls;

void active(void *object, void *selector, void *scene) { calls += 1; }

void *legacyMethod(void) { return active; }
