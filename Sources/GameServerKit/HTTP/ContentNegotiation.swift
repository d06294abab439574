import EventIO
import GameCore
import GameJSON
import GameStore

/// Content negotiation by `Accept` and `Accept-Encoding` (RFC 9110, section 12.5).
nonisolated enum Accept {
    /// The first of `offered` that has the highest quality in `header`; nil if none is acceptable.
    static func choose(_ header: String?, from offered: [String]) -> String? {
        // A fast path for the headers that nearly every client sends.
        guard let header, !header.isEmpty, header != "*/*" else { return offered.first }
        if offered.contains(header) { return header }
        let ranges = header.split(separator: ",").compactMap(Range.init)
        let rated = offered.map { type in (type, quality(of: type, in: ranges)) }
        let best = rated.map(\.1).max() ?? 0
        return best > 0 ? rated.first { $0.1 == best }?.0 : nil
    }

    /// Whether `request` prefers HTML to JSON, as a browser does when it opens an address.
    static func prefersHTML(_ request: HTTPRequest) -> Bool {
        guard let header = request.header("accept"), header.lowercased().contains("text/html") else {
            return false
        }
        let offered = ["application/json", "application/problem+json", "text/html"]
        return choose(header, from: offered) == "text/html"
    }

    private struct Range {
        let type: Substring
        let quality: Double

        init?(_ text: Substring) {
            let parts = text.split { ";\t ".contains($0) }
            guard let type = parts.first else { return nil }
            self.type = type
            let quality = parts.dropFirst().first { $0.lowercased().hasPrefix("q=") }
            self.quality = quality.flatMap { Double($0.dropFirst(2)) } ?? 1
        }

        /// How precisely the range matches `type`: 3 for `a/b`, 2 for `a/*`, 1 for `*/*`, 0 for no match.
        func precision(for type: String) -> Int {
            if self.type.lowercased() == type { return 3 }
            if self.type == "*/*" { return 1 }
            return self.type.hasSuffix("/*") && type.hasPrefix(self.type.dropLast().lowercased()) ? 2 : 0
        }
    }

    private static func quality(of type: String, in ranges: [Range]) -> Double {
        let matching = ranges.map { ($0.precision(for: type), $0.quality) }.filter { $0.0 > 0 }
        return matching.max { $0.0 < $1.0 }?.1 ?? 0
    }
}

/// Entity tags in conditional headers (RFC 9110, section 13.1).
nonisolated enum EntityTags {
    /// Whether the `If-None-Match` header contains `tag`, by weak comparison.
    static func weaklyMatch(_ header: String, _ tag: String) -> Bool {
        header == tag || list(header).contains { $0 == "*" || $0 == tag || $0 == "W/" + tag }
    }

    /// Whether `If-None-Match` names at least one sequence, and none later than `sequence`.
    static func names(_ header: String?, upTo sequence: Int) -> Bool {
        guard let header else { return false }
        let sequences = list(header).compactMap { Self.sequence($0) }
        return !sequences.isEmpty && sequences.allSatisfy { $0 <= sequence }
    }

    static func list(_ header: String) -> [String] {
        header.split { $0 == "," || $0 == " " || $0 == "\t" }.map(String.init)
    }

    /// The suffix of board tags, and of event ids on streams, in a store of this epoch.
    static func suffix(of epoch: String) -> String { epoch.isEmpty ? "" : "-e" + epoch }

    /// The sequence in a strong tag of a board, of any medium and viewer; nil for any other tag.
    ///
    /// - Parameter epoch: That of the store; tags of other epochs are of other boards.
    static func sequence(_ tag: String, epoch: String = "") -> Int? {
        let end = suffix(of: epoch) + "\""
        guard tag.hasPrefix("\""), tag.hasSuffix(end), tag.count > 1 + end.count else { return nil }
        let parts = tag.dropFirst().dropLast(end.count).split(
            separator: "-", omittingEmptySubsequences: false)
        let isBoard = parts.dropFirst().allSatisfy { part in
            part.hasPrefix("s") || BoardMedium.allCases.contains { $0.fileExtension == part }
        }
        guard parts.count <= 3, isBoard else { return nil }
        return Int(digits: parts[0])
    }
}
