-- A wrk script: edits with move ids, of one game after the other, so that each connection has a game of its own where there
-- are as many. After "--" come the beginning of all move ids, the number of the first letter, and the games.

local headers = { ["Content-Type"] = "application/json" }
local games, prefix, first = {}, "", 0
local sent = 0

function init(arguments)
   prefix, first = arguments[1], tonumber(arguments[2])
   for place = 3, #arguments do
      games[#games + 1] = arguments[place]
   end
end

function request()
   local game = games[sent % #games + 1]
   local turn = math.floor(sent / #games)
   sent = sent + 1
   local letter = string.char(65 + (math.floor(turn / 25) + first) % 26)
   local body = string.format('{"value":"%s","move":"%s-%d"}', letter, prefix, sent)
   return wrk.format("POST", string.format("/games/%s/board/cells/%d", game, turn % 25), headers, body)
end
