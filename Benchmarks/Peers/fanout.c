/*
 * Sends FiveByFive's bytes to many streams with libevent, in a minimal C program: the reference for streams.
 *
 *     fanout HEAD EVENT EDITED
 *
 * Each argument is a file with bytes of the real server: HEAD is the start of a stream, that is the head of the reply and
 * the first chunks; EVENT is the chunk of an edit; EDITED is the reply to the edit. GET /games/N/events opens a stream of
 * game N. A POST below /games/N writes EVENT to every stream of that game and then answers; the bytes go to the kernel at
 * once, and the rest to a bufferevent. Only the first line of a request is parsed, and a game is only a list of streams.
 */
#include <errno.h>
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
#include <sys/resource.h>
#include <sys/socket.h>

enum { GAMES = 100000, MAX_BYTES = 1 << 20 };

struct bytes {
    char *start;
    size_t count;
};

struct stream {
    struct bufferevent *events;
    struct stream *next;
    int descriptor;
};

static struct bytes head, event, edited;
static struct stream *games[GAMES];

static void die(const char *what, const char *which) {
    fprintf(stderr, "fanout: %s %s\n", what, which);
    exit(1);
}

static struct bytes load(const char *path) {
    FILE *file = fopen(path, "rb");
    struct bytes bytes = {malloc(MAX_BYTES), 0};
    if (!file || !bytes.start)
        die("cannot read", path);
    bytes.count = fread(bytes.start, 1, MAX_BYTES, file);
    fclose(file);
    return bytes;
}

/* Writes to the kernel at once if no earlier bytes are buffered. */
static void send_bytes(struct bufferevent *events, int descriptor, struct bytes bytes) {
    size_t sent = 0;
    if (!evbuffer_get_length(bufferevent_get_output(events))) {
        ssize_t count = send(descriptor, bytes.start, bytes.count, MSG_NOSIGNAL);
        if (count < 0 && errno != EAGAIN && errno != EINTR)
            return;
        sent = count > 0 ? (size_t)count : 0;
    }
    if (sent < bytes.count)
        evbuffer_add_reference(bufferevent_get_output(events), bytes.start + sent, bytes.count - sent, NULL, NULL);
}

static void open_stream(struct bufferevent *events, long game) {
    struct stream *stream = malloc(sizeof *stream);
    if (!stream)
        die("no memory for", "a stream");
    *stream = (struct stream){events, games[game], bufferevent_getfd(events)};
    games[game] = stream;
    send_bytes(events, stream->descriptor, head);
}

static void did_read(struct bufferevent *events, void *context) {
    (void)context;
    struct evbuffer *input = bufferevent_get_input(events);
    size_t length = evbuffer_get_length(input);
    const char *request = (const char *)evbuffer_pullup(input, -1);
    int is_get = length > 11 && !memcmp(request, "GET /games/", 11);
    int is_post = length > 12 && !memcmp(request, "POST /games/", 12);
    /* The requests of the benchmark are small and arrive in one piece. */
    if (!is_get && !is_post)
        die("unsupported", "request");
    long game = strtol(request + (is_get ? 11 : 12), NULL, 10);
    if (game < 0 || game >= GAMES)
        die("unknown", "game");
    evbuffer_drain(input, length);
    if (is_get) {
        open_stream(events, game);
        return;
    }
    for (struct stream *stream = games[game]; stream; stream = stream->next)
        send_bytes(stream->events, stream->descriptor, event);
    send_bytes(events, bufferevent_getfd(events), edited);
}

/* Streams close only at the end of the measurement, so they are not removed from the lists. */
static void did_happen(struct bufferevent *events, short what, void *context) {
    (void)what, (void)context;
    bufferevent_disable(events, EV_READ | EV_WRITE);
}

static void did_accept(
    struct evconnlistener *listener, evutil_socket_t descriptor, struct sockaddr *address, int length, void *context) {
    (void)address, (void)length, (void)context;
    int one = 1;
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    struct bufferevent *events
        = bufferevent_socket_new(evconnlistener_get_base(listener), descriptor, BEV_OPT_CLOSE_ON_FREE);
    if (!events)
        die("no memory for", "a connection");
    bufferevent_setcb(events, did_read, NULL, did_happen, NULL);
    bufferevent_enable(events, EV_READ);
}

int main(int count, char **arguments) {
    if (count != 4)
        die("usage: fanout", "HEAD EVENT EDITED");
    head = load(arguments[1]);
    event = load(arguments[2]);
    edited = load(arguments[3]);
    signal(SIGPIPE, SIG_IGN);
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    /* Like the server's base. */
    struct event_config *config = event_config_new();
    event_config_set_flag(config, EVENT_BASE_FLAG_EPOLL_USE_CHANGELIST);
    struct event_base *base = event_base_new_with_config(config);
    struct evconnlistener *listener = base ? evconnlistener_new_bind(
        base, did_accept, NULL, LEV_OPT_CLOSE_ON_FREE | LEV_OPT_REUSEABLE, 1024, (struct sockaddr *)&address, length) : NULL;
    if (!listener || getsockname(evconnlistener_get_fd(listener), (struct sockaddr *)&address, &length))
        die("cannot listen on", "127.0.0.1");
    printf("listening on http://127.0.0.1:%u/\n", ntohs(address.sin_port));
    fflush(stdout);
    event_base_dispatch(base);
    return 0;
}
