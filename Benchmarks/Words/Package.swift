// swift-tools-version: 6.2
import PackageDescription

/// Measures the speed of the word engine and the strength of its bots; `squares.c` is the reference for word squares.
let package = Package(
    name: "WordBench",
    dependencies: [.package(name: "FiveByFive", path: "../..")],
    targets: [
        .executableTarget(
            name: "WordBench", dependencies: [.product(name: "GameCore", package: "FiveByFive")],
            swiftSettings: [.treatAllWarnings(as: .error)])
    ]
)
