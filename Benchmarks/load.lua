-- A wrk script. Without arguments it reads the board; arguments of the form NAME=VALUE follow "--":
--
--   edits=N      one of every N requests changes a cell, and the others read the board; with 1 all are edits
--   games=A,B    edits these games in turn instead of the lobby; with as many games as connections, each has one
--   moves=TEXT   gives each edit a move id that begins with TEXT
--   first=N      the index of the first letter that is written
--   pause=N      waits 0 to N milliseconds before each request of a connection
--   create=1     every request creates a game
--
-- The edits write one letter into the 25 cells in turn, then the next letter.

local options, paths = { first = "0" }, {}
local json = { ["Content-Type"] = "application/json" }

local function edit(number, move)
   local path, turn = paths[number % #paths + 1], math.floor(number / #paths)
   local letter = string.char(65 + (math.floor(turn / 25) + options.first) % 26)
   local body = move and string.format('{"value":"%s","move":"%s"}', letter, move)
      or string.format('{"value":"%s"}', letter)
   return wrk.format("POST", path .. turn % 25, json, body)
end

local function requests()
   local every, read = tonumber(options.edits), wrk.format("GET")
   local sent, made = 0, {}
   -- Edits without a move id recur, so wrk assembles each once.
   for number = 0, options.moves and -1 or 26 * 25 * #paths - 1 do
      made[number] = edit(number)
   end
   return function()
      sent = sent + 1
      if sent % every > 0 then
         return read
      end
      local number = sent / every - 1
      if options.moves then
         return edit(number, options.moves .. "-" .. sent)
      end
      return made[number % (#made + 1)]
   end
end

function init(arguments)
   for _, argument in ipairs(arguments) do
      local name, value = argument:match("(%w+)=(.*)")
      options[name] = value
   end
   for game in (options.games or ""):gmatch("%w+") do
      paths[#paths + 1] = "/games/" .. game .. "/board/cells/"
   end
   paths[1] = paths[1] or "/board/cells/"
   if options.pause then
      delay = function() return math.random(0, tonumber(options.pause)) end
   end
   if options.create then
      wrk.method, wrk.path, wrk.body = "POST", "/games", '{"rules":"free"}'
      wrk.headers["Content-Type"] = "application/json"
   elseif options.edits then
      request = requests()
   end
end
