package import GameCore

extension Parameters {
    package func write(to json: inout JSONWriter) {
        json.object { json in
            for (name, value) in values.sorted(by: { $0.key < $1.key }) {
                json.key(text: name)
                switch value {
                case .text(let text): json.value(text)
                case .number(let number): json.value(number)
                case .flag(let flag): json.value(flag)
                case .null: json.null()
                case .group(let group): group.write(to: &json)
                }
            }
        }
    }
}
