"""Draws the readings as an SVG: three panels over a time axis in minutes."""

WIDTH, LEFT, RIGHT, PANEL, GAP, TOP = 860, 70, 16, 150, 34, 26


def draw(readings, warm_up):
    """An SVG of memory, games and descriptors over time; the first `warm_up` seconds are shaded."""
    panels = [
        ("Resident memory, MB", [reading.resident / 1e6 for reading in readings]),
        ("Games in memory", [reading.games for reading in readings]),
        ("Open descriptors", [reading.descriptors for reading in readings]),
    ]
    minutes = [reading.seconds / 60 for reading in readings]
    height = TOP + len(panels) * (PANEL + GAP)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif"'
        ' font-size="12">',
        "<title>Memory, games and descriptors of a soaked server over time</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>',
    ]
    for number, (title, values) in enumerate(panels):
        parts += _panel(TOP + number * (PANEL + GAP), title, minutes, values, warm_up / 60)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _panel(top, title, minutes, values, warm_up):
    last, highest = max(minutes[-1], 0.1), max(max(values) * 1.1, 1)
    across = (WIDTH - LEFT - RIGHT) / last

    def place(minute, value):
        return f"{LEFT + minute * across:.1f},{top + PANEL - value / highest * PANEL:.1f}"

    line = " ".join(place(minute, value) for minute, value in zip(minutes, values, strict=True))
    parts = [
        f'<rect x="{LEFT}" y="{top}" width="{min(warm_up, last) * across:.1f}" height="{PANEL}" fill="#eeeeee"/>',
        f'<text x="{LEFT}" y="{top - 8}" font-weight="bold">{title}</text>',
        f'<path d="M{LEFT},{top} V{top + PANEL} H{WIDTH - RIGHT}" fill="none" stroke="#555555"/>',
    ]
    for part in (0, 0.5, 1):
        y = top + PANEL * (1 - part)
        parts.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{highest * part:.0f}</text>')
    step = max(1, round(last / 6))
    for minute in range(0, int(last) + 1, step):
        x = LEFT + minute * across
        parts.append(f'<text x="{x:.1f}" y="{top + PANEL + 15}" text-anchor="middle">{minute} min</text>')
    return [*parts, f'<polyline points="{line}" fill="none" stroke="#1d6f64" stroke-width="1.5"/>']
