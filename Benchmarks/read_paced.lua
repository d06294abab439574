-- A wrk script: each connection reads the board about 300 times per second, with random delays.

function delay()
   return math.random(0, 6)
end
