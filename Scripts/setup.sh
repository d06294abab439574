#!/usr/bin/env bash
# Installs the packages that a command needs: Scripts/setup.sh run|test|rest|nightly|release|bench|lint
#
# Installs only missing packages of Debian or Ubuntu, with apt-get as root or through a passwordless sudo. Without these
# it prints the command to run and fails. Takes about 20 ms when nothing is missing. Starts no service of a package.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Each entry is package:command. A package counts as present if its command exists; without a command, dpkg is asked.
run_needs=(libevent-dev: libsqlite3-dev: libssl-dev: zlib1g-dev: libhiredis-dev: pkg-config:pkg-config git:git)
# The tests start Redis, nginx and Prometheus themselves, on ports and in folders of their own.
test_needs=(curl:curl redis-server:redis-server chromium-headless-shell:chromium-headless-shell)
rest_needs=(
    openssl:openssl netcat-openbsd:nc strace:strace faketime:faketime nodejs:node prometheus:promtool
    default-jre-headless:java
)
nightly_needs=(
    valgrind:valgrind slowhttptest:slowhttptest nginx-light:/usr/sbin/nginx chromium:chromium
    firefox-esr:firefox-esr webkit2gtk-driver:WebKitWebDriver xvfb:Xvfb
)
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
        test) install_for_tests test ;;
        rest) install_for_tests rest "${rest_needs[@]}" ;;
        nightly) install_for_tests nightly "${rest_needs[@]}" "${nightly_needs[@]}" "${release_needs[@]}" ;;
        release) require_swift && install_missing "${run_needs[@]}" "${release_needs[@]}" ;;
        bench) require_swift && install_missing "${run_needs[@]}" "${bench_needs[@]}" ;;
        lint) require_swift && install_missing git:git python3:python3 ;;
        *) echo "usage: Scripts/setup.sh run|test|rest|nightly|release|bench|lint" >&2 && exit 2 ;;
    esac
}

# Installs what `make test` needs, the packages given after the name, and the Python packages of that run.
install_for_tests() {
    local level=$1
    shift
    require_swift
    # Ubuntu has one package of Chromium, with another name.
    if grep -qs '^ID=ubuntu' /etc/os-release; then
        test_needs=("${test_needs[@]/chromium-headless-shell:chromium-headless-shell/chromium-browser:chromium}")
    fi
    local needs=("${run_needs[@]}" "${test_needs[@]}" "$@")
    python_is_current "$level" || can_make_environments || needs+=(python3-venv:)
    install_missing "${needs[@]}"
    python_is_current "$level" || install_python_packages "$level"
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
    "${as_root[@]}" bash -c "$(declare -f without_services); without_services \"\$@\"" - \
        "${apt[@]}" install -y -qq --no-install-recommends "$@" </dev/null >&2
}

# Runs a command while a policy keeps Debian from starting services, unless the machine has a policy of its own.
without_services() {
    local policy=/usr/sbin/policy-rc.d
    if [[ ! -e $policy ]]; then
        trap 'rm -f /usr/sbin/policy-rc.d' EXIT
        printf '#!/bin/sh\nexit 101\n' >"$policy"
        chmod +x "$policy"
    fi
    "$@"
}

# The Python packages of the tests are in .venv. Each level has a list, and includes the levels before it.

lists_of() {
    case $1 in
        test) echo Tests/requirements.txt ;;
        rest) echo Tests/requirements.txt Tests/requirements-rest.txt ;;
        nightly) echo Tests/requirements.txt Tests/requirements-rest.txt Tests/requirements-nightly.txt ;;
    esac
}

python_is_current() {
    local list
    for list in $(lists_of "$1"); do
        [[ -x .venv/bin/python ]] && cmp -s "$list" ".venv/${list##*/}" || return
    done
}

can_make_environments() {
    python3 -c 'import ensurepip, venv' 2>/dev/null
}

# Begins anew if an installed list has changed, or if an earlier try did not end.
install_python_packages() {
    local list options=()
    echo "Installing the Python packages of the tests in .venv" >&2
    for list in $(lists_of "$1"); do
        options+=(-r "$list")
        [[ ! -f .venv/${list##*/} ]] || cmp -s "$list" ".venv/${list##*/}" || rm -rf .venv
    done
    [[ -f .venv/requirements.txt ]] || python3 -m venv --clear .venv
    .venv/bin/python -m pip install --quiet --disable-pip-version-check --no-input "${options[@]}" </dev/null
    for list in $(lists_of "$1"); do cp "$list" .venv/; done
}

main "$@"
