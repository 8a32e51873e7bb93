"""Faults of files and of their YAML (1-29, without 12)."""

from __future__ import annotations

from cassino_dsl.diagnostics.diagnostic import Code


class FileTooLarge(Code):
    """a file of more than 1 MiB

    A variant is a few hundred lines. Files of more than 1 MiB are not read at all, so that no file
    can use up the memory of the machine that checks it. Most likely this is another kind of file.
    """

    number = 1
    slug = "file-too-large"


class NotUtf8(Code):
    """a file that is not UTF-8

    Variant files are UTF-8 text. A byte was found that cannot stand in one: the file was saved in
    another encoding (Latin-1, Windows-1252, UTF-16). Save it again as UTF-8; a byte order mark at its
    beginning is allowed.
    """

    number = 2
    slug = "not-utf8"


class BinaryFile(Code):
    """a file that is not text

    The file holds a zero byte, which no text does: it is a picture, an archive or a program, or
    UTF-16 text without its mark. Name a variant file instead, or save the text as UTF-8.
    """

    number = 3
    slug = "binary-file"


class EmptyFile(Code):
    """a file that says nothing

    The file is empty, or holds only blank lines and comments. A variant begins with the version of
    the language, `dsl: 1`, and most often with the variant that it builds on, `extends: cassino`.
    """

    number = 4
    slug = "empty-file"
    bad = "# a variant, one day\n"
    good = "dsl: 1\nextends: cassino\ntitle: Example\n"


class YamlSyntax(Code):
    """a text that YAML cannot read

    The skeleton of a variant file is YAML, and this part of it is not. The frequent causes:

    - a colon and a space inside a text: `title: Cassino: the game`. Quote the text.
    - a value that begins with one of `{ [ " ' * & ! | > % @` and goes on after it:
      `take: {J, Q} and K`. Quote the whole text, or write it as a block: `>` at the end of the line
      and the text, indented, on the lines below.
    - a bracket or quote that is never closed.
    - a line that is indented more or less than the lines it belongs to.
    - no space after the colon of a key: `dsl:1`.
    """

    number = 5
    slug = "yaml-syntax"
    bad = "dsl: 1\nextends: cassino\ntitle: Cassino: the game\n"
    good = 'dsl: 1\nextends: cassino\ntitle: "Cassino: the game"\n'


class TabIndentation(Code):
    """a tab where YAML wants spaces

    YAML forbids tabs in indentation, because editors show them with different widths. Indent with
    two spaces for each level; most editors can be told to write spaces for the tab key.
    """

    number = 6
    slug = "tab-indentation"
    bad = "dsl: 1\nextends: cassino\ndeal:\n\thand: 4\n"
    good = "dsl: 1\nextends: cassino\ndeal:\n  hand: 4\n"


class TooDeep(Code):
    """lists and mappings nested too deep

    At most 40 lists and mappings may stand inside one another. No variant needs nearly as many: the
    limit keeps a hostile file from exhausting the program's stack.
    """

    number = 7
    slug = "too-deep"
    bad = "dsl: 1\nextends: cassino\ndeal: " + "[" * 41 + "]" * 41 + "\n"
    good = "dsl: 1\nextends: cassino\ndeal: {hand: 4}\n"


class TooManyNodes(Code):
    """a file with too many parts

    At most 20,000 keys, values and list items are read from one file. Long lists of examples can be
    divided among several files.
    """

    number = 8
    slug = "too-many-nodes"


class AnchorOrAlias(Code):
    """a YAML anchor or alias

    `&name` would name a part of the file and `*name` repeat it. They are refused, so that every part of
    a ruleset stands at one place, where messages can point. Write the part out, give it a name under
    `terms`, or put it into a variant of its own and use `extends`.

    A text that only happens to begin with `&` or `*` has to be quoted.
    """

    number = 9
    slug = "anchor-or-alias"
    bad = "dsl: 1\nextends: cassino\ndeal: {hand: &hand 4}\n"
    good = "dsl: 1\nextends: cassino\ndeal: {hand: 4}\n"


class YamlTag(Code):
    """a YAML tag

    `!!int 4` or `!card 10d` would tell a YAML reader which type a value has. Variants need no tags: the
    type follows from the key. Leave the tag out; a text that only happens to begin with `!` has to be
    quoted (and in an expression write `not`).
    """

    number = 10
    slug = "yaml-tag"
    bad = "dsl: 1\nextends: cassino\ndeal: {hand: !!int 4}\n"
    good = "dsl: 1\nextends: cassino\ndeal: {hand: 4}\n"


class MergeKey(Code):
    """a YAML merge key

    `<<` would copy the keys of another mapping into this one. Write the keys out; to build on another
    variant, use `extends`.
    """

    number = 11
    slug = "merge-key"
    bad = "dsl: 1\nextends: cassino\ndeal:\n  <<: {hand: 4}\n  table: 4\n"
    good = "dsl: 1\nextends: cassino\ndeal:\n  hand: 4\n  table: 4\n"


class DuplicateKey(Code):
    """a key that stands twice in one mapping

    Most YAML readers would let the later one win in silence. Keep one of the two, or give them
    different names.
    """

    number = 13
    slug = "duplicate-key"
    bad = "dsl: 1\nextends: cassino\ndeal:\n  hand: 4\n  hand: 6\n"
    good = "dsl: 1\nextends: cassino\ndeal:\n  hand: 4\n"


class KeyNotText(Code):
    """a key that is not a text

    What stands before the colon must be a text: not a list, not a mapping, not nothing. A key that
    begins with `{` or `[` has to be quoted.
    """

    number = 14
    slug = "key-not-text"
    bad = "dsl: 1\nextends: cassino\nvalues:\n  [J, Q]: 10\n"
    good = "dsl: 1\nextends: cassino\nvalues:\n  J, Q: 10\n"


class SeveralDocuments(Code):
    """more than one YAML document

    A line `---` (or `...`) ends one document and begins another; a variant file holds exactly one. Put the
    second into a file of its own, or take the line away. One `---` before the first key is allowed.
    """

    number = 15
    slug = "several-documents"
    bad = "dsl: 1\nextends: cassino\n---\ndsl: 1\nextends: cassino\n"
    good = "---\ndsl: 1\nextends: cassino\n"


class YamlDirective(Code):
    """a YAML directive

    Lines such as `%YAML 1.2` or `%TAG …` before the document change how YAML is read. Variant files need
    none. Take the line away.
    """

    number = 16
    slug = "yaml-directive"
    bad = "%YAML 1.1\n---\ndsl: 1\nextends: cassino\n"
    good = "dsl: 1\nextends: cassino\n"


class ControlCharacter(Code):
    """a character that must not stand in a text

    Control characters, line separators other than the usual line end, a byte order mark inside the text and
    marks that turn the direction of writing are refused, whether they stand in the file as they are or as an
    escape (`"\\e"`): they can make a text look like something else than it says.
    """

    number = 17
    slug = "control-character"
    bad = 'dsl: 1\nextends: cassino\ntitle: "\\e[2J"\n'
    good = 'dsl: 1\nextends: cassino\ntitle: "a [2J"\n'


class SplitText(Code):
    """a text that a comma has split

    Inside `{…}` and `[…]` of YAML a comma ends the value, even between round brackets:
    `{v: value(card, hand)}` gives `v` the text `value(card`, and `hand)` is another key. Write the value on a
    line of its own, or quote it. Where nothing closes the bracket, it is the bracket that is wrong.
    """

    number = 18
    slug = "split-text"
    bad = "dsl: 1\nextends: cassino\nactions:\n  capture: {let: {v: value(card, hand)}}\n"
    good = 'dsl: 1\nextends: cassino\nactions:\n  capture: {let: {v: "value(card, hand)"}}\n'


CODES: tuple[type[Code], ...] = (
    FileTooLarge,
    NotUtf8,
    BinaryFile,
    EmptyFile,
    YamlSyntax,
    TabIndentation,
    TooDeep,
    TooManyNodes,
    AnchorOrAlias,
    YamlTag,
    MergeKey,
    DuplicateKey,
    KeyNotText,
    SeveralDocuments,
    YamlDirective,
    ControlCharacter,
    SplitText,
)
