/// By which words the boards of a game are scored: the options that all rule sets with words share.
public struct WordRules: Equatable, Sendable {
    /// The names of the options that it reads.
    public static let optionNames = ["lexicon", "preset", "minimumLength", "points", "overlap", "extras"]

    /// The name of the lexicon.
    public let lexicon: String
    /// The name of the preset from which the scoring comes; nil when single options have changed it.
    public let preset: String?
    /// Which words count, and what they are worth.
    public let scoring: Scoring
    /// Whether a game cannot be without the lexicon: it was named, or the rules need words.
    let isRequired: Bool
    /// How a game of the preset ends.
    public let end: Scoring.Ending

    /// Reads `lexicon`, `preset`, and the single knobs, which go over the preset.
    ///
    /// - Throws: `invalid-value` or `unknown-key`, naming the option.
    public init(_ options: Parameters, isRequired: Bool = false) throws(RuleViolation) {
        let named = try options.text("lexicon")
        lexicon = named ?? Lexicons.default
        self.isRequired = isRequired || named != nil
        let name = try options.text("preset") ?? ScoringPreset.all[0].name
        guard let preset = ScoringPreset.named(name) else {
            let known = ScoringPreset.all.map(\.name).joined(separator: ", ")
            throw RuleViolation(.invalidValue, "“preset” is one of \(known).")
        }
        end = preset.end
        var scoring = preset.scoring
        if let points = try options.group("points") { scoring.points = try Self.points(points) }
        if let length = try options.number("minimumLength", in: Lexicon.lengths) {
            scoring.minimumLength = length
        }
        if let overlap = try options.text("overlap") { scoring.overlap = try Self.overlap(overlap) }
        if let extras = try options.group("extras") { try Self.read(extras, into: &scoring) }
        self.scoring = scoring
        self.preset = scoring == preset.scoring ? name : nil
    }

    /// The options that it reads, as clients are told of them.
    public static let schema: [String: Schema] = [
        "lexicon": .text.described("The words that count; see /lexicons.").defaulting(
            to: .text(Lexicons.default)),
        "preset": .text(oneOf: ScoringPreset.all.map(\.name)).defaulting(
            to: .text(ScoringPreset.all[0].name)),
        "minimumLength": .integer(in: Lexicon.lengths),
        "points": .object(
            Dictionary(
                uniqueKeysWithValues: Lexicon.lengths.map { (String($0), .integer(in: 0...100)) })),
        "overlap": .text(oneOf: Scoring.Overlap.allCases.map(\.rawValue)),
        "extras": .object(["diagonals": .flag, "fullLine": .integer(in: 0...100)]),
    ]

    /// The scoring as clients are told of it.
    public var fields: Parameters {
        let points = scoring.points.map { (String($0.key), Parameters.Value.number($0.value)) }
        var values: [String: Parameters.Value] = [
            "minimumLength": .number(scoring.minimumLength),
            "points": .group(Dictionary(uniqueKeysWithValues: points)),
            "overlap": .text(scoring.overlap.rawValue), "diagonals": .flag(scoring.diagonals),
            "fullLine": .number(scoring.fullLine),
        ]
        if let preset { values["preset"] = .text(preset) }
        return Parameters(values)
    }

    private static func points(_ group: Parameters) throws(RuleViolation) -> [Int: Int] {
        var points: [Int: Int] = [:]
        for length in Lexicon.lengths {
            if let worth = try group.number(String(length), in: 0...100) { points[length] = worth }
        }
        try group.allowOnly(Lexicon.lengths.map(String.init))
        return points
    }

    private static func overlap(_ name: String) throws(RuleViolation) -> Scoring.Overlap {
        guard let overlap = Scoring.Overlap(rawValue: name) else {
            let known = Scoring.Overlap.allCases.map(\.rawValue).joined(separator: ", ")
            throw RuleViolation(.invalidValue, "“overlap” is one of \(known).")
        }
        return overlap
    }

    private static func read(_ extras: Parameters, into scoring: inout Scoring) throws(RuleViolation) {
        try extras.allowOnly(["diagonals", "fullLine"])
        scoring.diagonals = try extras.flag("diagonals") ?? false
        scoring.fullLine = try extras.number("fullLine", in: 0...100) ?? 0
    }
}
