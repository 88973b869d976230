// For setenv, which is not part of C itself.
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <unistd.h>

// Swift's own list of arguments comes from /proc on Linux, which is not there everywhere.
int callorder_main(int argc, char **argv);

int main(int argc, char **argv) { return callorder_main(argc, argv); }

#ifdef __linux__
// Linked statically, Swift's runtime looks for its own folder before `main` begins, and ends the program where /proc does not
// say where that is. Nothing is read from the folder.
__attribute__((constructor(101))) static void nameRuntimeFolder(void) {
  if (access("/proc/self/exe", F_OK) != 0) setenv("SWIFT_ROOT", "/", 0);
}
#endif
