#!/usr/bin/env bash
# Prints the manual page GameServer(1), made from the help of the release build by the tool of swift-argument-parser.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

day=$(git log -1 --format=%cd --date=format:%Y-%m-%d)
# The tool's plugin, or a release build with other options, would build the program again. In a manual an empty line is a
# fault.
swift build --product generate-manual >&2
.build/debug/generate-manual .build/release/GameServer --output-directory - --date "$day" | sed '/^$/d'
cat <<'MDOC'
.Sh FILES
.Bl -tag -width Ds
.It Pa data
The games of a server that is started by hand.
.It Pa /var/lib/fivebyfive
The games of the service that the Debian package installs.
.It Pa /etc/default/fivebyfive
The options of that service.
.It Pa /usr/share/fivebyfive
The page, rules for Prometheus and a dashboard for Grafana.
.El
.Sh EXAMPLES
Serve friends on the network:
.Dl GameServer serve --host 0.0.0.0
Save all games in one file, and put them back when the server has stopped:
.Dl GameServer backup sunday.sqlite
.Dl GameServer restore sunday.sqlite
Write a letter on the house board:
.Dl curl -s -d A localhost:8080/board/cells/12
MDOC
