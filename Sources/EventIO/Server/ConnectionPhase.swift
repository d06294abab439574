/// What a connection is doing.
enum ConnectionPhase {
    /// Waits for a request or receives one.
    case reading
    /// A handler has a request; the next one is not parsed before the answer.
    case answering
    case streaming
    /// Sends the pending output, then closes.
    case flushing
    /// All output is sent; discards input so that the client can read the answer.
    case lingering
    /// Closed; the transport is released after this turn.
    case closed
}
