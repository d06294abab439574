-- A wrk script: every request creates a game.

local creation

function init(arguments)
   creation = wrk.format("POST", "/games", { ["Content-Type"] = "application/json" }, '{"rules":"free"}')
end

function request()
   return creation
end
