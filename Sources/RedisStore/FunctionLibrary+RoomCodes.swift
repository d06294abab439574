nonisolated extension FunctionLibrary {
    /// The codes of rooms.
    static let roomCodes = """

        local function parsed(record) return record:match('^(%S+) (%S+) (%S+) (%S+)$') end

        -- keys: codes of rooms; arguments: digits, room, when it was made, expiry, the time
        register('addcode', function(keys, arguments)
            local all = redis.call('HGETALL', keys[1])
            for place = 1, #all, 2 do
                local room, _, expires = parsed(all[place + 1])
                if room == arguments[2] or tonumber(expires) <= tonumber(arguments[5]) then
                    redis.call('HDEL', keys[1], all[place])
                end
            end
            local record = table.concat({arguments[2], arguments[3], arguments[4], '0'}, ' ')
            return redis.call('HSETNX', keys[1], arguments[1], record)
        end)

        -- keys: codes of rooms; arguments: digits, the time, the number of wrong codes that end one
        register('usecode', function(keys, arguments)
            local record = redis.call('HGET', keys[1], arguments[1])
            local _, _, ending = parsed(record or '')
            if ending and tonumber(ending) > tonumber(arguments[2]) then return record end
            local all, first = redis.call('HGETALL', keys[1]), arguments[1]:sub(1, 1)
            for place = 1, #all, 2 do
                local room, made, expires, wrong = parsed(all[place + 1])
                if all[place]:sub(1, 1) ~= first then
                elseif tonumber(wrong) + 1 >= tonumber(arguments[3]) then
                    redis.call('HDEL', keys[1], all[place])
                else
                    local counted = table.concat({room, made, expires, text(tonumber(wrong) + 1)}, ' ')
                    redis.call('HSET', keys[1], all[place], counted)
                end
            end
            return false
        end)
        """
}
