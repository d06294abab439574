"""Checks answers against /openapi.json: each must match its schema and have no other keys."""

import copy

import jsonschema_rs


class Contract:
    """The OpenAPI document with closed objects: a key that it does not name is an error."""

    def __init__(self, api):
        self.api = copy.deepcopy(api)
        schemas = self.api["components"]["schemas"]
        # Schemas that others extend by `allOf` stay open, or they would refuse the keys that those add.
        bases = {part.get("$ref") for schema in schemas.values() for part in schema.get("allOf", ())}
        for name, schema in schemas.items():
            close(schema, base=f"#/components/schemas/{name}" in bases)

    def check(self, method, path, answer):
        """Asserts that the document declares this answer: its status, headers, media type and body."""
        responses = self.api["paths"][path][method]["responses"]
        assert str(answer.status) in responses, f"{method} {path} answers {answer}"
        response = self.resolve(responses[str(answer.status)])
        for name, header in response.get("headers", {}).items():
            header, value = self.resolve(header), answer.header(name)
            assert value or not header.get("required"), f"no {name}: {answer}"
            if value and header["schema"]["type"] == "string":
                self.validate(header["schema"], value)
        content = response.get("content", {})
        if not content:
            return None
        schema = content[answer.media]["schema"]
        if answer.media == "application/x-ndjson":
            for event in answer.lines:
                self.validate(schema["x-line"], event)
            return answer.lines
        if answer.media.endswith("json"):
            self.validate(schema, answer.json)
            return answer.json
        if answer.media.startswith("text/"):
            self.validate(schema, answer.text)
            return answer.text
        return answer.body

    def validate(self, schema, value):
        """Asserts that a value matches a schema of the document."""
        whole = {"allOf": [schema], "unevaluatedProperties": False, "components": self.api["components"]}
        errors = [
            f"{'/'.join(map(str, error.instance_path))}: {error.message[:300]}"
            for error in jsonschema_rs.Draft202012Validator(whole).iter_errors(value)
        ]
        assert not errors, f"{errors}\nin {value}"

    def resolve(self, thing):
        """Follows one `$ref` inside the document."""
        if "$ref" not in thing:
            return thing
        _, _, kind, name = thing["$ref"].split("/")
        return self.api["components"][kind][name]


def close(schema, base=False):
    """Makes an object schema refuse other keys, unless it says itself whether it allows them."""
    if "properties" in schema and "additionalProperties" not in schema and not base:
        schema["unevaluatedProperties"] = False
    for part in schema.get("allOf", ()):
        close(part, base=True)
    for part in [*schema.get("oneOf", ()), *schema.get("anyOf", ()), *schema.get("properties", {}).values()]:
        close(part)
    if isinstance(schema.get("items"), dict):
        close(schema["items"])
