import Testing

/// The tests with sockets or threads, which run serially because they count descriptors and objects.
@Suite("Live", .serialized)
struct LiveTests {}
