-- A wrk script: every request changes the letter of a cell.
-- It cycles through the 25 cells and takes the next letter after each round.

local requests = {}
local sent = 0

function init(arguments)
   local headers = { ["Content-Type"] = "application/json" }
   for round = 0, 25 do
      for cell = 0, 24 do
         local body = string.format('{"value":"%s"}', string.char(65 + round))
         requests[#requests + 1] = wrk.format("POST", "/board/cells/" .. cell, headers, body)
      end
   end
end

function request()
   sent = sent + 1
   return requests[(sent - 1) % #requests + 1]
end
