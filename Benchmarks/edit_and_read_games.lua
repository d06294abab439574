-- A wrk script: an edit of one game, then its board, then the next game; so every board that is read has just changed.
-- The games come after "--" on the command line.

local headers = { ["Content-Type"] = "application/json" }
local games, sent = {}, 0

function init(arguments)
   games = arguments
end

function request()
   local pair = math.floor(sent / 2)
   local board = string.format("/games/%s/board", games[pair % #games + 1])
   sent = sent + 1
   if sent % 2 == 0 then
      return wrk.format("GET", board)
   end
   local turn = math.floor(pair / #games)
   local body = string.format('{"value":"%s"}', string.char(65 + math.floor(turn / 25) % 26))
   return wrk.format("POST", string.format("%s/cells/%d", board, turn % 25), headers, body)
end
