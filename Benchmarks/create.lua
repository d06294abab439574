-- A wrk script: every request makes a game.

local made

function init(arguments)
   made = wrk.format("POST", "/games", { ["Content-Type"] = "application/json" }, '{"rules":"free"}')
end

function request()
   return made
end
