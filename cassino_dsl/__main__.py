"""The command `cassino`, also as ``python -m cassino_dsl``. A Ctrl-C while it is still being loaded ends it like any
other."""

import atexit
import gc
import sys

# What is loaded and read stays, and is much: to look again and again for what nobody needs takes a tenth of a command,
# and another tenth to do so a last time at its end.
gc.set_threshold(200_000)
atexit.register(gc.freeze)

try:
    from cassino_dsl.faces.cli.main import main
except KeyboardInterrupt:
    sys.stderr.write("interrupted\n")
    sys.exit(130)

if __name__ == "__main__":
    main()
