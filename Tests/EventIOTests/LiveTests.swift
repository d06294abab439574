import Testing

/// All tests with sockets or threads: one after the other, so that they can count descriptors and live
/// objects.
@Suite("Live", .serialized)
struct LiveTests {}
