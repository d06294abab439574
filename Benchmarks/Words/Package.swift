// swift-tools-version: 6.2
import PackageDescription

/// How fast the word engine is, and how well its bots play; `squares.c` is its peer for filling boards.
let package = Package(
    name: "WordBench",
    dependencies: [.package(name: "FiveByFive", path: "../..")],
    targets: [
        .executableTarget(
            name: "WordBench", dependencies: [.product(name: "GameCore", package: "FiveByFive")],
            swiftSettings: [.treatAllWarnings(as: .error)])
    ]
)
