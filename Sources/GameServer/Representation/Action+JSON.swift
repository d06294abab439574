import GameCore

extension ActionDescription {
    /// The list of what somebody may do.
    static func list(_ actions: [ActionDescription]) -> [UInt8] {
        JSONWriter.object { json in
            json.array("actions", actions) { json, action in action.write(to: &json) }
        }
    }

    private func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("name", name)
            json.array("parameters", parameters) { json, parameter in
                json.object { json in
                    json.field("name", parameter)
                    json.field("type", "string")
                }
            }
        }
    }
}
