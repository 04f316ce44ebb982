"""Curves and matrices as SVG documents."""

from html import escape

COLOURS = ["#4e79a7", "#f28e2b", "#59a14f", "#e15759", "#b07aa1", "#76b7b2", "#edc948", "#9c755f"]
WIDTH, HEIGHT = 640, 400
LEFT, RIGHT, TOP, BOTTOM = 60, 170, 40, 50
CELL = 52


def document(width, height, parts):
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    style = 'font-family="system-ui, sans-serif" font-size="12" fill="#333"'
    return f'{head} {style}><rect width="100%" height="100%" fill="#fff"/>{"".join(parts)}</svg>\n'


def curves(title, series, least=None, most=None):
    """`series`: a name, and values from epoch 1 on; None where there is none."""
    known = [value for _, values in series for value in values if value is not None]
    low = min(known, default=0) if least is None else least
    high = max(known, default=1) if most is None else most
    high = high if high > low else low + 1
    epochs = max((len(values) for _, values in series), default=1)
    across = lambda epoch: LEFT + (WIDTH - LEFT - RIGHT) * (epoch - 1) / max(1, epochs - 1)
    down = lambda value: HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (value - low) / (high - low)
    parts = [f'<text x="{WIDTH / 2}" y="24" text-anchor="middle" font-size="15">{escape(title)}</text>']
    for step in range(5):
        value = low + (high - low) * step / 4
        y = down(value)
        parts.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{value:.3g}</text>')
    for place, (name, values) in enumerate(series):
        colour = COLOURS[place % len(COLOURS)]
        points = [(across(at), down(value)) for at, value in enumerate(values, 1) if value is not None]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2" fill="{colour}"/>' for x, y in points[-1:]]
        at = WIDTH - RIGHT + 14
        parts.append(f'<rect x="{at}" y="{TOP + place * 20}" width="12" height="12" fill="{colour}"/>')
        parts.append(f'<text x="{at + 18}" y="{TOP + place * 20 + 11}">{escape(name)}</text>')
    parts.append(f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 14}" text-anchor="middle">epoch, 1 to {epochs}</text>')
    return document(WIDTH, HEIGHT, parts)


def confusion(labels, matrix):
    """`matrix[found][true]`: each column is what is there, each row what it was taken for."""
    left, top, edge = 130, 60, len(labels) * CELL
    totals = [sum(row[column] for row in matrix) for column in range(len(labels))]
    parts = [
        f'<text x="{left + edge / 2}" y="24" text-anchor="middle" font-size="15">Confusion matrix</text>',
        f'<text x="{left + edge / 2}" y="46" text-anchor="middle">columns: what is there, rows: what was found</text>',
    ]
    for y, row in enumerate(matrix):
        for x, count in enumerate(row):
            part = count / totals[x] if totals[x] else 0
            at = (left + x * CELL, top + y * CELL)
            ink = "#fff" if part > 0.5 else "#333"
            shade = f'fill="#4e79a7" fill-opacity="{part:.3f}" stroke="#ddd"'
            parts.append(f'<rect x="{at[0]}" y="{at[1]}" width="{CELL}" height="{CELL}" {shade}/>')
            middle = f'x="{at[0] + CELL / 2}" y="{at[1] + CELL / 2 + 4}" text-anchor="middle"'
            parts.append(f'<text {middle} fill="{ink}">{int(count)}</text>')
    for place, label in enumerate(labels):
        middle = place * CELL + CELL / 2
        parts.append(f'<text x="{left - 8}" y="{top + middle + 4}" text-anchor="end">{escape(label)}</text>')
        turn = f"translate({left + middle} {top + edge + 14}) rotate(-30)"
        parts.append(f'<text transform="{turn}" text-anchor="end">{escape(label)}</text>')
    return document(max(left + edge + 30, 420), top + edge + 90, parts)
