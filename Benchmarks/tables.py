"""Rows of results with their targets, and Markdown tables of such rows."""

import statistics

COLUMNS = ("measurement", "FiveByFive", "reference", "ratio (rounds)", "per CPU second", "target", "result")


def throughput_row(label, ours, theirs, at_least=None, reference="{}"):
    """A row for the requests per second, and per second of CPU time, of two servers in each round."""
    sides = [[measured.per_second for measured in side] for side in (ours, theirs)]
    by_cpu = f"{per_cpu_second(ours) / per_cpu_second(theirs):.2f}"
    return ratio_row(label, *sides, "{:,.0f}/s", by_cpu=by_cpu, at_least=at_least, reference=reference)


def ratio_row(label, ours, theirs, unit, by_cpu="", at_least=None, at_most=None, reference="{}"):
    """A row for two lists of figures: the medians, their ratio, and the range of the ratio over the rounds.

    `unit` formats a figure, and `reference` the formatted median of `theirs`.
    """
    medians = [statistics.median(side) for side in (ours, theirs)]
    ratio = medians[0] / medians[1]
    rounds = [one / two for one, two in zip(ours, theirs)]
    return (
        label, unit.format(medians[0]), reference.format(unit.format(medians[1])),
        f"{ratio:.2f} ({min(rounds):.2f}–{max(rounds):.2f})", by_cpu, *target(ratio, at_least, at_most))


def target(ratio, at_least, at_most):
    """The last two columns of a row."""
    if at_least is not None:
        return f"≥ {at_least:g}", verdict(ratio >= at_least)
    if at_most is not None:
        return f"≤ {at_most:g}", verdict(ratio <= at_most)
    return "", ""


def per_cpu_second(rounds):
    """Requests per second of CPU time, over all rounds."""
    return sum(measured.requests for measured in rounds) / max(sum(measured.cpu_seconds for measured in rounds), 0.01)


def limit_row(label, values, unit, limit):
    """A row for a figure that must stay below a limit: its median and range."""
    median = statistics.median(values)
    measured = f"{median:.1f} {unit}"
    if len(values) > 1:
        measured += f" ({min(values):.1f}–{max(values):.1f})"
    return label, measured, "", "", "", f"< {limit} {unit}", verdict(median < limit)


def plain_row(label, measured, reference=""):
    """A row for a figure without a target."""
    return label, measured, reference, "", "", "", ""


def verdict(is_met):
    return "met" if is_met else "missed"


def table(rows, columns=COLUMNS):
    """A Markdown table with aligned columns."""
    cells = [columns, *rows]
    widths = [max(len(row[column]) for row in cells) for column in range(len(columns))]
    lines = ["| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths)) + " |" for row in cells]
    lines.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return "\n".join(lines)
