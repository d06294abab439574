// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "OwnGame",
    // In a package of your own: .package(url: "…", from: "…") with the address of FiveByFive's repository.
    dependencies: [.package(name: "FiveByFive", path: "../..")],
    targets: [
        .executableTarget(
            name: "OwnGame",
            dependencies: [
                .product(name: "GameCore", package: "FiveByFive"),
                .product(name: "GameServerKit", package: "FiveByFive"),
            ]),
        .testTarget(
            name: "OwnGameTests",
            dependencies: ["OwnGame", .product(name: "GameCore", package: "FiveByFive")]),
    ]
)
