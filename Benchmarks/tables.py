"""Rows of figures beside their targets, and tables of them."""

import statistics

COLUMNS = ("what", "FiveByFive", "beside it", "ratio (rounds)", "per CPU second", "target", "")


def throughput_row(what, ours, other, at_least=None, beside="{}"):
    """A row for requests a second of two servers, round by round, and for each second of processor time."""
    sides = [[measured.per_second for measured in side] for side in (ours, other)]
    by_cpu = f"{per_cpu_second(ours) / per_cpu_second(other):.2f}"
    return ratio_row(what, *sides, "{:,.0f}/s", by_cpu=by_cpu, at_least=at_least, beside=beside)


def ratio_row(what, mine, other, unit, by_cpu="", at_least=None, at_most=None, beside="{}"):
    """A row for two lists of figures: medians, their ratio, and how far single rounds were apart.

    `unit` writes a figure, and `beside` says what the second list is of.
    """
    medians = [statistics.median(side) for side in (mine, other)]
    ratio = medians[0] / medians[1]
    rounds = [one / two for one, two in zip(mine, other)]
    return (
        what, unit.format(medians[0]), beside.format(unit.format(medians[1])),
        f"{ratio:.2f} ({min(rounds):.2f}–{max(rounds):.2f})", by_cpu, *target(ratio, at_least, at_most))


def target(ratio, at_least, at_most):
    """The two last columns of a row."""
    if at_least is not None:
        return f"≥ {at_least:g}", verdict(ratio >= at_least)
    if at_most is not None:
        return f"≤ {at_most:g}", verdict(ratio <= at_most)
    return "", ""


def per_cpu_second(rounds):
    """Requests for each second of processor time, over all rounds."""
    return sum(measured.requests for measured in rounds) / max(sum(measured.cpu_seconds for measured in rounds), 0.01)


def limit_row(what, values, unit, limit):
    """A row for a figure that has to stay below a limit: its median, and its range."""
    median = statistics.median(values)
    measured = f"{median:.1f} {unit}"
    if len(values) > 1:
        measured += f" ({min(values):.1f}–{max(values):.1f})"
    return what, measured, "", "", "", f"< {limit} {unit}", verdict(median < limit)


def plain_row(what, measured, beside=""):
    """A row for a figure without a target."""
    return what, measured, beside, "", "", "", ""


def verdict(is_reached):
    return "reached" if is_reached else "falls short"


def table(rows):
    """The rows as a Markdown table that reads well as plain text too."""
    cells = [COLUMNS, *rows]
    widths = [max(len(row[column]) for row in cells) for column in range(len(COLUMNS))]
    lines = ["| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths)) + " |" for row in cells]
    lines.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return "\n".join(lines)
