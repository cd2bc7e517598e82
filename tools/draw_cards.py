"""Draw pictures of posts, and pictures of other things, and measure the reader of pictures on them.

    python tools/draw_cards.py draw build/cards              # 500 cards and 500 others, with cards.jsonl
    python tools/draw_cards.py measure build/cards           # figures on the designs of the half "unseen"
    python tools/draw_cards.py measure build/cards --hinted  # the same, if the page calls each card a post
    python tools/draw_cards.py measure build/cards --seen    # figures on the other designs, to write rules with

Needs the extra ``ocr`` to measure, and Chromium and Playwright to draw. Texts and designs are invented; they are
in ``cards.toml``. The same seed draws the same pictures. The pictures vary in language, theme, font, width,
scale, crop and quality.
"""

from __future__ import annotations

import argparse
import html
import json
import os
import random
import re
import tomllib
from collections import defaultdict
from datetime import UTC, datetime, timedelta
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, Any

from scraper.post_pictures import Engine, Line, post_in
from scraper.records import Post

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from scraper.records import Reading

DATA = tomllib.loads((Path(__file__).parent / "cards.toml").read_text("utf-8"))
CHROMIUM = "/usr/bin/chromium"
SCALES = (0.5, 0.75, 1.0, 1.25, 1.5, 2.0)
THEMES = {
    "light": ("#ffffff", "#0f1419", "#536471", "#cfd9de", "#1d9bf0"),
    "dark": ("#000000", "#e7e9ea", "#71767b", "#2f3336", "#1d9bf0"),
    "dim": ("#15202b", "#f7f9f9", "#8b98a5", "#38444d", "#1d9bf0"),
    "grey": ("#1c1e21", "#e4e6eb", "#b0b3b8", "#3e4042", "#4599ff"),
}
#: Chromium writes dates in every language.
DATES = """([language, at]) => {
  const date = new Date(at), f = (o) => new Intl.DateTimeFormat(language, {...o, timeZone: "UTC"}).format(date);
  return {date: f({dateStyle: "medium"}), long: f({dateStyle: "long"}), clock: f({timeStyle: "short"}),
          numeric: f({dateStyle: "short"}), day: f({month: "short", day: "numeric"})};
}"""
AGES = {"en": ("17h", "5m", "3d"), "de": ("17 Std.", "5 Min."), "fr": ("17 h", "3 j"), "es": ("17 h", "5 min"),
        "ja": ("17時間", "5分"), "zh": ("17小时", "3天")}  # fmt: skip


def draw(folder: Path, count: int, seed: int) -> None:
    """Draw as many cards and as many other pictures."""
    from playwright.sync_api import sync_playwright

    folder.mkdir(parents=True, exist_ok=True)
    dice = random.Random(seed)  # noqa: S311
    plans = [plan(dice, n, is_card=is_card) for is_card in (True, False) for n in range(count)]
    with sync_playwright() as playwright, (folder / "cards.jsonl").open("w", encoding="utf-8") as truths:
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        for scale in SCALES:
            page = browser.new_context(device_scale_factor=scale, viewport={"width": 900, "height": 1400}).new_page()
            for truth in (one for one in plans if one["scale"] == scale):
                _shoot(page, truth, folder)
                shown = {name: value for name, value in truth.items() if name not in {"fill", "look"}}
                truths.write(json.dumps(shown, ensure_ascii=False) + "\n")
        browser.close()


def plan(dice: random.Random, n: int, *, is_card: bool) -> dict[str, Any]:
    """Choose the content and the look of one picture."""
    designs = DATA["designs" if is_card else "others"]
    design = designs[n % len(designs)]
    language = dice.choice(list(DATA["languages"]))
    words = DATA["languages"][language]
    at = datetime(2015, 1, 1, tzinfo=UTC) + timedelta(minutes=dice.randrange(60 * 24 * 365 * 10))
    texts = [_text(dice, words) for _ in range(3)]
    platform = design.get("platform")
    fill = {name: _count(dice) for name in ("n1", "n2", "n3", "n4")} | words["words"]
    fill |= {f"text{k}": dice.choice(words["texts"]) for k in (1, 2, 3)}
    fill |= {"tag": "#" + dice.choice(DATA["tags"]), "url": dice.choice(DATA["urls"]), "mail": "desk@gullwharf.example"}
    client = dice.choice(DATA["clients"])
    fill |= {"client": f" · {client}" if client else "", "age": dice.choice(AGES.get(language, ("17h", "3d")))}
    fill["reposts_new"] = {"en": "reposts", "de": "Reposts"}.get(language, words["words"]["boosts"])
    # A year of two digits, or a day and a month in unknown order, is no day.
    has_year = design.get("date") not in {"age", "day", "numeric", None}
    name = dice.choice(words["names"])
    name += f" {dice.choice(DATA['emoji'])}" if dice.random() < 0.15 else ""
    kind = dice.choice(("png", "jpeg", "jpeg", "jpeg"))
    return {
        "file": f"{'card' if is_card else 'other'}-{n:04}.{kind}", "design": design["key"], "half": design["half"],
        "platform": platform, "language": language, "name": name, "text": texts[0], "handle": _handle(dice, platform),
        "day": f"{at:%Y-%m-%d}" if has_year else None, "at": at.isoformat(), "scale": dice.choice(SCALES),
        "quality": None if kind == "png" else dice.randint(40, 95), "quoted": texts[1] if dice.random() < 0.3 else None,
        "fill": fill,
        "look": {
            "theme": dice.choice(list(THEMES)), "font": dice.choice(DATA["fonts"]), "hue": dice.randrange(360),
            "width": dice.randrange(360, 620, 20), "picture": dice.random() < 0.2,
            "crop": dice.choice(("none", "none", "none", "bottom", "left", "loose")),
        },
    }  # fmt: skip


def _text(dice: random.Random, words: dict[str, Any]) -> str:
    text = " ".join(dice.sample(words["texts"], dice.choice((1, 1, 2, 3))))
    text += f" #{dice.choice(DATA['tags'])}" if dice.random() < 0.25 else ""
    text = f"@{dice.choice(('gullwharf', 'marlowe_ferry', 'Ilves77'))} {text}" if dice.random() < 0.15 else text
    text += f"\n\n{dice.choice(words['texts'])}" if dice.random() < 0.15 else ""
    return text + (f" {dice.choice(DATA['emoji'])}" if dice.random() < 0.3 else "")


def _handle(dice: random.Random, platform: str | None) -> str:
    stem = dice.choice(("gull", "rosa", "TheoBrandt", "marlowe", "ilves", "AdaExample", "pierwatch", "lena", "Kajsa"))
    tail = dice.choice(("", "_", "77", "_watch", "News", "1", "2031", "_x", "Harbor"))
    if platform == "bluesky":
        return f"{stem}{tail.replace('_', '-')}".lower().strip("-") + dice.choice((".bsky.social", ".example.net"))
    if platform == "mastodon":
        return f"{stem}{tail}@{dice.choice(('gulls.example', 'social.marlowe.example'))}"
    if platform in {"instagram", "threads"}:
        return f"{stem}{dice.choice(('.', '_'))}{tail.strip('_') or 'official'}".lower()
    return f"{stem}{tail}"


def _count(dice: random.Random) -> str:
    n = int(10 ** dice.uniform(0, 6))
    return f"{n / 1e6:.1f}M" if n >= 1_000_000 else f"{n / 1000:.1f}K" if n >= 10_000 else f"{n:,}"


def _shoot(page: Page, truth: dict[str, Any], folder: Path) -> None:
    look, fill, design = truth["look"], truth["fill"], _design(truth["design"])
    dates = page.evaluate(DATES, [truth["language"], truth["at"]])
    has_long = design.get("date") in {"date-only", "date-clock-dot"}
    fill = fill | dates | {"date": dates["long"] if has_long else dates["date"]}
    fill = {name: html.escape(str(value)) for name, value in (fill | _printed(truth)).items()} | DATA["style"]
    fill["picture"] = "<div class=pic></div>" if look["picture"] else ""
    fill["quote"] = Template(
        "<div class=q><div class=r style='gap:6px'><div class='av s'></div><b>Quoted Person</b>"
        "<span class=g>@quoted_one · $day</span></div><div class=t>$quoted</div></div>"
    ).safe_substitute(fill) if truth["quoted"] else ""  # fmt: skip
    ground, ink, mute, line, link = THEMES[look["theme"]]
    root = (f"--bg:{ground};--fg:{ink};--mute:{mute};--line:{line};--link:{link};--w:{look['width']}px;"
            f"--hue:{look['hue']};--font:'{look['font']}'")  # fmt: skip
    body = Template(design["html"]).safe_substitute(fill)
    page.set_content(
        f'<html lang={truth["language"]} style="{root}"><style>{DATA["style"]["css"]}</style><div id=c>{body}</div>'
    )
    box = page.locator("#c").bounding_box()
    assert box is not None  # noqa: S101
    bottom = 8 if look["crop"] == "bottom" else 0
    left = 6 if look["crop"] == "left" else 0
    loose = 24 if look["crop"] == "loose" else 0
    area = {"x": box["x"] + left, "y": box["y"], "width": box["width"] - left + loose,
            "height": box["height"] - bottom + loose}  # fmt: skip
    page.screenshot(
        path=folder / truth["file"], clip=area, type="jpeg" if truth["quality"] else "png", quality=truth["quality"]
    )


def _printed(truth: dict[str, Any]) -> dict[str, str]:
    return {name: truth[name] or "" for name in ("name", "text", "handle", "quoted")}


def _design(key: str) -> dict[str, Any]:
    return next(design for design in (*DATA["designs"], *DATA["others"]) if design["key"] == key)


# Figures.

_EMOJI = re.compile(r"[\U0001F000-\U0001FAFF\u2600-\u27bf\ufe0f\u200d]")
#: Typographic variants that count as equal, as white space does.
_ALIKE = str.maketrans({"’": "'", "‘": "'", "\u202f": " ", "？": "?", "！": "!", "，": ","})


def measure(folder: Path, half: str, *, hinted: bool) -> None:
    """Print the figures of one half; the lines that the engine read are kept in ``lines.jsonl``.

    With `hinted`, the page calls each card a post of its platform.
    """
    truths = [json.loads(line) for line in (folder / "cards.jsonl").read_text("utf-8").splitlines()]
    known = _lines(folder)
    engine, spent = Engine(), []
    results: dict[str, list[dict[str, Any]]] = defaultdict(list)
    with (folder / "lines.jsonl").open("a", encoding="utf-8") as kept:
        for truth in (truth for truth in truths if truth["half"] == half):
            if truth["file"] not in known:
                before, pid = _children_cpu(engine), engine.pid
                lines = engine.lines((folder / truth["file"]).read_bytes(), is_named=truth["platform"] is not None)
                spent.append(_children_cpu(engine) - (before if engine.pid == pid else 0))
                kept.write(json.dumps({"file": truth["file"], "lines": lines}, ensure_ascii=False) + "\n")
                known[truth["file"]] = lines
            hint = Post(platform=truth["platform"]) if hinted and truth["platform"] else None
            result = _compared(truth, post_in([Line(*line) for line in known[truth["file"]]], hint))
            sharp = ("scale from 1",) if truth["scale"] >= 1 else ()
            groups = ("cards", *sharp, f"scale {truth['scale']}", truth["design"]) if truth["platform"] else ("others",)
            for group in groups:
                results[group].append(result)
    memory = _children_memory(engine)
    engine.close()
    for group, found in results.items():
        print(f"{group:18} {_figures(found)}")
    if spent:
        print(f"CPU seconds a picture: {sum(spent) / len(spent):.2f}, at most {max(spent):.2f}; memory: {memory:,} MB")


def _lines(folder: Path) -> dict[str, list[Any]]:
    file = folder / "lines.jsonl"
    stored = map(json.loads, file.read_text("utf-8").splitlines()) if file.exists() else ()
    return {one["file"]: one["lines"] for one in stored}


def _children_cpu(engine: Engine) -> float:
    """Return the CPU seconds of the engine's process."""
    if engine.pid is None:
        return 0.0
    fields = Path(f"/proc/{engine.pid}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _children_memory(engine: Engine) -> int:
    """Return the most megabytes that the engine's last process had in memory."""
    status = Path(f"/proc/{engine.pid}/status").read_text("utf-8") if engine.pid else ""
    found = re.search(r"VmHWM:\s*(\d+) kB", status)
    return int(found[1]) // 1000 if found else 0


def _compared(truth: dict[str, Any], found: tuple[Post, Reading] | None) -> dict[str, Any]:
    post = found[0] if found else None
    author = post.author if post else None
    day = ((post.posted.at or "")[:10] or None) if post and post.posted else None
    text = _plain(truth["text"])
    return {
        "found": post is not None,
        "handle": None if truth["platform"] == "facebook" else _same(author and author.handle, truth["handle"]),
        "name": None if truth["platform"] in {"instagram", "threads"} else _same(author and author.name, truth["name"]),
        # A printed day in digits is known if it can mean only one day.
        "day": day in {truth["day"], truth["at"][:10]} if truth["day"] or day else None,
        "errors": min(_distance(text, _plain(post.text or "")), len(text)) if post else len(text),
        "letters": len(text),
    }


def _same(read: str | None, printed: str) -> bool:
    return _plain(read or "").casefold() == _plain(printed).casefold()


def _plain(text: str) -> str:
    """Return a text without emoji, which engines do not read, on one line; CJK has no white space to read."""
    plain = " ".join(_EMOJI.sub("", text).translate(_ALIKE).split())
    return re.sub(r" (?=[!?:»])|(?<=[\u3000-\u9fff]) | (?=[\u3000-\u9fff])", "", plain)


def _distance(one: str, other: str) -> int:
    """Return the edit distance of two texts."""
    above = list(range(len(other) + 1))
    for n, a in enumerate(one, start=1):
        row = [n]
        for k, b in enumerate(other, start=1):
            row.append(min(above[k] + 1, row[-1] + 1, above[k - 1] + (a != b)))
        above = row
    return above[-1]


def _figures(found: list[dict[str, Any]]) -> str:
    shares = []
    for name in ("found", "handle", "name", "day"):
        known = [one[name] for one in found if one[name] is not None]
        shares.append(f"{name} {sum(known):4}/{len(known):<4} {sum(known) / len(known):6.1%}" if known else " " * 20)
    errors = sum(one["errors"] for one in found) / max(1, sum(one["letters"] for one in found))
    return "  ".join([*shares, f"character errors {errors:.2%}"])


def main() -> None:
    """Draw or measure."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("action", choices=("draw", "measure"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seed", type=int, default=38)
    parser.add_argument("--seen", action="store_true", help="measure the designs that rules are written with")
    parser.add_argument("--hinted", action="store_true", help="the page calls each card a post of its platform")
    given = parser.parse_args()
    if given.action == "draw":
        draw(given.folder, given.count, given.seed)
    else:
        measure(given.folder, "seen" if given.seen else "unseen", hinted=given.hinted)


if __name__ == "__main__":
    main()
