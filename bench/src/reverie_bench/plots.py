"""Two plots as SVG, written by hand: bars with intervals, and curves over k. No library and no display is needed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

COLOURS = ("#3b5bdb", "#adb5bd", "#868e96", "#495057")
Bar = tuple[float, float, float]
"""A share with the two ends of its interval, each 0 to 1."""


def bars(title: str, groups: Mapping[str, Mapping[str, Bar]]) -> str:
    """A group of bars for each set, a bar for each way to search, with its interval as a line."""
    width = 34
    drawn, left = [], 50
    names = list(dict.fromkeys(name for group in groups.values() for name in group))
    for label, group in groups.items():
        for name, (share, low, high) in group.items():
            place = left + width * names.index(name)
            drawn.append(_box(place, share, width - 4, COLOURS[names.index(name) % len(COLOURS)]))
            drawn.append(_line([(place + width / 2 - 2, low), (place + width / 2 - 2, high)], "#212529"))
            drawn.append(_words(place + width / 2 - 2, 275, f"{100 * share:.0f}"))
        drawn.append(_words(left + width * len(names) / 2, 292, label))
        left += width * (len(names) + 1)
    return _picture(title, max(left, 520), names, drawn)


def curves(title: str, panels: Mapping[str, Mapping[str, Sequence[float]]], cuts: Sequence[int]) -> str:
    """A panel for each set: a curve for each way to search, over the first k hits."""
    drawn, left, width = [], 50, 180
    names = list(dict.fromkeys(name for panel in panels.values() for name in panel))
    places = [(cut / max(cuts)) * (width - 40) for cut in cuts]
    for label, panel in panels.items():
        for name, shares in panel.items():
            points = [(left + place, share) for place, share in zip(places, shares, strict=True)]
            drawn.append(_line(points, COLOURS[names.index(name) % len(COLOURS)]))
        drawn += [_words(left + place, 275, str(cut)) for place, cut in zip(places, cuts, strict=True)]
        drawn.append(_words(left + width / 2 - 20, 292, label))
        left += width
    return _picture(title, max(left, 520), names, drawn)


def _height(share: float) -> float:
    return 260 - 200 * share


def _box(left: float, share: float, width: float, colour: str) -> str:
    return f'<rect x="{left:.1f}" y="{_height(share):.1f}" width="{width}" height="{200 * share:.1f}" fill="{colour}"/>'


def _line(points: Sequence[tuple[float, float]], colour: str) -> str:
    path = " ".join(f"{x:.1f},{_height(share):.1f}" for x, share in points)
    return f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>'


def _words(x: float, y: float, text: str, anchor: str = "middle") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _picture(title: str, width: int, names: Sequence[str], drawn: Sequence[str]) -> str:
    scale = [_words(44, _height(share) + 4, f"{100 * share:.0f}", "end") for share in (0, 0.25, 0.5, 0.75, 1)]
    grid = [_line([(48, share), (width - 10, share)], "#e9ecef") for share in (0, 0.25, 0.5, 0.75, 1)]
    legend = []
    for number, name in enumerate(names):
        legend.append(f'<rect x="{50 + 110 * number}" y="30" width="12" height="12" fill="{COLOURS[number % 4]}"/>')
        legend.append(_words(68 + 110 * number, 40, name, "start"))
    body = "\n".join([_words(50, 18, title, "start"), *legend, *grid, *scale, *drawn])
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} 305" width="{width}" font-family="sans-serif" '
        f'font-size="12">\n<rect width="100%" height="100%" fill="white"/>\n{body}\n</svg>\n'
    )
