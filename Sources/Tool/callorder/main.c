// For setenv, which is not part of C itself.
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <unistd.h>

// On Linux, Swift reads its list of arguments from /proc, which does not exist everywhere.
int callorder_main(int argc, char **argv);

int main(int argc, char **argv) { return callorder_main(argc, argv); }

#ifdef __linux__
// If it is linked statically, Swift's runtime looks for its own folder before `main` begins, and ends the program if /proc
// does not say where that is. It reads nothing from that folder.
__attribute__((constructor(101))) static void nameRuntimeFolder(void) {
  if (access("/proc/self/exe", F_OK) != 0) setenv("SWIFT_ROOT", "/", 0);
}
#endif
