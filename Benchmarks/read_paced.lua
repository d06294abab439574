-- A wrk script: each connection asks for the board now and then, some 300 times a second.

function delay()
   return math.random(0, 6)
end
