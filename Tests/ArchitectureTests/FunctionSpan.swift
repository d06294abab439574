/// The lines of a function, initializer, subscript or computed property, found by a text scan.
struct FunctionSpan {
    let name: String
    let firstLine: Int
    private(set) var lastLine: Int
    /// The largest number of braces inside the body that are open at the end of a line.
    private(set) var deepest = 0
    /// The line on which `deepest` was first reached.
    private(set) var deepestLine: Int

    /// The length in lines, from the declaration to the closing brace.
    var length: Int { lastLine - firstLine + 1 }

    /// Every function with a body in `file`, including functions nested in other functions.
    static func all(in file: SourceFile) -> [FunctionSpan] {
        var scan = Scan()
        for (index, line) in file.code.enumerated() {
            scan.read(line, number: index + 1)
        }
        return scan.finished
    }

    private init(name: String, line: Int) {
        self.name = name
        firstLine = line
        lastLine = line
        deepestLine = line
    }

    private struct Scan {
        var finished: [FunctionSpan] = []
        /// The open braces, outermost first; the brace of a function's body carries its span.
        private var braces: [FunctionSpan?] = []
        private var declared: FunctionSpan?
        private var parentheses = 0
        private let declaration = FunctionDeclaration()

        mutating func read(_ line: String, number: Int) {
            if parentheses == 0, let name = declaration.name(in: line) {
                declared = FunctionSpan(name: name, line: number)
            }
            for character in line.utf8 {
                switch character {
                case UInt8(ascii: "("), UInt8(ascii: "["): parentheses += 1
                case UInt8(ascii: ")"), UInt8(ascii: "]"): parentheses -= 1
                case UInt8(ascii: "{"): open()
                case UInt8(ascii: "}"): close(at: number)
                default: break
                }
            }
            noteDepth(at: number)
        }

        /// A closure inside parentheses is not a body, but its braces count as depth.
        private mutating func open() {
            braces.append(parentheses == 0 ? declared : nil)
            if parentheses == 0 { declared = nil }
        }

        private mutating func close(at number: Int) {
            guard var closed = braces.popLast() else { return }
            closed?.lastLine = number
            if let closed { finished.append(closed) }
            if parentheses == 0 { declared = nil }
        }

        private mutating func noteDepth(at number: Int) {
            guard let innermost = braces.lastIndex(where: { $0 != nil }), var function = braces[innermost]
            else {
                return
            }
            let depth = braces.count - innermost - 1
            guard depth > function.deepest else { return }
            function.deepest = depth
            function.deepestLine = number
            braces[innermost] = function
        }
    }
}
