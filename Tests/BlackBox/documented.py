"""Answers held against /openapi.json: each has what its schema asks for, and nothing besides."""

import copy
import json

import jsonschema_rs


class Contract:
    """The document, with its objects closed: a key that it does not name is a fault."""

    def __init__(self, api):
        self.api = copy.deepcopy(api)
        schemas = self.api["components"]["schemas"]
        # What others are made of stays open, or it would refuse what they add.
        bases = {part.get("$ref") for schema in schemas.values() for part in schema.get("allOf", ())}
        for name, schema in schemas.items():
            close(schema, base=f"#/components/schemas/{name}" in bases)

    def check(self, method, path, answer):
        """Asserts that the document has this status and media type for the call, and what they carry."""
        responses = self.api["paths"][path][method]["responses"]
        assert str(answer.status) in responses, f"{method} {path} answers {answer}"
        response = self.resolved(responses[str(answer.status)])
        for name, header in response.get("headers", {}).items():
            header, told = self.resolved(header), answer.header(name)
            assert told or not header.get("required"), f"no {name}: {answer}"
            if told and header["schema"]["type"] == "string":
                self.fits(header["schema"], told)
        content = response.get("content", {})
        if not content:
            return None
        schema = content[answer.media]["schema"]
        if answer.media == "application/x-ndjson":
            for event in answer.lines:
                self.fits(schema["x-line"], event)
            return answer.lines
        if answer.media.endswith("json"):
            self.fits(schema, answer.json)
            return answer.json
        if answer.media.startswith("text/"):
            self.fits(schema, answer.text)
            return answer.text
        return answer.body

    def fits(self, schema, value):
        """Asserts that a value is what a schema of the document says."""
        whole = {"allOf": [schema], "unevaluatedProperties": False, "components": self.api["components"]}
        faults = [
            f"{'/'.join(map(str, fault.instance_path))}: {fault.message[:300]}"
            for fault in jsonschema_rs.Draft202012Validator(whole).iter_errors(value)
        ]
        assert not faults, f"{faults}\nin {value}"

    def resolved(self, thing):
        """Follows one `$ref` inside the document."""
        if "$ref" not in thing:
            return thing
        _, _, kind, name = thing["$ref"].split("/")
        return self.api["components"][kind][name]


def close(schema, base=False):
    """Has an object refuse keys that it does not name, unless it says itself whether there are others."""
    if "properties" in schema and "additionalProperties" not in schema and not base:
        schema["unevaluatedProperties"] = False
    for part in schema.get("allOf", ()):
        close(part, base=True)
    for part in [*schema.get("oneOf", ()), *schema.get("anyOf", ()), *schema.get("properties", {}).values()]:
        close(part)
    if isinstance(schema.get("items"), dict):
        close(schema["items"])
