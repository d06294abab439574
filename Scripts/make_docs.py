#!/usr/bin/env python3
"""Writes static/docs/index.html, the page about the API, from static/openapi.json; `--check` only compares.

Each operation has a curl line, made of its method, its path and the first example of its body. `x-curl` of an operation,
or of its tag, adds to the line:

- `before`: lines that set variables or prepare the request
- `path`, `body`: values of path parameters and of fields of the body
- `key`: the variable with the player's key; false for a line without a key
- `note`: a sentence about the line

A path parameter is the variable of its name ($GAME for `id`) if a line above sets it, and otherwise its example. The line
has the key if the operation answers 401 to a request without one.
"""

import json
import re
import sys
from html import escape
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DOCUMENT = ROOT / "static/openapi.json"
PAGE = ROOT / "static/docs/index.html"
SITE = "http://localhost:8080"  # the server puts its own address here
METHODS = ("get", "post", "put", "patch", "delete")
NEEDS_NO_KEY = (None, "#/components/responses/UnknownToken")
STREAMS = ("text/event-stream", "text/x-ansi")


def resolve(api, thing):
    """Follows references inside the document."""
    while isinstance(thing, dict) and "$ref" in thing:
        found = api
        for part in thing["$ref"].removeprefix("#/").split("/"):
            found = found[part.replace("~1", "/").replace("~0", "~")]
        thing = {**found, **{key: value for key, value in thing.items() if key != "$ref"}}
    return thing


def quoted(text):
    """`text` as a word of the shell, in which variables count."""
    if re.fullmatch(r"[\w./:-]+", text):
        return text
    parts = re.split(r"(\$[A-Z]+)", text.replace("'", r"'\''"))
    return "'" + "".join(f"'{part}'" if part.startswith("$") else part for part in parts) + "'"


def compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


class Operation:
    """One method of one path."""

    def __init__(self, api, path, method, declared, shared):
        self.api, self.path, self.method, self.declared = api, path, method.upper(), declared
        self.id, self.tag = declared["operationId"], declared["tags"][0]
        self.parameters = [resolve(api, each) for each in [*shared, *declared.get("parameters", [])]]
        self.body = resolve(api, declared.get("requestBody", {}))
        self.answers = {status: resolve(api, answer) for status, answer in declared["responses"].items()}
        self.curl = declared.get("x-curl", {})
        self.before = self.curl.get("before", [])

    @property
    def successes(self):
        return [status for status in self.answers if status[0] in "23" and status != "304"] or ["200"]

    def media(self, status):
        return list(self.answers[status].get("content", {}))

    def line(self, variables):
        """The curl line. `variables` are those that the lines above set."""
        words = ["curl", *self.reading(), *self.writing(variables)]
        values = {each["name"]: each.get("example") for each in self.parameters if each["in"] == "path"}
        values |= {name: f"${name.upper()}" for name in values if name.upper() in variables}
        if "id" in values:
            values["id"] = "$GAME"
        values |= self.curl.get("path", {})
        path = re.sub(r"\{(\w+)\}", lambda found: str(values[found.group(1)]), self.path)
        return " ".join([*words, SITE + path])

    def reading(self):
        first = (self.media(self.successes[0]) or [""])[0]
        if first in STREAMS:
            return ["-sN", "--max-time", "5"]
        return ["-s", "-o", self.path.rsplit("/", 1)[1]] if first == "image/png" else ["-s"]

    def writing(self, variables):
        data = self.data()
        if self.method not in ("GET", "POST" if data else "GET"):
            yield from ("-X", self.method)
        refusal = self.declared["responses"].get("401", {}).get("$ref")
        key = self.curl.get("key", "KEY" in variables and refusal not in NEEDS_NO_KEY and "KEY")
        if key:
            yield from ("-H", f'"Authorization: Bearer ${key}"')
        if data:
            yield from ("-d", quoted(data))

    def data(self):
        """The example of the body, as the line sends it."""
        examples = self.examples()
        if not examples:
            return None
        value = examples[0][1]
        return value if isinstance(value, str) else compact({**value, **self.curl.get("body", {})})

    def examples(self):
        """The examples of the body with their titles; a plain text comes first, as the shortest to type."""
        content = self.body.get("content", {})
        plain = [("", content["text/plain"]["example"])] if "text/plain" in content else []
        written = content.get("application/json", {})
        named = [resolve(self.api, each) for each in written.get("examples", {}).values()]
        single = [("", written["example"])] if "example" in written else []
        return plain + single + [(each.get("summary", ""), each["value"]) for each in named]


def operations(api):
    for path, item in api["paths"].items():
        for method in METHODS:
            if method in item:
                yield Operation(api, path, method, item[method], item.get("parameters", []))


# ------------------------------------------------------------------------------------------------------------ HTML


def prose(text):
    """Paragraphs of a description as HTML; lines with four spaces in front are code."""
    for part in re.split(r"\n\n+", text or ""):
        if part.startswith("    "):
            code = re.sub(r"(?<!/)localhost:8080", SITE, re.sub(r"^    ", "", part, flags=re.M))
            yield f"<pre>{escape(code, quote=False)}</pre>"
        elif part:
            yield f"<p>{words(part)}</p>"


def words(text):
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text, quote=False))


def lines(*content):
    return f'<div class="code"><pre class="line">{escape(chr(10).join(content), quote=False)}</pre></div>'


def table(title, rows):
    """Rows of a name and its meaning; `title` heads the names."""
    rows = [f'<tr><th scope="row">{name}<td>{text.strip()}' for name, text in rows]
    return [f'<table><tr><th scope="col">{title}<th scope="col">Meaning', *rows, "</table>"] if rows else []


def kind(api, schema):
    """The type of a value, such as `string or null`."""
    kinds = resolve(api, schema).get("type", [])
    return " or ".join([kinds] if isinstance(kinds, str) else kinds)


def values(api, schema):
    """The values that a parameter or field can have, as far as a few words can tell."""
    schema = resolve(api, schema)
    parts = [", ".join(f"<code>{each}</code>" for each in schema.get("enum", []) if each is not None)]
    if "minimum" in schema and schema.get("maximum", 10**9) < 10**9:
        parts.append(f"{schema['minimum']} to {schema['maximum']}")
    if "default" in schema:
        parts.append(f"by default <code>{compact(schema['default'])}</code>")
    told = "; ".join(filter(None, parts))
    return f"<small>{told}</small>" if told else ""


def parameter_rows(operation):
    for each in operation.parameters:
        text = words(each.get("description", ""))
        yield f"<code>{each['name']}</code> <small>{each['in']}</small>", f"{text} {values(operation.api, each['schema'])}"


def field_rows(operation):
    content = next(iter(operation.body.get("content", {}).values()), {})
    schema = resolve(operation.api, content.get("schema", {}))
    fields = {}
    for form in schema.get("oneOf", [schema]):
        for name, each in resolve(operation.api, form).get("properties", {}).items():
            fields.setdefault(name, []).append(each)
    for name, forms in fields.items():
        text = words(resolve(operation.api, forms[0]).get("description", ""))
        constants = ", ".join(f"<code>{form['const']}</code>" for form in forms if "const" in form)
        meaning = constants or values(operation.api, forms[0])
        yield f"<code>{name}</code> <small>{kind(operation.api, forms[0])}</small>", f"{text} {meaning}"


def answer_rows(operation):
    for status, answer in operation.answers.items():
        content = answer.get("content", {})
        codes = [code for each in content.values() for code in problem_codes(each["schema"])]
        links = " ".join(f'<a href="/problems/{code}">{code}</a>' for code in codes)
        media = ", ".join(f"<code>{each}</code>" for each in content if status < "400")
        if status != "default":
            yield status, " ".join(filter(None, [links or words(answer["description"]), media]))


def problem_codes(schema):
    """The names of the problems that a schema admits."""
    code = schema.get("properties", {}).get("code", {})
    return [code["const"]] if "const" in code else code.get("enum", [])


def body_of(operation):
    media = ", ".join(f"<code>{each}</code>" for each in operation.body["content"])
    yield f"<p>Body: {media}. {words(operation.body.get('description', ''))}</p>"
    yield from table("Field", field_rows(operation))
    for title, value in operation.examples():
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        yield f"<p>{words(title or 'Example')}: <code>{escape(text, quote=False)}</code></p>"


def details(operation):
    parts = ["parameters"] * bool(operation.parameters) + ["body"] * bool(operation.body) + ["answers"]
    yield f"<details><summary>{', '.join(parts).capitalize()}</summary>"
    yield from table("Parameter", parameter_rows(operation))
    if operation.body:
        yield from body_of(operation)
    yield from table("Status", answer_rows(operation))
    yield "</details>"


def breakable(path):
    """A path that may go on in the next line before each slash."""
    return path.replace("/", "<wbr>/").removeprefix("<wbr>")


def article(operation, variables):
    heading = f"<b>{operation.method}</b> <code>{breakable(operation.path)}</code>"
    yield f'<article id="{operation.id}">'
    yield f'<h3><a href="#{operation.id}">{heading}</a></h3>'
    yield f"<p>{words(operation.declared['summary'])}</p>"
    yield from prose(operation.declared.get("description"))
    if "note" in operation.curl:
        yield f"<p>{words(operation.curl['note'])}</p>"
    yield lines(*operation.before, operation.line(variables))
    yield from details(operation)
    yield "</article>"


def section(tag, members):
    before = tag.get("x-curl", {}).get("before", [])
    yield f'<section id="{tag["name"]}">'
    yield f"<h2>{tag['name']}</h2>"
    yield f"<p>{words(tag['description'])}</p>"
    if before:
        yield "<p>First, the variables of this section:</p>"
        yield lines(*before)
    for operation in members:
        before = before + operation.before
        yield from article(operation, set(re.findall(r"^([A-Z]+)=", "\n".join(before), re.M)))
    yield "</section>"


def contents(tags):
    for tag, members in tags:
        yield f'<details data-section="{tag["name"]}"><summary>{tag["name"]}</summary><ul>'
        for each in members:
            yield f'<li><a href="#{each.id}"><b>{each.method}</b> {breakable(each.path)}</a>'
        yield "</ul></details>"


def page(api):
    """The whole document."""
    everything = list(operations(api))
    tags = [(tag, [each for each in everything if each.tag == tag["name"]]) for tag in api["tags"]]
    body = [line for tag, members in tags for line in section(tag, members)]
    template = (ROOT / "Scripts/docs_template.html").read_text()
    token = api["components"]["securitySchemes"]["token"]["description"]
    parts = {
        "INTRODUCTION": prose(f"{api['info']['description']}\n\n{token}"),
        "CONTENTS": contents(tags),
        "OPERATIONS": body,
    }
    for name, part in parts.items():
        template = template.replace(f"<!-- {name} -->", "\n".join(part))
    return template


def main():
    made = page(json.loads(DOCUMENT.read_text()))
    if "--check" not in sys.argv:
        PAGE.write_text(made)
    elif not PAGE.exists() or PAGE.read_text() != made:
        sys.exit("static/docs/index.html is not what static/openapi.json says. Run Scripts/make_docs.py.")


if __name__ == "__main__":
    main()
