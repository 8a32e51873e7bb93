"""Our own quantiles are those of scipy, which takes longer to load than a thousand games take to play."""

from __future__ import annotations

import math
import subprocess
import sys

from hypothesis import example, given
from hypothesis import strategies as st
from scipy import special

from cassino_dsl.analysis.simulate.statistics import beta_quantile, beta_share, student_quantile, student_test

COUNTS = st.floats(0.5, 1e6)
CLOSE = 1e-6  # of half the width of an interval: with millions of games the logarithms of large factorials lose digits
SHARES = st.sampled_from((0.0001, 0.025, 0.3, 0.5, 0.9, 0.975, 0.99999))


@given(COUNTS, COUNTS, st.floats(0, 1))
@example(1, 1, 0.5)
@example(1, 1e6, 1e-6)
@example(1e6, 1, 0.999999)
def test_the_incomplete_beta_function(a: float, b: float, x: float) -> None:
    assert math.isclose(beta_share(a, b, x), special.betainc(a, b, x), rel_tol=CLOSE, abs_tol=1e-12)


@given(COUNTS, COUNTS, SHARES)
@example(1, 1e6, 0.025)
@example(0.5, 1e6, 0.025)
@example(1e6, 0.5, 0.975)
def test_its_inverse(a: float, b: float, share: float) -> None:
    assert math.isclose(beta_quantile(a, b, share), special.betaincinv(a, b, share), rel_tol=CLOSE, abs_tol=1e-12)


@given(st.floats(1, 1e7), st.sampled_from((0.5, 0.9, 0.975, 0.9999)))
@example(1, 0.975)
def test_the_quantile_of_student(freedom: float, share: float) -> None:
    wanted = special.stdtrit(freedom, share)
    assert math.isclose(student_quantile(freedom, share), wanted, rel_tol=CLOSE, abs_tol=1e-12)


@given(st.floats(1, 1e6), st.floats(-30, 30))
@example(380215.0, 1e-05)
@example(1e6, 1.0)
@example(1e6, 0.9999)
def test_students_test(freedom: float, t: float) -> None:
    assert math.isclose(student_test(freedom, t), 2 * special.stdtr(freedom, -abs(t)), rel_tol=CLOSE, abs_tol=1e-12)


def test_a_report_loads_no_scipy() -> None:
    code = (
        "import sys; from cassino_dsl.__main__ import main\n"
        "try:\n  sys.argv = ['cassino', 'simulate', 'scopa', '--games', '50']; main()\n"
        "except SystemExit as e: assert not e.code\n"
        "assert not {'scipy', 'numpy'} & {*sys.modules}, 'loaded'"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
