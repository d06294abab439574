// As Swift's own Glibc module: else the system's structures have other field names here than there.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif

#include <zlib.h>

// `deflateInit2` is a macro that Swift cannot see. 15 + 16 asks for the gzip wrapping.
static inline int fbf_gzip_init(z_stream *stream) {
    return deflateInit2(stream, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY);
}
