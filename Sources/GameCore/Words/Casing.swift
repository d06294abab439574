/// How the small letters of a language become capitals.
public enum Casing: Sendable {
    /// As in most languages: i becomes I.
    case common
    /// i becomes İ, and ı becomes I: the conditions `tr` and `az` of SpecialCasing.txt in the Unicode Character Database.
    case turkic

    /// Languages that are written with ı and i.
    private static let turkicLanguages: Set<String> = ["tr", "az", "crh", "gag"]

    /// The casing of the language in a tag such as `tr`, `az-Latn` or `tr_words`.
    public init(of tag: String) {
        let language = tag.lowercased().prefix { $0 != "-" && $0 != "_" }
        self = Self.turkicLanguages.contains(String(language)) ? .turkic : .common
    }

    /// `text` with those capitals in place that ``Letter`` would make otherwise.
    public func prepared(_ text: String) -> String {
        guard self == .turkic else { return text }
        return String(text.map { Self.turkicCapitals[$0] ?? $0 })
    }

    /// A dot may follow the small letter as a mark.
    private static let turkicCapitals: [Character: Character] = ["i": "İ", "ı": "I", "i\u{307}": "İ"]
}
