/// Recognizes the first line of a function, initializer, subscript or computed property.
struct FunctionDeclaration {
    private let keyword = /\b(?:func|init|deinit|subscript|var)\b/
    /// `{ get }` or `{ get set }`: a protocol's requirement, which has no body.
    private let requirement = /\{\s*get\b[\w\s]*\}/
    private let function = /[\s\w@()]*?\b(func\s+(?:[^\s(<]+|<\S*)|init(?=[?(<])|deinit\b|subscript(?=[(<]))/
    private let computedProperty = /[\s\w@()]*?\bvar\s+(\w+)\s*:[^={]*\{/

    /// The declared name, or nil if `line` (without comments) declares nothing with a body.
    func name(in line: String) -> String? {
        guard line.contains(keyword), !line.contains(requirement) else { return nil }
        if let match = line.prefixMatch(of: function) { return String(match.1) }
        return line.prefixMatch(of: computedProperty).map { String($0.1) }
    }
}
