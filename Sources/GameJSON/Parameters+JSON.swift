package import GameCore

extension Parameters {
    /// Writes the values as an object, with sorted names.
    package func write(to json: inout JSONWriter) {
        json.object { json in writeFields(to: &json) }
    }

    /// Writes the values as fields of the present object, with sorted names.
    package func writeFields(to json: inout JSONWriter) { writeFields(to: &json, except: []) }

    /// Writes the values as fields, those called `names` left out.
    package func writeFields(to json: inout JSONWriter, except names: Set<String>) {
        for (name, value) in values.sorted(by: { $0.key < $1.key }) where !names.contains(name) {
            json.key(text: name)
            value.write(to: &json)
        }
    }
}

extension Parameters.Value {
    fileprivate func write(to json: inout JSONWriter) {
        switch self {
        case .text(let text): json.value(text)
        case .number(let number): json.value(number)
        case .seconds(let time): json.literal(time.jsonSeconds)
        case .amount(let amount): json.literal(amount.json)
        case .flag(let flag): json.value(flag)
        case .null: json.null()
        case .group(let group): group.write(to: &json)
        case .list(let list): json.array(list) { json, value in value.write(to: &json) }
        }
    }

    /// Reads a value; a fraction becomes a duration in seconds, and null if it is too large.
    fileprivate init(_ json: JSONValue) {
        switch json {
        case .text(let text): self = .text(text.inNFC)
        case .number(let number): self = .number(number)
        case .fraction(let seconds):
            let isTime = seconds.magnitude < 0x1p40
            self = isTime ? .seconds(.milliseconds(Int64((seconds * 1000).rounded()))) : .null
        case .flag(let flag): self = .flag(flag)
        case .null: self = .null
        case .list(let list): self = .list(list.map(Self.init))
        case .object(let object): self = .group(Parameters(json: object))
        }
    }
}

extension Parameters {
    package init(json: [String: JSONValue]) {
        self.init(json.mapValues(Value.init))
    }
}

extension [String: JSONValue] {
    /// Reads options or parameters of a request, which cannot be lists or fractions.
    ///
    /// - Parameter lists: The fields that may be lists.
    /// - Throws: `invalid-value`, naming the first other such field.
    package func parameters(lists: [String] = []) throws(RuleViolation) -> Parameters {
        for name in keys.sorted() where !lists.contains(name) {
            switch self[name] {
            case .list, .fraction:
                throw .invalidValue("\(Parameters.quoted(name)) must not be a list or a fraction.")
            case .object(let object): _ = try object.parameters()
            default: break
            }
        }
        return Parameters(json: self)
    }
}

extension Amount {
    /// The amount as a JSON number, without zeros at the end.
    package var json: String {
        let (whole, rest) = thousandths.magnitude.quotientAndRemainder(dividingBy: 1000)
        let sign = thousandths < 0 ? "-" : ""
        guard rest > 0 else { return "\(sign)\(whole)" }
        let digits = String(String(1000 + rest).dropFirst())
        let zeros = digits.reversed().prefix { $0 == "0" }.count
        return "\(sign)\(whole).\(digits.dropLast(zeros))"
    }
}
