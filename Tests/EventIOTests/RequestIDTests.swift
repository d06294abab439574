import Testing

@testable import EventIO

extension LiveTests {
    @Suite struct RequestIDTests {
        @Test func anIDIsItsNumberInSixteenHexadecimalDigits() {
            for number in [0, 1, 9, 10, 15, 16, 0x9A9A_9A9A_F0F0_0F0F, 0xFFFF_FFFF, 1 << 32, UInt64.max] {
                let digits = String(number, radix: 16)
                let expected = String(repeating: "0", count: 16 - digits.utf8.count) + digits
                #expect(RequestID(number: number).description == expected)
            }
        }

        @Test func theIDIsInsertedIntoTheBodyAtItsOffset() throws {
            let answering: @Sendable (consuming HTTPExchange) -> Void = { exchange in
                var response = HTTPResponse.text("<>")
                response.requestIDOffset = 1
                exchange.answer(response)
            }
            try withServer(answering: answering) { server in
                let client = try server.client(sending: get())
                let answer = try client.readAnswer()
                let id = try #require(answer.header("x-request-id"))
                #expect(answer.body == "<\(id)>")
            }
        }

        @Test func everyAnswerIsReportedOnceWithItsContext() throws {
            final class Context: Sendable {}
            let context = Context()
            let reported = Locked<[HTTPAnswer]>([])
            var settings = HTTPServerSettings()
            settings.onAnswer = { answer in reported.withLock { $0.append(answer) } }
            let answering: @Sendable (consuming HTTPExchange) -> Void = { exchange in
                exchange.attach(context)
                if exchange.request.path == "/stream" {
                    let stream = exchange.stream(.text("four"), onClose: {})
                    stream.send(StreamBytes("five5"))
                    stream.close()
                } else {
                    exchange.answer(.text("hello", status: 404))
                }
            }
            try withServer(settings, answering: answering) { server in
                for (number, request) in [get(), get("/stream"), "nonsense\r\n\r\n"].enumerated() {
                    let client = try server.client(sending: request)
                    #expect(eventually { reported.withLock { $0.count } == number + 1 })
                    client.close()
                }
            }
            let answers = reported.withLock { $0 }
            #expect(answers.map(\.status) == [404, 200, 400])
            #expect(answers.map { $0.context === context } == [true, true, false])
            #expect(answers[1].bytes == 9)
            #expect(Set(answers.map(\.id)).count == 3)
        }

        @Test func aClientThatLeavesBeforeTheAnswerIsReported() throws {
            let reported = Locked<[Int]>([])
            let lot = ParkingLot()
            var settings = HTTPServerSettings()
            settings.onAnswer = { answer in reported.withLock { $0.append(answer.status) } }
            let parking: @Sendable (consuming HTTPExchange) -> Void = { exchange in
                exchange.onAbandon {}
                lot.park(exchange)
            }
            try withServer(settings, answering: parking) { server in
                let client = try server.client(sending: get())
                #expect(eventually { lot.count == 1 })
                client.reset()
                #expect(eventually { reported.withLock { $0 } == [HTTPAnswer.clientLeft] })
                lot.clear()
            }
            #expect(reported.withLock { $0 } == [HTTPAnswer.clientLeft])
        }
    }
}
