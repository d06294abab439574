/// The bounds of one request, in bytes unless said; past a bound the request is refused.
public struct HTTPLimits: Sendable, Equatable {
    /// Bytes of the request line with its CR LF; past it 414.
    public var requestLine = 4096
    /// Bytes of all header lines together with their ends and the empty line; past it 431.
    public var headerBytes = 8192
    /// Number of header lines; past it 431.
    public var headerLines = 100
    /// Bytes of a body; past it 413.
    public var body = 16_384
    /// Bytes of a body for particular raw paths, for example `["/puzzles": 65_536]`.
    public var bodyAtPath: [String: Int] = [:]
    /// Bytes of a body where a body means nothing (GET, HEAD, DELETE, TRACE); past it 413.
    public var meaninglessBody = 1024
    /// Bytes of one chunk-size line with its extension and CR LF; past it 400.
    public var chunkLine = 256
    /// Bytes of all chunk extensions of one request; past it 400.
    public var chunkExtensions = 4096
    /// Bytes of all trailer lines with their ends and the empty line; past it 431.
    public var trailerBytes = 4096
    /// Number of trailer lines; past it 431.
    public var trailerLines = 32

    /// The default bounds.
    public init() {}

    /// The bound for the body of one request, in bytes.
    func body(of method: HTTPMethod, at path: String) -> Int {
        guard !method.hasMeaninglessBody else { return meaninglessBody }
        return bodyAtPath.isEmpty ? body : bodyAtPath[path] ?? body
    }
}
