-- A wrk script: edits games in turn, with move ids. With as many games as connections, each connection has one game.
-- The prefix of the move ids, the index of the first letter and the games follow "--" on the command line.

local headers = { ["Content-Type"] = "application/json" }
local games, prefix, first = {}, "", 0
local sent = 0

function init(arguments)
   prefix, first = arguments[1], tonumber(arguments[2])
   for index = 3, #arguments do
      games[#games + 1] = arguments[index]
   end
end

function request()
   local game = games[sent % #games + 1]
   local edit = math.floor(sent / #games)
   sent = sent + 1
   local letter = string.char(65 + (math.floor(edit / 25) + first) % 26)
   local body = string.format('{"value":"%s","move":"%s-%d"}', letter, prefix, sent)
   return wrk.format("POST", string.format("/games/%s/board/cells/%d", game, edit % 25), headers, body)
end
