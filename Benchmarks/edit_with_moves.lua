-- A wrk script: like edit.lua, with a unique move id in each request.
-- Rounds start at least a second apart, so the start time distinguishes their ids.

local headers = { ["Content-Type"] = "application/json" }
local started = os.time()
local sent = 0

function request()
   local cell, round = sent % 25, math.floor(sent / 25)
   sent = sent + 1
   local body = string.format('{"value":"%s","move":"%d-%d"}', string.char(65 + round % 26), started, sent)
   return wrk.format("POST", "/board/cells/" .. cell, headers, body)
end
