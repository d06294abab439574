import Foundation
import Testing

@testable import GameServerKit

/// What the server sends of the page's scripts and style sheets.
struct PageSourceTests {
    private func compacted(_ source: String, type: String = "text/javascript") -> String {
        String(decoding: PageSource.compacted(Array(source.utf8), type: type), as: UTF8.self)
    }

    @Test func `comments on their own lines and indentation go, and lines keep their numbers`() {
        let source = """
            /** A cell.
             * @param {number} index
             */
            export function cell(index) {
              // Cells are counted by rows.
              return { row: Math.floor(index / 5) }; // down
            }
            """
        #expect(
            compacted(source) == """



                export function cell(index) {

                return { row: Math.floor(index / 5) }; // down
                }
                """)
    }

    @Test func `code behind a comment stays`() {
        #expect(compacted("  /** @type {Cell[]} */ (cells).length") == "(cells).length")
        #expect(compacted("/* one\ntwo */ let a = 1;") == "\nlet a = 1;")
        #expect(compacted("let a = /* one */ 1;\r\n\tlet b;\r\n") == "let a = /* one */ 1;\nlet b;\n")
    }

    @Test(arguments: [
        "const poem = `\n  // Roses\n`;", "let a; /* one\n  /* two\n*/ let b;",
        "let a /* one */; /* two\n  // three */ let b;", "const glob = 'a/*';\n  // all\n",
    ])
    func `a source stays as it is where a line may belong to a text or comment`(
        _ source: String
    ) {
        #expect(compacted(source) == source)
    }

    @Test func `slashes begin no comment in a style sheet, and other files stay as they are`() {
        #expect(compacted("a {\n  //b: c;\n}", type: "text/css; charset=utf-8") == "a {\n//b: c;\n}")
        #expect(compacted("  // a\n", type: "text/plain") == "  // a\n")
    }
}
