"""How fast both engines are: ``python -m cassino_dsl.benchmarks``."""
