// The one door to libevent, and to OpenSSL's TLS, which libevent speaks over its connections: EventIO alone
// imports this module. Everything used is a plain C function or a constant that Swift imports as it is, apart
// from the wrapper below.
#ifndef FIVEBYFIVE_CLIBEVENT_SHIM_H
#define FIVEBYFIVE_CLIBEVENT_SHIM_H

// libevent's headers ask the system's for their GNU form. Without the next line this module would carry a second,
// different copy of the system's types (fd_set), and files that import Glibc too would not compile.
#pragma clang module import SwiftGlibc

#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/bufferevent_ssl.h>
#include <event2/event.h>
#include <event2/listener.h>
#include <event2/thread.h>
#include <event2/util.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

// What these options are is said by macros that Swift cannot see.
//
// The end of a connection without TLS's own goodbye is an ordinary end: HTTP says itself how long a message
// is.
static inline void fbf_set_tls_options(SSL_CTX *context) {
    SSL_CTX_set_options(
        context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_IGNORE_UNEXPECTED_EOF);
    SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE);
    SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
}

#endif
