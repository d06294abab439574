/// How a line's lone value is fitted to play on a board, by its holes k = 1...5 and the letters to come t.
///
/// Passes a line may count on: root[k] * sqrt(t - k) + slope[k] * (t - k). Its worth then counts `factor[k]`,
/// plus (bonus[k] + drift[k] * t / 24) of the best line's points. Tuned once on English, family scoring, by
/// an evolution strategy on the score of greedy play; shares and counts, so any lexicon can use them.
struct ValueConstants: Sendable {
    var root: [Float] = [0, 0.541, 0.597, 0.391, 0.122, 0.151]
    var slope: [Float] = [0, 0.012, -0.055, -0.029, -0.077, -0.117]
    var factor: [Float] = [1, 1.010, 0.996, 0.999, 0.944, 1.052]
    var bonus: [Float] = [0, 0.025, 0.011, 0.004, 0.035, -0.070]
    var drift: [Float] = [0, -0.027, 0.024, -0.024, 0.003, 0.013]

    /// Passes of a line with k holes when t letters are to come, t >= k.
    func passes(lettersToCome t: Int, holes k: Int) -> Float {
        let spare = Float(t - k)
        let passes = root[k] * spare.squareRoot() + slope[k] * spare
        return min(max(passes, 0), Float(PassTable.width - 1) - 0.001)
    }
}
