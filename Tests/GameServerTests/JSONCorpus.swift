import Foundation

/// Cases for a reader of JSON, modelled on JSONTestSuite.
enum JSONCorpus {
    enum Kind {
        case valid
        /// May be accepted or refused.
        case either
        case invalid
    }

    struct Case {
        let kind: Kind
        let text: [UInt8]
        var name: String { String(decoding: text.prefix(60), as: UTF8.self) }
    }

    /// Values, which stand for the value of a key.
    static let values =
        cases(.valid, validValues) + cases(.either, eitherValues) + cases(.invalid, invalidValues)
        + [
            Case(kind: .either, text: Array(repeating("9", 400).utf8)),
            Case(kind: .either, text: Array(("0." + repeating("1", 2000)).utf8)),
            Case(kind: .either, text: Array(("1" + repeating("0", 300)).utf8)),
            Case(kind: .either, text: Array(("-" + repeating("9", 999)).utf8)),
        ]

    /// Whole bodies.
    static let documents =
        cases(.valid, validDocuments) + cases(.either, eitherDocuments) + cases(.invalid, invalidDocuments)
        + [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian, .utf32].map { encoding in
            Case(kind: .invalid, text: Array(#"{"value":"A"}"#.data(using: encoding) ?? Data()))
        }
        + [(Kind.invalid, invalidLong), (.valid, validLong)].flatMap { kind, texts in
            texts.map { Case(kind: kind, text: Array($0.utf8)) }
        }
        + [Case(kind: .invalid, text: Array(0...255))]

    /// All bodies: `{"value":…}` with each of the values, and the documents.
    static let bodies =
        values.map { Case(kind: $0.kind, text: body($0)) } + documents

    static func body(_ value: Case, of key: String = "value") -> [UInt8] {
        Array("{\"\(key)\":".utf8) + value.text + Array("}".utf8)
    }

    static func repeating(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

    /// The cases in `table`, separated by " ¦ ", with `%` and two digits for a byte that does not print.
    private static func cases(_ kind: Kind, _ table: String) -> [Case] {
        table.split(separator: "\n").flatMap { $0.components(separatedBy: " ¦ ") }.map { text in
            var (bytes, rest) = ([UInt8](), Array(text.utf8)[...])
            while let byte = rest.popFirst() {
                guard byte == UInt8(ascii: "%") else {
                    bytes.append(byte)
                    continue
                }
                // A lone `%` is the empty text.
                if let byte = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) {
                    bytes.append(byte)
                }
                rest = rest.dropFirst(2)
            }
            return Case(kind: kind, text: bytes)
        }
    }

    private static let invalidLong = [
        #"{"value":"A"}"# + repeating("\0", 100), repeating("[", 8000), repeating(#"{"value":"#, 1500),
        repeating("[", 8000) + repeating("]", 7999), repeating(#"{"a":["#, 1500), repeating("{", 16_000),
    ]

    private static let validLong = [
        #"{"value":"# + repeating("[", 8) + repeating("]", 8) + "}",
        repeating("[", 8000) + repeating("]", 8000), #"{"value":""# + repeating("A", 16_000) + #""}"#,
        #"{""# + repeating("k", 16_000) + #"":1}"#, "[" + repeating("0,", 8000) + "0]",
        "{" + (0..<1200).map { #""k\#($0)":\#($0)"# }.joined(separator: ",") + "}",
    ]

    private static let validDocuments = #"""
        null ¦ 5 ¦ "A" ¦ [] ¦ ["A"] ¦ {} ¦ %20%09%0D%0A{ "value" : 5 } %0A
        """#

    private static let eitherDocuments = #"""
        {"value":"7","value":"AB"} ¦ {"\u0076alue":"AB"}
        """#

    private static let invalidDocuments = #"""
        %20 ¦ %0A ¦ {"value":"A" ¦ {"value":"A"}} ¦ {"value":"A"} x ¦ {"value":"A"}{"value":"B"}
        {"value":"A"}%00 ¦ %00{"value":"A"} ¦ %EF%BB%BF{"value":"A"} ¦ %FF%FE ¦ %EF%BB%BF
        %C2%A0{"value":"A"} ¦ {"value":"A"}%E2%81%A0 ¦ "value":"A" ¦ value=A ¦ <value>A</value>
        {"value":"A"%0C} ¦ {"value":"A"%FF} ¦ %1F%8B%08%00 ¦ \u007b\u007d ¦ * ¦ {"value": "A", "move": }
        """#

    private static let validValues = #"""
        0 ¦ -0 ¦ 1.5 ¦ 1e3 ¦ 1E+3 ¦ -1.5e-3 ¦ true ¦ false ¦ null ¦ "" ¦ "\u0041\u0042"
        "\"\\\/\b\f\n\r\t" ¦ "\ud83d\ude00" ¦ "%7F!" ¦ "éé" ¦ "%E2%80%A8%E2%80%A9" ¦ [] ¦ {} ¦ [1,2]
        {"a":{"b":[]}} ¦ [ ] ¦ 0e1 ¦ 0e+1 ¦ 0E-10 ¦ 1E22 ¦ -1 ¦ -0.0 ¦ 1e-2 ¦ 4.0 ¦ 20e1 ¦ 123.456e78
        123456789012345 ¦ -9007199254740993 ¦ 1.000000000000000005 ¦ -0e-0 ¦ [[]] ¦ [null] ¦ [true, false]
        [1,null,null,2] ¦ [[],{}] ¦ [""] ¦ ["a"] ¦ {"":0} ¦ {"a":[]} ¦ {"a":{}} ¦ {"a b":"c"}
        {"\u0000\u0001":0} ¦ {"min":-1.0e+28,"max":1.0e+28} ¦ {"x":[{"id":"x"}],"id":"x"}
        {%0A"a":%09"b"%0D%0A} ¦ [ 1 , 2 ] ¦ "\u0060\u012a\u12AB" ¦ "\ud801\udc37\ud852\udf62"
        "\uDBFF\uDFFF!" ¦ "\u0012\u0013" ¦ "\\u0000" ¦ "\\n" ¦ "\"\"" ¦ "\u0022x" ¦ "\u005C!"
        "\u200B\u2064" ¦ "\uFDD0\uFFFE" ¦ "\u0061\u30af\u30EA\u30b9" ¦ "new\u00A0line" ¦ "a/*b*/c" ¦ "π€"
        "⍂㈴⍂" ¦ "%F4%8F%BF%BF%F4%8F%BF%BE" ¦ "%E2%80%8B%E2%81%A0" ¦ "  " ¦ "asd "
        """#

    private static let eitherValues = #"""
        1e400 ¦ -1e-400 ¦ "\ud800" ¦ "\udc00" ¦ "\ud800\u0041" ¦ "\ud800\ud800" ¦ "\udc00\ud800"
        "A\u0000" ¦ "\uffff" ¦ [1,] ¦ {"a":1,} ¦ {"a":1,"a":2} ¦ 1e9999 ¦ -1e9999
        0.4e00669999999999999999999999999999 ¦ 123123e100000 ¦ 100000000000000000000
        -123123123123123123123123123 ¦ 1e-10000 ¦ "\uD888\u1234" ¦ "\uD800\n" ¦ "\uDd1ea" ¦ "\ud800abc"
        "\uDFAA" ¦ "\uDd1e\uD834" ¦ "\uDADA" ¦ "\u0000!" ¦ {"a":"b","a":"c"} ¦ {"a":"b","a":"b"} ¦ ["a",]
        {"a":[1,],}
        """#

    private static let invalidValues = #"""
        01 ¦ -01 ¦ +1 ¦ 1. ¦ .5 ¦ -.5 ¦ 1e ¦ 1e+ ¦ 1.e3 ¦ --1 ¦ 0x1F ¦ 0b1 ¦ 1_000 ¦ 1,5 ¦ NaN ¦ -NaN
        Infinity ¦ -Infinity ¦ 1e5.5 ¦ - 1 ¦ 1 2 ¦ １ ¦ 1a ¦ - ¦ 1%00 ¦ True ¦ TRUE ¦ nul ¦ nulll
        undefined ¦ trué ¦ A ¦ 'A' ¦ `A` ¦ None ¦ % ¦ "A ¦ A" ¦ "\" ¦ "\x41" ¦ "\a" ¦ "\u" ¦ "\u00"
        "\u004" ¦ "\u004G" ¦ "\U0041" ¦ "\ ¦ "\ " ¦ "A%0AB" ¦ "A%09B" ¦ "A%00B" ¦ "%1F" ¦ "A%0DB"
        "\u{41}" ¦ "A' ¦ "%FF" ¦ "%C3" ¦ "%C3(" ¦ "%80" ¦ "%C0%AF" ¦ "%C1%81" ¦ "%E0%80%AF" ¦ "%ED%A0%80"
        "%ED%BF%BF" ¦ "%F0%80%80%AF" ¦ "%F4%90%80%80" ¦ "%F8%88%80%80%80" ¦ "%F0%9F%98" ¦ "%E2%82" ¦ %E9
        [ ¦ ] ¦ [1 ¦ [1 2] ¦ [,] ¦ [,1] ¦ [1,,2] ¦ [1;2] ¦ [1} ¦ [1]] ¦ [%0C] ¦ [%0B1] ¦ { ¦ {"a"}
        {"a":} ¦ {:1} ¦ {a:1} ¦ {'a':1} ¦ {"a":1 "b":2} ¦ {"a":1,,} ¦ {,"a":1} ¦ {1:1} ¦ {null:1}
        {"a"=1} ¦ {"a"::1} ¦ {"a":1] ¦ [1]{} ¦ ... ¦ [...] ¦ "A" // c ¦ /* c */ "A" ¦ "A" # c ¦ / ¦ "A" /
        0.e1 ¦ 0.3e ¦ 0.3e+ ¦ 0E ¦ 0E+ ¦ 0e ¦ 1.0e ¦ 1.0e- ¦ 1.0e+ ¦ 1eE2 ¦ 2.e3 ¦ 2.e+3 ¦ 2.e-3 ¦ 9.e+
        Inf ¦ -Inf ¦ +Inf ¦ ++1234 ¦ .-1 ¦ .2e-3 ¦ -2. ¦ -foo ¦ -012 ¦ -1x ¦ 0x1 ¦ 0x42 ¦ 1 000 ¦ 1+2
        1.2a-3 ¦ 1.8011670033376514H-308 ¦ 1ea ¦ -1.0. ¦ 012 ¦ 0.1.2 ¦ 1e1.2 ¦ --0 ¦ -+1 ¦ 1- ¦ 1.-2 ¦ １.５
        ∞ ¦ 1١ ¦ fals ¦ truth ¦ tRue ¦ nil ¦ NULL ¦ * ¦ å ¦ %E2%81%A0 ¦ %C2%A0 ¦ <null> ¦ $1 ¦ # ¦ & ¦ ~
        @ ¦ "\x00" ¦ "\\\" ¦ "\🌀" ¦ "\u00A" ¦ "\uD834\uDd" ¦ "\uD800\" ¦ "\uD800\u" ¦ "\uD800\u1"
        "\uD800\u1x" ¦ "\é" ¦ \u0020"A" ¦ 'single' ¦ "\u{1F600}" ¦ "\0" ¦ "\v" ¦ "\N" ¦ "a%00a" ¦ "%0A"
        "%09" ¦ "A ¦ "abc\" ¦ "A""B" ¦ "A" "B" ¦ "A"+"B" ¦ “A” ¦ ["a ¦ ["":1] ¦ ["" ¦ ["", ¦ [1:2]
        [3[4]] ¦ ["x" ¦ ["x"]] ¦ [x ¦ [a ¦ [1,,] ¦ [,,] ¦ [-] ¦ [1,%0A1%0A,1 ¦ [{} ¦ [{"a":1]
        [%E2%81%A0] ¦ [*] ¦ [> ¦ [/] ¦ {"a":"a" 123} ¦ {"a":/*c*/"b"} ¦ {"a":"b",,"c":"d"} ¦ {"x"::"b"}
        {é} ¦ {"x", null} ¦ {"a" b} ¦ {"id":0,,,} ¦ {}} ¦ {"a":"a ¦ {a: "b"} ¦ {"a":"b"}/**/ ¦ {"a":"b"}//
        {"a":"b"}/ ¦ {"a":"b"}# ¦ {"a":"b" ¦ {"a" ¦ {"a": ¦ {[: "x"} ¦ {"a": tru} ¦ {'a':0}
        {"a":1;"b":2} ¦ {"a"=>1} ¦ {...} ¦ {!} ¦ {%C2%A0} ¦ {1} ¦ {"a":1,b} ¦ {"a":[} ¦ {"a":{] ¦ {[}]
        [{]} ¦ [} ¦ {] ¦ ] ¦ } ¦ (1) ¦ <A> ¦ 1] ¦ 2@ ¦ 1} ¦ \n ¦ \u0031
        """#
}
