"""Compares every request that the tests of one process have made with /openapi.json, after the last test."""

import re

from client import REQUEST_LOG
from server_process import ROOT

DOCUMENT = ROOT / "static" / "openapi.json"
COMMON = {405, 408, 411, 414, 417, 421, 431, 501, 503, 505}  # `default` covers these, for any call


def resolve(api, thing):
    """Follows one `$ref` inside the document."""
    while "$ref" in thing:
        found = api
        for part in thing["$ref"].removeprefix("#/").split("/"):
            found = found[part.replace("~1", "/").replace("~0", "~")]
        thing = found
    return thing


def matching_template(templates, path):
    """The declared path that matches, with as few parameters as possible; None if none does."""
    matches = [
        one for one in templates if re.fullmatch(re.sub(r"\\\{[^/]*?\\\}", "[^/]+", re.escape(one)), path)
    ]
    return min(matches, key=lambda one: one.count("{"), default=None)


def require_documented(api):
    """Asserts that `api` declares the answer to every logged request, except for files of the page."""
    page = re.compile(
        r"/|(/5)?/(g|r|c|today)/[^/]*|(/5)?/(make|docs)|/.*\.(css|js|html|svg|webmanifest|png|ico)(\.gz)?"
    )
    wrong, checked = set(), 0
    for method, path, status, media in sorted(set(REQUEST_LOG)):
        method = method.lower()
        where = matching_template(api["paths"], path)
        if method == "options":
            continue
        if where is None:
            if status not in (404, 405, 400, 414, 421) and not page.fullmatch(path):
                wrong.add(f"{method} {path} answers {status}, but no declared path matches")
            continue
        item = api["paths"][where]
        declared = item.get(method) or (item.get("get") if method == "head" else None)
        if declared is None:
            if status not in (405, 501, 403, 404):
                wrong.add(f"{method} {where} answers {status}, but the method is not declared")
            continue
        checked += 1
        responses = declared["responses"]
        response = responses.get(str(status)) or responses.get(f"{status // 100}XX")
        if response is None and status in COMMON:
            response = responses.get("default")
        if response is None:
            wrong.add(f"{method} {where} answers {status}, but declares {', '.join(responses)}")
            continue
        content = resolve(api, response).get("content")
        if status >= 400 and media == "text/html":
            continue  # the document's description declares error pages for browsers, once for all operations
        if media and content and method != "head" and not any(accepts(kind, media) for kind in content):
            wrong.add(f"{method} {where} answers {status} as {media}, but declares {', '.join(content)}")
    assert not wrong, "\n".join(sorted(wrong))
    assert checked >= 50, "the whole suite makes more kinds of requests"


def accepts(media_range, media):
    main, _, sub = media_range.split(";")[0].strip().lower().partition("/")
    return media_range == "*/*" or (main == media.split("/")[0] and sub in ("*", media.split("/")[1]))
