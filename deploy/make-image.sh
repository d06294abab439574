#!/usr/bin/env bash
# Makes an OCI image in .build/image, from the release build: make image
#
# umoci writes the image: it needs neither an engine nor a network nor root. The image has the program, the libraries
# that it loads, the page and the licences, and nothing else: no shell, no package manager.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

program=.build/release/GameServer
version=$("$program" --version | cut -d' ' -f2)
epoch=$(git log -1 --format=%ct)
user=10001

# Copies a library with the notices of its Debian package.
add_library() {
    local path=$1 owner
    install -D --mode=0755 "$(realpath "$path")" "$root$path"
    owner=$(dpkg-query --search "$(realpath "$path")" 2>/dev/null || dpkg-query --search "$path")
    owner=${owner%%:*}
    install -D --mode=0644 "/usr/share/doc/$owner/copyright" "$root/usr/share/doc/$owner/copyright"
}

rm -rf .build/image
mkdir -p .build/image
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
umoci init --layout .build/image/fivebyfive
umoci new --image ".build/image/fivebyfive:$version"
umoci unpack --rootless --image ".build/image/fivebyfive:$version" "$work/bundle"
root=$work/bundle/rootfs

install -D --mode=0755 "$program" "$root/usr/bin/GameServer"
strip "$root/usr/bin/GameServer"
while read -r library; do add_library "$library"; done < <(ldd "$program" | grep -o '/[^ ]*')
mkdir -p "$root/usr/share/fivebyfive" "$root/etc" "$root/tmp"
git archive HEAD static | tar -x -C "$root/usr/share/fivebyfive"
git archive HEAD LICENSE NOTICE | tar -x -C "$root/usr/share/fivebyfive"
Scripts/make_sbom.py >"$root/usr/share/fivebyfive/fivebyfive.spdx.json"
echo "fivebyfive:x:$user:$user::/data:/usr/sbin/nologin" >"$root/etc/passwd"
echo "fivebyfive:x:$user:" >"$root/etc/group"
chmod 0644 "$root"/etc/*
chmod 1777 "$root/tmp"
install --directory --mode=0700 "$root/data"
find "$root" -exec touch --no-dereference --date="@$epoch" {} +

created=$(date -u -d "@$epoch" +%FT%TZ)
umoci repack --image ".build/image/fivebyfive:$version" --history.created "$created" "$work/bundle"
umoci config --image ".build/image/fivebyfive:$version" --created "$created" --history.created "$created" \
    --config.user "$user:$user" --config.workingdir / --config.volume /data --config.exposedports 8080/tcp \
    --config.entrypoint /usr/bin/GameServer --config.cmd serve --config.stopsignal SIGTERM \
    --config.env FIVEBYFIVE_HOST=0.0.0.0 --config.env FIVEBYFIVE_DATA=/data \
    --config.env FIVEBYFIVE_STATIC=/usr/share/fivebyfive/static \
    --config.label "org.opencontainers.image.title=FiveByFive" \
    --config.label "org.opencontainers.image.version=$version" \
    --config.label "org.opencontainers.image.licenses=Apache-2.0"
umoci gc --layout .build/image/fivebyfive
tar --create --sort=name --mtime="@$epoch" --owner=0 --group=0 --numeric-owner \
    --directory .build/image/fivebyfive --file ".build/image/fivebyfive-$version.tar" .
ls -l .build/image/*.tar
