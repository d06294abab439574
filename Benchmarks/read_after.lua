-- A wrk script: reads the board as somebody who has seen it up to the event whose number comes after "--".

function init(arguments)
   wrk.path = "/board?after=" .. arguments[1]
end
