"""Checks the English of texts: spelling by a whole dictionary, usage by proselint, and words that come twice.

Usage: prose.py WORDS FILE...: WORDS has one word per line that the dictionary lacks. Prints one line for each fault and exits
with 1 if there are any. Needs Debian's hunspell and hunspell-en-us, and proselint from PyPI.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

# Quotes are straight everywhere, headings repeat words, and "very many" is meant.
OFF = ("typography", "lexical_illusions", "weasel_words")
NOT_PROSE = [
    (r"```.*?```|<!--.*?-->", re.DOTALL),
    (r"`[^`]*`", 0),
    (r"\]\([^)]*\)|<doc:[^>]*>|https?://\S+", 0),
    (r"<[^>\n]+>", 0),
]


def prose(path):
    """The text of a guide without code and addresses; of a grammar, its strings."""
    text = pathlib.Path(path).read_text()
    if path.endswith(".lifecycle"):
        strings = []
        for found in re.finditer(r'"""(.*?)"""|"((?:\\.|[^"\\\n])*)"|//[^\n]*|\n', text, re.DOTALL):
            string = found[1] or found[2]
            strings.append(string + "\n" if string else "\n" * found[0].count("\n"))
        text = re.sub(r"\{[^}\n]*\}|https?://\S+", " code ", "".join(strings))
        return text
    for pattern, flags in NOT_PROSE if path.endswith(".md") else NOT_PROSE[2:3]:
        text = re.sub(pattern, lambda found: re.sub(r"[^\n]+", " code ", found[0]), text, flags=flags)
    return text


def is_name(word):
    """Whether a word is an identifier or an abbreviation, which no dictionary has."""
    return bool(re.search(r"[a-z][A-Z]|[A-Z]{2}|[0-9_:]", word)) or len(word) < 3


def main():
    words, *paths = sys.argv[1:]
    known = set(pathlib.Path(words).read_text().split())
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        for number, path in enumerate(paths):
            text = prose(path)
            copy = pathlib.Path(folder, f"{number}.md")
            copy.write_text(text)
            command = ["hunspell", "-i", "utf-8", "-d", "en_US", "-l", str(copy)]
            unknown = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
            unknown = {word.removesuffix("'s") for word in unknown} - known
            faults += [f"{path}: unknown word '{word}'" for word in sorted(unknown) if not is_name(word)]
            command = [sys.executable, "-m", "proselint", "check", "-o", "compact", str(copy)]
            run = subprocess.run(command, capture_output=True, text=True, check=False)
            if run.returncode not in (0, 1):
                faults.append(f"proselint: {run.stderr}")
            for found in re.finditer(rf"{copy.name}:(\d+):\d+: (\w+)(.*)", run.stdout):
                if found[2] not in OFF:
                    faults.append(f"{path}:{found[1]}: {found[2]}{found[3]}")
            for count, line in enumerate(text.splitlines(), 1):
                for found in re.finditer(r"\b([a-z]+) \1\b", line):
                    if found[1] not in ("code", "that", "had"):
                        faults.append(f"{path}:{count}: '{found[0]}'")
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
