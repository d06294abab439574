/*
 * Reads many event streams as cheaply as possible: one epoll descriptor, and one buffer for all streams.
 *
 *     readers PORT STREAMS WRITERS PLAN WRITERS_PORT
 *
 * PLAN is a file with one game per line: the path of its stream and the path of a cell, as in
 * `/games/7/events /games/7/board/cells/0`. Stream I follows game I modulo the number of games. The program prints `open`
 * once all streams are open and silent. For each line `LETTER` on standard input it then edits every game once, over
 * WRITERS connections to WRITERS_PORT, and prints `edited MICROSECONDS MICROSECONDS BYTES`: the times from the first byte
 * of the first edit until every stream has the last byte of its event and until every edit is answered, and the bytes of
 * all streams.
 *
 * The end of an event is recognized by the empty line at the end of its chunk.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { QUIET_MILLISECONDS = 400, SHORTEST_EVENT = 64, REQUESTS_PER_CONNECTION = 900, TIMEOUT_MILLISECONDS = 20000, BUFFER_BYTES = 1 << 16, LINE = 256, AT_ONCE = 512 };

struct game {
    char stream[LINE];
    char cell[LINE];
};

struct reader {
    int descriptor;
    /* The index of the game that a writer edits; -1 for a stream. */
    long game;
    /* The bytes received in this turn. A heartbeat is shorter than any event. */
    long bytes;
    int has_event;
    int requests;
    char last[6];
};

static struct reader *readers;
static struct game *games;
static long game_count, stream_count, writer_count;
static int epoll;
static char buffer[BUFFER_BYTES];
static unsigned short stream_port, writer_port;
static long next_game, answered, reached, turn_bytes;
static char letter;

static void die(const char *what) {
    fprintf(stderr, "readers: %s: %s\n", what, strerror(errno));
    exit(1);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

static void send_all(int descriptor, const char *text, size_t length) {
    if (send(descriptor, text, length, MSG_NOSIGNAL) != (ssize_t)length)
        die("a request was not sent");
}

static void connect_reader(struct reader *reader, unsigned short port) {
    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = reader};
    int one = 1;
    reader->descriptor = socket(AF_INET, SOCK_STREAM, 0);
    if (reader->descriptor < 0 || connect(reader->descriptor, (struct sockaddr *)&address, sizeof address))
        die("no connection");
    setsockopt(reader->descriptor, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    if (epoll_ctl(epoll, EPOLL_CTL_ADD, reader->descriptor, &event))
        die("epoll");
}

static void open_stream(struct reader *reader, const char *path) {
    char request[LINE * 2];
    connect_reader(reader, stream_port);
    int length = snprintf(
        request, sizeof request, "GET %s HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n", path);
    send_all(reader->descriptor, request, (size_t)length);
}

static void edit(struct reader *writer) {
    char request[LINE * 2];
    if (next_game == game_count)
        return;
    writer->game = next_game++;
    /* The server closes a connection after 1,000 requests. */
    if (writer->requests++ == REQUESTS_PER_CONNECTION) {
        close(writer->descriptor);
        connect_reader(writer, writer_port);
        writer->requests = 0;
    }
    int length = snprintf(
        request, sizeof request,
        "POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 13\r\n\r\n{\"value\":\"%c\"}",
        games[writer->game].cell, letter);
    send_all(writer->descriptor, request, (size_t)length);
}

static void receive(struct reader *reader) {
    ssize_t count = recv(reader->descriptor, buffer, BUFFER_BYTES, MSG_DONTWAIT);
    if (count < 0 && errno == EAGAIN)
        return;
    if (count <= 0)
        die("a connection was closed");
    if (reader->game >= 0) {
        if (memcmp(buffer, "HTTP/1.1 200", 12))
            die("an edit was refused");
        answered++;
        edit(reader);
        return;
    }
    turn_bytes += count;
    reader->bytes += count;
    /* The end of an event may arrive in pieces, so the last bytes of earlier calls are kept. */
    size_t kept = sizeof reader->last;
    if ((size_t)count >= kept) {
        memcpy(reader->last, buffer + count - kept, kept);
    } else {
        memmove(reader->last, reader->last + count, kept - (size_t)count);
        memcpy(reader->last + kept - (size_t)count, buffer, (size_t)count);
    }
    if (!reader->has_event && reader->bytes >= SHORTEST_EVENT && !memcmp(reader->last + kept - 4, "\n\n\r\n", 4)) {
        reader->has_event = 1;
        reached++;
    }
}

/* Waits for readable connections and reads them; returns their number, or 0 after the timeout. */
static int receive_some(int milliseconds) {
    struct epoll_event events[AT_ONCE];
    int count = epoll_wait(epoll, events, AT_ONCE, milliseconds);
    if (count < 0)
        die("epoll_wait");
    for (int i = 0; i < count; i++)
        receive(events[i].data.ptr);
    return count;
}

static void edit_all(void) {
    double answers = 0, begin;
    while (receive_some(5)) {}
    next_game = answered = reached = turn_bytes = 0;
    for (long i = 0; i < stream_count; i++)
        readers[i].has_event = readers[i].bytes = 0;
    begin = now();
    for (long i = 0; i < writer_count; i++)
        edit(&readers[stream_count + i]);
    while (reached < stream_count || answered < game_count) {
        if (!receive_some(TIMEOUT_MILLISECONDS))
            die("an event or an answer is missing");
        if (answered == game_count && answers == 0)
            answers = now();
        if (reached == stream_count && stream_count > 0) {
            double all = now();
            while (answered < game_count && receive_some(TIMEOUT_MILLISECONDS)) {}
            printf("edited %.0f %.0f %ld\n", all - begin, (answers > 0 ? answers : now()) - begin, turn_bytes);
            return;
        }
    }
}

static void read_plan(const char *path) {
    FILE *plan = fopen(path, "r");
    if (!plan)
        die(path);
    size_t room = 0;
    char line[LINE * 2];
    while (fgets(line, sizeof line, plan)) {
        if ((size_t)game_count == room)
            games = realloc(games, (room = room ? room * 2 : 16) * sizeof *games);
        if (!games || sscanf(line, "%255s %255s", games[game_count].stream, games[game_count].cell) != 2)
            die("malformed plan");
        game_count++;
    }
    fclose(plan);
}

int main(int count, char **arguments) {
    if (count != 6) {
        fprintf(stderr, "usage: readers PORT STREAMS WRITERS PLAN WRITERS_PORT\n");
        return 1;
    }
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    stream_port = (unsigned short)atoi(arguments[1]);
    stream_count = atol(arguments[2]);
    writer_count = atol(arguments[3]);
    read_plan(arguments[4]);
    writer_port = (unsigned short)atoi(arguments[5]);
    epoll = epoll_create1(0);
    readers = calloc((size_t)(stream_count + writer_count), sizeof *readers);
    if (!readers || game_count == 0)
        die("no games or no memory");
    for (long i = 0; i < stream_count; i++) {
        readers[i].game = -1;
        open_stream(&readers[i], games[i % game_count].stream);
        while (receive_some(0)) {}
    }
    for (long i = 0; i < writer_count; i++)
        connect_reader(&readers[stream_count + i], writer_port);
    while (receive_some(QUIET_MILLISECONDS)) {}
    printf("open %ld\n", turn_bytes);
    fflush(stdout);
    while (fgets(buffer, sizeof buffer, stdin)) {
        letter = buffer[0];
        edit_all();
        fflush(stdout);
    }
    return 0;
}
