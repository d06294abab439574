import GameCore

/// A puzzle written as text in the format of github.com/century-arcade/xd: headers, grid, clues and notes,
/// separated by two empty lines.
///
/// With `Special: circle`, lower-case letters are circled. `Rebus: 1=HEART 2=CLUB` defines the letters of
/// rebus cells. `Given: a1 c3`, an addition to the format, lists the given letters.
struct XDPuzzle {
    struct Unreadable: Error {
        let reason: String
    }

    let puzzle: Puzzle

    init(_ text: String) throws {
        let parts = Self.parts(text)
        guard parts.count >= 3 else { throw Unreadable(reason: "headers, grid and clues are three parts") }
        let headers = try Self.headers(parts[0])
        var metadata = Puzzle.Metadata()
        metadata.title = headers["Title"] ?? ""
        metadata.author = headers["Author"] ?? ""
        metadata.copyright = headers["Copyright"] ?? ""
        metadata.notes = parts.count > 3 ? parts[3].joined(separator: "\n") : ""
        let clues = try Self.clues(parts[2])
        puzzle = try Puzzle(metadata: metadata, cells: try Self.cells(parts[1], headers)) { slot in
            (clues[Self.name(slot)]?.text ?? "", nil)
        }
        for slot in PuzzleSlot.all(blocks: puzzle.cells.map { $0 == nil }) {
            guard let answer = clues[Self.name(slot)]?.answer, answer != puzzle.answer(of: slot) else {
                continue
            }
            throw Unreadable(reason: "\(Self.name(slot)) is not \(answer) but \(puzzle.answer(of: slot))")
        }
    }

    private static func parts(_ text: String) -> [[String]] {
        var parts: [[String]] = [[]]
        var empty = 0
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            guard !line.isEmpty else {
                empty += 1
                continue
            }
            if empty >= 2 { parts.append([]) }
            parts[parts.count - 1].append(line)
            empty = 0
        }
        return parts
    }

    private static func headers(_ lines: [String]) throws -> [String: String] {
        var headers: [String: String] = [:]
        for line in lines {
            let (name, value) = try split(line, ": ")
            headers[name] = value
        }
        return headers
    }

    private static func cells(_ lines: [String], _ headers: [String: String]) throws -> [Puzzle.Cell?] {
        var rebus: [String: String] = [:]
        for entry in (headers["Rebus"] ?? "").split(separator: " ") {
            let (sign, letters) = try split(String(entry), "=")
            rebus[sign] = letters
        }
        let given = (headers["Given"] ?? "").split(separator: " ").map(String.init)
        return try lines.joined().enumerated().map { position, sign in
            guard sign != "#" else { return nil }
            guard let letter = Letter(rebus: rebus[String(sign)] ?? String(sign)) else {
                throw Unreadable(reason: "\(sign) is no letter")
            }
            let isGiven = given.contains(CellIndex(position)?.square ?? "")
            return Puzzle.Cell(
                letter, isCircled: sign.isLowercase && headers["Special"] == "circle", isGiven: isGiven)
        }
    }

    private static func clues(_ lines: [String]) throws -> [String: (text: String, answer: String?)] {
        var clues: [String: (text: String, answer: String?)] = [:]
        for line in lines {
            let (name, rest) = try split(line, ". ")
            let parts = try? split(rest, " ~ ")
            clues[name] = (parts?.0 ?? rest, parts?.1)
        }
        return clues
    }

    private static func name(_ slot: PuzzleSlot) -> String {
        (slot.direction == .across ? "A" : "D") + String(slot.number)
    }

    /// Splits `line` at the first occurrence of `sign`.
    private static func split(_ line: String, _ sign: String) throws -> (String, String) {
        guard let place = line.firstRange(of: sign) else {
            throw Unreadable(reason: "“\(line)” lacks “\(sign)”")
        }
        return (String(line[..<place.lowerBound]), String(line[place.upperBound...]))
    }
}

extension XDPuzzle {
    /// A puzzle with all metadata.
    static let plain = """
        Title: Morning, five minutes
        Author: Ann
        Copyright: 2026 Ann


        #HEAT
        SALVO
        AROMA
        GREEN
        ESTE#


        A1. It makes water boil ~ HEAT
        A5. Guns, all at once ~ SALVO
        A6. What coffee has ~ AROMA
        A7. Like grass ~ GREEN
        A8. East, in Spain ~ ESTE
        D1. Rabbits, but faster ~ HARRS
        D2. Else, mixed up ~ ELOET
        D3. Nothing that is known ~ AVMEE
        D4. Finger's neighbour ~ TOAN
        D5. Herb ~ SAGE


        Solve it before
        the coffee is cold.

        """

    /// A puzzle with rebus cells, circles and given letters.
    static let rebus = """
        Title: Hearts
        Rebus: 1=HEART 2=ÉTÉ
        Special: circle
        Given: b1 e5


        #AB1#
        c2ABA
        ABABA
        abABA
        #BAB#


        A1. One ~ ABHEART
        A4. Two ~ CÉTÉABA

        """

    /// A puzzle with letters outside Latin-1 and a rebus cell.
    static let greek = """
        Title: Πέντε
        Author: Ζωή
        Rebus: 1=ΑΒΓ


        ΑΒΓΔΕ
        ΖΗΘΙΚ
        ΛΜ#ΝΞ
        ΟΠΡΣΤ
        1ΧΨΩΑ


        A1. Το αλφάβητο ~ ΑΒΓΔΕ

        """

    /// A puzzle with accented letters, which take one byte in Latin-1.
    static let french = """
        Title: Élève à l’école
        Author: Zoë


        ÉTÉÀÇ
        ABCDE
        ABCDE
        ABCDE
        ABCDE


        A1. « Chaud » ~ ÉTÉÀÇ

        """
}
