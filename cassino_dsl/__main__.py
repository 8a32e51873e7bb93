"""The command `cassino`, also as ``python -m cassino_dsl``."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line; a Ctrl-C while it is still being loaded ends it like any other."""
    try:
        from cassino_dsl.cli.main import main as run
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        sys.exit(130)
    run()


if __name__ == "__main__":
    main()
