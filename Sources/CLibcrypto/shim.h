// As Swift's own Glibc module: else the system's structures have other field names here than there.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif

// SHA-256 for tokens and a comparison in constant time; nothing else of OpenSSL is used.
#include <openssl/crypto.h>
#include <openssl/sha.h>
