// Without the next line this module would carry a second, different copy of the system's types (fd_set), and
// files that import Glibc too would not compile.
#pragma clang module import SwiftGlibc

#include <zlib.h>

// `deflateInit2` is a macro that Swift cannot see. 15 + 16 asks for the gzip wrapping.
static inline int fbf_gzip_init(z_stream *stream) {
    return deflateInit2(stream, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY);
}
