/// The lexicon and the scoring of a game: the options that all rule sets with words share.
public struct WordRules: Equatable, Sendable {
    /// The names of the options.
    public static let optionNames = ["lexicon", "preset", "minimumLength", "points", "overlap", "extras"]

    /// The name of the lexicon.
    public let lexicon: String
    /// The name of the scoring preset; nil when other options have changed its values.
    public let preset: String?
    /// The words that count, and their points.
    public let scoring: Scoring
    /// Whether the game cannot be played without the lexicon: the options name it, or the rules need words.
    let isRequired: Bool
    /// The default ending of a game with the preset.
    public let end: Scoring.Ending

    /// Reads `lexicon`, `preset` and the options that override single values of the preset.
    ///
    /// - Throws: `invalid-value` or `unknown-key`, naming the option.
    public init(_ options: Parameters, isRequired: Bool = false) throws(RuleViolation) {
        let named = try options.text("lexicon")
        lexicon = named ?? Lexicons.default
        self.isRequired = isRequired || named != nil
        let name = try options.text("preset") ?? ScoringPreset.all[0].name
        guard let preset = ScoringPreset.named(name) else {
            let known = ScoringPreset.all.map(\.name).joined(separator: ", ")
            throw RuleViolation(.invalidValue, "“preset” must be one of \(known).")
        }
        end = preset.end
        var scoring = preset.scoring
        if let points = try options.group("points") { scoring.points = try Self.readPoints(points) }
        if let length = try options.number("minimumLength", in: Lexicon.lengths) {
            scoring.minimumLength = length
        }
        if let overlap = try options.text("overlap") { scoring.overlap = try Self.readOverlap(overlap) }
        if let extras = try options.group("extras") { try Self.readExtras(extras, into: &scoring) }
        self.scoring = scoring
        self.preset = scoring == preset.scoring ? name : nil
    }

    /// The JSON Schema of the options.
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

    /// The scoring as the game's JSON shows it.
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

    private static func readPoints(_ group: Parameters) throws(RuleViolation) -> [Int: Int] {
        var points: [Int: Int] = [:]
        for length in Lexicon.lengths {
            if let worth = try group.number(String(length), in: 0...100) { points[length] = worth }
        }
        try group.allowOnly(Lexicon.lengths.map(String.init))
        return points
    }

    private static func readOverlap(_ name: String) throws(RuleViolation) -> Scoring.Overlap {
        guard let overlap = Scoring.Overlap(rawValue: name) else {
            let known = Scoring.Overlap.allCases.map(\.rawValue).joined(separator: ", ")
            throw RuleViolation(.invalidValue, "“overlap” must be one of \(known).")
        }
        return overlap
    }

    private static func readExtras(_ extras: Parameters, into scoring: inout Scoring) throws(RuleViolation) {
        try extras.allowOnly(["diagonals", "fullLine"])
        scoring.diagonals = try extras.flag("diagonals") ?? false
        scoring.fullLine = try extras.number("fullLine", in: 0...100) ?? 0
    }
}
