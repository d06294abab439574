// hiredis, the Redis client library. Only RedisStore imports this module.
#ifndef FIVEBYFIVE_CHIREDIS_SHIM_H
#define FIVEBYFIVE_CHIREDIS_SHIM_H

// Without this import the module would contain a second, incompatible copy of system types such as timeval,
// and files that also import Glibc would not compile.
#pragma clang module import SwiftGlibc

#include <hiredis/hiredis.h>

#endif
