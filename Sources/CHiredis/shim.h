// The one door to hiredis, which speaks Redis's protocol: Cluster alone imports this module.
#ifndef FIVEBYFIVE_CHIREDIS_SHIM_H
#define FIVEBYFIVE_CHIREDIS_SHIM_H

// Without the next line this module would carry a second, different copy of the system's types (timeval), and
// files that import Glibc too would not compile.
#pragma clang module import SwiftGlibc

#include <hiredis/hiredis.h>

#endif
