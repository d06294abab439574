import ArgumentParser
import GameCore
import GameJSON
import GameServerKit
import GameStore
import RedisStore

/// The options that all commands on stored games share.
struct DataOptions: ParsableArguments {
    @Option(name: .customLong("data"), help: "The data folder of the server.")
    var folder = "data"
}
