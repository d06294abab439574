#!/usr/bin/env bash
# Makes the Debian package in .build/package, from the release build: make package
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

program=.build/release/GameServer
version=$("$program" --version | cut -d' ' -f2)
# The package has no other times than that of the commit, so that everybody who makes it gets the same bytes.
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH TZ=UTC LC_ALL=C

stage=.build/package/fivebyfive-$version
rm -rf .build/package
mkdir -p "$stage"
cp -r deploy/debian "$stage/debian"
install "$program" "$stage"
git archive HEAD static docs deploy/alerts.yml deploy/dashboard.json README.md CHANGELOG.md SECURITY.md NOTICE | tar -x -C "$stage"
Scripts/make-manual.sh >"$stage/GameServer.1"
mkdir "$stage/completions"
# Bash reads the file and does not run it, so that its first line, which names an interpreter, is a fault of a package.
"$program" --generate-completion-script bash | sed '1{/^#!/d}' >"$stage/completions/GameServer"
"$program" --generate-completion-script zsh >"$stage/completions/_GameServer"
"$program" --generate-completion-script fish >"$stage/completions/GameServer.fish"
Scripts/make_sbom.py >"$stage/fivebyfive.spdx.json"
cat >"$stage/debian/changelog" <<CHANGES
fivebyfive ($version) unstable; urgency=medium

  * See CHANGELOG.md in /usr/share/doc/fivebyfive.

 -- $(sed -n 's/^Maintainer: //p' deploy/debian/control)  $(date -u -d "@$SOURCE_DATE_EPOCH" -R)
CHANGES
(cd "$stage" && dpkg-buildpackage --build=binary --unsigned-changes --unsigned-buildinfo >../build.log 2>&1) ||
    { cat .build/package/build.log >&2 && exit 1; }
ls .build/package/*.deb
