"""Static files: exact security headers, gzip, ETags, and no path out of the folder."""

import gzip
import re

import pytest

from client import Wire, ask, curl, problem
from server_process import ROOT, ServerProcess

CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'"
)
FILES = {  # text and media type
    "index.html": ("<!doctype html><link rel=stylesheet href=/style.css>" + "<p>five by five</p>" * 200, "text/html"),
    "style.css": ("body { color: #222 }\n" * 300, "text/css"),
    "js/board.js": ("export const cells = 25;\n" * 300, "text/javascript"),
    "icon.svg": ("<svg xmlns='http://www.w3.org/2000/svg'/>" + " " * 2000, "image/svg+xml"),
    "manifest.webmanifest": ('{"name":"Five"}', "application/manifest+json"),
}
PATHS = {"/": "index.html", "/g/lobby": "index.html"} | {"/" + name: name for name in FILES if name != "index.html"}


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A server with its own static folder, and a secret file beside the folder."""
    folder = tmp_path_factory.mktemp("site") / "static"
    for name, (text, _) in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    (folder.parent / "secret.txt").write_text("the secret")
    (folder / "out").symlink_to(folder.parent / "secret.txt")
    (folder / ".hidden").write_text("the secret")
    with ServerProcess("--no-address-limits", "--static", folder) as server:
        server.folder = folder
        yield server


@pytest.mark.parametrize("path", PATHS)
def test_a_file_is_served_unchanged_with_exact_security_headers(site, path):
    text, media = FILES[PATHS[path]]
    answer = curl(site, path)
    assert (answer.status, answer.text, answer.media) == (200, text, media)
    assert not media.startswith("text/") or "utf-8" in answer.header("Content-Type").lower()
    assert int(answer.header("Content-Length")) == len(answer.body) and answer.header("Cache-Control")
    assert answer.header("Content-Security-Policy") == CSP
    assert answer.header("X-Content-Type-Options") == "nosniff"
    assert answer.header("Referrer-Policy") == "no-referrer"
    assert answer.header("Cross-Origin-Opener-Policy") == answer.header("Cross-Origin-Resource-Policy") == "same-origin"
    policy = answer.header("Permissions-Policy")
    assert policy and all(re.fullmatch(r"[a-z-]+=\(\)", part.strip()) for part in policy.split(",")), policy


@pytest.mark.parametrize("path", PATHS)
def test_a_client_that_accepts_gzip_gets_gzip(site, path):
    plain, packed = curl(site, path), curl(site, path, "-H", "Accept-Encoding: br;q=1, gzip;q=0.8")
    if path == "/manifest.webmanifest" and not packed.header("Content-Encoding"):
        return  # too small to gain anything
    assert packed.header("Content-Encoding") == "gzip" and gzip.decompress(packed.body) == plain.body
    assert len(packed.body) < len(plain.body)
    for answer in (plain, packed):
        assert "accept-encoding" in (answer.header("Vary") or "").lower()
    assert plain.etag != packed.etag and not plain.etag.startswith("W/"), "a strong tag identifies bytes"


@pytest.mark.parametrize("accept", [None, "identity", "gzip;q=0", "br", "", "*;q=0, identity"])
def test_a_client_that_does_not_accept_gzip_gets_plain_bytes(site, accept):
    answer = ask(site, "GET", "/style.css", headers={} if accept is None else {"Accept-Encoding": accept})
    assert not answer.header("Content-Encoding") and answer.text == FILES["style.css"][0]


@pytest.mark.parametrize("accept", ["gzip", "GZIP", "deflate, gzip", "gzip;q=0.001"])
def test_every_form_of_accept_encoding_with_gzip_is_understood(site, accept):
    answer = ask(site, "GET", "/style.css", headers={"Accept-Encoding": accept})
    assert answer.header("Content-Encoding") == "gzip"


@pytest.mark.parametrize("path", PATHS)
def test_a_file_is_revalidated_by_its_tag_and_refuses_other_methods(site, path):
    for headers in ({}, {"Accept-Encoding": "gzip"}):
        tag = ask(site, "GET", path, headers=headers).etag
        again = ask(site, "GET", path, headers={**headers, "If-None-Match": tag})
        assert again.status == 304 and again.body == b"" and again.etag == tag
        assert again.header("Cache-Control")
    get, head = ask(site, "GET", path, headers={"If-None-Match": '"other"'}), ask(site, "HEAD", path)
    assert get.status == head.status == 200
    fixed = [sorted(pair for pair in each.headers if pair[0] not in ("Date", "X-Request-Id")) for each in (get, head)]
    assert fixed[0] == fixed[1]
    for method in ("POST", "PUT", "DELETE", "PATCH"):
        problem(ask(site, method, path, "x"), 405, "method-not-allowed")


@pytest.mark.parametrize("target", [
    "/../secret.txt", "/../../secret.txt", "/js/../../secret.txt", "/./../secret.txt", "/%2e%2e/secret.txt",
    "/%2E%2E%2Fsecret.txt", "/..%2fsecret.txt", "/..%5csecret.txt", "/..\\secret.txt",
    "/js/%2e%2e/%2e%2e/secret.txt", "//secret.txt", "/%2f..%2fsecret.txt", "/....//secret.txt",
    "/..;/secret.txt", "/%252e%252e/secret.txt", "/js/..%2f..%2fsecret.txt", "/etc/passwd", "//etc/passwd",
    "/../../../../../../../../etc/passwd", "/g/../../secret.txt", "/static/../../secret.txt", "/style.css/",
    "/style.css/x", "/js", "/js/", "/js/nothing.js", "/STYLE.CSS", "/.hidden", "/~root", "/index.html.gz",
    "/style.css.gz", "/proc/self/environ", "/..", "/%c0%ae%c0%ae/secret.txt",
])
def test_no_path_leads_out_of_the_folder(site, target):
    with Wire(site) as wire:
        answer = wire.request("GET", target).answer()
    assert "the secret" not in answer.text and "root:" not in answer.text
    problem(answer, (400, 404) if "\\" in target or "%c0" in target else 404)


def test_no_share_link_leads_out_of_the_folder(site):
    """The part after /g/ is the id of a game, which the page reads; it is never a path of a file."""
    for target in ("/g/..%2f..%2fsecret.txt", "/g/%2e%2e", "/g/..%5c..%5csecret.txt"):
        with Wire(site) as wire:
            answer = wire.request("GET", target).answer()
        assert "the secret" not in answer.text
        if answer.media == "text/html":
            assert (answer.status, answer.text) == (404, FILES["index.html"][0])
        else:
            problem(answer, (400, 404))


def test_a_symbolic_link_out_of_the_folder_is_not_followed(site):
    answer = ask(site, "GET", "/out")
    assert "the secret" not in answer.text
    problem(answer, 404)


def test_share_links_get_game_html_if_the_folder_has_one(tmp_path):
    (tmp_path / "index.html").write_text("home")
    (tmp_path / "game.html").write_text("game")
    with ServerProcess("--static", tmp_path) as server:
        assert [ask(server, "GET", path).text for path in ("/", "/g/lobby", "/game.html")] == ["home", "game", "game"]


def test_further_folders_add_files_to_the_page_and_modules_to_its_games(tmp_path):
    page, added = tmp_path / "page", tmp_path / "added"
    (added / "js/games/free").mkdir(parents=True), page.mkdir()
    for folder, name, text in ((page, "index.html", "home"), (page, "a.css", "one"), (added, "a.css", "two")):
        (folder / name).write_text(text)
    (added / "js/games/free/game.js").write_text("export default class {}")
    with ServerProcess("--static", added, "--static", page) as server:
        assert [ask(server, "GET", path).text for path in ("/", "/a.css")] == ["home", "two"]
        modules = {game["name"]: game.get("module") for game in ask(server, "GET", "/rules").json["rules"]}
        assert modules.pop("free") is True and set(modules.values()) == {None}
        assert ask(server, "GET", "/js/games/free/game.js").text == "export default class {}"
    with ServerProcess("--static", added) as server:
        assert ask(server, "GET", "/a.css").text == "two"
        assert "FiveByFive" in ask(server, "GET", "/").text, "the page is found as without the option"


def test_a_query_does_not_change_the_file(site):
    assert ask(site, "GET", "/style.css?v=1").text == FILES["style.css"][0]


TODAY = re.compile(r'<a class="day" href="/today/(\w+)"><b>.+</b></a>\s*')


def without_today(home):
    return TODAY.sub("", home)


def test_the_home_page_has_links_to_the_games_of_the_day_before_its_scripts_run(own_free_server):
    dailies = [rules["name"] for rules in curl(own_free_server, "/rules").json["rules"] if rules["daily"]]
    assert dailies and TODAY.findall(curl(own_free_server, "/").text) == dailies


@pytest.mark.parametrize(
    "path, file",
    [("/", "index.html"), ("/g/lobby", "game.html"), ("/make", "make.html"), ("/docs", "docs/index.html")],
)
def test_the_real_pages_and_the_files_they_reference_are_served(own_free_server, path, file):
    page = curl(own_free_server, path)
    document = re.sub(r'<meta property="og:.*>\n', "", without_today(page.text))
    document = document.replace(own_free_server.url, "http://localhost:8080")
    assert page.status == 200 and document == (ROOT / "static" / file).read_text()
    assert page.header("Content-Security-Policy") == CSP
    references = re.findall(r'(?:src|href)="(/[^"#?]+)"', page.text)
    assert references, "the page references its script and its style sheet"
    for reference in sorted(set(references)):
        assert curl(own_free_server, reference).status == 200, reference
    assert not re.search(r"<script(?![^>]*\bsrc=)[^>]*>|\son\w+=|\sstyle=|javascript:|<style", page.text), (
        "nothing inline: the policy forbids it"
    )


def test_every_static_file_is_served_line_by_line(own_free_server):
    """Scripts and style sheets come without comments on lines of their own, and without indentation."""
    for file in (ROOT / "static").rglob("*"):
        path = "/" + str(file.relative_to(ROOT / "static"))
        if not file.is_file() or file.name.startswith(".") or path.startswith(("/styleguide", "/packs")):
            continue
        served = without_today(curl(own_free_server, path).text).encode() if path == "/index.html" else curl(
            own_free_server, path).body
        if served == file.read_bytes():
            continue
        assert file.suffix in (".js", ".css"), path
        pairs = zip(served.decode().split("\n"), file.read_text().split("\n"), strict=True)
        assert all(line in ("", source.strip()) or source.strip().endswith("*/ " + line) for line, source in pairs), path
