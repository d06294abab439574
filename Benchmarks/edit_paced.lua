-- A wrk script: like edit.lua, with a random delay before each edit.
-- 64 connections send about 2,000 edits per second.

local headers = { ["Content-Type"] = "application/json" }
local sent = 0

function delay()
   return math.random(1, 61)
end

function request()
   local cell, round = sent % 25, math.floor(sent / 25)
   sent = sent + 1
   local body = string.format('{"value":"%s"}', string.char(65 + round % 26))
   return wrk.format("POST", "/board/cells/" .. cell, headers, body)
end
