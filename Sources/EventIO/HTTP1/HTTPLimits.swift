/// The size limits of one request; a request over a limit is refused with the status given here.
public struct HTTPLimits: Sendable, Equatable {
    /// Bytes of the request line, including CR LF; 414 if exceeded.
    public var requestLine = 8002
    /// Bytes of all header lines together, including their CR LF and the empty line; 431 if exceeded.
    public var headerBytes = 8192
    /// Number of header lines; 431 if exceeded.
    public var headerLines = 100
    /// Bytes of a body; 413 if exceeded.
    public var body = 16_384
    /// Bytes of a body at particular raw paths, instead of ``body``, for example `["/puzzles": 65_536]`.
    public var bodyAtPath: [String: Int] = [:]
    /// Bytes of a body of GET, HEAD, DELETE or TRACE, where it has no defined meaning; 413 if exceeded.
    public var meaninglessBody = 1024
    /// Bytes of one chunk-size line, including its extension and CR LF; 400 if exceeded.
    public var chunkLine = 256
    /// Bytes of all chunk extensions of one request; 400 if exceeded.
    public var chunkExtensions = 4096
    /// Bytes of all trailer lines together, including their CR LF and the empty line; 431 if exceeded.
    public var trailerBytes = 4096
    /// Number of trailer lines; 431 if exceeded.
    public var trailerLines = 32

    /// Creates the default limits.
    public init() {}

    /// The limit for the body of a request, in bytes.
    func body(of method: HTTPMethod, at path: String) -> Int {
        guard !method.hasMeaninglessBody else { return meaninglessBody }
        return bodyAtPath.isEmpty ? body : bodyAtPath[path] ?? body
    }
}
