-- A wrk script: reads the board like a client that knows the sequence given after "--" on the command line.

function init(arguments)
   wrk.path = "/board?after=" .. arguments[1]
end
