"""Pages of results in sections that are measured apart: what is measured anew replaces what stood there."""

import re


def replace(path, title, sections, with_title=False):
    """Writes `sections`, texts by heading, into the page at `path`; the others of the page stay, in their order.

    `title` is the page's beginning when there is no page yet, or `with_title` also when there is.
    """
    text = path.read_text(encoding="utf-8") if path.exists() else title
    first, *others = re.split(r"^(?=## )", text, flags=re.MULTILINE)
    page = {part.split("\n", 1)[0][3:].strip(): part.rstrip() for part in others}
    page |= {heading: f"## {heading}\n\n{body.strip()}" for heading, body in sections.items()}
    path.write_text("\n\n".join([(title if with_title else first).rstrip(), *page.values()]) + "\n", encoding="utf-8")
