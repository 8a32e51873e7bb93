"""External-sampling MCCFR on the small fishing game: how much both players could still gain, after so many iterations.

`python examples/mccfr.py docs/mccfr.svg` plays (some minutes), prints the figures and draws them.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from math import log10
from pathlib import Path

ITERATIONS = (10, 30, 100, 300, 1_000, 3_000, 10_000)
WIDTH, HEIGHT, LEFT, FOOT, GREY = 560, 260, 56, 36, "#808080"


def curve(iterations: Sequence[int], seed: int = 1) -> dict[int, float]:
    """The NashConv (in points) of the average policy after each of these numbers of iterations."""
    import numpy as np
    from open_spiel.python.algorithms import exploitability, external_sampling_mccfr

    from cassino_dsl.env import spiel_game

    np.random.seed(seed)
    game = spiel_game(Path(__file__).with_name("small-fishing.yaml"), hand_size=1, most_plays=16)
    solver, found, played = external_sampling_mccfr.ExternalSamplingSolver(game), {}, 0
    for number in iterations:
        for _ in range(number - played):
            solver.iteration()
        played, found[number] = number, exploitability.nash_conv(game, solver.average_policy())
    return found


def drawn(found: Mapping[int, float]) -> str:
    """The curve as SVG, on two scales of powers of ten."""
    across, down = [n for n in (10, 100, 1_000, 10_000) if n <= max(found)], [10, 1, 0.1, 0.01, 0.001]

    def x(number: float) -> float:
        return LEFT + (WIDTH - LEFT - 16) * log10(number / 10) / log10(max(found) / 10)

    def y(value: float) -> float:
        return 12 + (HEIGHT - FOOT - 12) * log10(10 / value) / 4

    def said(text: str, at: float, height: float, anchor: str) -> str:
        return f'<text x="{at:.0f}" y="{height:.0f}" text-anchor="{anchor}">{text}</text>'

    lines = [f'<path d="M{LEFT} {y(v):.1f}H{WIDTH - 16}" stroke="{GREY}" stroke-opacity=".3"/>' for v in down]
    labels = [said(f"{v:g}", LEFT - 8, y(v) + 4, "end") for v in down]
    labels += [said(f"{n:,}", x(n), HEIGHT - 18, "middle") for n in across]
    labels.append(said("iterations", (LEFT + WIDTH) / 2, HEIGHT - 3, "middle"))
    dots = [f'<circle cx="{x(n):.1f}" cy="{y(v):.1f}" r="3"/>' for n, v in found.items()]
    path = " ".join(f"{x(n):.1f},{y(v):.1f}" for n, v in found.items())
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif">',
            "<title>NashConv of the average policy, in points, by iterations</title>",
            *lines,
            f'<g font-size="12" fill="{GREY}">{"".join(labels)}</g>',
            f'<polyline points="{path}" fill="none" stroke="#c0392b" stroke-width="2"/>',
            f'<g fill="#c0392b">{"".join(dots)}</g>',
            "</svg>\n",
        )
    )


if __name__ == "__main__":
    figures = {number: float(f"{value:.2g}") for number, value in curve(ITERATIONS).items()}
    print(figures)
    Path(sys.argv[1]).write_text(drawn(figures), encoding="utf-8")
