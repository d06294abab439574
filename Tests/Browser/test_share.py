"""Sharing a game by link and QR code, and installing the page as an app."""

import io
import json
import shutil
import subprocess
import sys

import pytest
import zxingcpp
from PIL import Image, ImageChops, ImageOps
from playwright.sync_api import expect

from page_server import PHONE, ROOT

LINK = "http://192.168.178.200:8080/g/"


def link_of(length):
    """A game's link with `length` characters."""
    return (LINK + "4f9a0cBz-_K7" * 20)[:length]


def encode(page, *links):
    """The modules of the page's QR code for each link: rows of 0 and 1."""
    return page.evaluate("""async links => {
        const { encode } = await import('/js/page/qr.js');
        return links.map(link => encode(link)?.map(row => row.map(Number)) ?? null); }""", links)


def picture_of(modules, scale=3, quiet=4):
    side = len(modules)
    picture = Image.new("L", (side, side))
    picture.putdata([0 if dark else 255 for row in modules for dark in row])
    return ImageOps.expand(picture.resize((side * scale, side * scale), Image.Resampling.NEAREST), quiet * scale, 255)


def decode(picture):
    [found] = zxingcpp.read_barcodes(picture, formats=zxingcpp.BarcodeFormat.QRCode)
    return found


@pytest.mark.nightly  # the capacities of all versions are read back in the test below
def test_links_of_every_length_can_be_read_back_from_their_qr_code(scripts):
    links = [link_of(length) for length in range(20, 201)]
    for link, modules in zip(links, encode(scripts, *links), strict=True):
        found = decode(picture_of(modules))
        assert (found.text, found.ec_level) == (link, "M")


def test_a_qr_code_is_as_small_as_its_link_allows(scripts):
    capacities = [14, 26, 42, 62, 84, 106, 122, 152, 180, 213]  # bytes at level M, ISO/IEC 18004 table 7
    for version, capacity in enumerate(capacities, start=1):
        [modules] = encode(scripts, link_of(capacity))
        assert len(modules) == 17 + 4 * version
        assert decode(picture_of(modules)).text == link_of(capacity)
    assert encode(scripts, link_of(214)) == [None]


def test_every_mask_is_used_and_readable(scripts):
    by_mask = scripts.evaluate("""async start => {
        const { encode } = await import('/js/page/qr.js');
        const found = {};
        for (let number = 0; number < 2000 && Object.keys(found).length < 8; number += 1) {
            const modules = encode(start + number).map(row => row.map(Number));
            const mask = parseInt(modules[8].slice(2, 5).join(''), 2) ^ 5;
            found[mask] ??= [start + number, modules];
        }
        return found; }""", LINK)
    assert sorted(by_mask) == list("01234567")
    for link, modules in by_mask.values():
        assert decode(picture_of(modules)).text == link


def test_a_damaged_qr_code_is_still_readable(scripts):
    [modules] = encode(scripts, link_of(60))
    for y in range(10, 14):
        for x in range(10, 14):
            modules[y][x] ^= 1
    assert decode(picture_of(modules)).text == link_of(60)


def test_a_game_is_shared_by_code_link_and_the_systems_share_sheet(new_window):
    window = new_window(permissions=["clipboard-read", "clipboard-write"], **PHONE)
    page = window.page
    page.add_init_script("navigator.share = async what => { window.shared = what; }")
    page.add_init_script("addEventListener('copy', () => { window.copied = String(getSelection()); })")
    window.open("/g/lobby").page.locator("#share").click()

    # The QR code is readable in a screenshot.
    expect(page.get_by_role("img", name="The link as a QR code")).to_be_visible()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        screenshot = Image.open(io.BytesIO(page.screenshot(animations="disabled")))
        assert decode(screenshot).text == page.url == f"{window.url}/g/lobby"

    # The link can be copied, with and without the clipboard API.
    expect(page.locator("#ask-link")).to_have_value(page.url)
    page.get_by_role("button", name="Copy link").click()
    window.says("Link copied.")
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    assert page.evaluate("window.copied") is None
    page.locator("#share").click()
    page.get_by_role("button", name="Copy link").click()
    window.says("Link copied.")
    assert page.evaluate("window.copied") == page.url

    # The system's share sheet is offered where it is available.
    page.locator("#share").click()
    page.get_by_role("button", name="Send it …").click()
    assert page.evaluate("window.shared") == {"title": "The house board", "url": page.url}


def test_the_icons_of_the_manifest_have_the_declared_sizes(scripts, server):
    manifest = json.loads((ROOT / "static" / "manifest.webmanifest").read_text())
    assert (manifest["id"], manifest["start_url"], manifest["scope"]) == ("/", "/", "/")
    assert manifest["display"] == "standalone"
    for icon in manifest["icons"]:
        answer = scripts.request.get(server.url + icon["src"])
        assert (answer.status, answer.headers["content-type"]) == (200, icon["type"])
        if icon["type"] == "image/png":
            assert "{0}x{1}".format(*Image.open(io.BytesIO(answer.body())).size) == icon["sizes"]
    for shortcut in manifest["shortcuts"]:
        assert scripts.request.get(server.url + shortcut["url"]).ok


@pytest.mark.nightly
def test_chromium_considers_the_page_installable(browser, server, tmp_path):
    # The other tests use private windows of the headless shell, in which nothing can be installed.
    context = browser.browser_type.launch_persistent_context(
        tmp_path, executable_path=shutil.which("chromium"), args=["--no-sandbox"])
    page = context.new_page()
    for path in ("/", "/g/lobby"):
        page.goto(server.url + path)
        session = context.new_cdp_session(page)
        assert session.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
        assert session.send("Page.getAppManifest")["errors"] == []
        assert session.send("Page.getAppId")["appId"] == server.url + "/"
    context.close()


def test_the_maskable_icon_has_only_background_outside_the_safe_zone():
    icon = Image.open(ROOT / "static" / "icon-maskable.png").convert("RGB")
    ground = icon.getpixel((0, 0))
    for y in range(512):
        for x in range(512):
            if (x - 255.5) ** 2 + (y - 255.5) ** 2 > (0.4 * 512) ** 2:
                assert icon.getpixel((x, y)) == ground


def test_the_icons_match_the_drawing(tmp_path):
    shutil.copytree(ROOT / "Scripts", tmp_path / "Scripts", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "static").mkdir()
    shutil.copy(ROOT / "static" / "favicon.svg", tmp_path / "static")
    subprocess.run([sys.executable, tmp_path / "Scripts" / "make_icons.py"], check=True, capture_output=True)
    made = sorted((tmp_path / "static").glob("*.png"))
    assert [each.name for each in made] == ["icon-192.png", "icon-512.png", "icon-maskable.png"]
    for path in made:
        here, there = (Image.open(each).convert("RGBA") for each in (ROOT / "static" / path.name, path))
        # Versions of Chromium round the edges differently.
        assert max(high for _, high in ImageChops.difference(here, there).getextrema()) < 64
    assert sum((ROOT / "static" / icon.name).stat().st_size for icon in made) < 6 * 1024
