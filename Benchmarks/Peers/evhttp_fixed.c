/*
 * Sends FiveByFive's replies with libevent's evhttp, in a minimal C program: a reference for the benchmarks.
 *
 *     evhttp_fixed BOARD NOT_MODIFIED EDIT
 *
 * Each argument is a file with one HTTP reply of the real server: to GET /board, to the same with If-None-Match, and to an
 * edit. The program has no game logic and no state. evhttp generates Date, Content-Length and Connection.
 */
#include <event2/buffer.h>
#include <event2/event.h>
#include <event2/http.h>
#include <event2/keyvalq_struct.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

enum { MAX_HEADERS = 32, MAX_REPLY = 1 << 20 };

struct reply {
    int status;
    size_t header_count;
    const char *names[MAX_HEADERS];
    const char *values[MAX_HEADERS];
    const char *body;
    size_t body_length;
};

struct replies {
    struct reply board, not_modified, edit;
};

static void die(const char *what, const char *which) {
    fprintf(stderr, "evhttp_fixed: %s %s\n", what, which);
    exit(1);
}

/* evhttp generates no Content-Length for a 304, so the captured one, if any, is sent. */
static int is_made_by_evhttp(const char *name, int status) {
    return !strcasecmp(name, "date") || !strcasecmp(name, "connection")
        || (!strcasecmp(name, "content-length") && status != 304);
}

static const char *header(const struct reply *reply, const char *name) {
    for (size_t i = 0; i < reply->header_count; i++)
        if (!strcasecmp(reply->names[i], name))
            return reply->values[i];
    return NULL;
}

/* Parses the text in place; names and values point into it for the life of the process. */
static struct reply parse(char *text, size_t length, const char *path) {
    struct reply reply = {0};
    char *end = strstr(text, "\r\n\r\n");
    if (!end || sscanf(text, "HTTP/1.1 %d", &reply.status) != 1)
        die("not an HTTP reply:", path);
    reply.body = end + 4;
    reply.body_length = length - (size_t)(reply.body - text);
    end[2] = '\0';
    for (char *line = strstr(text, "\r\n") + 2; *line;) {
        char *next = strstr(line, "\r\n");
        char *colon = strchr(line, ':');
        if (!next || !colon || reply.header_count == MAX_HEADERS)
            die("malformed or too many headers:", path);
        *next = *colon = '\0';
        if (!is_made_by_evhttp(line, reply.status)) {
            reply.names[reply.header_count] = line;
            reply.values[reply.header_count++] = colon + 1 + strspn(colon + 1, " ");
        }
        line = next + 2;
    }
    return reply;
}

static struct reply load(const char *path) {
    FILE *file = fopen(path, "rb");
    char *text = calloc(1, MAX_REPLY + 1);
    if (!file || !text)
        die("cannot read", path);
    size_t length = fread(text, 1, MAX_REPLY, file);
    fclose(file);
    return parse(text, length, path);
}

static void send_reply(struct evhttp_request *request, const struct reply *reply) {
    struct evkeyvalq *headers = evhttp_request_get_output_headers(request);
    for (size_t i = 0; i < reply->header_count; i++)
        evhttp_add_header(headers, reply->names[i], reply->values[i]);
    if (reply->body_length)
        evbuffer_add(evhttp_request_get_output_buffer(request), reply->body, reply->body_length);
    evhttp_send_reply(request, reply->status, NULL, NULL);
}

static void did_receive(struct evhttp_request *request, void *context) {
    const struct replies *replies = context;
    if (evhttp_request_get_command(request) == EVHTTP_REQ_POST) {
        send_reply(request, &replies->edit);
        return;
    }
    const char *known = evhttp_find_header(evhttp_request_get_input_headers(request), "If-None-Match");
    const char *current = header(&replies->board, "etag");
    int is_known = known && current && !strcmp(known, current);
    send_reply(request, is_known ? &replies->not_modified : &replies->board);
}

static unsigned short port_of(struct evhttp_bound_socket *bound) {
    struct sockaddr_in address;
    socklen_t length = sizeof address;
    getsockname(evhttp_bound_socket_get_fd(bound), (struct sockaddr *)&address, &length);
    return ntohs(address.sin_port);
}

int main(int count, char **arguments) {
    if (count != 4)
        die("usage: evhttp_fixed", "BOARD NOT_MODIFIED EDIT");
    struct replies replies = {load(arguments[1]), load(arguments[2]), load(arguments[3])};
    signal(SIGPIPE, SIG_IGN);
    struct event_base *base = event_base_new();
    struct evhttp *http = base ? evhttp_new(base) : NULL;
    struct evhttp_bound_socket *bound = http ? evhttp_bind_socket_with_handle(http, "127.0.0.1", 0) : NULL;
    if (!bound)
        die("cannot listen on", "127.0.0.1");
    evhttp_set_gencb(http, did_receive, &replies);
    printf("listening on http://127.0.0.1:%u/\n", port_of(bound));
    fflush(stdout);
    event_base_dispatch(base);
    return 0;
}
