import GameCore
import GameJSON
import GameStore

/// The part of the store that runs inside Redis: a library of Lua functions, each of them atomic.
///
/// The names of the library and of its functions contain the version, so that nodes of two versions can share
/// one Redis. The keys of a call belong to one game, to the games of one transaction, or to one player; an append also
/// reads the records of players who sit down.
nonisolated enum FunctionLibrary {
    /// Raised with every change to the arguments, effects or replies of a function.
    static let version = 9

    /// Loads the library; idempotent.
    static var load: RedisCommand { RedisCommand("FUNCTION", "LOAD", "REPLACE", text) }

    /// A call of `function`, to which the caller adds the arguments.
    static func call(_ function: String, keys: [String], isReading: Bool = false) -> RedisCommand {
        var command = RedisCommand(isReading ? "FCALL_RO" : "FCALL", "fivebyfive_\(version)_\(function)")
        command.add(keys.count)
        for key in keys { command.add(key) }
        return command
    }

    /// A call that executes `commands`, all or none, unless `player` is being erased or does not exist.
    ///
    /// The reply is the list of their replies, or null.
    static func call(_ commands: [RedisCommand], for player: PlayerID) -> RedisCommand {
        var guarded = call("player", keys: [RedisKeys.player(player)])
        for command in commands { guarded.add(command) }
        return guarded
    }

    static var text: String {
        """
        #!lua name=fivebyfive_\(version)
        local function register(name, callback, flags)
            redis.register_function{
                function_name = 'fivebyfive_\(version)_' .. name, callback = callback, flags = flags or {}
            }
        end

        """ + shared + append + changing + reading + global + roomCodes
    }

    /// The news of a game is a flat list of texts: the sequence before the first event, the current sequence,
    /// the edition of the tokens, the hash before the first event (empty when unknown); then events, moves and
    /// tokens, each with a count (-1: tokens unchanged).
    private static let shared = """
        local function text(number) return string.format('%.0f', number) end

        local function put(list, row) for _, value in ipairs(row) do list[#list + 1] = value end end

        local function putAll(list, rows)
            list[#list + 1] = text(#rows)
            for _, row in ipairs(rows) do put(list, row) end
        end

        local function eventsAfter(events, sequence)
            local rows = {}
            for _, entry in ipairs(redis.call('XRANGE', events, text(sequence + 1), '+')) do
                local f = entry[2]
                rows[#rows + 1] = {entry[1]:match('^%d+'), f[2], f[4], f[6], f[8]}
            end
            return rows
        end

        -- The hash after an event of the journal; an empty text for one that the opening contains.
        local function hashAfter(events, sequence)
            local entry = redis.call('XRANGE', events, text(sequence), text(sequence))[1]
            return entry and entry[2][6] or ''
        end

        local function records(moves, keys)
            local rows = {}
            if #keys == 0 then return rows end
            for place, record in ipairs(redis.call('HMGET', moves, unpack(keys))) do
                if record then rows[#rows + 1] = {keys[place], record} end
            end
            return rows
        end

        local function movesSince(order, moves, sequence)
            local keys = redis.call('ZRANGEBYSCORE', order, text(sequence), '+inf', 'LIMIT', 0, 4096)
            return records(moves, keys)
        end

        local function tokensOf(tokens)
            local rows, all = {}, redis.call('HGETALL', tokens)
            for place = 1, #all, 2 do rows[#rows + 1] = {all[place], all[place + 1]} end
            return rows
        end

        local function news(keys, sequence, edition, asked)
            local now = redis.call('HMGET', keys[1], 'sequence', 'edition')
            local list = {text(sequence), now[1] or '0', now[2] or '0', hashAfter(keys[2], sequence)}
            putAll(list, eventsAfter(keys[2], sequence))
            local moves = movesSince(keys[3], keys[4], sequence)
            local isThere = {}
            for _, row in ipairs(moves) do isThere[row[1]] = true end
            for _, row in ipairs(records(keys[4], asked or {})) do
                if not isThere[row[1]] then moves[#moves + 1] = row end
            end
            putAll(list, moves)
            if (now[2] or '0') == edition then list[#list + 1] = '-1' else putAll(list, tokensOf(keys[5])) end
            return list
        end

        local function isErased(player)
            return redis.call('EXISTS', player) == 0 or redis.call('HEXISTS', player, 'erasing') == 1
        end

        local function framed(list)
            local parts = {}
            for place, value in ipairs(list) do parts[place] = #value .. ':' .. value end
            return table.concat(parts)
        end

        local function milliseconds()
            local now = redis.call('TIME')
            return tonumber(now[1]) * 1000 + math.floor(tonumber(now[2]) / 1000)
        end


        """

    /// Checks all games of a transaction, then writes all, then publishes the news.
    ///
    /// A repeated attempt is recognised by its name, stored with the game that it creates, its first event or
    /// its first move; an attempt with tokens alone, by its first token.
    private static let append = """
        local function reader(arguments)
            local place = 0
            local function take()
                place = place + 1
                return arguments[place]
            end
            local function takeAll(width)
                local rows = {}
                for number = 1, tonumber(take()) do
                    rows[number] = {}
                    for column = 1, width do rows[number][column] = take() end
                end
                return rows
            end
            return take, takeAll
        end

        -- The parts of a transaction, one for each game, which has seven keys.
        local function read(keys, arguments)
            local take, takeAll = reader(arguments)
            local node, attempt, oldest, most = take(), take(), tonumber(take()), tonumber(take())
            local parts = {}
            for first = 1, #keys, 7 do
                local a = {node = node, attempt = attempt, oldest = oldest, most = most}
                a.keys = {unpack(keys, first, first + 6)}
                a.isNew, a.channel = take() == '1', take()
                a.fence, a.base, a.hash = take(), take(), take()
                a.seated, a.isTimeToForget = take(), take() == '1'
                a.fields, a.events, a.moves = takeAll(2), takeAll(5), takeAll(3)
                a.asked, a.tokens, a.guests, a.seatedPlayers = takeAll(1), takeAll(3), takeAll(2), takeAll(1)
                parts[#parts + 1] = a
            end
            return parts
        end

        local function attemptOf(record) return record and record:match('%S+$') end

        local function isRepeated(keys, a)
            if a.isNew then return redis.call('HGET', keys[1], 'attempt') == a.attempt end
            if a.events[1] then
                local entry = redis.call('XRANGE', keys[2], a.events[1][1], a.events[1][1])[1]
                return entry ~= nil and entry[2][10] == a.attempt
            end
            if a.moves[1] then return attemptOf(redis.call('HGET', keys[4], a.moves[1][1])) == a.attempt end
            for _, token in ipairs(a.tokens) do
                if token[1] ~= '' then return redis.call('HEXISTS', keys[5], token[1]) == 1 end
            end
            return false
        end

        -- A move beyond its lifetime counts as forgotten.
        local function isKnown(keys, a, key)
            local record = redis.call('HGET', keys[4], key)
            if not record then return false end
            local time, away = record:match('^%S+ %S+ %S+ %S+ (%S+) (%S+)')
            return tonumber(time) - tonumber(away) >= a.oldest
        end

        -- The keys of the moves made or asked for; a rejection contains those that are known already.
        local function keysOf(a)
            local list = {}
            for _, move in ipairs(a.moves) do list[#list + 1] = move[1] end
            for _, asked in ipairs(a.asked) do list[#list + 1] = asked[1] end
            return list
        end

        local function isOvertaken(keys, a, sequence)
            if a.base ~= '' and tonumber(a.base) ~= sequence then return true end
            for _, move in ipairs(a.moves) do if isKnown(keys, a, move[1]) then return true end end
            for _, asked in ipairs(a.asked) do if isKnown(keys, a, asked[1]) then return true end end
            return false
        end

        local function forget(keys, found)
            if #found == 0 then return end
            redis.call('ZREM', keys[3], unpack(found))
            redis.call('HDEL', keys[4], unpack(found))
        end

        local function writeMoves(keys, a)
            for _, move in ipairs(a.moves) do
                redis.call('ZADD', keys[3], move[2], move[1])
                redis.call('HSET', keys[4], move[1], move[3] .. ' ' .. a.attempt)
            end
            local surplus = redis.call('ZCARD', keys[3]) - a.most
            if surplus > 0 then
                forget(keys, redis.call('ZRANGE', keys[3], 0, math.min(surplus, 1000) - 1))
            end
            if not a.isTimeToForget then return end
            local old = {}
            for _, key in ipairs(redis.call('ZRANGE', keys[3], 0, 999)) do
                if isKnown(keys, a, key) then break end
                old[#old + 1] = key
            end
            forget(keys, old)
        end

        local function revoke(tokens, seat)
            local found = {}
            for _, row in ipairs(tokensOf(tokens)) do
                if row[2]:match('^%S+') == seat then found[#found + 1] = row[1] end
            end
            if #found > 0 then redis.call('HDEL', tokens, unpack(found)) end
        end

        local function writeTokens(keys, a)
            for _, token in ipairs(a.tokens) do
                if token[1] == '' then
                    revoke(keys[5], token[2])
                else
                    redis.call('HSET', keys[5], token[1], token[2] .. ' ' .. token[3])
                end
            end
            if #a.tokens > 0 then redis.call('HINCRBY', keys[1], 'edition', 1) end
        end

        local function write(keys, a)
            for _, event in ipairs(a.events) do
                redis.call('XADD', keys[2], event[1] .. '-0', 't', event[2], 'w', event[3], 'h', event[4],
                    'c', event[5], 'a', a.attempt)
            end
            for _, field in ipairs(a.fields) do redis.call('HSET', keys[1], field[1], field[2]) end
            for _, guest in ipairs(a.guests) do redis.call('HSET', keys[7], guest[1], guest[2]) end
            if a.seated ~= '0' then redis.call('HINCRBY', keys[1], 'seated', a.seated) end
            if a.isNew then redis.call('HSET', keys[1], 'attempt', a.attempt, 'generation', '1') end
            writeMoves(keys, a)
            writeTokens(keys, a)
        end

        local function tell(keys, a, sequence, hash)
            local now = redis.call('HMGET', keys[1], 'sequence', 'edition')
            local list = {a.node, text(sequence), now[1] or '0', now[2] or '0', hash}
            putAll(list, a.events)
            local rows = {}
            for place, move in ipairs(a.moves) do rows[place] = {move[1], move[3] .. ' ' .. a.attempt} end
            putAll(list, rows)
            if #a.tokens > 0 then putAll(list, tokensOf(keys[5])) else list[#list + 1] = '-1' end
            redis.call('PUBLISH', a.channel, framed(list))
        end

        -- Why a part cannot be written; nil if it can be.
        local function refusal(a)
            local keys = a.keys
            local isThere = redis.call('EXISTS', keys[1]) == 1
            if not isThere and not a.isNew then return {'gone'} end
            if isThere and isRepeated(keys, a) then return {'again', ''} end
            local now = redis.call('HMGET', keys[1], 'sequence', 'hash')
            -- A new game goes on from the last event of its opening.
            local sequence, hash = tonumber(now[1] or (not isThere and a.base ~= '' and a.base) or '0'), now[2] or ''
            a.sequence, a.hashBefore = sequence, hash
            if a.fence ~= '' and redis.call('HGET', keys[6], 'fence') ~= a.fence then return {'fenced'} end
            local base = a.base ~= '' and tonumber(a.base) or sequence
            local hasOther = base == sequence and a.hash ~= '' and hash ~= '' and a.hash ~= hash
            if not a.isNew and (base > sequence or hasOther) then return {'lost', text(sequence)} end
            -- The erasure, which leaves the player's games, would not find a new seat.
            for _, player in ipairs(a.seatedPlayers) do if isErased(player[1]) then return {'erased'} end end
            if (isThere and a.isNew) or isOvertaken(keys, a, sequence) then
                local list = {'overtaken'}
                put(list, news(keys, base, '', keysOf(a)))
                return list
            end
        end

        -- keys: for each game: game, events, order of moves, moves, tokens, lease, names of guests
        -- Returns the outcome for each game. An attempt that is known for one of them was written for all.
        register('append', function(keys, arguments)
            local parts, outcomes = read(keys, arguments), {}
            local isRefused, isWritten = false, false
            for place, a in ipairs(parts) do
                outcomes[place] = refusal(a) or {'withheld'}
                isWritten = isWritten or outcomes[place][1] == 'again'
                isRefused = isRefused or outcomes[place][1] ~= 'withheld'
            end
            for place, a in ipairs(parts) do
                if isWritten then
                    outcomes[place] = {'again', ''}
                elseif not isRefused then
                    write(a.keys, a)
                    outcomes[place] = {'saved', redis.call('HGET', a.keys[1], 'edition') or '0'}
                end
            end
            if isRefused then return outcomes end
            for _, a in ipairs(parts) do tell(a.keys, a, a.sequence, a.hashBefore) end
            return outcomes
        end)


        """

    /// Changes of a game besides its events; every node that has it in memory reads it again.
    private static let changing = """
        -- keys: game
        register('changed', function(keys)
            if redis.call('EXISTS', keys[1]) == 0 then return 0 end
            return redis.call('HINCRBY', keys[1], 'generation', 1)
        end)

        -- keys: as for append; arguments: the last event of the opening, the opening, the events by which guests in
        -- it sat down
        register('trim', function(keys, arguments)
            -- Another node may have trimmed the game in the meantime.
            local base = tonumber(redis.call('HGET', keys[1], 'base') or '0')
            if base >= tonumber(arguments[1]) then return 0 end
            local first = text(tonumber(arguments[1]) + 1) .. '-0'
            redis.call('HSET', keys[1], 'base', arguments[1], 'opening', arguments[2])
            redis.call('XTRIM', keys[2], 'MINID', first)
            for _, key in ipairs(redis.call('ZRANGEBYSCORE', keys[3], '-inf', arguments[1])) do
                redis.call('ZREM', keys[3], key)
                redis.call('HDEL', keys[4], key)
            end
            local kept = {}
            for place = 3, #arguments do kept[arguments[place]] = true end
            for _, since in ipairs(redis.call('HKEYS', keys[7])) do
                -- The names that the host of a room has given have the players for fields.
                if tonumber(since) and tonumber(since) <= tonumber(arguments[1]) and not kept[since] then
                    redis.call('HDEL', keys[7], since)
                end
            end
            redis.call('HINCRBY', keys[1], 'generation', 1)
            return 1
        end)


        """

    private static let reading = """
        -- keys: as for append; arguments: number of recent events, maximum of moves
        register('game', function(keys, arguments)
            local game = redis.call(
                'HMGET', keys[1], 'setup', 'answer', 'sequence', 'edition', 'opening', 'base', 'generation')
            if not game[1] then return false end
            local sequence = tonumber(game[3] or '0')
            local start = math.max(tonumber(game[6] or '0'), sequence - tonumber(arguments[1]))
            local order = redis.call('ZREVRANGE', keys[3], 0, tonumber(arguments[2]) - 1)
            local moves = {}
            for last = #order, 1, -1000 do
                local some = {}
                for place = last, math.max(last - 999, 1), -1 do some[#some + 1] = order[place] end
                put(moves, records(keys[4], some))
            end
            local list = {text(start), game[3] or '0', game[4] or '0', ''}
            putAll(list, eventsAfter(keys[2], start))
            putAll(list, moves)
            putAll(list, tokensOf(keys[5]))
            return {game[1], game[2] or '', game[5] or '', list, game[7] or '0'}
        end, {'no-writes'})

        register('news', function(keys, arguments)
            if redis.call('EXISTS', keys[1]) == 0 then return false end
            return news(keys, tonumber(arguments[1]), arguments[2])
        end, {'no-writes'})


        """

    /// The clock that all nodes share, leases, the order of public games, and players.
    private static let global = """
        -- keys: player; arguments: commands, each as the number of its words and the words.
        -- Executes them unless the player is being erased or does not exist; returns the replies, or false.
        register('player', function(keys, arguments)
            if isErased(keys[1]) then return false end
            local replies, place = {}, 1
            while place <= #arguments do
                local last = place + tonumber(arguments[place])
                replies[#replies + 1] = redis.call(unpack(arguments, place + 1, last))
                place = last + 1
            end
            return replies
        end)

        -- keys: player; refuses every change, and seats, from now on
        register('erase', function(keys)
            if redis.call('EXISTS', keys[1]) == 0 then return 0 end
            redis.call('HSET', keys[1], 'erasing', '1')
            return 1
        end)

        -- keys: clock; arguments: the caller's wall clock and its lead over the game clock, in milliseconds
        -- Returns the latest game clock of all nodes. It depends on no wall clock: that of Redis only tells
        -- how long ago the last heartbeat was, as long as it is a heartbeat's interval or so.
        register('beat', function(keys, arguments)
            local now = milliseconds()
            local own = tonumber(arguments[1]) - tonumber(arguments[2])
            local known = redis.call('HMGET', keys[1], 'alive', 'away', 'at')
            if known[1] then
                local passed = now - tonumber(known[3] or '0')
                if passed < 0 or passed > 2000 then passed = 0 end
                local latest = tonumber(known[1]) - tonumber(known[2] or '0') + passed
                if latest > own then return text(latest) end
            end
            redis.call('HSET', keys[1], 'alive', arguments[1], 'away', arguments[2], 'at', text(now))
            return text(own)
        end)

        -- keys: lease; arguments: node, lifetime in milliseconds
        register('lease', function(keys, arguments)
            local now = milliseconds()
            local lease = redis.call('HMGET', keys[1], 'holder', 'until', 'fence')
            local fence = tonumber(lease[3] or '0')
            if lease[1] ~= arguments[1] then
                local left = lease[1] and tonumber(lease[2]) - now or 0
                -- A lease that ends later than a new one would was made before Redis's clock was set back.
                if left > 0 and left <= tonumber(arguments[2]) then return false end
                fence = fence + 1
            end
            redis.call('HSET', keys[1], 'holder', arguments[1], 'until', text(now + tonumber(arguments[2])),
                'fence', text(fence))
            return fence
        end)

        -- keys: public games, public games of the same rules, their counter; arguments: game
        register('enlist', function(keys, arguments)
            local ordinal = redis.call('ZSCORE', keys[1], arguments[1]) or redis.call('INCR', keys[3])
            redis.call('ZADD', keys[1], ordinal, arguments[1])
            redis.call('ZADD', keys[2], ordinal, arguments[1])
            return ordinal
        end)
        """
}
