// libevent, and OpenSSL for TLS on its connections. Only EventIO imports this module.
#ifndef FIVEBYFIVE_CLIBEVENT_SHIM_H
#define FIVEBYFIVE_CLIBEVENT_SHIM_H

// libevent's headers request the GNU variant of the system headers. Without this import the module would
// contain a second, incompatible copy of system types such as fd_set, and files that also import Glibc would
// not compile.
#pragma clang module import SwiftGlibc

#include <event2/buffer.h>
#include <event2/event.h>
#include <event2/listener.h>
#include <event2/thread.h>
#include <event2/util.h>
#include <malloc.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

// A wrapper, because Swift does not import these macros.
//
// - SSL_MODE_AUTO_RETRY is off, so one read consumes one record of any kind: a client that keeps changing its keys, or
//   asking for renegotiation, gets one record in each turn, like all others.
// - Records of at most 4,000 bytes keep OpenSSL's buffer for a client that does not read small.
//
// SSL_OP_IGNORE_UNEXPECTED_EOF accepts clients that close without close_notify. That is safe with HTTP, whose
// messages state their own length.
static inline void fbf_set_tls_options(SSL_CTX *context) {
    SSL_CTX_set_options(
        context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_IGNORE_UNEXPECTED_EOF);
    SSL_CTX_clear_mode(context, SSL_MODE_AUTO_RETRY);
    SSL_CTX_set_mode(
        context,
        SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    SSL_CTX_set_max_send_fragment(context, 4000);
    SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
}

// Sets the server name (SNI) that a client requests; 1 on success. Swift does not import the macro.
static inline long fbf_set_server_name(SSL *session, const char *name) {
    return SSL_set_tlsext_host_name(session, name);
}

#endif
