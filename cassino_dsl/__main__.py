"""``python -m cassino_dsl`` is the command `cassino`."""

from cassino_dsl.cli.main import main

main()
