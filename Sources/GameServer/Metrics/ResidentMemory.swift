import Foundation

/// The memory that the process holds, as Linux tells it.
enum ResidentMemory {
    static var bytes: Int {
        let pages = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        return (pages.flatMap { $0.count > 1 ? Int($0[1]) : nil } ?? 0) * sysconf(Int32(_SC_PAGESIZE))
    }
}
