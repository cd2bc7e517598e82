"""Let Debian's cron run `voxpop run` every minute, and look at its mail.

    sudo python -m benchmarks.cron

Two runs that go well must send no mail, one whose feed is gone a mail of one line. It takes four minutes.
The cron daemon of this check sees a spool, an /etc/cron.d and a sendmail of its own (a mount namespace), so
the machine's own jobs and mail are left alone.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from archive.commands.settings_file import schedules
from archive.store.database import open_to_read
from benchmarks.schedule import load_web

if TYPE_CHECKING:
    from collections.abc import Callable

SENDMAIL = Path("/usr/sbin/sendmail")
_NAMESPACE = """
mount --make-rprivate /
mount --bind "$1/spool" /var/spool/cron/crontabs
mount --bind "$1/nothing" /etc/cron.d
mount --bind /dev/null /etc/crontab
mount --bind "$1/sendmail" "$2"
mount -t tmpfs tmpfs /run
exec cron -f
"""


def main() -> None:
    """Run the check; exit 1 when cron mails what it should not, or does not mail what it should."""
    for tool in ("cron", "unshare"):
        if shutil.which(tool) is None:
            raise SystemExit(f"{tool} is not installed")
    if os.geteuid() or not SENDMAIL.exists():
        raise SystemExit("only root may give cron a spool of its own, and a sendmail must be there to be replaced")
    with tempfile.TemporaryDirectory() as name:
        report = _check(Path(name))
    print(json.dumps(report, indent=1))
    good, bad = report["mails after two runs that went well"], report["mails after one that failed"]
    sys.exit(bool(good) or len(bad) != 1 or len(bad[0]) != 1)


def _check(folder: Path) -> dict[str, Any]:
    web = load_web()
    farm = web.Farm()
    story = farm.serve("/one", farm.page("One", farm.post(1)))
    settings = folder / "voxpop.toml"
    settings.write_text(
        'database = "a.db"\ncaptures = "captures"\n[fetch]\nallow_private = true\ndelay = 0\nattempts = 1\n'
        f'[[sources]]\nname = "post"\nfeed = "{farm.serve("/feed", farm.rss(story))}"\n'
    )
    cron = _cron(folder, settings)
    try:
        _wait(lambda: _runs(folder) >= 2, 180)
        time.sleep(3)  # for mail that might follow
        good = _mails(folder)
        farm.serve("/feed", lambda request: farm.answer(request, 404, b"gone"))
        _wait(lambda: bool(_mails(folder)), 120)
        return {
            "runs": _runs(folder),
            "mails after two runs that went well": good,
            "mails after one that failed": _mails(folder),
        }
    finally:
        cron.terminate()
        cron.wait()
        farm.close()


def _cron(folder: Path, settings: Path) -> subprocess.Popen[bytes]:
    for name in ("spool", "nothing", "mails"):
        (folder / name).mkdir()
    line = next(line for line in schedules(settings).splitlines() if line.startswith("*/15 "))
    environment = f"PYTHONPATH={os.environ['PYTHONPATH']}\n" if "PYTHONPATH" in os.environ else ""
    tab = folder / "spool" / "root"
    tab.write_text(f"{environment}MAILTO=desk@newsroom.example\n{line.replace('*/15', '*', 1)}\n")
    tab.chmod(0o600)
    sendmail = folder / "sendmail"
    sendmail.write_text(f'#!/bin/sh\ncat > "{folder}/mails/$$"\n')
    sendmail.chmod(0o755)
    command = ["unshare", "--mount", "sh", "-ec", _NAMESPACE, "sh", str(folder), str(SENDMAIL.resolve())]
    return subprocess.Popen(command)


def _runs(folder: Path) -> int:
    """Count the runs that have ended."""
    if not (folder / "a.db").exists():
        return 0
    db = open_to_read(folder / "a.db")
    try:
        return int(db.execute("SELECT count(*) FROM runs WHERE ended_at IS NOT NULL").fetchone()[0])
    finally:
        db.close()


def _mails(folder: Path) -> list[list[str]]:
    """Give the lines of each mail, without its header."""
    bodies = (mail.read_text().partition("\n\n")[2] for mail in sorted((folder / "mails").iterdir()))
    return [body.splitlines() for body in bodies]


def _wait(done: Callable[[], bool], seconds: float) -> None:
    end = time.monotonic() + seconds
    while not done():
        if time.monotonic() > end:
            raise SystemExit("cron did not do it in time")
        time.sleep(1)


if __name__ == "__main__":
    main()
