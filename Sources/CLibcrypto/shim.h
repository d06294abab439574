// Without the next line this module would carry a second, different copy of the system's types (fd_set), and
// files that import Glibc too would not compile.
#pragma clang module import SwiftGlibc

// SHA-256 for tokens and a comparison in constant time; nothing else of OpenSSL is used.
#include <openssl/crypto.h>
#include <openssl/sha.h>
