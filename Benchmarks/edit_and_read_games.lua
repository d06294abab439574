-- A wrk script: edits a game, reads its board and goes on to the next game, so every read follows a change.
-- The games follow "--" on the command line.

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
   local edit = math.floor(pair / #games)
   local body = string.format('{"value":"%s"}', string.char(65 + math.floor(edit / 25) % 26))
   return wrk.format("POST", string.format("%s/cells/%d", board, edit % 25), headers, body)
end
