// Without this import the module would contain a second, incompatible copy of system types such as fd_set,
// and files that also import Glibc would not compile.
#pragma clang module import SwiftGlibc

#include <zlib.h>

// Swift does not import the macro `deflateInit2`. 15 is the largest window, and 16 selects the gzip format.
static inline int fbf_gzip_init(z_stream *stream) {
    return deflateInit2(stream, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY);
}
