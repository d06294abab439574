import GameCore
import Testing

@testable import GameJSON
@testable import GameServerKit

@Suite("An ipuz file")
struct IPuzTests {
    @Test("is read into cells and clues")
    func plain() throws {
        let puzzle = try IPuzSample.puzzle()
        #expect(puzzle.cells.map { $0?.answer.text ?? "#" }.joined() == "#HEATSALVOAROMAGREENESTE#")
        #expect(puzzle.clues.map(\.text) == (IPuzSample.across + IPuzSample.down).map(\.text))
        #expect(puzzle.clues.allSatisfy { $0.label == nil } && puzzle.metadata == Puzzle.Metadata())
    }

    @Test(
        "may use every notation for cells",
        arguments: [
            [
                "puzzle":
                    "[['#','1','2','3','4'],['5','0','0','0','0'],['6',0,0,0,0],['7',0,0,0,0],['8',0,0,0,'#']]"
            ],
            ["puzzle": "[[null,1,2,3,4],[5,':',':','',0],[6,0,0,0,0],[7,0,0,0,0],[8,0,0,0,{'cell':null}]]"],
            [
                "block": "'*'", "empty": "'-'",
                "puzzle":
                    "[['*',1,2,3,4],[5,'-','-','-','-'],[6,0,0,0,0],[7,0,0,0,0],[8,0,0,0,{'cell':'*'}]]",
                "solution": IPuzSample.rows(["*HEAT", "SALVO", "AROMA", "GREEN", "ESTE*"]),
            ],
            [
                "puzzle":
                    "[['#',{'cell':1},2,3,4],[5,{'style':{'color':'ffffff'}},0,0,0],[6,0,0,0,0],[7,0,0,0,0],"
                    + "[8,0,0,0,{'cell':'#','style':null}]]"
            ],
            ["puzzle": "[['#',0,0,0,0],[0,0,0,0,0],[0,0,0,0,0],[0,0,0,0,0],[0,0,0,0,'#']]"],
            [
                "version": "'http://ipuz.org/v1'",
                "solution": IPuzSample.rows(["#heat", "salvo", "aroma", "green", "este#"]),
            ],
            [
                "kind": "['http://ipuz.org/crossword/crypticcrossword#1','http://other.org/kind']",
                "solution":
                    "[[null,{'value':'H'},'E',['A'],'T'],['S','A','L','V','O'],['A','R','O','M','A'],"
                    + "['G','R','E','E','N'],['E','S','T','E',{'value':'#'}]]",
            ],
        ])
    func cells(changes: [String: String]) throws {
        #expect(try IPuzSample.puzzle(changes) == IPuzSample.puzzle())
    }

    @Test(
        "may use every notation for clues",
        arguments: [
            IPuzSample.clues { "['\($0)','\($1)']" }, IPuzSample.clues { "{'number':\($0),'clue':'\($1)'}" },
            IPuzSample.clues { "{'label':'\($0)','clue':'\($1)','cells':[[1,1],[2,1]],'answer':'?'}" },
            IPuzSample.clues { "{'numbers':[\($0),99],'clue':'\($1)'}" }, IPuzSample.clues { "'\($1)'" },
            IPuzSample.clues { "[\($0),'<i>\($1)</i> ']" }.replacing("Across", with: "Across:Horizontal"),
            IPuzSample.clues { "['\($0 == 0 ? "?" : "")','\($1)']" },
            IPuzSample.clues { "{'clue':'\($1)'}" }.replacing("Down", with: "down:Verticais"),
        ])
    func clues(written: String) throws {
        #expect(try IPuzSample.puzzle(["clues": written]) == IPuzSample.puzzle())
    }

    @Test("has the enumeration of a clue once, as it is written")
    func enumerations() throws {
        let written = [
            ("Foo", "3,2", "Foo (3,2)"), ("Foo", "(3, 2)", "Foo (3,2)"), ("Foo (3, 2)", "3, 2", "Foo (3, 2)"),
            ("Foo (5) ", "5", "Foo (5)"), ("Foo (5).", "5", "Foo (5)."), ("Foo", "2 wds.", "Foo (2 wds.)"),
            ("Foo (2 wds.)", "2  wds.", "Foo (2 wds.)"), ("Foo", "two words", "Foo (two words)"),
            ("Foo 5", "5", "Foo 5 (5)"),
        ]
        for (clue, enumeration, shown) in written {
            let clues = IPuzSample.clues {
                "{'number':\($0),'clue':'\(clue)\($1)','enumeration':'\(enumeration)'}"
            }
            .replacing(/A1|D1/, with: "")
            let puzzle = try IPuzSample.puzzle(["clues": clues])
            #expect(puzzle.clues.first?.text == shown)
        }
    }

    @Test("has what is not shown of its clues and styles named")
    func unshown() throws {
        let clues = IPuzSample.clues { number, text in
            let more = number == 1 ? ",'hints':['a'],'image':'x.png','highlight':true" : ",'hints':null"
            return "{'number':\(number),'clue':'\(text)'\(more)}"
        }
        let (_, warnings) = try IPuzFile(IPuzSample.file(["clues": clues])).read()
        #expect(
            warnings == [
                "Not shown of clue 1 across, 1 down: the highlighted squares.",
                "Not shown of clue 1 across, 1 down: the hints.",
                "Not shown of clue 1 across, 1 down: the picture.",
            ])
        let puzzle =
            "[['#',{'cell':1,'style':'nope'},{'cell':2,'style':['c']},3,{'cell':4,'style':'none'}],"
            + "[5,0,0,0,0],[6,0,0,0,0],[7,0,0,0,0],[8,0,0,0,'#']]"
        let named = try IPuzFile(IPuzSample.file(["puzzle": puzzle])).read().warnings
        #expect(named == ["The other style of b1, c1 is not shown."])
    }

    @Test("that has X in every cell has no solution", arguments: ["X", "x"])
    func onlyX(letter: Character) {
        let rows = ["#HEAT", "SALVO", "AROMA", "GREEN", "ESTE#"].map {
            String($0.map { $0 == "#" ? $0 : letter })
        }
        let refused = IPuzSample.refusal(["solution": IPuzSample.rows(rows)])
        #expect(refused?.detail == "The puzzle has no solution.")
    }

    @Test("may have circles, given letters, named styles and several letters in a cell")
    func styles() throws {
        let puzzle = try IPuzSample.puzzle([
            "styles": "{'round':{'shapebg':'circle'},'likewise':{'named':'round'},'loop':{'named':'loop'}}",
            "puzzle": """
            [['#', {'cell':1,'value':'H'}, {'cell':2,'style':{'shapebg':'circle'}},
              {'cell':3,'style':'round'}, {'cell':4,'style':'none','value':''}],
             [5, {'style':'likewise'}, {'style':{'named':'likewise'}}, {'style':'loop'}, 0],
             [6,0,0,0,0], [7,0,0,0,0], [8,0,0,0,'#']]
            """,
            "solution": IPuzSample.rows(["#HEAT", "SALVO", "AROMA", "GREEN", "ESTE#"]).replacing(
                "'T'", with: "'tea'"),
        ])
        #expect(puzzle.cells.indices.filter { puzzle.cells[$0]?.isCircled == true } == [2, 3, 6, 7])
        #expect(puzzle.cells.indices.filter { puzzle.cells[$0]?.isGiven == true } == [1])
        #expect(puzzle.answer(of: puzzle.clues[0].slot) == "HEATEA" && puzzle.hasRebus)
    }

    @Test(
        "may have bars, which end words, on either side of the line",
        arguments: [
            "[[1,{'cell':2,'style':{'barred':'R'}},3,4,{'cell':5,'style':'wall'}],[6,0,0,0,0],[7,0,0,0,0],"
                + "[8,{'style':{'barred':'RB'}},9,0,0],[10,0,0,0,0]]",
            "[[1,2,{'cell':3,'style':{'barred':'TL'}},4,{'cell':5,'style':{'barred':'r'}}],[6,0,0,0,0],"
                + "[7,0,0,0,0],[8,0,{'cell':9,'style':{'barred':'L'}},0,0],[10,{'style':{'barred':'T'}},0,0,0]]",
        ])
    func bars(grid: String) throws {
        let puzzle = try IPuzSample.puzzle([
            "styles": "{'wall':{'barred':'R'}}", "puzzle": grid, "clues": "{}",
            "solution": IPuzSample.rows(["CAFEE", "SALVO", "AROMA", "TOAST", "ESTEE"]),
        ])
        let words = puzzle.clues.map { "\($0.slot.number) \(puzzle.answer(of: $0.slot))" }
        #expect(
            words == [
                "1 CA", "3 FEE", "6 SALVO", "7 AROMA", "8 TO", "9 AST", "10 ESTEE", "1 CSATE", "2 AARO",
                "3 FLOAT", "4 EVMSE", "5 EOATE",
            ])
        #expect(puzzle.clues.allSatisfy { $0.label == nil })
        #expect(try IPuzFile(IPuzFile(puzzle).bytes).puzzle() == puzzle)
        #expect(try Puzzle(puzzle.values) == puzzle)
    }

    @Test("may have digits in its solution, zeros too")
    func digits() throws {
        let puzzle = try IPuzSample.puzzle([
            "solution": "[['#','1',['0'],{'value':'6'},6],['S',{'value':'0'},'L','V','O'],"
                + "['A','R','O','M','1ST'],['G','R','E','E','N'],['E','S','T','E','#']]"
        ])
        #expect(puzzle.solution.text == "#1066/S0LVO/AROM1/GREEN/ESTE#" && puzzle.hasRebus)
        #expect(puzzle.keys.map { $0.map(\.text).joined() } == "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
        #expect(try IPuzFile(IPuzFile(puzzle).bytes).puzzle() == puzzle)
        #expect(try AcrossLiteFile(AcrossLiteFile(puzzle).bytes).puzzle() == puzzle)
        #expect(try Puzzle(puzzle.values) == puzzle)
    }

    @Test("may have a zero in its solution where it has a block")
    func zeroAtBlock() throws {
        let zeros = IPuzSample.rows(["0HEAT", "SALVO", "AROMA", "GREEN", "ESTE0"])
        #expect(try IPuzSample.puzzle(["solution": zeros]) == IPuzSample.puzzle())
    }

    @Test("whose solution is nothing but zeros is refused as without one")
    func zeros() {
        let zeros = IPuzSample.rows(["#0000", "00000", "00000", "00000", "0000#"])
        #expect(IPuzSample.refusal(["solution": zeros])?.detail == "Cell b1 of the solution is empty.")
    }

    @Test("keeps labels that are not the standard numbers")
    func labels() throws {
        let changes = [
            "puzzle": "[['#','a','b','c','d'],[5,'x',0,0,0],[6,0,0,0,0],[0,0,0,0,0],[8,0,0,0,'#']]",
            "clues": """
            {'Across':[['a','first'], [5,'second'], {'label':8,'clue':'last'}],
             'Down':[['d','fourth'], ['a','']]}
            """,
        ]
        let puzzle = try IPuzSample.puzzle(changes)
        #expect(puzzle.clues.map(\.text) == ["first", "second", "", "", "last", "", "", "", "fourth", ""])
        #expect(puzzle.clues.map(\.label) == ["a", nil, nil, "", nil, "a", "b", "c", "d", nil])
        #expect(try IPuzFile(IPuzFile(puzzle).bytes).puzzle() == puzzle)
    }

    @Test("yields title, author, copyright and notes as plain text")
    func about() throws {
        let puzzle = try IPuzSample.puzzle([
            "title": "'<b>Five</b> &amp; five'", "author": "'Zo\\u00eb &lt;z&gt;'",
            "copyright": "'&copy; 2026'",
            "intro": "'Read this.<br>Then this.'", "notes": "'\\u202eEasy\\u0007'",
        ])
        #expect(puzzle.metadata.title == "Five & five" && puzzle.metadata.author == "Zoë <z>")
        #expect(puzzle.metadata.copyright == "© 2026")
        #expect(puzzle.metadata.notes == "Read this.\nThen this.\nEasy")
        #expect(try IPuzFile(IPuzFile(puzzle).bytes).puzzle() == puzzle)
    }

    @Test("may begin with a byte-order mark")
    func byteOrderMark() throws {
        #expect(try IPuzFile([0xEF, 0xBB, 0xBF] + IPuzSample.file()).puzzle() == IPuzSample.puzzle())
    }

    @Test("may be smaller than the board: it goes to the top left, and the other cells are blocks")
    func small() throws {
        let puzzle = try IPuzSample.puzzle([
            "dimensions": "{'width':4,'height':3}", "puzzle": "[[1,2,3,'#'],[4,0,0,5],['#',6,0,0]]",
            "solution": IPuzSample.rows(["CAT#", "ORAL", "#TEA"]),
            "clues": "{'Across':[[4,'Spoken']],'Down':[[5,'The end']]}",
        ])
        #expect(puzzle.solution.text == "CAT##/ORAL#/#TEA#/#####/#####")
        #expect(puzzle.clues.map(\.text) == ["", "Spoken", "", "", "", "", "The end"])
        #expect(try IPuzFile(IPuzFile(puzzle).bytes).puzzle() == puzzle)
    }

    @Test(
        "may have a clue to several words: those without a clue refer to it, in AcrossLite files too",
        arguments: [
            "{'numbers':[1,6],'clue':'Both'}", "{'number':[1,'6'],'clue':'Both'}",
            "{'number':1,'clue':'Both','continued':[6]}",
            "{'number':1,'clue':'Both','continued':['6 Across',99,'99 Down',[1],{},null]}",
            "{'number':1,'clue':'Both','continued':[['Across',6]]}",
            "{'number':1,'clue':'Both','continued':[{'direction':'Across','number':6}]}",
            "[1,'Both'],{'number':6,'see':1}", "[1,'Both'],{'number':6,'clue':' ','see':'1 Across'}",
        ])
    func linkedClues(written: String) throws {
        let puzzle = try IPuzSample.puzzle([
            "clues": "{'Across':[\(written)],'Down':[{'numbers':['3','5 Across'],'clue':'Also'}]}"
        ])
        let texts = ["Both", "See 3 Down", "See 1 Across", "", "", "", "", "Also", "", ""]
        #expect(puzzle.clues.map(\.text) == texts)
        #expect(try AcrossLiteFile(AcrossLiteFile(puzzle).bytes).puzzle().clues.map(\.text) == texts)
    }

    @Test("keeps the clue of a word that another clue includes")
    func linkedClueWithText() throws {
        let puzzle = try IPuzSample.puzzle([
            "clues": "{'Across':[{'numbers':[1,6],'clue':'Both'},[6,'Own']]}"
        ])
        #expect(puzzle.clues.map(\.text).prefix(3) == ["Both", "", "Own"])
    }

    @Test("may have no clues")
    func noClues() throws {
        for clues in ["", "null", "{}", "{'Across':[],'Zones':[]}"] {
            #expect(try IPuzSample.puzzle(["clues": clues]).clues.allSatisfy { $0.text.isEmpty })
        }
    }

    @Test("is written back with all of its content")
    func roundTrip() throws {
        let extra = [
            "org.example:x": "{'b':[1,1.5,-3e20,null,true,{'é\\n':'\\u0001'}],'a':''}", "saved": "[[]]",
        ]
        let file = try IPuzFile(IPuzSample.file(extra))
        #expect(try IPuzFile(file.bytes) == file)
        let text = String(decoding: file.bytes, as: UTF8.self).replacing("\"", with: "'")
        #expect(text.contains("'org.example:x':{'a':'','b':[1,1.5,-3e+20,null,true,{'é\\u000a':'\\u0001'}]}"))
    }

    @Test("may be wrapped in a JSONP call", arguments: ["ipuz(%)", " ipuz ( % ) ;\n", "crossword(%);"])
    func call(form: String) throws {
        let text = String(decoding: IPuzSample.file(), as: UTF8.self)
        let written = form.replacing("ipuz (", with: "ipuz(").replacing("%", with: text)
        #expect(try IPuzFile(Array(written.utf8)) == IPuzFile(IPuzSample.file()))
    }
}
