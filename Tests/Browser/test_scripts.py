"""Scripts of the page by themselves: nothing of these is drawn."""


def test_the_hash_matches_the_contract(scripts):
    text = "42\n0:CAT../....#/...../...../....."
    expected = 2166136261
    for byte in text.encode():
        expected = ((expected ^ byte) * 16777619) % 2**32
    hashed = "async t => (await import('/js/state/hash.js')).fnv1a(t)"
    assert scripts.evaluate(hashed, text) == f"{expected:08x}"
    assert scripts.evaluate(hashed, "") == "811c9dc5"


def test_the_stream_parser_gives_the_same_events_at_every_split(scripts):
    stream = ("retry: 2000\n\n: beat\n\nid: 7\r\nevent: cell.changed\r\ndata: {\"a\":1}\r\n\r\n"
              "data: x\ndata:y\n\nevent: z\n\n")
    whole = [{"type": "cell.changed", "id": "7", "data": '{"a":1}'}, {"type": "message", "id": "7", "data": "x\ny"}]
    seen = scripts.evaluate("""async (stream) => {
        const { SSEParser } = await import('/js/wire/sse.js');
        const all = [];
        for (let cut = 0; cut <= stream.length; cut += 1) {
          const events = [];
          const parser = new SSEParser((event) => events.push(event));
          parser.push(stream.slice(0, cut));
          parser.push(stream.slice(cut));
          all.push(events);
        }
        const events = [];
        const parser = new SSEParser((event) => events.push(event));
        for (const letter of stream) parser.push(letter);
        return [...all, events];
    }""", stream)
    assert all(events == whole for events in seen)
