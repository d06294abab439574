import ArgumentParser
import GameCore
import GameJSON
import GameServerKit
import GameStore
import RedisStore

/// What the commands that look at stored games have in common.
struct DataOptions: ParsableArguments {
    @Option(name: .customLong("data"), help: "The folder in which a server keeps its games.")
    var folder = "data"
}
