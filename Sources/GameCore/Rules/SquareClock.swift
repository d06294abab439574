/// How long people have in a word square; `nil` is as long as they like.
struct SquareClock: Equatable, Sendable {
    /// To call a letter.
    let call: Duration?
    /// To place one.
    let place: Duration?

    /// Reads the option `clock`: `{"call":60,"place":45}`, seconds; null for none.
    init(_ options: Parameters) throws(RuleViolation) {
        guard !options.isNull("clock") else {
            (call, place) = (nil, nil)
            return
        }
        let group = try options.group("clock") ?? .none
        try group.allowOnly(["call", "place"])
        call = try Self.time("call", in: group, usual: 60)
        place = try Self.time("place", in: group, usual: 45)
    }

    private static func time(
        _ name: String, in group: Parameters, usual: Int
    ) throws(RuleViolation) -> Duration? {
        guard !group.isNull(name) else { return nil }
        return .seconds(try group.number(name, in: 1...3600) ?? usual)
    }

    /// How long people have for `step`.
    func limit(_ step: CalledRound.Step) -> Duration? {
        step == .call ? call : place
    }
}
