/// The request methods that the server knows; every other method is refused with 501.
public enum HTTPMethod: String, Sendable, CaseIterable {
    /// Reads a resource.
    case get = "GET"
    /// Reads a resource's headers only.
    case head = "HEAD"
    /// Acts on a resource.
    case post = "POST"
    /// Replaces a resource.
    case put = "PUT"
    /// Changes part of a resource.
    case patch = "PATCH"
    /// Removes a resource.
    case delete = "DELETE"
    /// Asks what may be done.
    case options = "OPTIONS"
    /// Echoes the request; known so that a router can refuse it.
    case trace = "TRACE"

    /// The method spelled by the bytes, exactly and in capitals, or nil.
    init?(_ bytes: UnsafeRawBufferPointer) {
        // GET first: it is nearly every request, and this is the hottest comparison of the server.
        if bytes.count == 3, bytes[0] == 0x47, bytes[1] == 0x45, bytes[2] == 0x54 {
            self = .get
            return
        }
        guard let method = Self.allCases.first(where: { $0.rawValue.utf8.elementsEqual(bytes) }) else {
            return nil
        }
        self = method
    }

    /// Whether a body means nothing for this method, so that it has a limit of its own.
    var hasMeaninglessBody: Bool {
        self == .get || self == .head || self == .delete || self == .trace
    }
}
