/// What a bot looks up: the value table of a lexicon and scoring, and the lines of the board.
///
/// Immutable.
struct BotTables: Sendable {
    let table: ValueTable
    let geometry: BoardGeometry
    let sampler: LetterSampler

    init(table: ValueTable, geometry: BoardGeometry) {
        self.table = table
        self.geometry = geometry
        sampler = LetterSampler(frequency: table.frequency)
    }

    func board(_ codes: [UInt8]) -> LineBoard {
        LineBoard(codes: codes, automaton: table.automaton, geometry: geometry)
    }

    /// Runs `body` with pointers to the tables; nil only without any table.
    func withPlayout<Result>(_ body: (Playout) -> Result) -> Result? {
        withStates { states in
            geometry.withLines { lines in
                withUnsafeTemporaryAllocation(of: Int32.self, capacity: CellIndex.count) { gain in
                    gain.baseAddress.map { body(Playout(states, lines, gain: $0, self)) }
                }
            }
        }
    }

    /// The automaton and its values.
    struct States {
        let next: UnsafePointer<UInt32>
        let offset: UnsafePointer<UInt32>
        let values: UnsafePointer<UInt16>
    }

    private func withStates<Result>(_ body: (States) -> Result?) -> Result? {
        table.automaton.next.withUnsafeBufferPointer { next in
            table.automaton.offset.withUnsafeBufferPointer { offset in
                table.values.withUnsafeBufferPointer { values in
                    guard let next = next.baseAddress, let offset = offset.baseAddress,
                        let values = values.baseAddress
                    else { return nil }
                    return body(States(next: next, offset: offset, values: values))
                }
            }
        }
    }
}
