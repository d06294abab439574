"""All that the tests of one process have asked, held against /openapi.json when they are over."""

import re

from client import SEEN
from server_process import ROOT

DOCUMENT = ROOT / "static" / "openapi.json"
EVERYWHERE = {405, 408, 411, 414, 417, 421, 431, 501, 503, 505}  # of no call in particular: `default` will do


def resolve(api, thing):
    """Follows one `$ref` inside the document."""
    while "$ref" in thing:
        found = api
        for part in thing["$ref"].removeprefix("#/").split("/"):
            found = found[part.replace("~1", "/").replace("~0", "~")]
        thing = found
    return thing


def template(templates, path):
    """The declared path that fits; one with fewer parameters is the better."""
    fits = [
        one for one in templates if re.fullmatch(re.sub(r"\\\{[^/]*?\\\}", "[^/]+", re.escape(one)), path)
    ]
    return min(fits, key=lambda one: one.count("{"), default=None)


def require_documented(api):
    """Every well-formed request that was made, but those for the page's files, was answered as `api` says."""
    page = re.compile(
        r"/|/g/[^/]*|/lexicons/[^/]*\.txt|/clues/[^/]*\.tsv|/.*\.(css|js|html|svg|webmanifest|png|ico)(\.gz)?"
    )
    wrong, checked = set(), 0
    for method, path, status, media in sorted(set(SEEN)):
        method = method.lower()
        where = template(api["paths"], path)
        if method == "options":
            continue
        if where is None:
            if status not in (404, 405, 400, 414, 421) and not page.fullmatch(path):
                wrong.add(f"{method} {path} answers {status}, but no path fits")
            continue
        item = api["paths"][where]
        declared = item.get(method) or (item.get("get") if method == "head" else None)
        if declared is None:
            if status not in (405, 501, 403, 404):
                wrong.add(f"{method} {where} answers {status}, but is not listed")
            continue
        checked += 1
        responses = declared["responses"]
        response = responses.get(str(status)) or responses.get(f"{status // 100}XX")
        if response is None and status in EVERYWHERE:
            response = responses.get("default")
        if response is None:
            wrong.add(f"{method} {where} answers {status}, but lists {', '.join(responses)}")
            continue
        content = resolve(api, response).get("content")
        if media and content and method != "head" and not any(fits(kind, media) for kind in content):
            wrong.add(f"{method} {where} answers {status} as {media}, but lists {', '.join(content)}")
    assert not wrong, "\n".join(sorted(wrong))
    assert checked >= 50, "the whole suite asks for more than this"


def fits(kind, media):
    main, _, sub = kind.split(";")[0].strip().lower().partition("/")
    return kind == "*/*" or (main == media.split("/")[0] and sub in ("*", media.split("/")[1]))
