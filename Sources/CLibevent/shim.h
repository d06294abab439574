// The one door to libevent: EventIO alone imports this module. Everything used is a plain C function or a
// constant that Swift imports as it is, so no wrapper is needed here.
#ifndef FIVEBYFIVE_CLIBEVENT_SHIM_H
#define FIVEBYFIVE_CLIBEVENT_SHIM_H

// libevent's headers ask the system's for their GNU form. Without the next line this module would carry a second,
// different copy of the system's types (fd_set), and files that import Glibc too would not compile.
#pragma clang module import SwiftGlibc

#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/listener.h>
#include <event2/thread.h>
#include <event2/util.h>

#endif
