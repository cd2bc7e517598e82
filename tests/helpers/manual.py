"""Run the examples of a page of the manual, in the order in which they stand there.

Every fenced block in `console`, `sql` or `python` is run. ``$ `` begins a command, and what follows is what it
prints. Below `sql` and `python` a block in `text` holds that. A comment above a block says what else it is:

``<!-- file: NAME -->``      the block is the content of a file
``<!-- needs: PROGRAM -->``  run only where this program is installed
``<!-- not run: WHY -->``    not run
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path

import click.testing
import pytest
from working import wait_until

from archive.cli import cli

_BLOCK = re.compile(
    r"^(?:<!-- (?P<mark>[^>]+) -->\n)?```(?P<language>\w+)\n(?P<text>.*?)^```$", re.DOTALL | re.MULTILINE
)
_COMMAND = re.compile(r"^\$ (?P<command>(?:.*\\\n)*.*)\n(?P<output>(?:(?!\$ ).*\n)*)", re.MULTILINE)
#: What differs from one run of a command to the next: instants, spans and sizes.
_VARIES = re.compile(
    r"(?:at|from) \d{4}-\S+Z(?: to \S+Z)?|(?<=archived )\S+Z(?: to \S+Z)?|\d{4}-\d\d-\d\d(?:T[\d:.]+Z)|(?<=since )\d{4}-\d\d-\d\d|(?: in |\(after )[\d.]+ (?:s|seconds?)\b|[\d.]+ (?:bytes|kB|MB)|(?<=voxpop )\d+\.\d+\.\d+$"
)


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, its text, where that stands in the page, and the comment above it."""

    language: str
    text: str
    start: int
    end: int
    mark: str

    @property
    def runs(self) -> bool:
        kind, _, value = self.mark.partition(": ")
        if kind == "needs":
            return shutil.which(value) is not None
        return kind != "not run" and self.language in {"console", "sql", "python"}


@dataclass(frozen=True)
class Shown:
    """What a page shows as printed, and what was printed; the place is that in the page."""

    example: str
    shown: str
    printed: str
    start: int
    end: int
    exact: bool

    @property
    def right(self) -> bool:
        shown, printed = self.shown, self.printed
        if not self.exact:
            shown, printed = (_VARIES.sub("(varies)", text) for text in (shown, printed))
        pattern = "(?:.*\n)*?".join(re.escape(part) for part in re.split(r"^…\n", shown, flags=re.MULTILINE))
        return re.fullmatch(pattern, printed) is not None


class Page:
    """A page, and the folder in which its examples are run.

    Args:
        path: The Markdown file.
        folder: An empty folder.
        proxy: A server that answers for all hosts.
        shell: Run every command in a shell. Otherwise `voxpop` runs in this process, which costs a tenth, and
            commands that start a cluster are skipped.
    """

    def __init__(self, path: Path, folder: Path, proxy: str, *, shell: bool = True) -> None:
        self.path, self.folder, self.shell = path, folder, shell
        self.text = path.read_text("utf-8")
        self.blocks = [
            Block(found["language"], found["text"], found.start("text"), found.end("text"), found["mark"] or "")
            for found in _BLOCK.finditer(self.text)
        ]
        binaries = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        self._environment = {**os.environ, "PATH": binaries, "HTTP_PROXY": proxy, "LC_ALL": "C.UTF-8"}
        self._names: dict[str, object] = {"__name__": "page"}
        #: The second in which the last command in a shell ended, and how many seconds commands here are ahead.
        self._ended = self._ahead = 0

    def run(self) -> list[Shown]:
        """Run all examples; give all that the page shows of what they print."""
        results: list[Shown] = []
        for block, after in pairwise([*self.blocks, None]):
            if block.mark.startswith("file: "):
                self._write(block)
            elif not block.runs:
                continue
            elif block.language == "console":
                results.extend(self._run_commands(block))
            else:
                printed = self._ask(block.text) if block.language == "sql" else self._execute(block.text)
                if after is not None and after.language == "text":
                    results.append(Shown(block.text, after.text, printed, after.start, after.end, exact=True))
                elif block.language == "sql" or printed:
                    raise AssertionError(f"nothing is shown below {block.text}")
        return results

    def _write(self, block: Block) -> None:
        name = block.mark.removeprefix("file: ")
        text = _to_http(block.text)
        if name.endswith("voxpop.toml") and "[fetch]" not in text:
            text = f"{text}\n[fetch]\ndelay = 0\n"
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")

    def _run_commands(self, block: Block) -> list[Shown]:
        results = []
        for found in _COMMAND.finditer(block.text):
            command, shown = found["command"], found["output"]
            if not self.shell and "--engine dask" in command:
                continue
            code, output = self._run_command(_to_http(command))
            printed = _to_https(output.replace(f"{self.folder}/", ""))
            assert code == 0 or shown, f"{command}: {printed}"
            if shown:
                start = block.start + found.start("output")
                results.append(Shown(command, shown, printed, start, start + len(shown), exact=False))
        return results

    def _run_command(self, command: str) -> tuple[int, str]:
        """Run a command; return its exit code and output."""
        split = shlex.shlex(command.replace("\\\n", " "), posix=True, punctuation_chars=True)
        split.whitespace_split, split.commenters = True, ""
        words = list(split)
        if self.shell or words[0] != "voxpop":
            return self._run_shell(command)
        end = next((place for place, word in enumerate(words) if word in {"|", ">", "&&"}), len(words))
        done = self._run_here(words[1:end])
        then = shlex.join(words[end + 1 :])
        match words[end : end + 1]:
            case ["|"]:
                code, output = self._run_shell(then, done.stdout)
                return done.exit_code or code, done.stderr + output
            case [">"]:
                (self.folder / then).write_text(done.stdout, "utf-8")
                return done.exit_code, done.stderr
            case ["&&"] if done.exit_code == 0:
                code, output = self._run_shell(then)
                return code, done.output + output
        return done.exit_code, done.output

    def _run_here(self, arguments: list[str]) -> click.testing.Result:
        """Run `voxpop` in this process, one second later than the command before, as in a shell."""
        self._ahead += 1
        later = type("later", (datetime,), {"now": lambda tz: datetime.now(tz) + timedelta(seconds=self._ahead)})
        with contextlib.chdir(self.folder), pytest.MonkeyPatch.context() as patch:
            patch.setattr("archive.clock.datetime", later)
            patch.setattr("scraper.processes.usable_cores", lambda: 1)
            done = click.testing.CliRunner().invoke(cli, arguments, env=self._environment, prog_name="voxpop")
        if done.exception and not isinstance(done.exception, SystemExit):
            raise done.exception
        return done

    def _run_shell(self, command: str, given: str = "") -> tuple[int, str]:
        """Run a command in a shell. What is archived in the same second has no order."""
        if command.startswith("voxpop archive"):
            wait_until(lambda: int(time.time()) != self._ended, 2)
        done = subprocess.run(
            ["bash", "-o", "pipefail", "-c", command],
            cwd=self.folder,
            env=self._environment,
            input=given,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            timeout=120,
            check=False,
        )
        self._ended = int(time.time())
        return done.returncode, done.stdout

    def _ask(self, sql: str) -> str:
        database = str(self.folder / "reactions.db")
        done = click.testing.CliRunner().invoke(cli, ["query", database, sql])
        assert done.exit_code == 0, f"{sql}: {done.output}"
        return "".join(f"{line.rstrip()}\n" for line in done.stdout.splitlines())

    def _execute(self, code: str) -> str:
        out = io.StringIO()
        with contextlib.chdir(self.folder), contextlib.redirect_stdout(out):
            exec(compile(code, self.path.name, "exec"), self._names)
        return "".join(f"{line.rstrip()}\n" for line in out.getvalue().splitlines())

    def rewritten(self, results: list[Shown]) -> str:
        """Return the page with what was really printed."""
        text = self.text
        for result in reversed(results):
            if not result.right:
                text = text[: result.start] + result.printed + text[result.end :]
        return text


def _to_http(text: str) -> str:
    """Let the invented hosts be asked without TLS: a proxy sees no page behind it."""
    return re.sub(r"https://([\w.-]+\.example)", r"http://\1", text)


def _to_https(text: str) -> str:
    return re.sub(r"http://([\w.-]+\.example)", r"https://\1", text)
