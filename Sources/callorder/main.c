// On Linux, Swift reads its list of arguments from /proc, which does not exist everywhere.
int callorder_main(int argc, char **argv);

int main(int argc, char **argv) { return callorder_main(argc, argv); }
