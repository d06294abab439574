"""The OpenAPI document is valid. OpenAPITests compares it with the routes."""

import json
import re

import pytest

from client import ask, curl
from openapi_coverage import DOCUMENT, resolve

pytestmark = pytest.mark.smoke

METHODS = {"get", "put", "post", "delete", "options", "head", "patch", "trace"}


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


def test_the_document_is_openapi_3_1(api):
    assert api["openapi"].startswith("3.1.") and api["info"]["title"] and api["info"]["version"]


def test_curl_reads_the_document(server):
    assert curl(server, "/openapi.json").json["paths"]


def test_every_operation_has_a_description_a_success_response_and_a_unique_id(api):
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


def test_every_reference_resolves(api):
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


def test_error_responses_are_problems(api):
    for where, operation in operations(api).items():
        for code, response in operation["responses"].items():
            response = resolve(api, response)
            if code[0] in "45" and response.get("content"):
                assert set(response["content"]) == {"application/problem+json"}, (where, code)


def test_the_server_serves_the_document_in_the_static_folder(api):
    assert api == json.loads(DOCUMENT.read_text())
