-- A wrk script: writes letters as edit.lua does, but each connection waits between its edits.
-- 64 connections make some 2,000 edits a second.

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
