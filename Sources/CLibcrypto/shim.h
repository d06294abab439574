// Without this import the module would contain a second, incompatible copy of system types such as fd_set,
// and files that also import Glibc would not compile.
#pragma clang module import SwiftGlibc

// SHA-256, a comparison in constant time, and AES-GCM.
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/sha.h>
