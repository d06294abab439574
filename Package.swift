// swift-tools-version: 6.2
import PackageDescription

/// Compiler flags for debug builds; SwiftPM refuses them in a package that another one has fetched.
func debugFlags(_ flags: String...) -> [SwiftSetting] {
    Context.packageDirectory.contains("/checkouts/")
        ? [] : [.unsafeFlags(flags, .when(configuration: .debug))]
}

/// The settings of every target, with warnings as errors.
let strict: [SwiftSetting] =
    [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .treatAllWarnings(as: .error),
    ]

/// For targets whose declarations are isolated to the main actor unless they are `nonisolated`.
let onMainActor = strict + [.defaultIsolation(MainActor.self)]

/// For a target that computes much: it is optimised in debug builds too, where bots would take seconds for a move.
///
/// Its files are compiled together, in half of the time; SwiftPM's index of the sources needs more than one thread.
let optimised = debugFlags("-O", "-whole-module-optimization", "-num-threads", "2")

/// The commit that is built, for `--version`; "unknown" outside a git repository.
let commit = Context.gitInformation.map { git in
    git.currentCommit.prefix(12) + (git.hasUncommittedChanges ? "+" : "")
}

/// The dictionaries of the fuzzers in Tests/Fuzz.
let fuzzed = ["address", "body", "http", "ipuz", "journal", "puz", "request", "resume"]

let package = Package(
    name: "FiveByFive",
    products: [
        .executable(name: "GameServer", targets: ["GameServer"]),
        .library(name: "GameCore", targets: ["GameCore"]),
        .library(name: "EventIO", targets: ["EventIO"]),
        .library(name: "GameServerKit", targets: ["GameServerKit", "GameServerCommands"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-collections", exact: "1.6.0"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", exact: "2.13.0"),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        // For `make docs` only; no target uses it.
        .package(url: "https://github.com/swiftlang/swift-docc-plugin", exact: "1.5.0"),
    ],
    targets: [
        .systemLibrary(
            name: "CLibevent", pkgConfig: "libevent", providers: [.apt(["libevent-dev"])]),
        .systemLibrary(
            name: "CLibcrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CHiredis", providers: [.apt(["libhiredis-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .target(
            name: "CBuild", cSettings: [.define("FIVEBYFIVE_COMMIT", to: "\"\(commit ?? "unknown")\"")]),
        .target(name: "EventIO", dependencies: ["CLibevent"], swiftSettings: strict),
        .executableTarget(
            name: "EventIOExample", dependencies: ["EventIO"], path: "Examples/EventIO", swiftSettings: strict
        ),
        // Rounding and square roots call libm. Importing Glibc would link it, but GameCore imports nothing.
        .target(
            name: "GameCore", swiftSettings: strict + optimised, linkerSettings: [.linkedLibrary("m")]),
        .target(name: "GameJSON", dependencies: ["GameCore"], swiftSettings: strict),
        .target(
            name: "GameStore",
            dependencies: [
                "CLibcrypto", "GameJSON",
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            swiftSettings: onMainActor),
        .target(
            name: "RedisStore",
            dependencies: [
                "CHiredis", "GameStore",
                .product(name: "DequeModule", package: "swift-collections"),
            ],
            swiftSettings: onMainActor,
            // Linked statically, so that a server on SQLite needs no hiredis library at run time.
            linkerSettings: [.linkedLibrary(":libhiredis.a")]),
        .target(
            name: "GameServerKit",
            dependencies: [
                "CBuild", "CZlib", "EventIO", "GameStore",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
            ],
            swiftSettings: onMainActor),
        .target(
            name: "GameServerCommands",
            dependencies: [
                "GameServerKit", "RedisStore",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: onMainActor),
        .executableTarget(
            name: "GameServer", dependencies: ["GameServerCommands"], swiftSettings: onMainActor),
        .testTarget(
            name: "GameCoreTests",
            dependencies: ["GameCore", "GameStore", .product(name: "GRDB", package: "GRDB.swift")],
            swiftSettings: strict),
        .testTarget(name: "EventIOTests", dependencies: ["CLibevent", "EventIO"], swiftSettings: strict),
        .testTarget(
            name: "GameServerTests",
            dependencies: [
                "GameServer", "GameServerCommands", "GameServerKit", "RedisStore", "EventIO",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: onMainActor),
        .testTarget(
            name: "FuzzTests",
            dependencies: [
                "GameServerKit", "EventIO", .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Tests/Fuzz",
            exclude: ["corpus", "run.sh"] + fuzzed.map { $0 + ".dict" }, swiftSettings: strict),
        .testTarget(
            name: "ArchitectureTests", exclude: ["exceptions.txt"], swiftSettings: strict),
    ]
)
