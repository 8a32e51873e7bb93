"""The command `cassino`, also as ``python -m cassino_dsl``. A Ctrl-C while it is still being loaded ends it like any
other."""

import sys

try:
    from cassino_dsl.faces.cli.main import main
except KeyboardInterrupt:
    sys.stderr.write("interrupted\n")
    sys.exit(130)

if __name__ == "__main__":
    main()
