"""Updates the sections of a Markdown page of results."""

import re


def replace(path, title, sections, with_title=False):
    """Writes `sections`, a dictionary of texts by heading, into the page at `path` and keeps its other sections.

    `title` starts a new page; `with_title` also replaces the start of an existing page.
    """
    text = path.read_text(encoding="utf-8") if path.exists() else title
    first, *others = re.split(r"^(?=## )", text, flags=re.MULTILINE)
    page = {part.split("\n", 1)[0][3:].strip(): part.rstrip() for part in others}
    page |= {heading: f"## {heading}\n\n{body.strip()}" for heading, body in sections.items()}
    path.write_text("\n\n".join([(title if with_title else first).rstrip(), *page.values()]) + "\n", encoding="utf-8")
