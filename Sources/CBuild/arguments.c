// Swift's `CommandLine` looks for the arguments in /proc, which containers may lack; this gives them to it.
// Source: stdlib/public/CommandLineSupport/CommandLine.cpp of Swift.
void _swift_stdlib_overrideUnsafeArgvArgc(char **argv, int argc);

// glibc calls constructors with the arguments of `main`.
__attribute__((constructor)) static void give_arguments(int argc, char **argv) {
    _swift_stdlib_overrideUnsafeArgvArgc(argv, argc);
}
