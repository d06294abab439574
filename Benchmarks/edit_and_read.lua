-- A wrk script: one of every N requests changes a cell like edit.lua, and the others read the board.
-- N follows "--" on the command line; with 2, every read follows a change.

local headers = { ["Content-Type"] = "application/json" }
local every, sent, edits = 2, 0, {}
local read

function init(arguments)
   every = tonumber(arguments[1])
   read = wrk.format("GET", "/board")
   for round = 0, 25 do
      for cell = 0, 24 do
         local body = string.format('{"value":"%s"}', string.char(65 + round))
         edits[#edits + 1] = wrk.format("POST", "/board/cells/" .. cell, headers, body)
      end
   end
end

function request()
   sent = sent + 1
   if sent % every > 0 then
      return read
   end
   return edits[(sent / every - 1) % #edits + 1]
end
