#!/usr/bin/env bash
# Runs the example in this folder on one machine, for about a minute: Redis, three nodes and nginx on free ports.
#
#     deploy/try.sh
#
# Plays through each node, kills one, shows that the game goes on, restarts the node, and stops everything. The server is
# $GAMESERVER or the release build. Needs redis-server, nginx and curl; writes to a temporary folder only.
set -euo pipefail
PATH="$PATH:/usr/sbin"

here=$(cd "$(dirname "$0")" && pwd)
server=${GAMESERVER:-$here/../.build/release/GameServer}
for program in redis-server nginx curl "$server"; do
    command -v "$program" > /dev/null || { echo "not found: $program" >&2; exit 1; }
done

folder=$(mktemp -d)
declare -A process=()

stop_all() {
    status=$?
    # Redis last, so that the nodes can finish.
    for name in nginx node1 node2 node3 redis; do
        [[ -z ${process[$name]:-} ]] || kill "${process[$name]}" 2> /dev/null || true
        [[ -z ${process[$name]:-} ]] || wait "${process[$name]}" 2> /dev/null || true
    done
    ((status == 0)) || tail -n 5 "$folder"/*.log >&2
    rm -rf "$folder"
    exit "$status"
}
trap stop_all EXIT

is_taken() { (exec 3<> "/dev/tcp/127.0.0.1/$1") 2> /dev/null; }

free_port() {
    local port
    while port=$((20000 + RANDOM % 12000)); is_taken "$port"; do :; done
    echo "$port"
}

# Repeats a command until it succeeds, for at most ten seconds.
await() {
    for _ in {1..100}; do
        "$@" > /dev/null 2>&1 && return
        sleep 0.1
    done
    echo "timed out: $*" >&2
    return 1
}

report() { printf '%-44s %s\n' "$1" "$2"; }
get() { curl --silent --show-error --fail --max-time 5 "$@"; }

start_redis() {
    redis-server "$here/redis.conf" --port "$redis" --dir "$folder" > "$folder/redis.log" 2>&1 &
    process[redis]=$!
    await is_taken "$redis"
}

# Runs the command of the systemd unit with the ports and paths of this run.
start_node() {
    local number=$1 command
    command=$(sed -n '/^ExecStart=/,/[^\\]$/{s/^ExecStart=//;s/\\$//;p}' "$here/systemd/fivebyfive@.service" | tr -d '\n')
    command=${command//%i/${port[$number]}}
    command=${command//'${REDIS}'/redis://127.0.0.1:$redis}
    command=${command//'${NAME}'/play.example.org}
    command=${command//'${ADDRESS}'/127.0.0.1}
    command=${command//'/usr/local/share/fivebyfive/static'/$here/../static}
    # Drop the first word, the path of the installed program.
    read -ra words <<< "${command#* }"
    "$server" "${words[@]}" >> "$folder/node$number.log" 2>&1 &
    process[node$number]=$!
    await get "${node[$number]}/readyz"
}

start_nginx() {
    sed -e "s/:8081/:${port[1]}/; s/:8082/:${port[2]}/; s/:8083/:${port[3]}/" \
        -e "s/listen 80;/listen 127.0.0.1:$front;/" -e '/listen \[::\]/d' "$here/nginx.conf" > "$folder/site.conf"
    {
        ((UID != 0)) || echo "user root;"
        echo "daemon off; pid $folder/nginx.pid; error_log $folder/nginx.log; events {}"
        echo "http { access_log off;"
        for kind in client_body proxy fastcgi uwsgi scgi; do echo "${kind}_temp_path $folder/$kind;"; done
        echo "include $folder/site.conf; }"
    } > "$folder/nginx.conf"
    nginx -t -q -p "$folder" -c "$folder/nginx.conf" -e "$folder/nginx.log"
    nginx -p "$folder" -c "$folder/nginx.conf" -e "$folder/nginx.log" &
    process[nginx]=$!
    await get "$site/readyz"
}

# Sends a letter until it is acknowledged. The move id makes all attempts one move.
moves=0 repeats=0
write() {
    local where=$1 cell=$2 letter=$3
    moves=$((moves + 1))
    until get --output /dev/null -H "Content-Type: application/json" -d "{\"value\":\"$letter\",\"move\":\"try-$moves\"}" \
        "$where/games/$game/board/cells/$cell" 2>> "$folder/curl.log"; do
        repeats=$((repeats + 1))
        ((repeats < 100)) || return 1
        sleep 0.1
    done
}

board() { get "$1/games/$game/board.txt" | tr '\n' ' '; }

redis=$(free_port) front=$(free_port)
site=http://127.0.0.1:$front
declare -A port node
for number in 1 2 3; do
    port[$number]=$(free_port)
    node[$number]=http://127.0.0.1:${port[$number]}
done

start_redis
for number in 1 2 3; do start_node "$number"; done
start_nginx
report "Redis, three nodes and nginx" "ready"

game=$(get --dump-header - --output /dev/null -H "Content-Type: application/json" \
    -d '{"rules":"free","options":{"open":true}}' "$site/games" | sed -n 's|^[Ll]ocation: .*/games/\([a-z0-9]*\).*|\1|p')
report "game created through nginx" "$game"
letters=("" A B C)
for number in 1 2 3; do
    write "${node[$number]}" "$number" "${letters[$number]}"
    report "letter through node $number; nginx shows" "$(board "$site")"
done

kill -9 "${process[node1]}"
wait "${process[node1]}" 2> /dev/null || true
for cell in 10 11 12 13 14; do write "$site" "$cell" X; done
report "node 1 killed, five letters; nginx shows" "$(board "$site")"
report "moves that were sent again" "$repeats"

start_node 1
report "node 1 restarted; it shows" "$(board "${node[1]}")"
for number in 2 3; do [[ $(board "${node[$number]}") == "$(board "${node[1]}")" ]]; done
report "all three nodes show the same board" "yes"
