// swift-tools-version: 6.2
import PackageDescription

/// Strict from the first commit: see ARCHITECTURE.md, "Style".
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// The game world lives on the main actor; what does not says so.
let onMainActor = strict + [.defaultIsolation(MainActor.self)]

/// What the fuzzers of Tests/Fuzz have dictionaries for.
let fuzzed = ["address", "body", "http", "ipuz", "journal", "puz", "request", "resume"]

let package = Package(
    name: "FiveByFive",
    products: [
        .executable(name: "GameServer", targets: ["GameServer"]),
        .library(name: "GameCore", targets: ["GameCore"]),
        .library(name: "EventIO", targets: ["EventIO"]),
        .library(name: "GameServerKit", targets: ["GameServerKit"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.1.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.5.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        .systemLibrary(
            name: "CLibevent", pkgConfig: "libevent", providers: [.apt(["libevent-dev"])]),
        .systemLibrary(
            name: "CLibcrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CHiredis", providers: [.apt(["libhiredis-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .target(name: "EventIO", dependencies: ["CLibevent"], swiftSettings: strict),
        .executableTarget(
            name: "EventIOExample", dependencies: ["EventIO"], path: "Examples/EventIO", swiftSettings: strict
        ),
        // Rounding and roots call libm, which Glibc's module links; GameCore imports no module.
        .target(name: "GameCore", swiftSettings: strict, linkerSettings: [.linkedLibrary("m")]),
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
            // The archive itself: a server that keeps its games in SQLite neither loads nor needs hiredis.
            linkerSettings: [.linkedLibrary(":libhiredis.a")]),
        .target(
            name: "GameServerKit",
            dependencies: [
                "CZlib", "EventIO", "GameStore",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
            ],
            swiftSettings: onMainActor),
        .executableTarget(
            name: "GameServer",
            dependencies: [
                "GameServerKit", "RedisStore",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: onMainActor),
        .testTarget(
            name: "GameCoreTests",
            dependencies: ["GameCore", "GameStore", .product(name: "GRDB", package: "GRDB.swift")],
            swiftSettings: strict),
        .testTarget(name: "EventIOTests", dependencies: ["EventIO"], swiftSettings: strict),
        .testTarget(
            name: "GameServerTests",
            dependencies: [
                "GameServer", "GameServerKit", "RedisStore", "EventIO",
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
