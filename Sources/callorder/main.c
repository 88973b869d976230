// Swift's own list of arguments comes from /proc on Linux, which is not there everywhere.
int callorder_main(int argc, char **argv);

int main(int argc, char **argv) { return callorder_main(argc, argv); }
