// swift-tools-version: 6.2
import PackageDescription

/// What a durable insert costs without a server: a package of its own, so that the product knows nothing of it.
let package = Package(
    name: "BareStore",
    dependencies: [.package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0")],
    targets: [
        .executableTarget(
            name: "BareStore", dependencies: [.product(name: "GRDB", package: "GRDB.swift")],
            swiftSettings: [.treatAllWarnings(as: .error)])
    ]
)
