#!/usr/bin/env bash
# Installs the packages that a command needs: Scripts/setup.sh run|test|engines|release|bench|lint
#
# Installs only missing packages of Debian or Ubuntu, with apt-get as root or through a passwordless sudo. Without these
# it prints the command to run and fails. Takes about 20 ms when nothing is missing.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Each entry is package:command. A package counts as present if its command exists; without a command, dpkg is asked.
run_needs=(libevent-dev: libsqlite3-dev: libssl-dev: zlib1g-dev: libhiredis-dev: pkg-config:pkg-config git:git)
test_needs=(
    curl:curl openssl:openssl netcat-openbsd:nc strace:strace valgrind:valgrind slowhttptest:slowhttptest faketime:faketime
    redis-server:redis-server nginx-light:/usr/sbin/nginx default-jre-headless:java nodejs:node
    prometheus:promtool
)
browser_needs=(chromium:chromium chromium-headless-shell:chromium-headless-shell)
engine_needs=(firefox-esr:firefox-esr webkit2gtk-driver:WebKitWebDriver xvfb:Xvfb)
release_needs=(
    debhelper:dh dpkg-dev:dpkg-buildpackage lintian:lintian debootstrap:debootstrap man-db:man umoci:umoci binutils:strip
    python3:python3
)
bench_needs=(
    curl:curl wrk:wrk gcc:cc python3:python3 nginx-light:/usr/sbin/nginx nodejs:node linux-perf:perf redis-server:redis-server
)

main() {
    case "${1:-}" in
        run) require_swift && install_missing "${run_needs[@]}" ;;
        test)
            require_swift
            # Ubuntu has one package of Chromium, with another name.
            grep -qs '^ID=ubuntu' /etc/os-release && browser_needs=(chromium-browser:chromium)
            local needs=("${run_needs[@]}" "${test_needs[@]}" "${browser_needs[@]}")
            python_is_current || can_make_environments || needs+=(python3-venv:)
            install_missing "${needs[@]}"
            python_is_current || make_python_environment
            ;;
        engines) main test && install_missing "${engine_needs[@]}" ;;
        release) require_swift && install_missing "${run_needs[@]}" "${release_needs[@]}" ;;
        bench) require_swift && install_missing "${run_needs[@]}" "${bench_needs[@]}" ;;
        lint) require_swift && install_missing git:git ;;
        *) echo "usage: Scripts/setup.sh run|test|engines|release|bench|lint" >&2 && exit 2 ;;
    esac
}

require_swift() {
    command -v swift >/dev/null && return
    echo "Swift is not installed. Get Swift 6.2 or later from https://swift.org/install" >&2
    exit 1
}

install_missing() {
    local missing=() unproven=() need
    for need in "$@"; do
        if [[ -z "${need#*:}" ]]; then
            unproven+=("${need%%:*}")
        elif ! command -v "${need#*:}" >/dev/null; then
            missing+=("${need%%:*}")
        fi
    done
    if ! command -v dpkg-query >/dev/null; then
        ((${#missing[@]} == 0)) && return
        echo "This is not Debian or Ubuntu. Please install the equivalents of these packages: ${missing[*]}" >&2
        exit 1
    fi
    local installed
    installed=$(dpkg-query --show --showformat '${Package} ${db:Status-Status}\n' "${unproven[@]}" 2>/dev/null || true)
    for need in "${unproven[@]}"; do
        grep -qx "$need installed" <<<"$installed" || missing+=("$need")
    done
    ((${#missing[@]} == 0)) || install_packages "${missing[@]}"
}

install_packages() {
    local as_root=() apt=(env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0)
    if ((EUID != 0)); then
        if ! sudo -n true 2>/dev/null; then
            printf 'These packages are missing: %s\nPlease run\n\n' "$*" >&2
            printf '    sudo apt-get update && sudo apt-get install -y --no-install-recommends %s\n\n' "$*" >&2
            echo "and then run the same make command again." >&2
            exit 1
        fi
        as_root=(sudo -n)
    fi
    echo "Installing $*" >&2
    "${as_root[@]}" "${apt[@]}" update -qq </dev/null >&2
    "${as_root[@]}" "${apt[@]}" install -y -qq --no-install-recommends "$@" </dev/null >&2
}

# The Python packages of the tests are in .venv, which is rebuilt when a requirements file changes.

requirements() {
    local list
    for list in Tests/requirements.txt Tests/Browser/requirements.txt; do
        [[ ! -f $list ]] || cat "$list"
    done
}

python_is_current() {
    [[ -x .venv/bin/python && -f .venv/installed.txt ]] && requirements | cmp -s - .venv/installed.txt
}

can_make_environments() {
    python3 -c 'import ensurepip, venv' 2>/dev/null
}

make_python_environment() {
    echo "Creating .venv with the Python packages of the tests" >&2
    # --clear removes an incomplete or outdated environment.
    python3 -m venv --clear .venv
    requirements >.venv/wanted.txt
    .venv/bin/python -m pip install --quiet --disable-pip-version-check --no-input -r .venv/wanted.txt </dev/null
    mv .venv/wanted.txt .venv/installed.txt
}

main "$@"
