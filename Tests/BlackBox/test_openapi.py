"""/openapi.json lists what these tests have asked, and says which answers to expect."""

import re

import pytest

from client import SEEN, ask, curl

METHODS = {"get", "put", "post", "delete", "options", "head", "patch", "trace"}
CONTRACT = [
    ("get", "/games"),
    ("post", "/games"),
    ("get", "/games/{}"),
    ("post", "/games/{}/seats"),
    ("delete", "/games/{}/seats/{}"),
    ("get", "/games/{}/board"),
    ("patch", "/games/{}/board"),
    ("get", "/games/{}/boards/{}"),
    ("post", "/games/{}/board/cells/{}"),
    ("put", "/games/{}/board/cells/{}"),
    ("delete", "/games/{}/board/cells/{}"),
    ("get", "/games/{}/actions"),
    ("post", "/games/{}/actions/{}"),
    ("post", "/games/{}/prompts/{}"),
    ("post", "/games/{}/cursor"),
    ("get", "/games/{}/events"),
    ("get", "/games/{}/history"),
    ("get", "/events"),
    ("get", "/healthz"),
    ("get", "/readyz"),
    ("get", "/metrics"),
    ("get", "/openapi.json"),
    ("get", "/problems/{}"),
    ("get", "/board"),
    ("patch", "/board"),
    ("post", "/board/cells/{}"),
    ("put", "/board/cells/{}"),
    ("delete", "/board/cells/{}"),
    ("get", "/history"),
    ("get", "/actions"),
    ("post", "/actions/{}"),
]

EVERYWHERE = {405, 408, 411, 414, 417, 421, 431, 501, 503, 505}  # of no call in particular: `default` will do


@pytest.fixture(scope="module")
def api(shared_server):
    answer = ask(shared_server, "GET", "/openapi.json")
    assert answer.status == 200 and answer.media in (
        "application/json",
        "application/vnd.oai.openapi+json",
    ), answer
    return answer.json


def operations(api):
    return {
        (method, re.sub(r"\{[^}]+\}", "{}", path)): item[method]
        for path, item in api["paths"].items()
        for method in item
        if method in METHODS
    }


def resolve(api, thing):
    """Follows one `$ref` inside the document."""
    while "$ref" in thing:
        found = api
        for part in thing["$ref"].removeprefix("#/").split("/"):
            found = found[part.replace("~1", "/").replace("~0", "~")]
        thing = found
    return thing


def test_it_is_openapi_3_1(api):
    assert api["openapi"].startswith("3.1.") and api["info"]["title"] and api["info"]["version"]


def test_it_is_readable_by_curl(server):
    assert curl(server, "/openapi.json").json["paths"]


@pytest.mark.parametrize("method, path", CONTRACT, ids=lambda part: part)
def test_it_lists_every_call_of_the_contract(api, method, path):
    assert (method, path) in operations(api)


def test_every_operation_says_what_it_does_and_what_it_answers(api):
    for (method, path), operation in operations(api).items():
        assert operation.get("summary") or operation.get("description"), (method, path)
        assert any(code.startswith(("2", "3")) for code in operation["responses"]), (method, path)
        assert operation.get("operationId"), (method, path)
    ids = [operation["operationId"] for operation in operations(api).values()]
    assert len(ids) == len(set(ids))


def test_every_path_parameter_is_declared(api):
    for path, item in api["paths"].items():
        for method in item.keys() & METHODS:
            declared = {
                resolve(api, parameter)["name"]
                for parameter in item.get("parameters", []) + item[method].get("parameters", [])
                if resolve(api, parameter)["in"] == "path"
            }
            assert set(re.findall(r"\{([^}]+)\}", path)) == declared, (method, path)


def test_every_reference_leads_somewhere(api):
    def walk(thing):
        if isinstance(thing, dict):
            if isinstance(thing.get("$ref"), str):
                resolve(api, {"$ref": thing["$ref"]})
            for part in thing.values():
                walk(part)
        elif isinstance(thing, list):
            for part in thing:
                walk(part)

    walk(api)


def test_refusals_are_problems(api):
    for where, operation in operations(api).items():
        for code, response in operation["responses"].items():
            response = resolve(api, response)
            if code[0] in "45" and response.get("content"):
                assert set(response["content"]) == {"application/problem+json"}, (where, code)


def template(templates, path):
    """The declared path that fits; one with fewer parameters is the better."""
    fits = [
        one for one in templates if re.fullmatch(re.sub(r"\\\{[^/]*?\\\}", "[^/]+", re.escape(one)), path)
    ]
    return min(fits, key=lambda one: one.count("{"), default=None)


@pytest.mark.last
def test_every_answer_of_these_tests_is_as_it_says(api):
    """Looks at every well-formed request that was made before, but those for the page's files."""
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
