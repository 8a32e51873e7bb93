"""What may be written at a place."""

from cassino_dsl.faces.editor.analysis import Analysis
from cassino_dsl.faces.editor.answers import Completion


def complete(analysis: Analysis, at: int) -> tuple[Completion, ...]:
    """What may stand at the cursor, the likeliest first."""
    return ()
