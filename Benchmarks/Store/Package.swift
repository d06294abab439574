// swift-tools-version: 6.2
import PackageDescription

/// Measures durable inserts without a server.
let package = Package(
    name: "BareStore",
    dependencies: [.package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0")],
    targets: [
        .executableTarget(
            name: "BareStore", dependencies: [.product(name: "GRDB", package: "GRDB.swift")],
            swiftSettings: [.treatAllWarnings(as: .error)])
    ]
)
