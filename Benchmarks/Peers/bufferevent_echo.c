/*
 * Answers every request head with the same bytes: the upper limit of a server on libevent's bufferevents.
 *
 *     bufferevent_echo REPLY
 *
 * REPLY is a file with one HTTP reply of the real server. The program searches only the end of a request head; it does not
 * support requests with a body.
 */
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/listener.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum { MAX_REPLY = 1 << 20, BACKLOG = 1024 };

static char reply[MAX_REPLY];
static size_t reply_length;

static void die(const char *what, const char *which) {
    fprintf(stderr, "bufferevent_echo: %s %s\n", what, which);
    exit(1);
}

static void did_read(struct bufferevent *connection, void *context) {
    (void)context;
    struct evbuffer *input = bufferevent_get_input(connection);
    for (;;) {
        struct evbuffer_ptr end = evbuffer_search(input, "\r\n\r\n", 4, NULL);
        if (end.pos < 0)
            return;
        evbuffer_drain(input, (size_t)end.pos + 4);
        bufferevent_write(connection, reply, reply_length);
    }
}

static void did_end(struct bufferevent *connection, short what, void *context) {
    (void)what, (void)context;
    bufferevent_free(connection);
}

static void did_accept(
    struct evconnlistener *listener, evutil_socket_t socket, struct sockaddr *address, int length, void *context) {
    (void)address, (void)length, (void)context;
    int yes = 1;
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    struct event_base *base = evconnlistener_get_base(listener);
    struct bufferevent *connection = bufferevent_socket_new(base, socket, BEV_OPT_CLOSE_ON_FREE);
    if (!connection)
        die("no memory for", "a connection");
    bufferevent_setcb(connection, did_read, NULL, did_end, NULL);
    bufferevent_enable(connection, EV_READ | EV_WRITE);
}

static struct event_base *new_base(void) {
    struct event_config *config = event_config_new();
    if (!config)
        return NULL;
    /* Like the server, to save system calls. */
    event_config_set_flag(config, EVENT_BASE_FLAG_EPOLL_USE_CHANGELIST);
    struct event_base *base = event_base_new_with_config(config);
    event_config_free(config);
    return base;
}

static unsigned short port_of(struct evconnlistener *listener) {
    struct sockaddr_in address;
    socklen_t length = sizeof address;
    getsockname(evconnlistener_get_fd(listener), (struct sockaddr *)&address, &length);
    return ntohs(address.sin_port);
}

int main(int count, char **arguments) {
    if (count != 2)
        die("usage: bufferevent_echo", "REPLY");
    FILE *file = fopen(arguments[1], "rb");
    if (!file)
        die("cannot read", arguments[1]);
    reply_length = fread(reply, 1, sizeof reply, file);
    fclose(file);
    signal(SIGPIPE, SIG_IGN);
    struct event_base *base = new_base();
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct evconnlistener *listener =
        base ? evconnlistener_new_bind(
                   base, did_accept, NULL, LEV_OPT_CLOSE_ON_FREE | LEV_OPT_REUSEABLE, BACKLOG,
                   (struct sockaddr *)&address, sizeof address)
             : NULL;
    if (!listener)
        die("cannot listen on", "127.0.0.1");
    printf("listening on http://127.0.0.1:%u/\n", port_of(listener));
    fflush(stdout);
    event_base_dispatch(base);
    return 0;
}
