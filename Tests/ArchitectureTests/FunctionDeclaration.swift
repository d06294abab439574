/// Recognises the line on which a function, initializer, subscript or computed property begins.
struct FunctionDeclaration {
    private let keyword = /\b(?:func|init|deinit|subscript|var)\b/
    /// `{ get }`, `{ get set }`: what a protocol asks for has no body.
    private let requirement = /\{\s*get\b[\w\s]*\}/
    private let function = /[\s\w@()]*?\b(func\s+(?:[^\s(<]+|<\S*)|init(?=[?(<])|deinit\b|subscript(?=[(<]))/
    private let computedProperty = /[\s\w@()]*?\bvar\s+(\w+)\s*:[^={]*\{/

    /// The declared name, or nil if `line` (without comments) declares nothing that has a body of statements.
    func name(in line: String) -> String? {
        guard line.contains(keyword), !line.contains(requirement) else { return nil }
        if let match = line.prefixMatch(of: function) { return String(match.1) }
        return line.prefixMatch(of: computedProperty).map { String($0.1) }
    }
}
